"""The five games begun at a position: whether the pieces fit and the game can go on, not whether it can get there."""

from collections.abc import Callable, Iterator, Mapping

from hexlume.games.droched.rules import Droched
from hexlume.games.game import MOVING, PLACING, REPLACING, SETTING_UP
from hexlume.games.grid import NO_CELL
from hexlume.games.orcoon.rules import Orcoon
from hexlume.games.organica.rules import LEADERS, Organica
from hexlume.games.orochi.rules import Orochi
from hexlume.games.pieces import BLACK, COLOURS, EMPTY, WHITE, leader, other
from hexlume.games.repetition import PastBoards, board_hash
from hexlume.games.sibling.rules import Sibling

from .game import Begun, PieBegun
from .position import Position
from .refusal import Refusal

_PAWNS = 10
_PAWNS_IN_HAND = 7
_SMALLEST_MOVING_GROUP = 3
_MOST_KOMI = 20


class _Orochi(Begun, Orochi):
    FIRST_ACTION = "ORO-1"

    def usual_phase(self, position: Position) -> str:
        return REPLACING if self._over else PLACING

    def objections(self, position: Position) -> Iterator[Refusal]:
        yield from super().objections(position)
        over = self._named(cell for cell in range(self.grid.cells) if self._is_over(cell))
        if self._empty == 0:
            yield Refusal("ORO-6", "A game ends with one empty hex, and here is none")
        elif self.phase == PLACING and over:
            yield Refusal("ORO-4", "Nothing can be placed while a piece is over-connected", over)
        elif self.phase == REPLACING and not over:
            yield Refusal("ORO-4", "Nothing is to be replaced: no piece is over-connected")
        elif self.phase == PLACING and self._empty == 1:
            yield Refusal("ORO-6", "The game is over: one hex is empty", self._named([self._last_hex()]))

    def take_state(self, position: Position) -> None:
        """Set how many placements are due: the second of black's first turn, else one (ORO-2)."""
        answers_first = self._empty == self.grid.cells - 1 and position.to_move == BLACK
        self._due = 0 if self.phase == REPLACING else 2 if answers_first else 1


class _Sibling(PieBegun, Sibling):
    FIRST_ACTION = "SIB-1"
    SWAP = "SIB-7"

    def objections(self, position: Position) -> Iterator[Refusal]:
        yield from super().objections(position)
        colour, first = position.to_move, position.turn.first
        if first != NO_CELL and position.board[first] != colour:
            yield Refusal("SIB-2", f"The first piece of the turn is {COLOURS[colour]}'s", self._named([first]))
        elif any(position.board):
            yield from self._odd_numbers(position)
            if first == NO_CELL and not self._has_empty(self._opens):
                yield Refusal("SIB-4", f"The game is over: {COLOURS[colour]} has no legal first piece")
            elif first != NO_CELL and not self._has_empty(lambda cell: self._pairs(first, cell)):
                yield Refusal("SIB-3", "No second piece can go with the first", self._named([first]))

    def _odd_numbers(self, position: Position) -> Iterator[Refusal]:
        """Yield what is wrong with the numbers of pieces: other numbers could end in a draw (SIB-6)."""
        for colour, rest, words in ((WHITE, 1, "odd"), (BLACK, 0, "even")):
            begun = int(position.to_move == colour and position.turn.first != NO_CELL)
            if (position.count(colour) - begun) % 2 != rest:
                name = COLOURS[colour]
                why = f"Between turns {name} has an {words} number of pieces"
                if begun:
                    why = f"Before this turn {name} had an {words} number of pieces"
                elif position.to_move == colour:
                    why += f": mark {name}'s first piece of this turn if the second is due"
                yield Refusal("SIB-6", why)

    def take_state(self, position: Position) -> None:
        """Set which piece of the turn stands already, how many are due, and whether black may swap."""
        self._first = position.turn.first
        self._due = 1 if self._first != NO_CELL or not any(position.board) else 2
        self._reckon_start(position)

    def _has_empty(self, fits: Callable[[int], bool]) -> bool:
        return any(self.board[cell] == EMPTY and fits(cell) for cell in range(self.grid.cells))


class _Orcoon(PieBegun, Orcoon):
    FIRST_ACTION = "ORC-1"
    SWAP = "ORC-7"

    def objections(self, position: Position) -> Iterator[Refusal]:
        yield from super().objections(position)
        for colour in (WHITE, BLACK):
            chain = self._joining_chain(colour)
            if chain:
                yield Refusal("ORC-6", f"The game is over: {COLOURS[colour]}'s chain joins its edges", chain)

    def take_state(self, position: Position) -> None:
        """Set whether white may swap: it answers black's first stone (ORC-7)."""
        self._reckon_start(position)

    def _joining_chain(self, colour: int) -> tuple[str, ...]:
        """Return a chain that joins a colour's two edges, or ``()`` (ORC-6)."""
        size = self.size
        edge = range(size) if colour == BLACK else range(0, size * size, size)
        found = next((cell for cell in edge if self.board[cell] == colour and self._joins(cell)), NO_CELL)
        return () if found == NO_CELL else self._named(self._group(found))


class _Organica(Begun, Organica):
    def lay(self, position: Position) -> None:
        """Put the pieces on the board and in the hands, and work out who may step."""
        super().lay(position)
        self._hand[:] = bytes(position.hand)
        for colour in (WHITE, BLACK):
            # Too many are objected to; a byte has to hold them until then.
            self._leaders[colour] = min(position.count(leader(colour)) + position.hand[leader(colour)], 7)
        self.phase = position.phase or self._due_phase(position)
        if self.phase == MOVING:
            turn = position.turn
            # Any of its pieces stand for the whole moving group.
            self._movers = tuple(self._group(turn.moving[0])) if turn.moving else self.large_groups(position.to_move)
            self._capacity = turn.capacity
            compelled = not self._can_place() if turn.compelled is None else turn.compelled
            self._compelled = compelled and not turn.moving

    def _due_phase(self, position: Position) -> str:
        """Return that steps are due in the middle of a turn, and where nothing can be placed (ORG-5)."""
        turn = position.turn
        if turn.moving or turn.capacity or turn.compelled is not None:
            return MOVING
        return PLACING if self._can_place() else MOVING

    def objections(self, position: Position) -> Iterator[Refusal]:
        yield from self._wrong_numbers(position)
        name = COLOURS[position.to_move]
        if self.phase == PLACING and not self._can_place():
            yield Refusal("ORG-5", f"{name.capitalize()} can place nothing: a step is due")
        elif self.phase == MOVING:
            yield from self._wrong_group(position, name)
            if self._compelled and self._can_place():
                yield Refusal("ORG-5", f"{name.capitalize()} can place a piece: no group moves before that")
            elif self._compelled and not self._can_step():
                yield Refusal("ORG-14", f"The game is over: {name} has no legal action")
            elif not self._can_step():
                yield Refusal("ORG-9", f"The turn is over: {name} has no legal step")

    def _wrong_numbers(self, position: Position) -> Iterator[Refusal]:
        """Yield what is wrong with the numbers of pieces (ORG-1), and a side without leaders (ORG-13)."""
        for colour in (WHITE, BLACK):
            name = COLOURS[colour].capitalize()
            in_hand = position.hand[colour]
            if in_hand > _PAWNS_IN_HAND or position.count(colour) + in_hand > _PAWNS:
                yield Refusal("ORG-1", f"{name} owns {_PAWNS} pawns, {_PAWNS_IN_HAND} of them in hand at the start")
            if position.count(leader(colour)) + position.hand[leader(colour)] > LEADERS:
                yield Refusal("ORG-1", f"{name} owns {LEADERS} leaders")
            if not self._leaders[colour]:
                yield Refusal("ORG-13", f"The game is over: {name.lower()} has no leader left")

    def _wrong_group(self, position: Position, name: str) -> Iterator[Refusal]:
        """Yield what is wrong with the moving group and its steps (ORG-6, ORG-7)."""
        turn = position.turn
        if not turn.moving:
            if turn.capacity:
                yield Refusal("ORG-6", "A group that has steps left has begun to move: say which it is")
        elif (
            position.board[turn.moving[0]] not in (position.to_move, leader(position.to_move))
            or not set(turn.moving) <= set(self._movers)
            or len(self._movers) < _SMALLEST_MOVING_GROUP
        ):
            why = f"The moving group is a whole {name} group of three or more"
            yield Refusal("ORG-6", why, self._named(turn.moving))
        elif not 1 <= turn.capacity < len(self._movers):
            yield Refusal("ORG-7", f"After a step such a group has 1 to {len(self._movers) - 1} steps left")

    def take_state(self, position: Position) -> None:
        """Note the turn's start for ORG-15."""
        self._past = PastBoards()
        if self.phase == PLACING or self._compelled:
            self._past.add(position.to_move, board_hash(self.board), 0)


class _Droched(Begun, Droched):
    FIRST_ACTION = "DRO-1"

    def usual_phase(self, position: Position) -> str:
        """Return that seats, komi or handicap stones are due while none of the game's stones can stand yet."""
        handicap = self._handicap()
        if self.stones[WHITE] or position.prison[WHITE]:
            return PLACING
        if self.stones[BLACK] < handicap and position.to_move == BLACK:
            return SETTING_UP
        if self.options["pie"] and not self.stones[BLACK]:
            named = position.turn.acted or (0 if position.to_move == BLACK else 1)
            return PLACING if named == 2 and not handicap else SETTING_UP
        return PLACING

    def lay(self, position: Position) -> None:
        """Put the stones on the board and into the prison, and count what was chosen before them."""
        super().lay(position)
        self._prison[:] = bytes(position.prison)
        self._due = self._handicap() - self.stones[BLACK] if self.phase == SETTING_UP else 0
        self._settled = self.reach.all_on_bridges(self.board)
        if self.options["pie"]:
            self._reckon(self._acted(position))

    def objections(self, position: Position) -> Iterator[Refusal]:
        found = list(self._wrong_stones(position))
        yield from found
        # Broken bridges may stand: the next placement takes them off, as it does those of handicap stones (DRO-12).
        if not found and not self._can_act():
            yield Refusal("DRO-10", f"The game is over: {COLOURS[position.to_move]} has no legal action")

    def take_state(self, position: Position) -> None:
        """Note the board: who acted last has left it, and may not leave it again (DRO-8)."""
        if self.phase == PLACING and any(self.board):
            self._past.add(other(position.to_move), self._hash, len(self.codes))

    def _handicap(self) -> int:
        return int(self.options["handicap"])

    def _acted(self, position: Position) -> int:
        """Return how many of the two seats' choices have been made (DRO-11)."""
        if self.phase != SETTING_UP or self.stones[BLACK]:
            return 2
        if position.turn.acted is not None:
            return position.turn.acted
        if position.to_move == WHITE:
            return 1
        return 2 if position.prison[BLACK] and self._handicap() else 0

    def _wrong_stones(self, position: Position) -> Iterator[Refusal]:
        """Yield what is wrong with the stones on the board and in prison, in the phase that the game is in."""
        yield from super().objections(position)
        if position.prison[WHITE] and position.prison[BLACK]:
            yield Refusal("DRO-5", "Stones of both colours are in prison: they leave it in pairs")
        elif self.phase == SETTING_UP:
            yield from self._wrong_start(position)
        elif not any(position.board):
            if self._handicap():
                yield Refusal("DRO-12", "The handicap stones come first")
            elif position.prison[WHITE]:
                yield Refusal("DRO-11", "White has no stone in prison before the start")
            else:
                yield from self._wrong_komi(position.prison[BLACK])
        elif not self.stones[BLACK] or (not self.stones[WHITE] and position.prison[WHITE]):
            name = "white" if self.stones[BLACK] else "black"
            yield Refusal("DRO-9", f"The game is over: {name} has no stone left on the board")
        else:
            # A turn adds one black stone or takes one white stone away, or the other way round, and stones leave the
            # prison in pairs: black's stones less white's are the komi, the handicap, and one after black's turn.
            more = self.stones[BLACK] + position.prison[BLACK] - self.stones[WHITE] - position.prison[WHITE]
            komi = more - max(self._handicap() - 1, 0) - (position.to_move == WHITE)
            yield from self._wrong_komi(komi)

    def _wrong_start(self, position: Position) -> Iterator[Refusal]:
        """Yield what is wrong before the first turn is over (DRO-11, DRO-12)."""
        handicap, stones = self._handicap(), self.stones[BLACK]
        acted = self._acted(position) if self.options["pie"] else 2
        if self.stones[WHITE]:
            yield Refusal("DRO-12", "White has no stone before black's first turn is over", position.names(WHITE))
        elif position.prison[WHITE]:
            yield Refusal("DRO-11", "White has no stone in prison before the start")
        elif acted < 2:
            if position.to_move != (WHITE if acted else BLACK):
                yield Refusal("DRO-11", f"{'White takes a seat' if acted else 'Black names the komi'} now")
            elif position.prison[BLACK] > (_MOST_KOMI if acted else 0):
                most = f"at most {_MOST_KOMI} black stones are" if acted else "no stone is"
                yield Refusal("DRO-11", f"At this time {most} in prison")
        elif position.to_move != BLACK:
            yield Refusal("DRO-12", "Black places the handicap stones")
        elif stones >= handicap:
            yield Refusal("DRO-12", f"Black's first turn places {handicap} stones, and {stones} stand")
        else:
            yield from self._wrong_komi(position.prison[BLACK])

    def _wrong_komi(self, komi: int) -> Iterator[Refusal]:
        counted = f"The stones on the board and in prison come of a komi of {komi}, and it is"
        if self.options["pie"]:
            if not 0 <= komi <= _MOST_KOMI:
                yield Refusal("DRO-11", f"{counted} 0 to {_MOST_KOMI}")
        elif komi != self.options["komi"]:
            yield Refusal("DRO-11", f"{counted} {self.options['komi']}")


BEGUN: Mapping[str, type[Begun]] = {
    "orochi": _Orochi,
    "sibling": _Sibling,
    "orcoon": _Orcoon,
    "organica": _Organica,
    "droched": _Droched,
}
"""The class of each game begun at a position."""

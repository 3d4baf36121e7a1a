"""Which positions of Organica can be reached, as far as its clauses tell: pieces, hands, leaders, turns, steps.

Pieces that have moved leave no trace, so what is checked is necessary for a position, not proof of a game.
"""

from collections.abc import Iterator

from hexlume.games import organica
from hexlume.games.contract import MOVING, PLACING
from hexlume.games.organica import Organica
from hexlume.games.past_boards import PastBoards, board_hash
from hexlume.pieces import BLACK, COLOURS, WHITE, leader, other

from ..begun import Begun
from ..position import Position
from ..refusal import Refusal

PAWNS = 10
PAWNS_IN_HAND = 7
LEADERS = organica.LEADERS
_SMALLEST_MOVING_GROUP = 3


class OrganicaBegun(Begun, Organica):
    """A game of Organica begun at a position."""

    def lay(self, position: Position) -> None:
        """Put the pieces on the board and in the hands."""
        self._start = bytes(self.board)
        super().lay(position)
        self._hand[:] = bytes(position.hand)
        for colour in (WHITE, BLACK):
            # Whatever the numbers are: the first objection is to too many of them.
            self._leaders[colour] = min(position.count(leader(colour)) + position.hand[leader(colour)], 7)
        self.phase = position.phase or self.usual_phase(position)

    def usual_phase(self, position: Position) -> str:
        """Return that steps are due in the middle of a turn, and where nothing can be placed (ORG-5)."""
        turn = position.turn
        if turn.moving or turn.capacity or turn.compelled is not None:
            return MOVING
        return PLACING if self._can_place() else MOVING

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what ORG-1 to ORG-14 object to."""
        yield from self._wrong_pieces(position)
        for colour in (WHITE, BLACK):
            if not self._leaders[colour]:
                yield Refusal("ORG-13", f"The game is over: {COLOURS[colour]} has no leader left")
        yield from self._wrong_turns(position, position.to_move)
        yield from self._unmoved(position)
        if self.phase == MOVING:
            yield from self._wrong_steps(position)
        elif not self._can_place():
            self._movers = self.large_groups(position.to_move)
            name = COLOURS[position.to_move]
            if self._can_step():
                yield Refusal("ORG-5", f"{name.capitalize()} can place nothing: a step is due")
            else:
                yield Refusal("ORG-14", f"The game is over: {name} has no legal action")

    def final_objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what ORG-13 to ORG-15 object to."""
        yield from self._wrong_pieces(position)
        loser = BLACK if position.result == "W+" else WHITE
        name = COLOURS[loser]
        if position.result == "0":
            if position.reason != "the same position started a turn for the third time":
                yield Refusal("ORG-15", f"No game ends in a draw so: {position.reason or 'no reason'}")
        elif position.reason == f"{name} lost the last leader":
            if self._leaders[loser]:
                where = position.names(leader(loser))
                yield Refusal("ORG-13", f"{name.capitalize()} still has a leader", where)
        elif position.reason == f"{name} has no legal action":
            self.to_move = loser
            self._movers = self.large_groups(loser)
            if self._can_place() or self._can_step():
                yield Refusal("ORG-14", f"{name.capitalize()} has a legal action")
            yield from self._wrong_turns(position, loser)
        else:
            yield Refusal("ORG-13", f"No game ends so: {position.reason or 'no reason'}")

    def take_state(self, position: Position) -> None:
        """Set the moving group and what is left of its steps; a turn's start is noted for ORG-15."""
        self._past = PastBoards()
        self._compelled = False
        if self.phase == MOVING:
            turn = position.turn
            # Any of its pieces stand for the whole moving group.
            moving = tuple(self._group(turn.moving[0])) if turn.moving else ()
            self._movers = moving or self.large_groups(position.to_move)
            self._capacity = turn.capacity
            self._compelled = self._is_compelled(position)
        if self.phase == PLACING or self._compelled:
            self._past.add(position.to_move, board_hash(self.board), 0)

    def _is_compelled(self, position: Position) -> bool:
        turn = position.turn
        if turn.moving:
            return False
        return not self._can_place() if turn.compelled is None else turn.compelled

    def _wrong_pieces(self, position: Position) -> Iterator[Refusal]:
        """Yield what is wrong with the pieces themselves: their numbers (ORG-1), leaders (ORG-10, ORG-12)."""
        for colour in (WHITE, BLACK):
            name = COLOURS[colour].capitalize()
            pawns, leaders = position.hand[colour], position.hand[leader(colour)]
            if pawns > PAWNS_IN_HAND or position.count(colour) + pawns > PAWNS:
                yield Refusal("ORG-1", f"{name} owns {PAWNS} pawns, {PAWNS_IN_HAND} of them in hand at the start")
            if position.count(leader(colour)) + leaders > LEADERS:
                yield Refusal("ORG-1", f"{name} owns {LEADERS} leaders")
            for cell, piece in enumerate(position.board):
                if piece != leader(colour):
                    continue
                around = self.grid.neighbours[cell]
                friends = [near for near in around if near > cell and position.board[near] == piece]
                if friends:
                    yield Refusal(
                        "ORG-10", f"{name} leaders are never next to each other", self._named([cell, *friends])
                    )
                if all(position.board[near] in (other(colour), leader(other(colour))) for near in around):
                    yield Refusal(
                        "ORG-12", f"The {name.lower()} leader is surrounded and would have left", self._named([cell])
                    )
            gone = PAWNS - position.count(colour) - pawns
            if gone > 0 and position.hand[leader(other(colour))] == LEADERS:
                enemy = COLOURS[other(colour)]
                why = f"{name} has lost {gone} pawns, but {enemy} has placed no leader that captures"
                yield Refusal("ORG-11", why)

    def _placed(self, position: Position, colour: int) -> int:
        """Return how many pieces a colour has placed."""
        return PAWNS_IN_HAND - position.hand[colour] + LEADERS - position.hand[leader(colour)]

    def _wrong_turns(self, position: Position, to_move: int) -> Iterator[Refusal]:
        """Yield a refusal if the pieces placed are not those of turns taken in turn (ORG-3, ORG-5)."""
        if self.phase != MOVING:
            ways = [False]
        elif position.turn.moving:
            # The first step may have followed a placement or, with no pawn in hand, none.
            ways = [True] if position.hand[to_move] else [True, False]
        else:
            ways = [not self._is_compelled(position)]
        if not any(self._fits_turns(position, to_move, placed) for placed in ways):
            told = f"White has placed {self._placed(position, WHITE)} pieces and black {self._placed(position, BLACK)}"
            yield Refusal("ORG-3", f"{told}: that does not fit {COLOURS[to_move]}'s turn")

    def _fits_turns(self, position: Position, to_move: int, placed_now: bool) -> bool:
        """Return whether the pieces placed fit whole turns; ``placed_now``: one of them in the turn under way.

        Who has a pawn in hand has placed one piece in each turn; who has none may have taken turns without.
        """
        placed = {colour: self._placed(position, colour) for colour in (WHITE, BLACK)}
        always = {colour: position.hand[colour] > 0 for colour in (WHITE, BLACK)}
        if placed_now:
            placed[to_move] -= 1
            always[to_move] = True
        # White has taken as many turns as black, and one more when black is to move.
        ahead = placed[WHITE] - placed[BLACK] - (1 if to_move == BLACK else 0)
        return not (ahead > 0 and always[BLACK]) and not (ahead < 0 and always[WHITE])

    def _unmoved(self, position: Position) -> Iterator[Refusal]:
        """Yield the pieces of a side that cannot have moved yet, where they do not stand as at the start (ORG-2)."""
        for colour in (WHITE, BLACK):
            if position.hand[colour] < PAWNS_IN_HAND:
                continue
            strays = [cell for cell in range(self.grid.cells) if position.board[cell] == colour != self._start[cell]]
            if strays:
                why = f"{COLOURS[colour].capitalize()} has placed no pawn, so that its pawns stand as at the start, not"
                yield Refusal("ORG-2", why, self._named(strays))

    def _wrong_steps(self, position: Position) -> Iterator[Refusal]:
        """Yield what is wrong when steps are on offer (ORG-5 to ORG-9)."""
        turn, name = position.turn, COLOURS[position.to_move]
        if turn.moving:
            group = tuple(sorted(self._group(turn.moving[0])))
            mine = all(position.board[cell] in (position.to_move, leader(position.to_move)) for cell in turn.moving)
            if not mine or not set(turn.moving) <= set(group) or len(group) < _SMALLEST_MOVING_GROUP:
                why = f"The moving group is a whole {name} group of three or more"
                yield Refusal("ORG-6", why, self._named(turn.moving))
                return
            if not 1 <= turn.capacity < len(group):
                yield Refusal("ORG-7", f"After a step such a group has 1 to {len(group) - 1} steps left")
            self._movers = group
        else:
            if turn.capacity:
                yield Refusal("ORG-6", "A group that has steps left has begun to move: say which it is")
            self._movers = self.large_groups(position.to_move)
        if self._is_compelled(position):
            if self._can_place():
                yield Refusal("ORG-5", f"{name.capitalize()} can place a piece: no group moves before that")
        elif not turn.moving and position.hand[position.to_move] >= PAWNS_IN_HAND:
            yield Refusal("ORG-3", f"Steps follow the placement of a pawn, and {name} has placed none")
        elif not turn.moving and not position.count(position.to_move):
            yield Refusal("ORG-3", f"The pawn that {name} has just placed is not on the board")
        if not self._can_step():
            over = "ORG-14" if self._is_compelled(position) else "ORG-9"
            yield Refusal(over, f"{name.capitalize()} has no legal step")

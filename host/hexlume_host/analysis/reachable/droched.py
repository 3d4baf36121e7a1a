"""Which positions of Droched can be reached.

Every turn adds one black stone or takes one white stone away, or the other way round, and stones leave the prison in
pairs. So black's stones on the board and in prison, less white's, are the komi and the handicap stones beyond the
first, and one more after black's turn. Earlier boards (DRO-8) are not known, but for the one that stands: the colour
that acted last has left it.
"""

from collections.abc import Iterator

from hexlume.games.contract import PLACING, SETTING_UP
from hexlume.games.droched import Droched
from hexlume.pieces import BLACK, COLOURS, WHITE, other

from ..begun import Begun
from ..position import Position
from ..refusal import Refusal

MOST_KOMI = 20
"""The largest komi (DRO-11)."""


class DrochedBegun(Begun, Droched):
    """A game of Droched begun at a position."""

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

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what DRO-1 to DRO-12 object to."""
        if position.prison[WHITE] and position.prison[BLACK]:
            yield Refusal("DRO-5", "Stones of both colours are in prison: they leave it in pairs")
            return
        if self.phase == SETTING_UP:
            yield from self._objections_before(position)
            return
        if not any(position.board):
            yield from self._objections_to_empty(position)
            return
        yield from self._miscounts(position, (position.to_move,))
        yield from self._eliminations(position)
        yield from self._broken_bridges(position)

    def final_objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what DRO-9 and DRO-10 object to."""
        loser = BLACK if position.result == "W+" else WHITE
        name = COLOURS[loser]
        if position.result == "0":
            yield Refusal("DRO-10", "There is no draw")
        elif position.prison[WHITE] and position.prison[BLACK]:
            yield Refusal("DRO-5", "Stones of both colours are in prison: they leave it in pairs")
        elif position.reason == f"{name} has no stone left on the board":
            if self.stones[loser] or not self.stones[other(loser)]:
                yield Refusal("DRO-9", f"{name.capitalize()} is not the one without a stone", position.names(loser))
            yield from self._miscounts(position, (WHITE, BLACK))
            yield from self._broken_bridges(position, settled=True)
        elif position.reason != f"{name} has no legal action":
            yield Refusal("DRO-9", f"No game ends so: {position.reason or 'no reason'}")
        elif not (loser == BLACK and self._filled_by_handicap()):
            yield from self._miscounts(position, (loser,))
            yield from self._eliminations(position)
            yield from self._broken_bridges(position)

    def take_state(self, position: Position) -> None:
        """Set prison, handicap stones due and what is known of earlier boards."""
        self._prison[:] = bytes(position.prison)
        self._due = self._handicap() - self.stones[BLACK] if self.phase == SETTING_UP else 0
        self._settled = self.reach.all_on_bridges(self.board)
        self._reckon(self._acted(position) if self.options["pie"] else 0)
        if self.phase == PLACING and any(self.board):
            # The one who acted last has left this board, and may not leave it again (DRO-8).
            self._past.add(other(position.to_move), self._hash, len(self.codes))

    def end(self, position: Position) -> None:
        """Take over the result, and the prison as it was then."""
        super().end(position)
        self._prison[:] = bytes(position.prison)

    def without_action(self) -> bool:
        """Return whether nothing is legal, so that the player to move has lost (DRO-10)."""
        return not self._can_act()

    def _handicap(self) -> int:
        return int(self.options["handicap"])

    def _filled_by_handicap(self) -> bool:
        return self.stones[BLACK] == self.grid.cells and self._handicap() > self.grid.cells

    def _acted(self, position: Position) -> int:
        """Return how many of the two seats' choices have been made (DRO-11)."""
        if self.phase != SETTING_UP or self.stones[BLACK]:
            return 2
        if position.turn.acted is not None:
            return position.turn.acted
        if position.to_move == WHITE:
            return 1
        return 2 if position.prison[BLACK] and self._handicap() else 0

    def _objections_before(self, position: Position) -> Iterator[Refusal]:
        """Yield what there is to object to before the first turn is over (DRO-11, DRO-12)."""
        handicap, stones = self._handicap(), self.stones[BLACK]
        acted = self._acted(position) if self.options["pie"] else 2
        if self.stones[WHITE]:
            yield Refusal("DRO-12", "White has no stone before black's first turn is over", position.names(WHITE))
        elif position.prison[WHITE]:
            yield Refusal("DRO-11", "White has no stone in prison before the start")
        elif acted < 2:
            if position.to_move != (WHITE if acted else BLACK):
                yield Refusal("DRO-11", f"{'White takes a seat' if acted else 'Black names the komi'} now")
            elif position.prison[BLACK] > (MOST_KOMI if acted else 0):
                most = f"at most {MOST_KOMI} black stones are" if acted else "no stone is"
                yield Refusal("DRO-11", f"At this time {most} in prison")
        elif position.to_move != BLACK:
            yield Refusal("DRO-12", "Black places the handicap stones")
        elif stones >= handicap:
            yield Refusal("DRO-12", f"Black's first turn places {handicap} stones, and {stones} stand")
        else:
            yield from self._wrong_komi(position, position.prison[BLACK])

    def _objections_to_empty(self, position: Position) -> Iterator[Refusal]:
        """Yield what there is to object to on an empty board when a stone is due (DRO-1)."""
        if position.to_move != BLACK:
            yield Refusal("DRO-1", "Black places the first stone")
        elif self._handicap():
            yield Refusal("DRO-12", "The handicap stones come first")
        elif position.prison[WHITE]:
            yield Refusal("DRO-11", "White has no stone in prison before the start")
        else:
            yield from self._wrong_komi(position, position.prison[BLACK])

    def _wrong_komi(self, position: Position, komi: int) -> Iterator[Refusal]:
        if self.options["pie"]:
            if not 0 <= komi <= MOST_KOMI:
                why = f"These stones come of a komi of {komi}, and it is 0 to {MOST_KOMI}"
                yield Refusal("DRO-11", why)
        elif komi != self.options["komi"]:
            yield Refusal("DRO-11", f"These stones come of a komi of {komi}, and it is {self.options['komi']}")

    def _miscounts(self, position: Position, may_be_next: tuple[int, ...]) -> Iterator[Refusal]:
        """Yield a refusal if the stones on the board and in prison are not those of whole turns (DRO-5, DRO-6)."""
        more = (self.stones[BLACK] + position.prison[BLACK] - self.stones[WHITE] - position.prison[WHITE]) - max(
            self._handicap() - 1, 0
        )
        komis = [more - (1 if colour == WHITE else 0) for colour in may_be_next]
        refusals = [list(self._wrong_komi(position, komi)) for komi in komis]
        if all(refusals):
            told = f"{self.stones[BLACK]} black and {self.stones[WHITE]} white stones on the board and "
            held = f"{position.prison[BLACK]} black and {position.prison[WHITE]} white in prison"
            wanted = refusals[0][0].why.removeprefix("These stones ")
            yield Refusal("DRO-5", f"{told}{held} {wanted}")

    def _eliminations(self, position: Position) -> Iterator[Refusal]:
        """Yield a refusal if a side has lost all its stones: that ends the game (DRO-9)."""
        if not self.stones[BLACK]:
            yield Refusal("DRO-9", "The game is over: black has no stone left on the board")
        elif not self.stones[WHITE] and position.prison[WHITE]:
            yield Refusal("DRO-9", "The game is over: white has no stone left on the board")

    def _broken_bridges(self, position: Position, settled: bool = False) -> Iterator[Refusal]:
        """Yield a refusal for groups on broken bridges; only handicap stones may leave some (DRO-4, DRO-12)."""
        only_handicap = not self.stones[WHITE] and self.stones[BLACK] == self._handicap() and not settled
        if not only_handicap and not self.reach.all_on_bridges(self.board):
            why = "A group that reaches only one edge or corner would be in prison"
            yield Refusal("DRO-4", why, self._named(self.reach.removed))

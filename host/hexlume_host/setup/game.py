"""A game that begins at a position instead of its start: what the five games' own ones have in common."""

from collections.abc import Iterable, Iterator

from hexlume.games import notation
from hexlume.games.game import PLACING, Game, IllegalAction
from hexlume.games.pieces import COLOURS, EMPTY

from .position import Position
from .refusal import Refusal

_BEFORE = notation.code(notation.END)
"""Stands for an action before the position, of which nothing is known."""


class Begun(Game):
    """A game begun at a position, under the rules of the class it is mixed into; it cannot be taken back past it.

    Subclasses say what keeps their rules from going on, in time linear in the cells, and set the state that is not on
    the board. They use the rules modules' underscored methods as those modules' own subclasses may.
    """

    FIRST_ACTION = ""
    """The clause that says who begins on the empty board."""
    _before = 0

    def lay(self, position: Position) -> None:
        """Put the position's pieces on the board, as if they had always been there."""
        for cell, piece in enumerate(position.board):
            if piece != self.board[cell]:
                self._write(cell, piece)
        self.to_move = position.to_move
        self.phase = position.phase or self.usual_phase(position)

    def usual_phase(self, position: Position) -> str:
        """Return the phase of a position that names none."""
        return PLACING

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield every reason why the game cannot go on from the position that was laid."""
        if self.FIRST_ACTION and self.phase == PLACING and not any(position.board) and position.to_move != self.FIRST:
            yield Refusal(self.FIRST_ACTION, f"{COLOURS[self.FIRST].capitalize()} acts first on an empty board")

    def take_state(self, position: Position) -> None:
        """Set what is not on the board; only called for a position without objections."""

    def pop(self) -> int:
        """Take back the last action played here; raises ``IllegalAction`` at the position it began with."""
        if self._concluded is None and len(self.codes) <= self._before:
            raise IllegalAction("there is no action to take back")
        return super().pop()

    def actions(self) -> list[str]:
        """Return the strings of the actions played from the position on."""
        return super().actions()[self._before :]

    def _reckon(self, acted: int) -> None:
        """Count this many actions as played before the position."""
        for _ in range(acted):
            self._history.complete(0, ())
            self.codes.append(_BEFORE)
        self._before = acted

    def _named(self, cells: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.grid.name(cell) for cell in sorted(cells))


class PieBegun(Begun):
    """A game in which the second player may answer the first piece with ``swap``."""

    SWAP = ""
    """The clause of the right to swap."""

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what the start of the game objects to, and a right to swap that cannot be there."""
        yield from super().objections(position)
        pieces = len(position.board) - position.board.count(EMPTY)
        if position.turn.acted == 1 and pieces and not self._answers_first(position):
            yield Refusal(self.SWAP, "Only the answer to the first piece can be a swap")

    def _answers_first(self, position: Position) -> bool:
        """Return whether only the first player's first piece stands, and the other player is to move."""
        alone = position.count(self.FIRST) == 1 and position.board.count(EMPTY) == len(position.board) - 1
        return alone and self.phase == PLACING and position.to_move != self.FIRST

    def _reckon_start(self, position: Position) -> None:
        """Count actions as played: none at the start, one while ``swap`` may be the answer, else two."""
        if not any(position.board) and self.phase == PLACING:
            self._reckon(0)
        else:
            self._reckon(1 if self._answers_first(position) and position.turn.acted != 2 else 2)

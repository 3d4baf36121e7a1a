"""A game that begins at a position instead of its start: what the five games' own ones have in common."""

from collections.abc import Iterator, Sequence

from hexlume import notation
from hexlume.games.contract import OVER, PLACING, Game, IllegalAction
from hexlume.pieces import EMPTY, other

from .position import Position
from .refusal import Refusal

_BEFORE = notation.code(notation.END)
"""Stands for an action before the position, of which nothing is known."""


class Begun(Game):
    """A game begun at a position, under the rules of the class it is mixed into; it cannot be taken back past it.

    Subclasses name what their rules object to, and set what of their state is not on the board. All of it goes by the
    clauses; the methods that begin with an underscore of the rules module are used as its subclasses may.
    """

    _before = 0

    def lay(self, position: Position) -> None:
        """Put the position's pieces on the board, as if they had always been there."""
        for cell, piece in enumerate(position.board):
            if piece != self.board[cell]:
                self._write(cell, piece)
        self.to_move = position.to_move
        self.phase = position.phase or self.usual_phase(position)

    def usual_phase(self, position: Position) -> str:
        """Return the phase that a position has which does not tell it."""
        return PLACING

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield every reason why no game leads to the position that was laid; its game is not over."""
        raise NotImplementedError

    def final_objections(self, position: Position) -> Iterator[Refusal]:
        """Yield every reason why no game ends with the position that was laid."""
        raise NotImplementedError

    def take_state(self, position: Position) -> None:
        """Set what is not on the board; only called for a position without objections."""

    def end(self, position: Position) -> None:
        """Take over the result of a position whose game is over."""
        self.result, self.reason, self.phase, self.to_move = position.result, position.reason, OVER, EMPTY

    def undo(self) -> int:
        """Take back the last action played here; raises ``IllegalAction`` at the position it began with."""
        if self._concluded is None and len(self.codes) <= self._before:
            raise IllegalAction("there is no action to take back")
        return super().undo()

    def actions(self) -> list[str]:
        """Return the strings of the actions played from the position on."""
        return super().actions()[self._before :]

    def _reckon(self, acted: int) -> None:
        """Count so many actions as played before the position."""
        for _ in range(acted):
            self._history.complete(0, ())
            self.codes.append(_BEFORE)
        self._before = acted

    def _named(self, cells: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.grid.name(cell) for cell in sorted(cells))


def moved_last(position: Position) -> int:
    """Return the colour that acted last where turns simply alternate."""
    return other(position.to_move)

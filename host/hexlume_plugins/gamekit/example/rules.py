"""Example: place a disc a turn, never beside the last one; complete a group to win.

Clauses EXA-1 to EXA-6 of rules.md.
"""

from .. import notation
from ..game import NOTHING, OVER, Game
from ..grid import NO_CELL
from ..pieces import EMPTY, other

if False:  # for type checkers only
    from collections.abc import Iterator

_SWAP = notation.code(notation.SWAP)


class Example(Game):
    """A game of Example.

    ``_last`` is the cell of the last disc. It is state of its own, besides the board: see ``_save`` and ``_restore``.
    """

    DEFAULTS = {"pie": False}

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with an empty board, white to place (EXA-1)."""
        super().__init__(size, options)
        self._last = NO_CELL

    def iter_legal(self) -> "Iterator[int]":
        """Yield the legal codes, and ``NOTHING`` where there is none: so the lights never wait for a long search."""
        if self.phase == OVER:
            return
        for cell in range(self.grid.cells):
            yield notation.code(notation.PLACE, cell) if self._forbidden_by(cell) is None else NOTHING
        if self._may_swap():
            yield _SWAP

    def why_not(self, action: int) -> str | None:
        """Return the clause that forbids a code, or ``None``; any integer may be asked about."""
        if self.phase == OVER:
            return "ACT-2"
        if action == _SWAP:
            return None if self._may_swap() else "EXA-6"
        cell = notation.first(action)
        if cell >= self.grid.cells or action != notation.code(notation.PLACE, cell):
            return "ACT-1"
        return self._forbidden_by(cell)

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the group that won (EXA-4); a draw has none."""
        if self.outcome is None or self.outcome.winner == EMPTY:
            return [], [], []
        return self._group(self._last), [], []

    def _forbidden_by(self, cell: int) -> str | None:
        """Return the clause that forbids a disc on a cell, or ``None``."""
        if self.board[cell] != EMPTY:
            return "EXA-2"
        # The neighbour on every side; ``cell - last`` is how far apart the cells' numbers are.
        if self._last != NO_CELL and cell - self._last in self.grid.offsets[self._last]:
            return "EXA-3"
        return None

    def _may_swap(self) -> bool:
        """Return whether black may answer white's first disc by taking its seat (EXA-6)."""
        return bool(self.options["pie"]) and len(self.codes) == 1

    def _save(self) -> tuple[int, ...]:
        return (self._last,)

    def _restore(self, state: tuple[int, ...]) -> None:
        (self._last,) = state

    def _do(self, action: int) -> None:
        if action == _SWAP:
            # The players change seats; the board and the colour to move stay (EXA-6).
            return
        player = self.to_move
        self._last = notation.first(action)
        self._put(self._last, player)
        self.to_move = other(player)
        if len(self._group(self._last)) >= self.size:
            self._finish(player, "group-complete")
            return
        for cell in range(self.grid.cells):
            if self._forbidden_by(cell) is None:
                return
        # Nobody has completed a group, and no cell is left to place a disc on (EXA-5).
        self._finish(EMPTY, "no-room")


GAME = Example

"""Hex (Piet Hein, 1942; John Nash, 1948): join your two sides of the board by a chain.

Clauses HEX-1 to HEX-6 of rules.md.
"""

from ...const import const
from .. import notation
from ..game import NOTHING, OVER, Game
from ..grid import RhombusGrid
from ..pieces import BLACK, EMPTY, other
from . import SIZES

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Iterator

_SWAP = notation.code(notation.SWAP)


class Hex(Game):
    """A game of Hex; the board starts empty and black begins (HEX-1)."""

    NAME = "hex"
    GRID = RhombusGrid
    FIRST = BLACK
    MIN_SIZE, MAX_SIZE, DEFAULT_SIZE = SIZES
    DEFAULTS = {"pie": True}

    def iter_legal(self) -> "Iterator[int]":
        """Yield the legal codes (HEX-2, HEX-6)."""
        if self.phase == OVER:
            return
        for cell in range(self.grid.cells):
            yield notation.code(notation.PLACE, cell) if self.board[cell] == EMPTY else NOTHING
        if self._may_swap():
            yield _SWAP

    def why_not(self, action: int) -> "str | None":
        """Return the clause that forbids a code, or ``None``."""
        if self.phase == OVER:
            return "ACT-2"
        if action == _SWAP:
            return None if self._may_swap() else "HEX-6"
        cell = notation.first(action)
        if cell >= self.grid.cells or action != notation.code(notation.PLACE, cell):
            return "ACT-1"
        return None if self.board[cell] == EMPTY else "HEX-2"

    def codes_at(self, cell: int, piece: int) -> list[int]:
        """Return the legal codes that leave a piece on a cell (HEX-2)."""
        found = notation.code(notation.PLACE, cell)
        return [found] if piece == self.to_move and self.why_not(found) is None else []

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the winner's chain (HEX-4)."""
        if self.outcome is None:
            return [], [], []
        return self._chain(notation.first(self.codes[-1])), [], []

    def _do(self, action: int) -> None:
        if action == _SWAP:
            return
        cell, player = notation.first(action), self.to_move
        self._put(cell, player)
        self.to_move = other(player)
        if self._chain(cell):  # a full board holds a chain, so there is no draw (HEX-5)
            self._finish(player, "joined-sides")

    def _may_swap(self) -> bool:
        """Return whether the second player may swap, in answer to the first disc (HEX-6)."""
        return bool(self.options["pie"]) and len(self.codes) == 1

    def _chain(self, cell: int) -> list[int]:
        """Return the group on a cell if it joins its colour's two sides, else ``[]`` (HEX-3, HEX-4)."""
        size = self.grid.size
        black = self.board[cell] == BLACK
        first = last = False
        group = self._group(cell)
        for each in group:
            line = each // size if black else each % size
            if line == 0:
                first = True
            elif line == size - 1:
                last = True
        return group if first and last else []


GAME = Hex

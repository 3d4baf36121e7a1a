"""Hex (Piet Hein, 1942; John Nash, 1948): join your two sides of the board by a chain.

Clauses HEX-1 to HEX-6 of rules.md.
"""

from .. import notation
from ..pieces import EMPTY, other
from ..placing import JoiningGame


class Hex(JoiningGame):
    """A game of Hex; the board starts empty, black begins (HEX-1), and groups are chains (HEX-3, HEX-4)."""

    SWAP_CLAUSE = "HEX-6"

    def _forbidden_by(self, cell: int) -> str | None:
        return None if self.board[cell] == EMPTY else "HEX-2"

    def _do(self, action: int) -> None:
        if action in self.WORDS:
            return
        cell, player = notation.first(action), self.to_move
        self._put(cell, player)
        self.to_move = other(player)
        if self._chain(cell):  # a full board holds a chain, so there is no draw (HEX-5)
            self._finish(player, "joined-sides")


GAME = Hex

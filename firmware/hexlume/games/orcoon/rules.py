"""Orcoon (Luis Bolaños Mures, 2012): join your two edges without weak diagonals.

Clauses ORC-1 to ORC-8 of seeds/orcoon.md.
"""

from ...const import const
from .. import notation
from ..game import FILLING, PLACING
from ..pieces import EMPTY, other
from ..placing import SWAP, JoiningGame

PASS = notation.code(notation.PASS)
DONE = notation.code(notation.DONE)

_OUTSIDE = const(b"\x09")
_MARGIN = const(2)
_WIDTH = const(30)
"""Points from one row of ``_framed`` to the next: those of the largest board, with its margins."""
_DIAGONALS = const(((_WIDTH, 1), (_WIDTH, -1), (-_WIDTH, 1), (-_WIDTH, -1)))
_SIDES = const(((1, _WIDTH, -_WIDTH), (-1, _WIDTH, -_WIDTH), (_WIDTH, 1, -1), (-_WIDTH, 1, -1)))
"""For each side a point has: that side, then the two directions across it."""


class Orcoon(JoiningGame):
    """A game of Orcoon; a chain of stones joins two edges (ORC-1, ORC-6).

    ``_framed`` is the board again with a margin of two points or more around it, so that the patterns
    around a stone are read at fixed distances without asking for the board's edge.
    """

    WORDS = (PASS, DONE, SWAP)
    SWAP_CLAUSE = "ORC-7"

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with an empty board, black to act (ORC-1)."""
        super().__init__(size, options)
        self._framed = bytearray(_OUTSIDE * (_WIDTH * (size + 2 * _MARGIN)))
        for cell in range(self.grid.cells):
            self._framed[self._spot(cell)] = EMPTY

    def _word_forbidden_by(self, action: int) -> str | None:
        """Return the clause that forbids ``swap`` or ``pass`` before the fill, or ``done`` in it (ORC-5, ORC-7).

        ``pass`` and ``done`` are never forbidden there: they are all that is left without a placement (ORC-8).
        """
        if action == SWAP:
            return super()._word_forbidden_by(action) if self.phase == PLACING else "ORC-7"
        return None if (self.phase == FILLING) == (action == DONE) else "ORC-5"

    def _spot(self, cell: int) -> int:
        """Return a cell's place in ``_framed``."""
        return (cell // self.size + _MARGIN) * _WIDTH + cell % self.size + _MARGIN

    def _forbidden_by(self, cell: int) -> str | None:
        """Return the clause that forbids the player to act a stone on a cell.

        Only pairs and blocks with the new stone in them can be new: all others stood, or were
        broken by it, before.
        """
        if self.board[cell] != EMPTY:
            return "ORC-2"
        framed, spot, own = self._framed, self._spot(cell), self.to_move
        for up, across in _DIAGONALS:
            # A like-coloured diagonal neighbour needs one of the two points that touch both (ORC-3).
            if framed[spot + up + across] == own and framed[spot + up] != own and framed[spot + across] != own:
                return "ORC-3"
        enemy = other(own)
        for side, one, two in _SIDES:
            if framed[spot + side] != enemy:
                continue
            for along in (one, two):
                # The block of two by three with alternating corners and an empty middle (ORC-4).
                if (
                    framed[spot + along] == EMPTY
                    and framed[spot + along + side] == EMPTY
                    and framed[spot + 2 * along] == enemy
                    and framed[spot + 2 * along + side] == own
                ):
                    return "ORC-4"
        return None

    def _write(self, cell: int, piece: int) -> None:
        """Set a cell on the board and in its framed copy."""
        self.board[cell] = piece
        self._framed[self._spot(cell)] = piece

    def _do(self, action: int) -> None:
        player = self.to_move
        if action == PASS:
            self.phase = FILLING
            self.to_move = other(player)
        elif action == DONE:
            self._finish(other(player), "fill-ended")
        # With swap seats change hands; it is white's turn again, for the other seat (ACT-3, ORC-7).
        elif action != SWAP:
            cell = notation.first(action)
            self._put(cell, player)
            if self._chain(cell):
                self._finish(player, "chain")
            elif self.phase == PLACING:
                self.to_move = other(player)


GAME = Orcoon

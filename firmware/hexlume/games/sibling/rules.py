"""Sibling (Kanare Kato): place pairs along a line, the second-largest group counts.

Clauses SIB-1 to SIB-7 of seeds/sibling.md.
"""

from .. import notation
from ..grid import DIRECTIONS, NO_CELL, HexGrid
from ..pieces import BLACK, EMPTY, WHITE, other
from ..placing import PlacingGame


class Sibling(PlacingGame):
    """A game of Sibling; ``_first`` is the cell of a turn's first piece while the second is due."""

    grid: HexGrid
    DEFAULTS = {"pie": False}
    SWAP_CLAUSE = "SIB-7"

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with an empty board, white to place one piece (SIB-1)."""
        super().__init__(size, options)
        self._first = NO_CELL

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the two groups of equal rank that decided (SIB-5); a side without one gives ``[]``."""
        if self.outcome is None:
            return [], [], []
        _, white, black = self._deciding_groups()
        return (white, black, []) if self.outcome.winner == WHITE else (black, white, [])

    def _forbidden_by(self, cell: int) -> str | None:
        """Return the clause that forbids the next piece on a cell: first piece of a turn or second."""
        if self.board[cell] != EMPTY or (self._first != NO_CELL and not self._pairs(self._first, cell)):
            return "SIB-2"
        # White's very first piece needs no second (SIB-1).
        return None if self._first != NO_CELL or not self.codes or self._opens(cell) else "SIB-3"

    def _pairs(self, first: int, second: int) -> bool:
        """Return whether two hexes share a line and are not adjacent (SIB-2)."""
        dq = self.grid.q[second] - self.grid.q[first]
        dr = self.grid.r[second] - self.grid.r[first]
        return (dq == 0 or dr == 0 or dq + dr == 0) and second - first not in self.grid.offsets[first]

    def _opens(self, cell: int) -> bool:
        """Return whether a second piece could follow a first one on an empty hex (SIB-3)."""
        q, r = self.grid.q[cell], self.grid.r[cell]
        for right, up in DIRECTIONS:
            for distance in range(2, 2 * self.size - 1):
                second = self.grid.at(q + distance * right, r + distance * up)
                if second == NO_CELL:
                    break
                if self.board[second] == EMPTY:
                    return True
        return False

    def _save(self) -> tuple[int, ...]:
        return (self._first,)

    def _restore(self, state: tuple[int, ...]) -> None:
        (self._first,) = state

    def _do(self, action: int) -> None:
        if action in self.WORDS:
            # Seats change hands, the board and the colour to move do not (ACT-3, SIB-7).
            return
        cell = notation.first(action)
        self._put(cell, self.to_move)
        # White's very first piece is a turn of its own (SIB-1).
        if self._first == NO_CELL and self.codes:
            self._first = cell
            return
        self._first = NO_CELL
        self.to_move = other(self.to_move)
        if any(self.board[empty] == EMPTY and self._opens(empty) for empty in range(self.grid.cells)):
            return
        # No first piece is legal: the groups' sizes decide (SIB-4, SIB-5).
        rank, white, black = self._deciding_groups()
        winner = WHITE if len(white) > len(black) else BLACK
        self._finish(winner, ("larger-first-group", "larger-second-group", "larger-next-group")[min(rank, 2)])

    def _deciding_groups(self) -> tuple[int, list[int], list[int]]:
        """Return the first rank at which sizes differ, in the order second, first, third ..., and its groups (SIB-5).

        White owns an odd number of pieces and black an even one, so some rank differs (SIB-6).
        """
        ranks = self.grid.cells
        # The largest first; by first cell where sizes are equal: a microcontroller's sort is not stable.
        # A side without a group of a rank has an empty one.
        white, black = [
            sorted(self._groups(colour), key=lambda group: (-len(group), group[0])) + [[]] * ranks
            for colour in (WHITE, BLACK)
        ]
        for rank in [1, 0] + list(range(2, ranks)):
            if len(white[rank]) != len(black[rank]):
                return rank, white[rank], black[rank]
        raise ValueError("both colours own groups of the same sizes")


GAME = Sibling

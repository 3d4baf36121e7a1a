"""Orochi (Kanare Kato, 2022): place either colour, turn over what gets over-connected.

Clauses ORO-1 to ORO-9 of seeds/orochi.md.
"""

from ...const import const
from .. import notation
from ..game import NOTHING, OVER, PLACING, REPLACING, Game
from ..pieces import BLACK, EMPTY, WHITE, other

if False:  # for type checkers only
    from typing import Iterator

_OVER_CONNECTED = const(4)
"""A piece with this many neighbours of its own colour is over-connected (ORO-3)."""


class Orochi(Game):
    """A game of Orochi.

    ``_kin[cell]`` counts the neighbours of a piece that have its colour, kept up to date with every
    change, so that over-connection is read off instead of counted.
    """

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with an empty board, white to place (ORO-1)."""
        super().__init__(size, options)
        self._kin = bytearray(self.grid.cells)
        self._chained = False

    def iter_legal(self) -> "Iterator[int]":
        """Yield the legal codes: both colours on empty hexes, or the over-connected pieces (ORO-1, ORO-4)."""
        if self.phase == PLACING:
            for cell in range(self.grid.cells):
                if self.board[cell] == EMPTY:
                    yield notation.code(notation.PLACE_WHITE, cell)
                    yield notation.code(notation.PLACE_BLACK, cell)
                else:
                    yield NOTHING
        elif self.phase == REPLACING:
            for cell in range(self.grid.cells):
                yield notation.code(notation.REPLACE, cell) if self._is_over(cell) else NOTHING

    def why_not(self, action: int) -> str | None:
        """Return the clause that forbids a code: ORO-1 a placement on a piece, ORO-4 what over-connection decides."""
        what, cell = notation.kind(action), notation.first(action)
        if self.phase == OVER:
            return "ACT-2"
        if notation.second(action) or cell >= self.grid.cells:
            return "ACT-1"
        if what == notation.REPLACE:
            return None if self._is_over(cell) else "ORO-4"
        if what not in (notation.PLACE_WHITE, notation.PLACE_BLACK):
            return "ACT-1"
        if self.phase == REPLACING:
            return "ORO-4"
        return None if self.board[cell] == EMPTY else "ORO-1"

    def codes_at(self, cell: int, piece: int) -> list[int]:
        """Return the legal codes that leave a piece on a cell."""
        placement = notation.PLACE_WHITE if piece == WHITE else notation.PLACE_BLACK
        found = notation.code(notation.REPLACE if self.phase == REPLACING else placement, cell)
        return [found] if self.is_legal(found) and self.hand_work(found)[0][1] == piece else []

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the two groups that were compared and the last empty hex (ORO-7)."""
        if self.outcome is None:
            return [], [], []
        white, black = self._deciding_groups()
        last = [self._last_hex()]
        return (white, black, last) if self.outcome.winner == WHITE else (black, white, last)

    def _is_over(self, cell: int) -> bool:
        return self._kin[cell] >= _OVER_CONNECTED

    def _save(self) -> tuple[int, ...]:
        return (int(self._chained),)

    def _restore(self, state: tuple[int, ...]) -> None:
        self._chained = bool(state[0])

    def _write(self, cell: int, piece: int) -> None:
        """Set a cell and bring the counts of like-coloured neighbours up to date (ORO-3)."""
        before = self.board[cell]
        self.board[cell] = piece
        around = 0
        for offset in self.grid.offsets[cell]:
            near = cell + offset
            if self.board[near] == piece != EMPTY:
                around += 1
                self._kin[near] += 1
            elif self.board[near] == before != EMPTY:
                self._kin[near] -= 1
        self._kin[cell] = around

    def _do(self, action: int) -> None:
        what, cell = notation.kind(action), notation.first(action)
        if what == notation.REPLACE:
            self._put(cell, other(self.board[cell]))
            self._chained = True
        else:
            self._put(cell, WHITE if what == notation.PLACE_WHITE else BLACK)
        if max(self._kin) >= _OVER_CONNECTED:
            self.phase = REPLACING
            return
        self.phase = PLACING
        empty = self._count(EMPTY)
        if empty == 1:
            # The groups at the last empty hex decide (ORO-6 to ORO-8).
            white, black = self._deciding_groups()
            if len(white) == len(black):
                self._finish(other(self.to_move), "placed-last")
            else:
                self._finish(WHITE if len(white) > len(black) else BLACK, "larger-group")
        elif self._chained:
            # Another full turn of the same player (ORO-5).
            self._chained = False
        elif self.to_move == WHITE or empty != self.grid.cells - 2:
            # Black's first turn, after one piece of white's, places two; from then on a turn places one (ORO-2).
            self.to_move = other(self.to_move)

    def _deciding_groups(self) -> list[list[int]]:
        """Return white's and black's largest groups that touch the last empty hex, ``[]`` for none (ORO-7)."""
        largest: list[list[int]] = [[], []]
        last = self._last_hex()
        for offset in self.grid.offsets[last]:
            group, colour = self._group(last + offset), self.board[last + offset]
            if len(group) > len(largest[colour - WHITE]):
                largest[colour - WHITE] = group
        return largest

    def _last_hex(self) -> int:
        return list(self.board).index(EMPTY)


GAME = Orochi

"""Spread, a small game for tests: a disc is placed next to one of its colour, or jumps over one cell.

Every cell that a disc may jump to can have a placement too. The rules are one file, as of any game from outside.
"""

from collections.abc import Iterator

from hexlume.games import notation
from hexlume.games.game import OVER, Game
from hexlume.games.pieces import BLACK, EMPTY, WHITE, other


class Spread(Game):
    """White starts on the first cells, black on the last ones."""

    NAME = "spread"

    def __init__(self, size: int, options: "dict[str, bool | int | str]") -> None:
        super().__init__(size, options)
        for cell in range(size):
            self.board[cell] = WHITE
            self.board[self.grid.cells - 1 - cell] = BLACK

    def iter_legal(self) -> "Iterator[int]":
        for cell in range(self.grid.cells):
            yield from self.codes_at(cell, self.to_move) if self.to_move else ()

    def why_not(self, action: int) -> "str | None":
        if self.phase == OVER:
            return "ACT-2"
        steps = notation.kind(action) == notation.STEP
        cell = notation.second(action) if steps else notation.first(action)
        if cell < self.grid.cells and action in self.codes_at(cell, self.to_move):
            return None
        return "ACT-1" if cell >= self.grid.cells else "SPR-1"

    def codes_at(self, cell: int, piece: int) -> "list[int]":
        if self.phase == OVER or piece != self.to_move or self.board[cell] != EMPTY:
            return []
        near = [cell + offset for offset in self.grid.offsets[cell]]
        far = [place + offset for place in near for offset in self.grid.offsets[place]]
        jumps = sorted({place for place in far if place not in near and self.board[place] == piece})
        clones = [notation.code(notation.PLACE, cell)] if any(self.board[place] == piece for place in near) else []
        return clones + [notation.code(notation.STEP, place, cell) for place in jumps]

    def final_groups(self) -> "tuple[list[int], list[int], list[int]]":
        return [], [], []

    def _do(self, action: int) -> None:
        player, first = self.to_move, notation.first(action)
        if notation.kind(action) == notation.STEP:
            self._put(first, EMPTY)
            first = notation.second(action)
        self._put(first, player)
        self.to_move = other(player)
        if len(self.codes) == 60 or not any(True for _ in self.iter_legal()):
            self._finish(player, "no-moves")


GAME = Spread

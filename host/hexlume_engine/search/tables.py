"""The tables of a game on a board: neighbours, borders, hashes and options, as one array."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.grid import DIRECTIONS, HexGrid, SquareGrid

from . import positions
from .state import (
    BOARD,
    HANDICAP,
    KOMI_OPTION,
    PIE,
    SETUP,
    T_BORDER,
    T_CELLS,
    T_GAME,
    T_HASHES,
    T_INSIDE,
    T_LENGTH,
    T_NEAR,
    T_OPTION,
    T_Q,
    T_R,
    T_SIZE,
    T_START,
    WORK_A_CELL,
    WORK_BESIDES,
)

_SQUARE_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_HASH_SEED = 20220409
LONGEST_PLAYOUT = 4096
"""Hashes of past boards that a position has room for beyond those of the game so far."""


@dataclass(frozen=True, slots=True)
class Tables:
    """``numbers`` is what compiled code takes; ``state_size`` how long a position is, without hashes of past boards."""

    game: str
    size: int
    cells: int
    numbers: Any
    state_size: int
    work_size: int


def tables_of(game: Game) -> Tables:
    """Return the tables of a game's rules, size and options; equal ones are the same. Raises ``HexlumeError``."""
    positions.require_compiled(game.NAME)
    return _tables(game.NAME, game.size, tuple(sorted(game.options.items())))


@lru_cache(maxsize=16)
def _tables(name: str, size: int, options: tuple[tuple[str, bool | int | str], ...]) -> Tables:
    game = games.start(name, size, dict(options))
    grid, cells = game.grid, game.grid.cells
    own = {
        "orochi": cells,
        "sibling": 3 * (2 * size - 1),
        "orcoon": (size + 4) ** 2 + 2 * cells,
        "organica": 3 * cells,
        "droched": 4 * cells + 2,
    }[name]
    inside = T_NEAR + 6 * cells
    border, q, r, hashes = (inside + (1 + at) * cells for at in range(4))
    option = hashes + 5 * cells + 8
    numbers = np.zeros(option + 8, np.int64)
    numbers[T_NEAR:inside] = -1
    for cell in range(cells):
        column, row = _place(grid, cell)
        sides = DIRECTIONS if grid.kind == "hex" else _SQUARE_SIDES
        for side, (dq, dr) in enumerate(sides):
            numbers[T_NEAR + 6 * cell + side] = grid.at(column + dq, row + dr)
        numbers[inside + cell] = sum(1 << side for side in range(len(sides)) if numbers[T_NEAR + 6 * cell + side] >= 0)
        numbers[q + cell], numbers[r + cell] = column, row
    if isinstance(grid, HexGrid):
        numbers[border : border + cells] = grid.border
    random = np.random.default_rng(_HASH_SEED)
    numbers[hashes + cells : option] = random.integers(-(2**63), 2**63 - 1, option - hashes - cells, np.int64)
    numbers[T_GAME], numbers[T_SIZE], numbers[T_CELLS] = positions.COMPILED.index(name), size, cells
    numbers[T_INSIDE], numbers[T_BORDER], numbers[T_Q], numbers[T_R] = inside, border, q, r
    numbers[T_HASHES], numbers[T_OPTION], numbers[T_START] = hashes, option, BOARD + 3 * cells + own
    numbers[T_LENGTH] = len(numbers)
    chosen = game.options
    numbers[option + PIE] = bool(chosen.get("pie"))
    numbers[option + KOMI_OPTION] = int(chosen.get("komi", 0))
    numbers[option + HANDICAP] = int(chosen.get("handicap", 0))
    numbers[option + SETUP] = chosen.get("setup") == "corners"
    return Tables(name, size, cells, numbers, BOARD + 3 * cells + own, WORK_A_CELL * cells + WORK_BESIDES)


def _place(grid: HexGrid | SquareGrid, cell: int) -> tuple[int, int]:
    """Return a cell's two coordinates: axial ones on a hexagon, column and row on a square."""
    if isinstance(grid, SquareGrid):
        return cell % grid.size, cell // grid.size
    return grid.q[cell], grid.r[cell]

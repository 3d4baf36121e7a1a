"""Grids of cells: names, neighbours, borders and places (rules GEO-1 to GEO-4 and GEO-7).

Cells are numbered from 0, row by row from the bottom, each row from the left.
A grid is small, for a microcontroller's heap: names are made and read on demand, cells with equal surroundings share
one tuple, and ``shared_grid`` gives the panel and the game on it the same grid.
"""

from array import array

from ..const import const

if False:  # for type checkers only
    from typing import Iterable

LETTERS = "abcdefghijklmnopqrstuvwxyz"

NO_CELL = const(-1)

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours of a hex in axial coordinates, counter-clockwise from the east (GEO-2)."""

_ROW_HEIGHT = const(0.8660254)
"""Distance of two hex rows in cell pitches: half the square root of three (GEO-2)."""


class Neighbours:
    """The neighbours of every cell: ``neighbours[cell]`` makes a tuple of cells. For loops the offsets are faster."""

    def __init__(self, offsets: "tuple[tuple[int, ...], ...]") -> None:
        """Take a grid's offsets."""
        self._offsets = offsets

    def __getitem__(self, cell: int) -> tuple[int, ...]:
        """Return a cell's neighbours."""
        return tuple([cell + offset for offset in self._offsets[cell]])


class Grid:
    """What all grids have; their coordinates are column and row from 0 where they do not say otherwise.

    ``offsets[cell]`` is a tuple of what added to the cell's number gives a neighbour's, in the order of ``STEPS``;
    ``neighbours[cell]`` is a tuple of these neighbours. ``row_start[row]`` is the first cell of a row, from the bottom;
    the last entry is the number of cells. ``blocked`` are the cells that are off the board: they keep
    their numbers and names, but ``at`` and ``cell`` do not find them, and they are nobody's neighbours.
    """

    kind = ""
    STEPS: tuple[tuple[int, int], ...] = DIRECTIONS
    """The neighbours of a cell, by coordinates."""
    MOST = 0
    """The largest size: rows or columns end at ``z``."""

    def __init__(self, size: int, blocked: "tuple[tuple[int, int], ...]" = ()) -> None:
        """Build the grid, the cells at the coordinates ``blocked`` off the board.

        Raises ``ValueError`` unless 1 <= size <= ``MOST`` and they are on it.
        """
        if not 1 <= size <= self.MOST:
            unit = "points" if self.kind == "square" else "cells"
            raise ValueError("a %s board has 1 to %d %s a side, not %d" % (self.kind, self.MOST, unit, size))
        self.size = size
        self.board = self.kind + str(size)
        self.blocked: tuple[int, ...] = ()
        self.cells = self._lay_out(size)
        self.blocked = tuple([self.at(first, second) for first, second in blocked])
        if NO_CELL in self.blocked:
            raise ValueError("a blocked cell is not on %s: one of %s" % (self.board, blocked))
        self.offsets = shared_tuples(
            tuple([offset for offset in self.around(cell) if offset]) for cell in range(self.cells)
        )
        self.neighbours = Neighbours(self.offsets)

    def around(self, cell: int) -> tuple[int, ...]:
        """Return what added to a cell's number gives its neighbours', in the order of ``STEPS``, 0 for none there."""
        first, second = self.coordinates(cell)
        near = [self.at(first + one, second + two) for one, two in self.STEPS]
        return tuple([0 if other == NO_CELL else other - cell for other in near])

    def at(self, first: int, second: int) -> int:
        """Return the cell at coordinates, or ``NO_CELL`` when they are off the board."""
        cell = second * self.size + first
        return cell if 0 <= first < self.size and 0 <= second < self.size and cell not in self.blocked else NO_CELL

    def _lay_out(self, size: int) -> int:
        """Prepare the cells' coordinates and ``row_start``; return how many cells there are."""
        self.row_start = array("H", range(0, size * size + 1, size))
        return size * size

    def coordinates(self, cell: int) -> tuple[int, int]:
        """Return the coordinates at which ``at`` finds a cell."""
        return cell % self.size, cell // self.size


class HexGrid(Grid):
    """The hexagon ``hexN`` with N cells per side (GEO-1 to GEO-3).

    ``q[cell]`` and ``r[cell]`` are the axial coordinates. ``border[cell]`` is 0 inside; on the rim it has exactly one
    bit set: bit 0 to 5 for the edge, bit 6 to 11 for the corner the cell is (GEO-3).
    """

    kind = "hex"
    MOST = 13

    def _lay_out(self, size: int) -> int:
        span = size - 1
        rows = range(-span, size)
        self.q = array("b", [q for r in rows for q in range(max(-span, -span - r), min(span, span - r) + 1)])
        self.r = array("b", [r for r in rows for _ in range(2 * span + 1 - abs(r))])
        self.row_start = array("H", [0])
        for r in rows:
            self.row_start.append(self.row_start[-1] + 2 * span + 1 - abs(r))
        self.border = array("H", bytes(2 * len(self.r)))
        for side in range(6):
            # From each corner along the edge to the next one.
            q, r = DIRECTIONS[side]
            right, up = DIRECTIONS[(side + 2) % 6]
            for step in range(span):
                self.border[self.at(q * span + right * step, r * span + up * step)] = 1 << side if step else 64 << side
        return len(self.r)

    def coordinates(self, cell: int) -> tuple[int, int]:
        """Return a cell's axial coordinates."""
        return self.q[cell], self.r[cell]

    def at(self, q: int, r: int) -> int:
        """Return the cell at axial coordinates, or ``NO_CELL`` when they are off the board."""
        span = self.size - 1
        if not (-span <= q <= span and -span <= r <= span and -span <= q + r <= span):
            return NO_CELL
        cell = self.row_start[r + span] + q - max(-span, -span - r)
        return NO_CELL if cell in self.blocked else cell

    def name(self, cell: int) -> str:
        """Return a cell's name, such as ``d4`` (GEO-1)."""
        row = self.r[cell] + self.size - 1
        return LETTERS[row] + str(cell - self.row_start[row] + 1)

    def cell(self, name: str) -> int:
        """Return the cell of a name, or ``NO_CELL`` when this grid has none of that name."""
        row, place = LETTERS.find(name[:1]), number(name[1:], 2)
        span = self.size - 1
        # The first cell of a row is at q = -span - r in the lower half.
        return self.at(max(-span, -row) + place - 1, row - span)

    def place(self, cell: int) -> tuple[float, float]:
        """Return a cell's place (x to the right, y away from the player) in cell pitches (GEO-2)."""
        return self.q[cell] + self.r[cell] / 2, self.r[cell] * _ROW_HEIGHT


class SquareGrid(Grid):
    """The square ``squareN`` of N x N points with orthogonal neighbours (GEO-4). Cell ``row * N + column``."""

    kind = "square"
    STEPS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
    MOST = 26

    def name(self, cell: int) -> str:
        """Return a cell's name, such as ``d4``: fourth column, fourth row (GEO-4)."""
        return LETTERS[cell % self.size] + str(cell // self.size + 1)

    def cell(self, name: str) -> int:
        """Return the cell of a name, or ``NO_CELL`` when this grid has none of that name."""
        return self.at(LETTERS.find(name[:1]), number(name[1:], 2) - 1)

    def place(self, cell: int) -> tuple[float, float]:
        """Return a cell's place in cell pitches, the board's centre at (0, 0)."""
        middle = (self.size - 1) / 2
        return cell % self.size - middle, cell // self.size - middle


class RhombusGrid(SquareGrid):
    """The rhombus ``rhombusN`` of N x N hexes: a square's columns and rows, with a hex's neighbours (GEO-7)."""

    kind = "rhombus"
    STEPS = DIRECTIONS

    def place(self, cell: int) -> tuple[float, float]:
        """Return a cell's place in cell pitches, the board's centre at (0, 0): column along q, row along r (GEO-2)."""
        x, y = super().place(cell)
        return x + y / 2, y * _ROW_HEIGHT


def shared_tuples(rows: "Iterable[tuple[int, ...]]") -> "tuple[tuple[int, ...], ...]":
    """Return tuples of which equal ones are one: most cells have equal surroundings."""
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    return tuple([known.setdefault(row, row) for row in rows])


def number(text: str, limit: int = 3) -> int:
    """Return the value of one to ``limit`` plain decimal digits without a leading zero, else -1."""
    if not 0 < len(text) <= limit or text.strip("0123456789"):
        return -1
    value = int(text)
    return value if str(value) == text else -1


GRIDS: "dict[str, type[HexGrid | SquareGrid]]" = {"hex": HexGrid, "square": SquareGrid, "rhombus": RhombusGrid}
"""The kinds of boards."""


def grid_of(board: str) -> "HexGrid | SquareGrid":
    """Return the grid of a board's name, such as ``hex5``, ``square9`` or ``rhombus7``.

    Raises ``ValueError`` with one clear sentence for a name that is no board's.
    """
    for kind in GRIDS:
        size = number(board[len(kind) :])
        if board.startswith(kind) and size > 0:
            return shared_grid(GRIDS[kind], size)
    raise ValueError("'%s' is no board: name one like hex5 or square9" % board[:40])


_made: "list[HexGrid | SquareGrid]" = []
"""The grid made first, on a board its panel's, and the one made last."""


def shared_grid(
    kind: "type[HexGrid | SquareGrid]", size: int, blocked: "tuple[tuple[int, int], ...]" = ()
) -> "HexGrid | SquareGrid":
    """Return a grid, which nobody may change: one of those in use, if there is one of this kind and size.

    Raises ``ValueError`` for an impossible size.
    """
    for grid in _made:
        if grid.board == kind.kind + str(size) and tuple(map(grid.coordinates, grid.blocked)) == blocked:
            return grid
    grid = kind(size, blocked)
    del _made[1:]
    _made.append(grid)
    return grid

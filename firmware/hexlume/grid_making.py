"""What grids are made of: needed while one is made, and given back to the heap afterwards (``grid.shared_grid``)."""

from array import array

from .constant import const
from .grid import DIRECTIONS, NO_CELL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .grid import HexGrid, SquareGrid

_HEX_MAX = const(13)
_SQUARE_MAX = const(26)


def make_hexes(grid: "HexGrid", size: int) -> None:
    """Fill a grid in with all that a hexagon of a size has; raises ``ValueError`` for a size that there is not."""
    if not 1 <= size <= _HEX_MAX:
        raise ValueError("a hex board has 1 to 13 cells a side, not %d" % size)
    grid.size = size
    grid.board = "hex%d" % size
    span = size - 1
    grid.cells = 3 * size * span + 1
    grid.q = array("b", bytes(grid.cells))
    grid.r = array("b", bytes(grid.cells))
    grid.row_start = array("H", bytes(2 * (2 * size)))
    cell = 0
    for row in range(2 * size - 1):
        grid.row_start[row] = cell
        r = row - span
        for q in range(max(-span, -span - r), min(span, span - r) + 1):
            grid.q[cell] = q
            grid.r[cell] = r
            cell += 1
    grid.row_start[2 * size - 1] = cell
    grid.offsets = _shared([_around_hex(grid, cell) for cell in range(cell)])
    grid.border = array("H", [_border_bit(grid, cell) for cell in range(cell)])


def make_points(grid: "SquareGrid", size: int) -> None:
    """Fill a grid in with all that a square of a size has; raises ``ValueError`` for a size that there is not."""
    if not 1 <= size <= _SQUARE_MAX:
        raise ValueError("a square board has 1 to 26 points a side, not %d" % size)
    grid.size = size
    grid.board = "square%d" % size
    grid.cells = size * size
    grid.offsets = _shared([_around_point(grid, cell) for cell in range(grid.cells)])


def _around_hex(grid: "HexGrid", cell: int) -> list[int]:
    found = [grid.at(grid.q[cell] + dq, grid.r[cell] + dr) for dq, dr in DIRECTIONS]
    return [near for near in found if near != NO_CELL]


def _around_point(grid: "SquareGrid", cell: int) -> list[int]:
    column, row = cell % grid.size, cell // grid.size
    found = (grid.at(column + 1, row), grid.at(column, row + 1), grid.at(column - 1, row), grid.at(column, row - 1))
    return [near for near in found if near != NO_CELL]


def _border_bit(grid: "HexGrid", cell: int) -> int:
    span = grid.size - 1
    q, r = grid.q[cell], grid.r[cell]
    sides = (q == span, r == span, q + r == span, q == -span, r == -span, q + r == -span)
    on = [side for side in range(6) if sides[side]]
    if len(on) == 1:
        return 1 << on[0]
    if len(on) == 2:
        for corner in range(6):
            dq, dr = DIRECTIONS[corner]
            if (q, r) == (dq * span, dr * span):
                return 64 << corner
    return 0


def _shared(neighbours: list[list[int]]) -> "tuple[tuple[int, ...], ...]":
    """Return the offsets of all cells from their neighbours; equal ones are one tuple."""
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    found = []
    for cell in range(len(neighbours)):
        offsets = tuple([near - cell for near in neighbours[cell]])
        found.append(known.setdefault(offsets, offsets))
    return tuple(found)

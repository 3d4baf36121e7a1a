"""The empty board: where each cell lies in the picture, and the outlines of board and cells.

Lengths are in cell pitches; x grows to the right, y downwards as SVG has it.
"""

from dataclasses import dataclass, field
from itertools import product
from math import cos, pi, sin, sqrt

from hexlume.games.grid import LETTERS, HexGrid, RhombusGrid, SquareGrid

Point = tuple[float, float]

HEX_MARGIN = 0.7
"""From the centres of a hex board's outer rows to the board's rim."""
SQUARE_MARGIN = 0.8
"""From a square board's outer lines to its rim, without names."""
NAMES_MARGIN = 0.35
"""What names add to a square board's margin."""
EDGE = 0.62
"""From a square board's outer lines to the middle of the bars that show who owns an edge (rule ORC-1)."""


@dataclass(slots=True)
class Surface:
    """An empty board: its cells' places, its rim, a polygon for each cell, and lines that stones stand on.

    ``bars`` lie along the edges, each with the colour that owns it. ``axis_names`` are names of columns and rows with
    their places, where cells bear none themselves.
    """

    board: str
    places: dict[str, Point]
    rim: list[Point]
    tiles: list[list[Point]]
    lines: list[list[Point]] = field(default_factory=list)
    bars: list[tuple[str, list[Point]]] = field(default_factory=list)
    axis_names: list[tuple[str, float, float]] = field(default_factory=list)


def surface_of(grid: HexGrid | SquareGrid, names: bool, owned_edges: bool) -> Surface:
    """Return the empty board of a grid; ``owned_edges`` draws a bar along each edge."""
    places = {grid.name(cell): _down(*grid.place(cell)) for cell in range(grid.cells) if cell not in grid.blocked}
    if isinstance(grid, SquareGrid) and not isinstance(grid, RhombusGrid):
        return _square_surface(grid, places, names, owned_edges)
    reach = (grid.size - 1) / 2
    margin = HEX_MARGIN * 2 / sqrt(3)
    if isinstance(grid, HexGrid):
        radius = grid.size - 1 + margin
        rim = [(radius * cos(turn * pi / 3), radius * sin(turn * pi / 3)) for turn in range(6)]
    else:
        corner = reach + margin
        rim = [_leaning(x, y, 0.5) for x, y in _corners(0, 0, corner)]
    tile = [(sin(turn * pi / 3) / sqrt(3), cos(turn * pi / 3) / sqrt(3)) for turn in range(6)]
    tiles = [[(x + dx, y + dy) for dx, dy in tile] for x, y in places.values()]
    return Surface(grid.board, places, rim, tiles, bars=_bars(reach, margin, 0.5) if owned_edges else [])


def _square_surface(grid: SquareGrid, places: dict[str, Point], names: bool, owned_edges: bool) -> Surface:
    """Return a board of crossing lines, as stones stand on points."""
    reach = (grid.size - 1) / 2
    half = reach + SQUARE_MARGIN + (NAMES_MARGIN if names else 0)
    surface = Surface(grid.board, places, _corners(0, 0, half), [_corners(x, y, 0.5) for x, y in places.values()])
    for x, y in places.values():
        # Half a line to each neighbour: none leads off the board or to a blocked cell.
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if abs(x + dx) <= reach and abs(y + dy) <= reach:
                surface.lines.append([(x, y), (x + dx / 2, y + dy / 2)])
    if owned_edges:
        surface.bars = _bars(reach, EDGE, 0)
    if names:
        away = half - 0.1
        for place in range(grid.size):
            at = place - reach
            surface.axis_names += [(LETTERS[place], at, away), (str(place + 1), -away, -at)]
    return surface


def _down(x: float, y: float) -> Point:
    return x, -y


def _corners(x: float, y: float, half: float) -> list[Point]:
    return [(x + half, y + half), (x + half, y - half), (x - half, y - half), (x - half, y + half)]


def _leaning(x: float, y: float, lean: float) -> Point:
    """Return where a place of a square lies on the board: each row by ``lean`` further left (GEO-7), or as it is."""
    return x - y * lean, y * sqrt(1 - lean**2)


def _bars(reach: float, away: float, lean: float) -> list[tuple[str, list[Point]]]:
    """Return the bars along the edges, ``away`` from the outermost cells: black's above and below, white's beside."""
    bars = []
    for owner, side in product(("black", "white"), (-1, 1)):
        across, end = side * (reach + away), reach + 0.3 - 0.2 * lean
        # Where a square leans, its next row lies to the side: a bar stays in front of its own cells.
        shift = side * away * lean
        ends = [(along, across) if owner == "black" else (across, along) for along in (shift - end, shift + end)]
        bars.append((owner, [_leaning(x, y, lean) for x, y in ends]))
    return bars

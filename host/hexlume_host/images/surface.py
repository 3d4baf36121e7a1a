"""The empty board: where each cell lies in the picture, and the board under the pieces.

Lengths are in cell pitches until they are drawn; x grows to the right, y downwards as SVG has it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from xml.etree.ElementTree import Element

from hexlume.games.grid import LETTERS, HexGrid, RhombusGrid, SquareGrid

from .palette import Palette
from .svg import element, polyline

HEX_MARGIN = 0.7
"""From the centres of a hex board's outer rows to the board's rim."""

SQUARE_MARGIN = 0.8
"""From a square board's outer lines to its rim, without names."""

NAMES_MARGIN = 0.35
"""What names add to a square board's margin."""

EDGE = 0.62
"""From a square board's outer lines to the middle of the bars that show who owns an edge (rule ORC-1)."""

ROUNDING = 0.25
"""Radius of the board's rounded corners; the board's outline lies this far outside its straight rim."""

_RIM = 0.05
"""Width of the board's rim."""


@dataclass(frozen=True, slots=True)
class Surface:
    """An empty board: half its width and height in pitches, its cells' places, and its elements.

    ``names_on_cells`` tells whether cells bear their names themselves.
    """

    board: str
    names_on_cells: bool
    half_width: float
    half_height: float
    places: dict[str, tuple[float, float]]
    elements: list[Element]


def hex_surface(grid: HexGrid, pitch: float, colours: Palette) -> Surface:
    """Return a hexagonal board with one tile a cell."""
    radius = grid.size - 1 + HEX_MARGIN * 2 / sqrt(3)
    rim = [(radius * cos(turn * pi / 3), radius * sin(turn * pi / 3)) for turn in range(6)]
    return _tiled_surface(grid, rim, pitch, colours)


def rhombus_surface(grid: RhombusGrid, pitch: float, colours: Palette, owned_edges: bool) -> Surface:
    """Return a rhombus with one tile a cell; ``owned_edges`` draws a bar along each edge."""
    reach = (grid.size - 1) / 2
    corner = reach + HEX_MARGIN * 2 / sqrt(3)
    rim = [_leaning(x, y) for x, y in ((corner, corner), (corner, -corner), (-corner, -corner), (-corner, corner))]
    surface = _tiled_surface(grid, rim, pitch, colours)
    if owned_edges:
        surface.elements.extend(_edges(reach, HEX_MARGIN * 2 / sqrt(3), _leaning, 0.5, pitch, colours))
    return surface


def _leaning(x: float, y: float) -> tuple[float, float]:
    """Return where a place of a square lies on the rhombus (GEO-7)."""
    return x - y / 2, y * sqrt(3) / 2


def _tiled_surface(
    grid: HexGrid | RhombusGrid, rim: list[tuple[float, float]], pitch: float, colours: Palette
) -> Surface:
    places = _places(grid)
    tile = [(sin(turn * pi / 3) / sqrt(3), cos(turn * pi / 3) / sqrt(3)) for turn in range(6)]
    tiles = "".join(
        polyline([((x + dx) * pitch, (y + dy) * pitch) for dx, dy in tile], closed=True) for x, y in places.values()
    )
    body = polyline([(x * pitch, y * pitch) for x, y in rim], closed=True)
    return Surface(
        board=grid.board,
        names_on_cells=True,
        half_width=max(x for x, _ in rim),
        half_height=max(y for _, y in rim),
        places=places,
        elements=[
            *_body(lambda **look: element("path", d=body, **look), pitch, colours),
            element("path", d=tiles, fill=colours.cell, stroke=colours.line, stroke_width=0.035 * pitch),
        ],
    )


def square_surface(grid: SquareGrid, pitch: float, colours: Palette, names: bool, owned_edges: bool) -> Surface:
    """Return a board of crossing lines, as stones stand on points; ``owned_edges`` draws a bar along each."""
    reach = (grid.size - 1) / 2
    half = reach + SQUARE_MARGIN + (NAMES_MARGIN if names else 0)
    lines = "".join(
        polyline([(-reach * pitch, at * pitch), (reach * pitch, at * pitch)])
        + polyline([(at * pitch, -reach * pitch), (at * pitch, reach * pitch)])
        for at in (place - reach for place in range(grid.size))
    )
    field_half = (reach + 0.5) * pitch
    elements = [
        *_body(
            lambda **look: element(
                "rect", x=-half * pitch, y=-half * pitch, width=2 * half * pitch, height=2 * half * pitch, **look
            ),
            pitch,
            colours,
        ),
        element("rect", x=-field_half, y=-field_half, width=2 * field_half, height=2 * field_half, fill=colours.cell),
        element("path", d=lines, fill="none", stroke=colours.line, stroke_width=0.035 * pitch, stroke_linecap="square"),
    ]
    for cell in grid.blocked:
        x, y = ((place - 0.5) * pitch for place in (grid.place(cell)[0], -grid.place(cell)[1]))
        elements.append(element("rect", x=x, y=y, width=pitch, height=pitch, fill=colours.board))
    if owned_edges:
        elements += _edges(reach, EDGE, lambda x, y: (x, y), 0, pitch, colours)
    if names:
        elements.append(_axis_names(grid.size, half - 0.1, pitch, colours))
    return Surface(
        board=grid.board,
        names_on_cells=False,
        half_width=half,
        half_height=half,
        places=_places(grid),
        elements=elements,
    )


def _places(grid: HexGrid | SquareGrid) -> dict[str, tuple[float, float]]:
    found = {}
    for cell in range(grid.cells):
        if cell not in grid.blocked:
            x, y = grid.place(cell)
            found[grid.name(cell)] = (x, -y)
    return found


def _body(outline: Callable[..., Element], pitch: float, colours: Palette) -> list[Element]:
    """Return the board's rim and its top, rounded by strokes of their own colour."""
    rim = outline(
        fill=colours.outline,
        stroke=colours.outline,
        stroke_width=2 * (ROUNDING + _RIM) * pitch,
        stroke_linejoin="round",
    )
    top = outline(fill=colours.board, stroke=colours.board, stroke_width=2 * ROUNDING * pitch, stroke_linejoin="round")
    return [rim, top]


def _edges(
    reach: float,
    away: float,
    place: Callable[[float, float], tuple[float, float]],
    lean: float,
    pitch: float,
    colours: Palette,
) -> list[Element]:
    """Return the bars along the edges: black's above and below, white's at the left and the right.

    ``away`` is their distance from the outermost cells; ``place`` says where a place of a square lies on the board, and
    ``lean`` how far the next row lies to the side.
    """
    bars = []
    for along_x, disc in ((True, colours.black), (False, colours.white)):
        for side in (-1, 1):
            across, end = side * (reach + away), reach + 0.3 - 0.2 * lean
            # Where a square leans, its next row lies to the side: a bar stays in front of its own cells.
            shift = side * away * lean
            ends = [(along, across) if along_x else (across, along) for along in (shift - end, shift + end)]
            drawn = [(x * pitch, y * pitch) for x, y in (place(*one) for one in ends)]
            for colour, width in ((disc.rim, 0.24), (disc.face, 0.17)):
                bars.append(
                    element(
                        "path",
                        d=polyline(drawn),
                        stroke=colour,
                        stroke_width=width * pitch,
                        stroke_linecap="round",
                    )
                )
    return bars


def _axis_names(size: int, away: float, pitch: float, colours: Palette) -> Element:
    """Return the columns' letters below the board and the rows' numbers on its left (rule GEO-4)."""
    group = element(
        "g",
        fill=colours.name,
        font_family="system-ui, sans-serif",
        font_size=0.34 * pitch,
        text_anchor="middle",
    )
    for place in range(size):
        at = (place - (size - 1) / 2) * pitch
        group.append(element("text", text=LETTERS[place], x=at, y=(away + 0.12) * pitch))
        group.append(element("text", text=str(place + 1), x=-away * pitch, y=-at + 0.12 * pitch))
    return group

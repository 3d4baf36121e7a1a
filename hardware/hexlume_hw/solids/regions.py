"""Plane regions of which the parts are made: boxes, the cells' lattice, and how a part is cut into segments."""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence

from shapely import MultiPolygon, Polygon, box, unary_union  # type: ignore[import-untyped]
from shapely.affinity import translate  # type: ignore[import-untyped]

from hexlume.hardware.cell_site import PITCH_MM, cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.solids.sizes import DOVETAIL, FIT, SEGMENT

Point = tuple[float, float]


def centres(panel: str) -> list[Point]:
    """Return the places of a panel's cells, in their order."""
    grid = panel_grid(panel)
    return [(site.x_mm, site.y_mm) for site in (cell_site(grid, cell) for cell in range(grid.cells))]


def lattice(panel: str, left: float, near: float, right: float, far: float) -> list[Point]:
    """Return the places of the panel's lattice in and around a box: those of its cells and all that would go on."""
    x_first, y_first = centres(panel)[0]
    row = PITCH_MM if panel.startswith("square") else PITCH_MM * math.sqrt(3) / 2
    slant = 0.0 if panel.startswith("square") else PITCH_MM / 2
    found = []
    for j in range(math.floor((near - y_first) / row) - 1, math.ceil((far - y_first) / row) + 2):
        y, start = y_first + j * row, x_first + j * slant
        for i in range(math.floor((left - start) / PITCH_MM) - 1, math.ceil((right - start) / PITCH_MM) + 2):
            found.append((start + i * PITCH_MM, y))
    return found


def tile(panel: str, centre: Point) -> Polygon:
    """Return what is nearer to a place of the lattice than to any other: a hexagon or a square."""
    x, y = centre
    if panel.startswith("square"):
        return box(x - PITCH_MM / 2, y - PITCH_MM / 2, x + PITCH_MM / 2, y + PITCH_MM / 2)
    radius = PITCH_MM / math.sqrt(3)
    return Polygon(
        [
            (x + radius * math.cos(math.radians(60 * k + 30)), y + radius * math.sin(math.radians(60 * k + 30)))
            for k in range(6)
        ]
    )


def pieces_of(region: Polygon | MultiPolygon) -> list[Polygon]:
    """Return a region's connected pieces."""
    parts = region.geoms if hasattr(region, "geoms") else [region]
    return [part for part in parts if isinstance(part, Polygon) and part.area > 1e-6]


def only_piece(region: Polygon | MultiPolygon) -> Polygon:
    """Return a region's largest connected piece."""
    return max(pieces_of(region), key=lambda piece: float(piece.area))


def cuts(low: float, high: float, most: float = SEGMENT) -> list[float]:
    """Return where a length is cut into the fewest equal segments of at most ``most``."""
    count = math.ceil((high - low) / most)
    return [low + (high - low) * index / count for index in range(1, count)]


def tiled_segments(panel: str, whole: Polygon, shift: float) -> list[Polygon]:
    """Cut a plate along the borders between cells, so that no seam runs through a recess.

    ``shift`` moves all seams aside, in mm: two layers shifted apart lap over each other. The segments are in the order
    of rows from the near left; they leave ``FIT`` free between them.
    """
    left, near, right, far = whole.bounds
    # A seam is ragged: its segments reach half a cell over the cut, on either side.
    x_cuts = cuts(left, right, SEGMENT - PITCH_MM)
    y_cuts = cuts(near, far, SEGMENT - PITCH_MM)
    if right - left <= SEGMENT:
        x_cuts = []
    if far - near <= SEGMENT:
        y_cuts = []
    tiles: dict[tuple[int, int], list[Polygon]] = {}
    for x, y in lattice(panel, left - PITCH_MM, near - PITCH_MM, right + PITCH_MM, far + PITCH_MM):
        owner = (sum(y > cut for cut in y_cuts), sum(x > cut for cut in x_cuts))
        tiles.setdefault(owner, []).append(tile(panel, (x, y)))
    # Across a hexagon's slanted sides half of the shift is left; squares have sides along x, too.
    aside = (shift, shift) if panel.startswith("square") else (shift, 0.0)
    found = []
    for owner in sorted(tiles):
        union = unary_union([part.buffer(1e-4, join_style="mitre") for part in tiles[owner]])
        part = translate(union, *aside).intersection(whole).buffer(-FIT / 2, join_style="mitre")
        found.append(only_piece(part))
    return found


def _tail(x: float, y: float, along_x: bool, grown: float = 0.0) -> Polygon:
    """Return a dovetail that reaches from a seam at (x, y) towards +x or +y."""
    root, tip = 4.0 + grown, 6.0 + grown
    shape = [(-1.0, -root), (0.0, -root), (DOVETAIL + grown, -tip), (DOVETAIL + grown, tip), (0.0, root), (-1.0, root)]
    return Polygon([(x + a, y + b) if along_x else (x + b, y + a) for a, b in shape])


def boxed_segments(
    whole: Polygon,
    x_cuts: Sequence[float],
    y_cuts: Sequence[float],
    tails: Callable[[float, float, bool], bool],
    pitch: float = 45.0,
) -> list[tuple[Polygon, Polygon]]:
    """Cut a box along straight lines, with dovetails: (the straight segment, the segment with its dovetails).

    ``tails`` is asked whether a dovetail may be at (x, y), reaching along x or along y.
    """
    left, near, right, far = whole.bounds
    xs, ys = [left, *x_cuts, right], [near, *y_cuts, far]
    given: defaultdict[tuple[int, int], list[Polygon]] = defaultdict(list)
    taken: defaultdict[tuple[int, int], list[Polygon]] = defaultdict(list)

    def places(low: float, high: float) -> list[float]:
        count = max(1, int((high - low) / pitch))
        return [low + (high - low) * (index + 0.5) / count for index in range(count)]

    boxes = [(row, column) for row in range(len(ys) - 1) for column in range(len(xs) - 1)]
    for row, column in boxes:
        seams = [(xs[column + 1], y, True) for y in places(ys[row], ys[row + 1]) if column + 2 < len(xs)]
        seams += [(x, ys[row + 1], False) for x in places(xs[column], xs[column + 1]) if row + 2 < len(ys)]
        for x, y, along_x in seams:
            if tails(x, y, along_x):
                given[row, column].append(_tail(x, y, along_x))
                taken[(row, column + 1) if along_x else (row + 1, column)].append(_tail(x, y, along_x, FIT))
    found = []
    for row, column in boxes:
        straight = box(
            xs[column] + (FIT / 2 if column else 0.0),
            ys[row] + (FIT / 2 if row else 0.0),
            xs[column + 1] - (FIT / 2 if column + 2 < len(xs) else 0.0),
            ys[row + 1] - (FIT / 2 if row + 2 < len(ys) else 0.0),
        )
        joined = unary_union([straight, *given[row, column]]).difference(unary_union(taken[row, column]))
        found.append((straight, only_piece(joined)))
    return found

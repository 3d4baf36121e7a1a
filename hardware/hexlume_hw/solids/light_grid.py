"""The light grid: thin walls between face plate and circuit board that keep each cell's light to itself.

It also carries the face plate, which would otherwise lie on its edges only. Walls stand half way between the cells;
where a part of the circuit board is in the way they go on above it.
"""

import itertools
from collections.abc import Sequence

from shapely import MultiPolygon, Point, Polygon, box, unary_union  # type: ignore[import-untyped]

from hexlume.hardware.cell_site import PITCH_MM
from hexlume_hw.panel.outline import outline
from hexlume_hw.solids.bodies import Body
from hexlume_hw.solids.plate import far_holes, plate_outline
from hexlume_hw.solids.prism import Printable, joined, prism
from hexlume_hw.solids.regions import cuts, lattice, only_piece, pieces_of, tile
from hexlume_hw.solids.sizes import FIT, GRID_TOP, GRID_WALL, SCREW, SEGMENT, STANDOFF

BRIDGES = (0.0, 1.9, 3.0)
"""z above which a wall stands on the board, goes on over a low part, and over a multiplexer."""
CLEAR = 0.3
"""Around parts, and above them."""


def walls(panel: str) -> Polygon:
    """Return the grid seen from above, without regard to the board's parts."""
    whole = plate_outline(panel).buffer(-0.2, join_style="mitre")
    around = lattice(panel, *whole.bounds)
    holes = [tile(panel, centre).buffer(-GRID_WALL / 2, join_style="mitre") for centre in around]
    frame = whole.difference(whole.buffer(-GRID_WALL, join_style="mitre"))
    bosses = [Point(x, y).buffer(STANDOFF / 2) for x, y in far_holes(outline(panel))]
    screws = [Point(x, y).buffer(SCREW / 2) for x, y in far_holes(outline(panel))]
    kept = unary_union([whole.difference(unary_union(holes)), frame, *(boss.intersection(whole) for boss in bosses)])
    return kept.difference(unary_union(screws))


def _around(bodies: Sequence[Body], above: float) -> Polygon | MultiPolygon:
    """Return where parts are that reach higher than ``above``."""
    return unary_union([body.box.buffer(CLEAR, join_style="mitre") for body in bodies if body.top + CLEAR > above])


def printables(panel: str, bodies: Sequence[Body]) -> list[Printable]:
    """Return the light grid as segments to print; ``bodies`` are the circuit board's parts."""
    whole = walls(panel)
    levels = [whole.difference(_around(bodies, bridge)) for bridge in BRIDGES]
    left, near, right, far = whole.bounds
    xs, ys = [left, *seams(panel, left, right, True), right], [near, *seams(panel, near, far, False), far]
    found: list[Printable] = []
    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            part = box(xs[column], ys[row], xs[column + 1], ys[row + 1]).buffer(-FIT / 2, join_style="mitre")
            # From above down: what does not hang on a wall above it, or is too small to print, is left out.
            top = only_piece(levels[-1].intersection(part))
            hung, layers = [top], [prism(top, BRIDGES[-1], GRID_TOP)]
            volume = top.area * (GRID_TOP - BRIDGES[-1])
            for low, high, level in reversed(list(zip(BRIDGES, BRIDGES[1:], levels, strict=False))):
                legs = pieces_of(level.intersection(unary_union(hung)))
                hung = [leg for leg in legs if leg.area > 0.8 and not leg.buffer(-0.3).is_empty]
                layers += [prism(leg, low, high) for leg in hung]
                volume += sum(leg.area for leg in hung) * (high - low)
            # Layers of the same walls are one: they need not be joined.
            solid = prism(top, 0.0, GRID_TOP) if volume > top.area * GRID_TOP - 1e-6 else joined(*layers)
            found.append(
                Printable(
                    f"light-grid-{len(found) + 1}",
                    solid,
                    1,
                    "white",
                    "0.15 mm layers, upper side down, no supports. Lies loose between circuit board and face plate.",
                    (volume * 0.999, volume * 1.001),
                    turned=True,
                    least=0.0,
                )
            )
    return found


def seams(panel: str, low: float, high: float, across: bool) -> list[float]:
    """Return cuts that do not run along a wall: aside from the lattice's lines, by a quarter of a cell or an eighth."""
    places = {round(centre[0 if across else 1], 6) for centre in lattice(panel, low, low, high, high)}
    found: list[float] = []
    for step in (PITCH_MM / 4, PITCH_MM / 8) if across and panel.startswith("hex") else (0.0,):
        found = [min((place + step for place in places), key=lambda place: abs(place - cut)) for cut in cuts(low, high)]
        if all(end - start <= SEGMENT for start, end in itertools.pairwise([low, *found, high])):
            break
    return found

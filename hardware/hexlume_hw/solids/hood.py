"""The hood over the strip on the player's side: buttons, status lights, buzzer, the Pico's USB."""

import itertools
from collections.abc import Callable

from build123d import Solid
from shapely import Polygon, box  # type: ignore[import-untyped]

from hexlume.hardware.buttons import BUTTONS
from hexlume_hw.panel.outline import PICO_MM, STRIP_MM, Outline, outline
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.solids.prism import Printable, along_x, block, cylinder, joined, only, prism, without
from hexlume_hw.solids.regions import boxed_segments, only_piece
from hexlume_hw.solids.sizes import (
    BAY_DEEP,
    BAY_WIDE,
    BOOTSEL_HOLE,
    CAP,
    CAP_ABOVE,
    CAP_FLANGE,
    CEILING,
    DECK,
    DOVETAIL,
    GAP,
    HEAD,
    HOOD_TOP,
    HOOD_WALL,
    LENS,
    LENS_HOLE,
    LENS_STUD,
    PICO_TOP,
    PICO_USB,
    SCREW,
    SEGMENT,
    SLEEVE_DEPTH,
    SLEEVE_WALL,
    TRAVEL,
    TUBE,
    USB_OPENING,
    WALL,
)

POST = 3.0
"""Radius of the posts around the near screws: the Pico's corner is 3.35 mm from a screw's axis."""
FOOT = 1.0
"""How far the hood reaches over the face plate, beyond the strip."""
BAY_SLOPE = 1.0
TUBE_WALL = 1.2
TUBE_LOW = KINDS["led"].height_mm + 0.6
CAP_FIT = 0.2


def profile(edges: Outline, deep: float = STRIP_MM + FOOT) -> tuple[Polygon, Polygon]:
    """Return the hood's outside and inside, in y and z; it reaches ``deep`` from the board's near edge."""
    near, far = edges.near - GAP - WALL, edges.near + deep
    outside = [
        (near, DECK),
        (near, 15.0),
        (near + 5.0, HOOD_TOP),
        (far - 7.5, HOOD_TOP),
        (far, DECK + 1.2),
        (far, DECK),
    ]
    outer = Polygon(outside)
    # Open below: the inside goes on where the outside ends.
    deeper = Polygon([(y, z - 20.0 if z == DECK else z) for y, z in outside])
    return outer, deeper.buffer(-HOOD_WALL, join_style="mitre")


def seams(panel: str) -> list[float]:
    """Return where the hood is cut: as evenly as can be, away from what is under it."""
    edges = outline(panel)
    left, _, right, _ = _ends(edges)
    taken = [
        (edges.left - 9.0, edges.pico[0] + PICO_MM[0] / 2 + 2.0),
        (edges.right - BAY_WIDE - HOOD_WALL - 2.0, edges.right + 9.0),
    ]
    taken += [(x - CAP_FLANGE / 2 - 1.0, x + CAP_FLANGE / 2 + 1.0) for x, _ in edges.buttons]
    taken += [(x - TUBE / 2 - TUBE_WALL - 0.3, x + TUBE / 2 + TUBE_WALL + 0.3) for x, _ in edges.status]
    taken += [(edges.buzzer[0] - 8.0, edges.buzzer[0] + 8.0)]
    free = [
        float(x)
        for x in range(int(left), int(right))
        if all(x + DOVETAIL + 0.5 < low or x - 0.5 > high for low, high in taken)
    ]
    for count in range(1, 5):
        best = min(
            itertools.combinations(free[:: max(1, count)], count - 1),
            key=lambda chosen: _longest(left, right, chosen),
        )
        if _longest(left, right, best) <= SEGMENT + 2.0:
            return list(best)
    raise ValueError(f"the hood of {panel} cannot be cut into segments that a printer takes")


def _longest(left: float, right: float, chosen: tuple[float, ...]) -> float:
    ends = [left, *chosen, right]
    return max(b - a + (DOVETAIL if b != right else 0.0) for a, b in itertools.pairwise(ends))


def _ends(edges: Outline) -> tuple[float, float, float, float]:
    return (
        edges.left - GAP - WALL,
        edges.near - GAP - WALL,
        edges.right + GAP + WALL,
        edges.near + STRIP_MM + FOOT,
    )


def _corner(x: float, y: float, edges: Outline) -> tuple[list[Solid], list[Solid]]:
    """Return what is added and what is cut at a near screw: a column from the hood down to the board."""
    side = -1.0 if x < 0 else 1.0
    wall = edges.right + GAP - 0.2
    first, last = sorted((side * wall, x))
    lower = block(first, edges.near - GAP + 0.2, 0.05, last, y, DECK + 1.0)
    first, last = sorted((side * (edges.right + GAP + 0.2), x))
    upper = block(first, edges.near - GAP - WALL + HOOD_WALL - 0.2, DECK, last, y, CEILING + 0.2)
    upper = only(upper.intersect(along_x(profile(edges)[0], first - 1.0, last + 1.0)))
    column = cylinder(x, y, POST, 0.05, DECK)
    return [lower, upper, column], [
        cylinder(x, y, SCREW / 2, 0.0, DECK + 0.5),
        cylinder(x, y, HEAD / 2, DECK, HOOD_TOP + 1.0),
    ]


def whole(panel: str) -> Solid:
    """Return the hood in one."""
    edges = outline(panel)
    left, _, right, _ = _ends(edges)
    outer, inner = profile(edges)
    outside, inside = along_x(outer, left, right), along_x(inner, edges.left - GAP, edges.right + GAP)
    # The slope of the bay's far side stays clear of what is in it.
    outer, inner = profile(edges, BAY_DEEP + BAY_SLOPE + HOOD_WALL)
    outside = joined(outside, along_x(outer, edges.right - BAY_WIDE - HOOD_WALL, right))
    inside = joined(inside, along_x(inner, edges.right - BAY_WIDE, edges.right + GAP))
    shell = without(outside, inside)
    more: list[Solid] = []
    less: list[Solid] = []
    for x, y in edges.holes:
        if y < 0:
            plus, minus = _corner(x, y, edges)
            more += plus
            less += minus
    for x, y in edges.buttons:
        more.append(cylinder(x, y, CAP / 2 + CAP_FIT + SLEEVE_WALL, CEILING - SLEEVE_DEPTH, CEILING + 0.2))
        less.append(cylinder(x, y, CAP / 2 + CAP_FIT, CEILING - SLEEVE_DEPTH - 1.0, HOOD_TOP + 1.0))
    for x, y in edges.status:
        more.append(cylinder(x, y, TUBE / 2 + TUBE_WALL, TUBE_LOW, CEILING + 0.2))
        less.append(cylinder(x, y, TUBE / 2, TUBE_LOW - 1.0, CEILING))
        less.append(cylinder(x, y, LENS_HOLE / 2, CEILING - 1.0, HOOD_TOP + 1.0))
    less.append(cylinder(*edges.bootsel, BOOTSEL_HOLE / 2, CEILING - 1.0, HOOD_TOP + 1.0))
    x, y = edges.buzzer
    less += [
        block(x + 3.2 * k - 0.8, y - 6.0, CEILING - 1.0, x + 3.2 * k + 0.8, y + 6.0, HOOD_TOP + 1.0)
        for k in range(-2, 3)
    ]
    wide, high = USB_OPENING
    y, z = edges.pico[1], PICO_TOP + PICO_USB[1] / 2
    less.append(block(left - 1.0, y - wide / 2, z - high / 2, edges.left - GAP + 0.3, y + wide / 2, z + high / 2))
    more += _keys(panel)
    return without(joined(shell, *more), *less)


def _keys(panel: str) -> list[Solid]:
    """Return tongues inside the front wall that reach into the tray and keep the hood from bending outwards."""
    edges = outline(panel)
    inside = edges.near - GAP - WALL + HOOD_WALL
    shape = Polygon(
        [
            (inside - 0.2, DECK + 4.0),
            (edges.near + 1.4, DECK + 2.4),
            (edges.near + 1.4, DECK - 2.6),
            (edges.near - GAP + 0.2, DECK - 2.6),
            (edges.near - GAP + 0.2, DECK),
            (inside - 0.2, DECK),
        ]
    )
    count = max(2, int(edges.width / 60.0))
    places = [edges.left + edges.width * (index + 0.5) / count for index in range(count)]
    kept = [x for x in places if all(abs(x - seam) > 8.0 for seam in seams(panel))]
    return [along_x(shape, x - 5.0, x + 5.0) for x in kept]


def printables(panel: str) -> list[Printable]:
    """Return the hood's segments."""
    edges = outline(panel)
    left, near, right, far = _ends(edges)
    hood, cut = whole(panel), seams(panel)
    outer, inner = profile(edges)
    found = []
    pieces = [segment for _, segment in boxed_segments(box(left, near, right, far), cut, [], _flat(edges))]
    start = edges.right - BAY_WIDE - HOOD_WALL - 1.0
    pieces[-1] = only_piece(pieces[-1].union(box(start, far - 5.0, right, far + BAY_DEEP)))
    for number, segment in enumerate(pieces, 1):
        solid = only(hood.intersect(prism(segment, -1.0, HOOD_TOP + 1.0)))
        volume = (segment.bounds[2] - segment.bounds[0]) * (outer.area - outer.intersection(inner).area)
        found.append(
            Printable(
                f"hood-{number}",
                solid,
                1,
                "dark",
                "0.2 mm layers, upper side down, no supports, 4 walls. Drop the dovetails into each other and glue"
                " them.",
                (volume * 0.85, volume * 1.6),
                turned=True,
            )
        )
    return found


def _flat(edges: Outline) -> Callable[[float, float, bool], bool]:
    """Return a test for dovetails that lie in the hood's flat upper side."""
    low, high = edges.near + 1.0, edges.near + STRIP_MM + FOOT - 6.5
    return lambda x, y, along: along and low + 6.5 < y < high - 6.5


def cap(place: tuple[float, float], dots: int) -> Solid:
    """Return a button's cap over its switch; ``dots`` dimples tell by touch which it is."""
    x, y = place
    low = KINDS["button"].height_mm
    flange = CEILING - SLEEVE_DEPTH - TRAVEL
    top = HOOD_TOP + CAP_ABOVE
    body = joined(cylinder(x, y, CAP_FLANGE / 2, low, flange), cylinder(x, y, CAP / 2, flange - 0.5, top))
    spots = [cylinder(x + 2.6 * (k - (dots - 1) / 2), y, 0.9, top - 0.7, top + 0.5) for k in range(dots)]
    return without(body, *spots)


def lens(place: tuple[float, float]) -> Solid:
    """Return a status light's guide: it fills the tube, and its stud the hole in the hood."""
    x, y = place
    low = KINDS["led"].height_mm + 1.4
    return joined(cylinder(x, y, LENS / 2, low, CEILING), cylinder(x, y, LENS_STUD / 2, CEILING - 0.5, HOOD_TOP + 0.3))


def controls(panel: str) -> list[Printable]:
    """Return the buttons' caps and the status lights' guides, each in its place; the first of equal ones counts all."""
    edges = outline(panel)
    found = []
    for number, (name, place) in enumerate(zip(BUTTONS, edges.buttons, strict=True), 1):
        note = f"0.15 mm layers, flange down, no supports. The button with {number} dimple{'s' if number > 1 else ''}."
        found.append(Printable(f"cap-{name}", cap(place, number), 1, "light", note))
    note = "0.15 mm layers, stud up, no supports. Press it into the hood's tube from below."
    found.append(Printable("status-lens", lens(edges.status[0]), len(edges.status), "clear or white", note))
    return found

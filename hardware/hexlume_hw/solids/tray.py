"""The tray: the case's lower part, in segments with dovetails in its floor."""

import math
from collections.abc import Sequence

from build123d import Plane, Solid
from shapely import Point, Polygon, box  # type: ignore[import-untyped]

from hexlume_hw.panel.outline import STRIP_MM, Outline, outline
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import BOARD_MM
from hexlume_hw.solids.prism import Printable, block, cylinder, joined, prism, without
from hexlume_hw.solids.regions import boxed_segments, centres, cuts, pieces_of
from hexlume_hw.solids.sizes import (
    DECK,
    DOVETAIL,
    FLOOR,
    GAP,
    INSERT,
    INSERT_DEPTH,
    PICO_TOP,
    PICO_USB,
    PILLAR,
    PILLAR_GAP,
    PILLAR_PITCH,
    POWER_OPENING,
    SEGMENT,
    STANDOFF,
    TRAY_TOP,
    USB_OPENING,
    WALL,
)

LEADS_MM = 9.0
"""From a cell's centre: a pillar there is clear of the sensor's leads below the board."""


def cavity(edges: Outline) -> Polygon:
    """Return the inside of the tray's walls: the circuit board and a gap."""
    return box(edges.left - GAP, edges.near - GAP, edges.right + GAP, edges.far + GAP)


def case_box(edges: Outline) -> Polygon:
    """Return the case's outside."""
    return cavity(edges).buffer(WALL, join_style="mitre")


def _lines(edges: Outline) -> tuple[list[float], list[float]]:
    left, near, right, far = case_box(edges).bounds
    return cuts(left, right, SEGMENT - DOVETAIL), cuts(near, far, SEGMENT - DOVETAIL)


def pillars(panel: str) -> list[tuple[float, float]]:
    """Return where pillars support the circuit board from below: nothing may come through the board there.

    They stand under the cells, aside from the sensors' leads, and beside the buttons.
    """
    edges = outline(panel)
    x_cuts, y_cuts = _lines(edges)
    xs, ys = [edges.left, *x_cuts, edges.right], [edges.near + STRIP_MM, *y_cuts, edges.far]
    found = []
    for column in range(len(xs) - 1):
        for row in range(len(ys) - 1):
            if ys[row + 1] - ys[row] < 2 * PILLAR:
                continue
            for x in _spread(xs[column], xs[column + 1]):
                for y in _spread(ys[row], ys[row + 1]):
                    at = _aside(panel, x, y)
                    if all(math.dist(at, hole) > STANDOFF + PILLAR for hole in edges.holes):
                        found.append(at)
    for one, other in zip(edges.buttons, edges.buttons[1:], strict=False):
        found.append(((one[0] + other[0]) / 2, one[1]))
    return found


def _aside(panel: str, x: float, y: float) -> tuple[float, float]:
    """Return a place moved away from the nearest cell's centre, as far as the sensor's leads may reach."""
    cx, cy = min(centres(panel), key=lambda centre: math.dist(centre, (x, y)))
    far = math.dist((cx, cy), (x, y))
    if far >= LEADS_MM:
        return x, y
    along = ((x - cx) / far, (y - cy) / far) if far else (0.0, 1.0)
    return cx + along[0] * LEADS_MM, cy + along[1] * LEADS_MM


def _spread(low: float, high: float) -> list[float]:
    count = max(1, -int(-(high - low) // PILLAR_PITCH))
    return [low + (high - low) * (index + 0.5) / count for index in range(count)]


def openings(edges: Outline) -> list[tuple[Point, Solid]]:
    """Return what is cut out of the tray's walls, and where: for the power cable's plug and for the Pico's."""
    x, y = edges.power
    wide, high = POWER_OPENING
    z = KINDS["usb_c"].height_mm / 2
    left, right = x + GAP / 2, x + GAP + WALL + 1.0
    middle = block(left, y - (wide - high) / 2, z - high / 2, right, y + (wide - high) / 2, z + high / 2)
    ends = [
        Solid.make_cylinder(high / 2, right - left, Plane((left, y + side * (wide - high) / 2, z), z_dir=(1, 0, 0)))
        for side in (-1, 1)
    ]
    y_usb, low = edges.pico[1], PICO_TOP + (PICO_USB[1] - USB_OPENING[1]) / 2
    near, far = y_usb - USB_OPENING[0] / 2, y_usb + USB_OPENING[0] / 2
    usb = block(edges.left - GAP - WALL - 1.0, near, low, edges.left - GAP / 2, far, DECK + 1.0)
    return [(Point(x, y), joined(middle, *ends)), (Point(edges.left, y_usb), usb)]


def printables(panel: str, pillars_at: Sequence[tuple[float, float]], pillar_top: float) -> list[Printable]:
    """Return the tray's segments; pillars end at the z ``pillar_top``.

    Raises ``ValueError`` for a pillar on a seam, where no segment would have it.
    """
    edges = outline(panel)
    whole, inside = case_box(edges), cavity(edges)
    x_cuts, y_cuts = _lines(edges)
    standing = [Point(place).buffer(STANDOFF / 2) for place in edges.holes]
    standing += [Point(place).buffer(PILLAR / 2) for place in pillars_at]

    def free(x: float, y: float, along_x: bool) -> bool:
        tail = box(x - 1, y - 7, x + DOVETAIL + 1, y + 7) if along_x else box(x - 7, y - 1, x + 7, y + DOVETAIL + 1)
        # A dovetail must not take the floor from under a pillar, nor from under a wall.
        return inside.contains(tail) and not any(tail.intersects(foot) for foot in standing)

    found, standing_here = [], 0
    for number, (straight, segment) in enumerate(boxed_segments(whole, x_cuts, y_cuts, free), 1):
        parts = [prism(segment, TRAY_TOP - FLOOR, TRAY_TOP)]
        ring = pieces_of(straight.difference(inside))
        parts += [prism(piece, TRAY_TOP, DECK) for piece in ring]
        here = [place for place in edges.holes if straight.contains(Point(place))]
        parts += [cylinder(x, y, STANDOFF / 2, TRAY_TOP, -BOARD_MM) for x, y in here]
        feet = [place for place in pillars_at if straight.contains(Point(place).buffer(PILLAR / 2))]
        standing_here += len(here) + len(feet)
        parts += [cylinder(x, y, PILLAR / 2, TRAY_TOP, pillar_top) for x, y in feet]
        holes = [cylinder(x, y, INSERT / 2, -BOARD_MM - INSERT_DEPTH, -BOARD_MM + 1.0) for x, y in here]
        solid = joined(*parts)
        minus = holes + [cut for at, cut in openings(edges) if straight.contains(at)]
        volume = segment.area * FLOOR + sum(piece.area for piece in ring) * (DECK - TRAY_TOP)
        found.append(
            Printable(
                f"tray-{number}",
                without(solid, *minus),
                1,
                "dark",
                "0.2 mm layers, floor down, no supports, 4 walls. Melt M3 inserts (5 mm long, 4 mm hole) into the"
                " corners' standoffs; drop the dovetails into each other and glue them.",
                (volume * 0.95, volume * 1.15),
            )
        )
    if standing_here != len(standing):
        raise ValueError(f"a pillar or a standoff of {panel}'s tray stands on a seam")
    return found


PILLAR_TOP = -BOARD_MM - PILLAR_GAP
"""z at which pillars end."""

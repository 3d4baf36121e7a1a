"""The face plate: a floor that lets light through, and on it a rim with a round recess for every cell.

It is cut from two sheets by laser (``hexlume_hw.solids.drawing``) or printed in segments that lap over each other.
"""

import math
from dataclasses import dataclass

from shapely import Point, Polygon, box  # type: ignore[import-untyped]

from hexlume_hw.panel.outline import STRIP_MM, Outline, outline
from hexlume_hw.panel.stackup import FLOOR_MM, PLATE_ABOVE_BOARD_MM, RECESS_DIAMETER_MM, RIM_MM
from hexlume_hw.solids.prism import Circle, Printable, joined, prism
from hexlume_hw.solids.regions import centres, tiled_segments
from hexlume_hw.solids.sizes import BAY_DEEP, BAY_WIDE, DECK, HOOD_WALL, SCREW

UNDER_HOOD = 1.5
"""What of the plate lies under the hood's edge."""
LAP = RIM_MM / 2 - 1.5
"""Each layer's seams are moved so far aside from the middle between two recesses, in opposite directions."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A face plate: its outline, the round recesses by cell, and the holes for its screws."""

    whole: Polygon
    recesses: tuple[Circle, ...]
    holes: tuple[Circle, ...]


def plate(panel: str) -> Plate:
    """Return a panel's face plate."""
    edges = outline(panel)
    recesses = tuple((x, y, RECESS_DIAMETER_MM / 2) for x, y in centres(panel))
    return Plate(plate_outline(panel), recesses, tuple((x, y, SCREW / 2) for x, y in far_holes(edges)))


def plate_outline(panel: str) -> Polygon:
    """Return the face plate's outline: the cells and their margin, up to the strip and around the power bay."""
    edges = outline(panel)
    whole = box(edges.left, edges.near + STRIP_MM - UNDER_HOOD, edges.right, edges.far)
    reach = HOOD_WALL - UNDER_HOOD
    return whole.difference(
        box(edges.right - BAY_WIDE - reach, edges.near, edges.right + 1.0, edges.near + BAY_DEEP + reach)
    )


def far_holes(edges: Outline) -> list[tuple[float, float]]:
    """Return the screw holes that go through the face plate."""
    return [hole for hole in edges.holes if hole[1] > 0]


def _inside(circles: tuple[Circle, ...], region: Polygon) -> list[tuple[int, Circle]]:
    return [(index, circle) for index, circle in enumerate(circles) if region.contains(Point(circle[0], circle[1]))]


def printables(panel: str, made: Plate) -> list[Printable]:
    """Return the face plate as segments to print, each with floor and rim in one."""
    floors = tiled_segments(panel, made.whole, -LAP)
    rims = tiled_segments(panel, made.whole, LAP)
    between = PLATE_ABOVE_BOARD_MM + FLOOR_MM
    found = []
    for number, (floor, rim) in enumerate(zip(floors, rims, strict=True), 1):
        screws = [circle for _, circle in _inside(made.holes, rim)]
        seats = _inside(made.recesses, rim)
        round_holes = [circle for _, circle in seats] + screws
        solid = joined(prism(floor, PLATE_ABOVE_BOARD_MM, between, screws), prism(rim, between, DECK, round_holes))
        volume = (floor.area - _area(screws)) * FLOOR_MM + (rim.area - _area(round_holes)) * (DECK - between)
        found.append(
            Printable(
                f"plate-{number}",
                solid,
                1,
                "white up to the recesses' floor, then dark",
                f"0.15 mm layers, floor down, no supports; change the filament at {FLOOR_MM:g} mm: light shines through"
                " the white floor, not through the dark rim. Slide the segments into each other and glue the laps.",
                (volume * 0.999, volume * 1.001),
                seats=tuple(index for index, _ in seats),
            )
        )
    return found


def _area(circles: list[Circle]) -> float:
    return sum(math.pi * radius**2 for _, _, radius in circles)

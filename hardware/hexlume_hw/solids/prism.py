"""Regions of shapely and circles to solids of build123d."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from build123d import Face, Plane, Shape, Solid, Vector, Wire
from shapely import Polygon  # type: ignore[import-untyped]

Circle = tuple[float, float, float]
"""x, y and radius."""


def joined(*solids: Solid) -> Solid:
    """Fuse solids that touch into one; raises ``ValueError`` when they stay apart."""
    whole = solids[0].fuse(*solids[1:]) if len(solids) > 1 else solids[0]
    return only(whole)


def without(solid: Solid, *holes: Solid) -> Solid:
    """Cut holes into a solid; raises ``ValueError`` when that leaves nothing, or several pieces."""
    return only(solid.cut(*holes)) if holes else solid


def only(shape: Shape[Any] | Iterable[Shape[Any]] | None) -> Solid:
    """Return the one solid that a shape is; raises ``ValueError`` when it is none or several."""
    shapes = [] if shape is None else [shape] if isinstance(shape, Shape) else list(shape)
    solids = [solid for each in shapes for solid in each.solids()]
    if len(solids) != 1:
        raise ValueError(f"there are {len(solids)} solids where there should be one")
    return solids[0]


def _wire(points: Sequence[Sequence[float]], z: float) -> Wire:
    kept: list[tuple[float, float, float]] = []
    for point in points:
        x, y = point[0], point[1]
        if not kept or math.hypot(x - kept[-1][0], y - kept[-1][1]) > 1e-4:
            kept.append((x, y, z))
    if math.dist(kept[0], kept[-1]) <= 1e-4:
        kept.pop()
    return Wire.make_polygon(kept, close=True)


def prism(region: Polygon, low: float, high: float, circles: Iterable[Circle] = ()) -> Solid:
    """Return what lies over a region between two heights, without the circles, which are round holes inside it."""
    inner = [_wire(ring.coords, low) for ring in region.interiors]
    inner += [Wire.make_circle(radius, Plane((x, y, low))) for x, y, radius in circles]
    return Solid.extrude(Face(_wire(region.exterior.coords, low), inner), Vector(0, 0, high - low))


def cylinder(x: float, y: float, radius: float, low: float, high: float) -> Solid:
    """Return an upright cylinder."""
    return Solid.make_cylinder(radius, high - low, Plane((x, y, low)))


def block(left: float, near: float, low: float, right: float, far: float, high: float) -> Solid:
    """Return a box by two of its corners."""
    return Solid.make_box(right - left, far - near, high - low, Plane((left, near, low)))


def along_x(profile: Polygon, left: float, right: float) -> Solid:
    """Return what lies over a profile in y and z between two places of x."""
    wire = Wire.make_polygon([(left, y, z) for y, z in list(profile.exterior.coords)[:-1]], close=True)
    return Solid.extrude(Face(wire), Vector(right - left, 0, 0))


@dataclass(frozen=True, slots=True)
class Printable:
    """A part to print: its file's name, its solid in the assembled board, how many, and how to print it.

    ``turned`` says that it is printed upside down. ``volume`` is what it has to have, from its plane areas, in mm3, or
    (0, 0) where only its bounding box limits it. ``least`` is its thinnest wall; ``seats`` names the cells that its
    recesses are for.
    """

    name: str
    solid: Solid
    quantity: int
    colour: str
    notes: str
    volume: tuple[float, float] = (0.0, 0.0)
    turned: bool = False
    least: float = 1.2
    seats: tuple[int, ...] = field(default=())

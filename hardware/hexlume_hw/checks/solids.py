"""What proves that the solids are sound, fit each other and keep discs where sensing needs them."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from build123d import BoundBox, Compound, Face, GeomType, Location, Solid

from hexlume.hardware.panel import panel_grid
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import DISC_DIAMETER_MM, PLATE_ABOVE_BOARD_MM, RECESS_DIAMETER_MM
from hexlume_hw.solids import hat, pieces
from hexlume_hw.solids.assembly import ON_FLOOR, Assembly, assemble, disc_places
from hexlume_hw.solids.bodies import Body
from hexlume_hw.solids.mesh import thinnest
from hexlume_hw.solids.prism import Printable
from hexlume_hw.solids.regions import centres
from hexlume_hw.solids.sizes import BED, DECK

OFF_CENTRE_MM = 3.0
"""What sensing bears."""
PLACE_MM = 0.01
MEET_MM = 1e-3
TOUCH_MM3 = 0.05
"""Less than this two solids share where they only touch."""
FACETS_MM = 0.03
"""Walls are measured between facets, which cut a round wall's corners."""
CLEAR_MM = 0.3
"""Under the face plate, over the highest part."""


def unsound(part: Printable) -> Iterator[str]:
    """Complain of a part that is not one closed, valid solid of the volume it has to have."""
    solid = part.solid
    if len(solid.solids()) != 1 or len(solid.shells()) != 1:
        yield f"{part.name} is not one solid with one surface"
    if not solid.is_valid:
        yield f"{part.name} is not a valid solid"
    if not solid.is_manifold:
        yield f"{part.name} is not closed"
    size = solid.bounding_box().size
    low, high = part.volume if part.volume[1] else (1.0, size.X * size.Y * size.Z)
    if not low <= solid.volume <= high:
        yield f"{part.name} has {solid.volume:.0f} mm3 instead of {low:.0f} to {high:.0f}"


def too_large(part: Printable) -> Iterator[str]:
    """Complain of a part that no printer of the assumed size takes."""
    size = part.solid.bounding_box().size
    if max(size.X, size.Y, size.Z) > BED:
        yield f"{part.name} is {size.X:.0f} x {size.Y:.0f} x {size.Z:.0f} mm: more than {BED:.0f} mm along an axis"


def too_thin(part: Printable) -> Iterator[str]:
    """Complain of a wall that is thinner than the part may have."""
    if part.least:
        found, where = thinnest(part.solid)
        if found < part.least - FACETS_MM:
            x, y, z = where
            yield f"{part.name} has a wall of {found:.2f} mm at ({x:.1f}, {y:.1f}, {z:.1f}): at least {part.least} mm"


class Bounded(NamedTuple):
    """A solid in its place, with its bounding box."""

    name: str
    solid: Solid
    box: BoundBox


def _bounded(name: str, solid: Solid) -> Bounded:
    return Bounded(name, solid, solid.bounding_box(optimal=False))


def overlaps(assembly: Assembly) -> Iterator[str]:
    """Complain of two solids in the same place, discs on every cell included.

    Two parts of the circuit board are not compared: where they are is the board's to check.
    """
    known = {body.name for body in assembly.bodies}
    made = [
        _bounded(placed.name, placed.solid)
        for placed in assembly.placed
        if placed.name not in known and placed.part != hat.NAME
    ]
    for first, one in enumerate(made):
        for second in range(first + 1, len(made)):
            other = made[second]
            if _meet(one.box, other.box) and (shared := _shared(one.solid, other.solid)) > TOUCH_MM3:
                yield f"{one.name} and {other.name} share {shared:.1f} mm3"
    parts = [_bounded(placed.name, placed.solid) for placed in assembly.placed if placed.name in known]
    hats = [_bounded(placed.name, placed.solid) for placed in assembly.placed if placed.part == hat.NAME]
    for each in hats:
        yield from _with_all(each, parts)
    for each in made:
        yield from _with_all(each, hats if each.name == "circuit board" else parts + hats)
    grid, hull = panel_grid(assembly.panel), pieces.hull()
    discs = [
        _bounded(f"a disc on {grid.name(cell)}", hull.moved(Location(place)))
        for cell, place in enumerate(disc_places(assembly.panel))
    ]
    for each in made + parts:
        yield from _with_all(each, discs)
    for name, inside in (("disc", pieces.disc()), ("leader", _leader())):
        for index, part in enumerate(inside):
            for other_part in inside[index + 1 :]:
                if (shared := _shared(part, other_part)) > TOUCH_MM3:
                    yield f"two parts of a {name} share {shared:.1f} mm3"


def _meet(a: BoundBox, b: BoundBox) -> bool:
    """Return whether two bounding boxes share more than a face."""
    return (
        min(a.max.X, b.max.X) - max(a.min.X, b.min.X) > MEET_MM
        and min(a.max.Y, b.max.Y) - max(a.min.Y, b.min.Y) > MEET_MM
        and min(a.max.Z, b.max.Z) - max(a.min.Z, b.min.Z) > MEET_MM
    )


def _with_all(one: Bounded, others: list[Bounded]) -> Iterator[str]:
    """Complain of what of many solids another one shares: all are cut from it at once, which is quicker by far."""
    near = [other for other in others if _meet(one.box, other.box)]
    if not near or one.solid.volume - one.solid.cut(*[other.solid for other in near]).volume <= TOUCH_MM3:
        return
    for other in near:
        if (shared := _shared(one.solid, other.solid)) > TOUCH_MM3:
            yield f"{other.name} and {one.name} share {shared:.1f} mm3"


def _leader() -> list[Solid]:
    return [pieces.leader_body(True), pieces.leader_base(), pieces.leader_magnet()]


def _shared(one: Solid | Compound, other: Solid | Compound) -> float:
    found = one.intersect(other)
    return float(sum(solid.volume for shape in found or [] for solid in shape.solids()))


def _cylinder(face: Face) -> tuple[float, float, float, float, float]:
    """Return an upright cylindrical face's axis, radius, and lower and upper z."""
    bounds, axis = face.bounding_box(optimal=False), face.axis_of_rotation
    radius = face.radius
    if axis is None or radius is None:
        raise ValueError("a cylindrical face has no axis")
    return axis.position.X, axis.position.Y, radius, bounds.min.Z, bounds.max.Z


def recesses(assembly: Assembly) -> Iterator[str]:
    """Complain of a recess that is not where its cell is, or that lets a disc lie too far off its cell's middle.

    Every recess is measured in the solids: the middle and the radius of its wall, and its floor's height.
    """
    walls = []
    for placed in assembly.placed:
        if placed.part.startswith("plate"):
            for face in placed.solid.faces().filter_by(GeomType.CYLINDER):
                x, y, radius, low, high = _cylinder(face)
                if radius > RECESS_DIAMETER_MM / 4:
                    walls.append((x, y, radius, low, high))
    grid = panel_grid(assembly.panel)
    for cell, (x, y) in enumerate(centres(assembly.panel)):
        name = grid.name(cell)
        near = [wall for wall in walls if math.hypot(wall[0] - x, wall[1] - y) < wall[2]]
        if len(near) != 1:
            yield f"{name} has {len(near)} recesses"
            continue
        x_found, y_found, radius, low, high = near[0]
        aside = math.hypot(x_found - x, y_found - y)
        if aside > PLACE_MM:
            yield f"the recess of {name} is {aside:.2f} mm off its cell"
        play = radius - DISC_DIAMETER_MM / 2
        if play < 0.3:
            yield f"the recess of {name} is too narrow for a disc: {2 * radius:.2f} mm"
        if aside + play > OFF_CENTRE_MM:
            yield f"a disc on {name} can lie {aside + play:.2f} mm off centre: {OFF_CENTRE_MM:g} mm at most"
        if abs(low - ON_FLOOR) > PLACE_MM or abs(high - DECK) > PLACE_MM:
            yield f"the recess of {name} goes from {low:.2f} to {high:.2f} mm instead of {ON_FLOOR:.2f} to {DECK:.2f}"
        if high - low < pieces.CHAMFER + 0.3:
            yield f"the recess of {name} is {high - low:.2f} mm deep: a disc's chamfered edge slides out"


def headroom(assembly: Assembly) -> Iterator[str]:
    """Complain of parts that the face plate would lie on: it needs room over a multiplexer, and over every body."""
    low = min(
        placed.solid.bounding_box(optimal=False).min.Z for placed in assembly.placed if placed.part.startswith("plate")
    )
    if abs(low - PLATE_ABOVE_BOARD_MM) > PLACE_MM:
        yield f"the face plate is {low:.2f} mm above the circuit board instead of {PLATE_ABOVE_BOARD_MM:.2f} mm"
    if low - KINDS["multiplexer"].height_mm < CLEAR_MM:
        yield f"the face plate is {low:.2f} mm above the circuit board: less than {CLEAR_MM} mm over a multiplexer"
    for body in assembly.bodies:
        if assembly.plate.whole.intersects(body.box) and body.top + CLEAR_MM > low:
            yield f"{body.name} is {body.top:.2f} mm high and under the face plate"


CHECKS: tuple[Callable[[Assembly], Iterator[str]], ...] = (
    lambda assembly: (line for part in assembly.printables for line in unsound(part)),
    lambda assembly: (line for part in assembly.printables for line in too_large(part)),
    lambda assembly: (line for part in assembly.printables for line in too_thin(part)),
    overlaps,
    recesses,
    headroom,
)


def complaints(assembly: Assembly) -> list[str]:
    """Return what is wrong with a panel's solids: empty when all is well."""
    return [line for check in CHECKS for line in check(assembly)]


def problems(panel: str, bodies: tuple[Body, ...] = ()) -> list[str]:
    """Make a panel's solids and return what is wrong with them; ``bodies`` are the circuit board's parts."""
    return complaints(assemble(panel, bodies))

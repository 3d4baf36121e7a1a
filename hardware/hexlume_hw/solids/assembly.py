"""A panel's solids put together: what is printed, what is bought, and where each of them is."""

from collections.abc import Sequence
from dataclasses import dataclass

from build123d import Location, Solid, Vector
from shapely import box  # type: ignore[import-untyped]

from hexlume_hw.panel.outline import HOLE_MM, outline
from hexlume_hw.panel.stackup import BOARD_MM, FLOOR_MM, PLATE_ABOVE_BOARD_MM
from hexlume_hw.solids import hat, hood, light_grid, pieces, plate, tray
from hexlume_hw.solids.bodies import Body, fixed_bodies
from hexlume_hw.solids.plate import Plate
from hexlume_hw.solids.prism import Printable, block, cylinder, joined, prism
from hexlume_hw.solids.regions import centres
from hexlume_hw.solids.sizes import DECK

SCREW_MM = 16.0
ON_FLOOR = PLATE_ABOVE_BOARD_MM + FLOOR_MM
"""z on which discs lie."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A solid in its place: its name, and the printed part it is one of, or empty."""

    name: str
    solid: Solid
    part: str = ""


@dataclass(frozen=True, slots=True)
class Assembly:
    """A panel's solids: the face plate as drawn, parts to print, the board's parts, and everything in its place."""

    panel: str
    plate: Plate
    case: tuple[Printable, ...]
    pieces: tuple[Printable, ...]
    bodies: tuple[Body, ...]
    placed: tuple[Placed, ...]

    @property
    def printables(self) -> tuple[Printable, ...]:
        """All parts to print."""
        return self.case + self.pieces


def board(panel: str) -> Solid:
    """Return the circuit board without its parts."""
    edges = outline(panel)
    whole = box(edges.left, edges.near, edges.right, edges.far)
    return prism(whole, -BOARD_MM, 0.0, [(x, y, HOLE_MM / 2) for x, y in edges.holes])


def assemble(
    panel: str,
    bodies: Sequence[Body] = (),
    *,
    face: Plate | None = None,
    pillars: Sequence[tuple[float, float]] | None = None,
    pillar_top: float = tray.PILLAR_TOP,
) -> Assembly:
    """Make and place a panel's solids; raises ``ValueError`` for a panel that is not made.

    ``bodies`` are the circuit board's parts besides those with a fixed place. What else is given replaces what the
    panel's definition says, for tests that plant faults.
    """
    face = face or plate.plate(panel)
    at = tray.pillars(panel) if pillars is None else list(pillars)
    fixed = fixed_bodies(panel)
    grid = light_grid.printables(panel, bodies)
    controls = hood.controls(panel)
    case = [
        *tray.printables(panel, at, pillar_top),
        *plate.printables(panel, face),
        *grid,
        hat.printable(panel),
        *hood.printables(panel),
        *controls,
    ]
    cells = centres(panel)
    made = pieces.printables(panel, len(cells))
    placed = [Placed(part.name, part.solid, part.name) for part in case]
    placed.append(Placed("circuit board", board(panel)))
    placed += [
        Placed(body.name, block(body.left, body.near, body.low, body.right, body.far, body.top))
        for body in [*fixed, *bodies]
    ]
    other, one = hat.places(panel)[1:], hat.hat()
    placed += [Placed(f"{hat.NAME} {number}", one.moved(place), hat.NAME) for number, place in enumerate(other, 1)]
    for number, place in enumerate(outline(panel).holes, 1):
        placed.append(Placed(f"screw {number}", screw(place)))
    first = outline(panel).status[0]
    for number, place in enumerate(outline(panel).status[1:], 1):
        shift = Location((place[0] - first[0], place[1] - first[1], 0))
        placed.append(Placed(f"status-lens {number}", controls[-1].solid.moved(shift), "status-lens"))
    return Assembly(panel, face, tuple(case), tuple(made), (*fixed, *bodies), tuple(placed))


def screw(place: tuple[float, float]) -> Solid:
    """Return an M3 x 16 screw with a pan head, as it holds the face plate or the hood, the board and the tray."""
    x, y = place
    return joined(cylinder(x, y, 1.5, DECK - SCREW_MM, DECK + 0.5), cylinder(x, y, 2.75, DECK, DECK + 2.4))


def disc_places(panel: str) -> list[Vector]:
    """Return where discs lie, by cell."""
    return [Vector(x, y, ON_FLOOR) for x, y in centres(panel)]

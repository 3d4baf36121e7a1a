"""The pieces: the reversible disc of two halves, and Organica's leader.

They stand with their lower face at z = 0 around the z axis.
"""

import math

from build123d import Axis, Face, Polyline, Solid, Vector, Wire
from shapely import Polygon  # type: ignore[import-untyped]

from hexlume_hw.panel.stackup import (
    DISC_DIAMETER_MM,
    DISC_HEIGHT_MM,
    LEADER_HEIGHT_MM,
    LEADER_MAGNET_MM,
    LEADERS,
    MAGNET_DIAMETER_MM,
    MAGNET_HEIGHT_MM,
)
from hexlume_hw.solids.prism import Printable, block, cylinder, joined, only, prism, without

WALL = 1.2
FACE = 2.0
"""A disc's faces: a groove and a wall."""
GROOVE = FACE - WALL
CHAMFER = 0.8
PRESS = 0.05
"""A magnet's pocket is wider by so much all round, and so are a disc's halves where they join."""
SPIGOT = 2.0


def turned(profile: list[tuple[float, float]]) -> Solid:
    """Return the body of revolution of a profile in radius and z."""
    wire = Wire(Polyline(*[(radius, 0, z) for radius, z in profile], close=True).edges())
    return Solid.revolve(Face(wire), 360, Axis.Z)


def _round(radius: float, count: int = 72) -> list[tuple[float, float]]:
    return [
        (radius * math.cos(2 * math.pi * k / count), radius * math.sin(2 * math.pi * k / count)) for k in range(count)
    ]


def ring_mark(low: float) -> list[Solid]:
    """Return white's mark, a ring, to be cut ``GROOVE`` deep from z = ``low``."""
    return [without(cylinder(0, 0, 8.2, low, low + GROOVE), cylinder(0, 0, 6.4, low, low + GROOVE))]


def cross_mark(low: float) -> list[Solid]:
    """Return black's mark, two crossing bars, to be cut ``GROOVE`` deep from z = ``low``."""
    return [block(-8.2, -0.9, low, 8.2, 0.9, low + GROOVE), block(-0.9, -8.2, low, 0.9, 8.2, low + GROOVE)]


def _half(male: bool) -> Solid:
    """Return half of a disc, its face at z = 0: a cup with a boss that holds half of the magnet."""
    radius, middle = DISC_DIAMETER_MM / 2, DISC_HEIGHT_MM / 2
    pocket, boss = MAGNET_DIAMETER_MM / 2 + PRESS, MAGNET_DIAMETER_MM / 2 + PRESS + WALL
    depth = MAGNET_HEIGHT_MM / 2
    if male:
        # Its wall is thinner by the spigot's half: the spigot stands on the inner part of a thicker wall.
        rim = [
            (radius, middle),
            (radius - WALL - PRESS, middle),
            (radius - WALL - PRESS, middle + SPIGOT),
            (radius - 2 * WALL - PRESS, middle + SPIGOT),
            (radius - 2 * WALL - PRESS, FACE),
        ]
    else:
        rim = [(radius, middle), (radius - WALL, middle), (radius - WALL, FACE)]
    return turned(
        [
            (0.0, 0.0),
            (radius - CHAMFER, 0.0),
            (radius, CHAMFER),
            *rim,
            (boss, FACE),
            (boss, middle),
            (pocket, middle),
            (pocket, middle - depth),
            (0.0, middle - depth),
        ]
    )


def white_half() -> Solid:
    """Return a disc's white half, its face down at z = 0, with the spigot."""
    return without(_half(male=True), *ring_mark(0.0))


def black_half() -> Solid:
    """Return a disc's black half, its face down at z = 0."""
    return without(_half(male=False), *cross_mark(0.0))


def flipped(solid: Solid, height: float) -> Solid:
    """Turn a piece of a height over, about the x axis."""
    return solid.rotate(Axis.X, 180).translate(Vector(0, 0, height))


def magnet(z: float) -> Solid:
    """Return the magnet with its lower face at a height."""
    return cylinder(0, 0, MAGNET_DIAMETER_MM / 2, z, z + MAGNET_HEIGHT_MM)


def disc() -> list[Solid]:
    """Return a disc with white up: black half, white half, magnet."""
    z = (DISC_HEIGHT_MM - MAGNET_HEIGHT_MM) / 2
    return [black_half(), flipped(white_half(), DISC_HEIGHT_MM), magnet(z)]


def hull() -> Solid:
    """Return a disc's outer shape."""
    radius, height = DISC_DIAMETER_MM / 2, DISC_HEIGHT_MM
    return turned(
        [
            (0.0, 0.0),
            (radius - CHAMFER, 0.0),
            (radius, CHAMFER),
            (radius, height - CHAMFER),
            (radius - CHAMFER, height),
            (0.0, height),
        ]
    )


BASE_RADIUS = 9.0
"""Of the leader's base plate, which closes the magnet's pocket."""


def leader_body(white: bool) -> Solid:
    """Return a leader without its base plate: a foot as wide as a disc, a waist, and a six-sided head with the mark."""
    radius, top = DISC_DIAMETER_MM / 2, LEADER_HEIGHT_MM
    pocket = MAGNET_DIAMETER_MM / 2 + PRESS
    base, lid = BASE_RADIUS + PRESS, LEADER_MAGNET_MM
    outer = turned(
        [
            (0.0, 0.0),
            (radius - CHAMFER, 0.0),
            (radius, CHAMFER),
            (radius, 4.0),
            (radius - 1.0, 5.0),
            (7.0, 7.0),
            (6.4, 8.4),
            (10.0, 12.0),
            (0.0, 12.0),
        ]
    )
    # A hexagon, its upper corners taken off by a cone as on a nut.
    prismatic = prism(Polygon(_round(10.2, 6)), 11.8, top)
    head = only(prismatic.intersect(turned([(0.0, 11.8), (11.0, 11.8), (11.0, top - 2.0), (9.0, top), (0.0, top)])))
    whole = joined(outer, head)
    holes = [cylinder(0, 0, base, 0.0, lid), cylinder(0, 0, pocket, 0.0, lid + MAGNET_HEIGHT_MM)]
    z = top - GROOVE
    if white:
        holes.append(without(cylinder(0, 0, 6.4, z, top), cylinder(0, 0, 4.6, z, top)))
    else:
        holes += [block(-6.4, -0.9, z, 6.4, 0.9, top), block(-0.9, -6.4, z, 0.9, 6.4, top)]
    return without(whole, *holes)


def leader_base() -> Solid:
    """Return the plate that closes a leader's pocket from below."""
    return cylinder(0, 0, BASE_RADIUS, 0.0, LEADER_MAGNET_MM)


def leader_magnet() -> Solid:
    """Return a leader's magnet in its place."""
    return magnet(LEADER_MAGNET_MM)


def _disc_volume(mark: float, male: bool) -> float:
    """Return a half's volume by rings, for a check that knows nothing of the solid."""
    radius, middle = DISC_DIAMETER_MM / 2, DISC_HEIGHT_MM / 2
    pocket, boss = MAGNET_DIAMETER_MM / 2 + PRESS, MAGNET_DIAMETER_MM / 2 + PRESS + WALL

    def ring(outer: float, inner: float, height: float) -> float:
        return math.pi * (outer**2 - inner**2) * height

    # A cone's frustum in place of the chamfered edge.
    edge = math.pi * CHAMFER / 3 * (radius**2 + radius * (radius - CHAMFER) + (radius - CHAMFER) ** 2)
    volume = edge + ring(radius, 0, FACE - CHAMFER)
    wall = 2 * WALL + PRESS if male else WALL
    volume += ring(radius, radius - wall, middle - FACE)
    if male:
        volume += ring(radius - WALL - PRESS, radius - wall, SPIGOT)
    volume += ring(boss, 0, middle - FACE) - ring(pocket, 0, MAGNET_HEIGHT_MM / 2)
    return volume - mark * GROOVE


def printables(panel: str, cells: int) -> list[Printable]:
    """Return what a panel's pieces are printed from: a disc for every cell, and leaders for hexagonal panels."""
    white = _disc_volume(math.pi * (8.2**2 - 6.4**2), male=True)
    black = _disc_volume(2 * 16.4 * 1.8 - 1.8**2, male=False)
    # The sensor gives more counts, which the firmware takes for white, when a south pole is above it.
    note = (
        "0.2 mm layers, 100 % infill, face down, no supports. Press a magnet into the white half, its south pole away"
        " from the white face, then the halves together with a drop of glue. Try the first disc on the board before you"
        " glue: a number above zero is white."
    )
    made = [
        Printable("disc-white", white_half(), cells, "white", note, (white * 0.999, white * 1.001)),
        Printable("disc-black", black_half(), cells, "black", note, (black * 0.999, black * 1.001)),
    ]
    if panel.startswith("hex"):
        each = LEADERS // 2
        lid = math.pi * BASE_RADIUS**2 * LEADER_MAGNET_MM
        foot = (
            "0.2 mm layers, foot down, no supports. Press the magnet in from below, {0} pole down (the side that is"
            " down in a disc with {1} up), and glue the base plate."
        )
        made += [
            Printable(
                "leader-white", leader_body(True), each, "white", foot.format("south", "white"), (2500.0, 4600.0)
            ),
            Printable(
                "leader-black", leader_body(False), each, "black", foot.format("north", "black"), (2500.0, 4600.0)
            ),
            Printable(
                "leader-base",
                leader_base(),
                LEADERS,
                "half white, half black",
                "0.2 mm layers, exactly four of them: the magnet's height depends on it.",
                (lid * 0.999, lid * 1.001),
                least=LEADER_MAGNET_MM,
            ),
        ]
    return made

"""What discs' magnets do to each other: side forces against friction, and what stacked discs do. By magpylib.

Forces are in gf, the weight of a gram: they are compared with what discs weigh.
"""

from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import TYPE_CHECKING, Any

import magpylib

from hexlume_hw.solids import pieces

from .neighbourhood import places

if TYPE_CHECKING:
    from .design import Design

NEWTON_PER_GF = 9.80665e-3
PLASTIC_G_PER_CM3 = 1.24
"""Solid PLA: discs are printed with 100 % infill, since their weight holds them."""
MAGNET_G_PER_CM3 = 7.5
FRICTION = 0.3
"""Friction of a printed disc on an acrylic plate, an estimate: such plastics are given as 0.3 to 0.5."""
LONE_SAFETY = 1.5
"""How many times over friction must hold a disc against a single neighbour at its nearest."""
_cylinder: Any = magpylib.magnet.Cylinder  # magpylib has no types
_force_and_torque: Any = magpylib.getFT
_CELLS = 400
"""How finely magpylib cuts a magnet to integrate the force: within 0.01 % here."""


@dataclass(frozen=True, slots=True)
class SideForces:
    """Forces between discs at rest, and what holds them, in gf.

    ``pair`` is of two neighbours in the middle of their cells, ``nearest`` as near as their recesses let them come.
    ``surrounded`` is the most that a full neighbourhood of pawns can push a disc aside: one colour on its one side, the
    other on the other.
    """

    weight: float
    held: float
    pair: float
    nearest: float
    surrounded: float


@cache
def disc_weight_g() -> float:
    """Return what a disc weighs in g: the solids of its two printed halves, which are hollow, and of its magnet."""
    black, white, magnet = (solid.volume / 1000 for solid in pieces.disc())
    return (black + white) * PLASTIC_G_PER_CM3 + magnet * MAGNET_G_PER_CM3


@cache
def force_gf(design: "Design", aside_mm: float, above_mm: float) -> tuple[float, float]:
    """Return the force on a magnet so far aside of and above another one with the same side up, in gf.

    The first number is what pushes it away along the table, the second what lifts it. With the other side up both
    change their signs.
    """

    def magnet(x_mm: float, z_mm: float) -> Any:
        return _cylinder(
            polarization=(0, 0, design.remanence_mt / 1000),
            dimension=(design.magnet_diameter_mm / 1000, design.magnet_height_mm / 1000),
            position=(x_mm / 1000, 0, z_mm / 1000),
        )

    force, _ = _force_and_torque(magnet(0.0, 0.0), magnet(aside_mm, above_mm), meshing=_CELLS)
    return float(force[0]) / NEWTON_PER_GF, float(force[2]) / NEWTON_PER_GF


def side_forces(design: "Design", kind: str = "hex") -> SideForces:
    """Return the side forces on a pawn among pawns on a panel; whatever the design, a disc is printed as ours is."""
    weight = disc_weight_g()
    pair = force_gf(design, design.pitch_mm, 0.0)[0]
    nearest = force_gf(design, design.pitch_mm - 2 * design.play_mm, 0.0)[0]
    surrounded = 0.0
    for x, y in places(kind):
        distance = hypot(x, y)
        surrounded += abs(x / distance) * force_gf(design, distance * design.pitch_mm, 0.0)[0]
    return SideForces(weight, FRICTION * weight, pair, nearest, surrounded)


def complaints(design: "Design") -> list[str]:
    """Return what makes discs creep in their recesses, a sentence each."""
    found = side_forces(design)
    if found.nearest * LONE_SAFETY <= found.held:
        return []
    return [
        f"Two discs {design.pitch_mm:g} mm apart push each other with up to {found.nearest:.1f} gf, and friction holds"
        f" {found.held:.1f} gf: they creep. Take a larger pitch, smaller magnets or heavier discs."
    ]

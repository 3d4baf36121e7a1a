"""The hat over each cell's LED: a small white box on four legs that holds the sensor and hides the LED from above."""

from build123d import Location, Solid, Vector

from hexlume.hardware.panel import panel_grid
from hexlume_hw.board.rows import rows
from hexlume_hw.panel.well import HAT_HIGH_MM, HAT_LEGS, HAT_POCKET, HAT_STEPS, Block
from hexlume_hw.solids.prism import Printable, block, joined, without

NAME = "hat"
ROOF = HAT_HIGH_MM - HAT_POCKET.high
"""Two layers of 0.15 mm."""


def hat() -> Solid:
    """Return a hat over the origin, open to the left."""
    return without(joined(*map(_solid, (*HAT_STEPS, *HAT_LEGS))), _solid(HAT_POCKET))


def _solid(box: Block) -> Solid:
    return block(box.left, box.near, box.low, box.right, box.far, box.high)


def places(panel: str) -> list[Location]:
    """Return how a hat is moved to each place where one stands, row by row; half of the rows are turned."""
    found = []
    for row in rows(panel):
        for x in row.xs:
            found.append(Location(Vector(x, row.y, 0.0), (0.0, 0.0, 0.0 if row.side > 0 else 180.0)))
    return found


def printable(panel: str) -> Printable:
    """Return the hat to print, at the first place."""
    solid = hat()
    volume = solid.volume
    return Printable(
        NAME,
        solid.moved(places(panel)[0]),
        panel_grid(panel).cells,
        "white",
        "0.15 mm layers, legs up, no supports; many at once, with a brim. PETG bears the LED's warmth better than PLA."
        " The sensor must slide in without force. Print some spare ones.",
        (volume * 0.999, volume * 1.001),
        turned=True,
        least=ROOF,
    )

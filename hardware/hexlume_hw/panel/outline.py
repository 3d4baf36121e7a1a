"""The circuit board's outline and the places of what a person touches, for the board, the face plate and the case.

All places are in mm from the panel's centre, x to the right, y away from the player, as ``cell_site`` gives them.
The board is a rectangle: the cells with a margin, and on the player's side a strip for the microcontroller, the
buttons, the status LEDs, the buzzer and the power.
"""

from dataclasses import dataclass

from hexlume.hardware.buttons import BUTTONS
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import STATUS_LEDS, panel_grid

MARGIN_MM = 20.0
"""From the outermost cells' centres to the board's edges, or to the strip."""
STRIP_MM = 34.0
"""Depth of the strip on the player's side."""
SQUARE_GAP_MM = 14.0
"""Between strip and cells of a square panel, for the power entry's tall parts; a hexagon leaves them a corner."""
HOLE_MM = 3.2
"""Diameter of the holes for M3 screws."""
HOLE_INSET_MM = 5.0
BUTTON_PITCH_MM = 16.0
STATUS_PITCH_MM = 10.0
PICO_MM = (51.0, 21.0)
BOOTSEL_MM = (12.0, 3.5)
"""The BOOTSEL button's centre: from the Pico's end with the USB socket, and from its long axis towards pin 1's row.

Measured in Raspberry Pi's STEP models of the Pico (Pico-R3-step.zip) and the Pico W, which agree. For the Pico 2 the
source is a third party's board, drawn over a photograph of one to scale, with the same two figures: ``SW1`` in
sabogalc/project-piCo, KiCad Projects/Pico 2 C, at 69bf9b9. Raspberry Pi's model of it was not at hand.
"""


@dataclass(frozen=True, slots=True)
class Outline:
    """A panel's board: its edges, and the centres of what has a fixed place on it.

    ``pico`` is the centre of the microcontroller's board, which lies along x with its USB socket at the left edge;
    ``power`` the middle of the power socket's mouth, at the right edge. ``buttons`` and ``status`` are in the order of
    ``BUTTONS`` and of the status LEDs.
    """

    left: float
    right: float
    near: float
    far: float
    holes: tuple[tuple[float, float], ...]
    pico: tuple[float, float]
    buttons: tuple[tuple[float, float], ...]
    status: tuple[tuple[float, float], ...]
    buzzer: tuple[float, float]
    power: tuple[float, float]

    @property
    def bootsel(self) -> tuple[float, float]:
        """Centre of the Pico's BOOTSEL button."""
        from_usb, off_axis = BOOTSEL_MM
        return self.pico[0] - PICO_MM[0] / 2 + from_usb, self.pico[1] - off_axis

    @property
    def width(self) -> float:
        """Extent along x."""
        return self.right - self.left

    @property
    def depth(self) -> float:
        """Extent along y."""
        return self.far - self.near


def outline(panel: str) -> Outline:
    """Return the outline of a panel's board; raises ``ValueError`` for a panel that is not made."""
    grid = panel_grid(panel)
    sites = [cell_site(grid, cell) for cell in range(grid.cells)]
    right = max(site.x_mm for site in sites) + MARGIN_MM
    far = max(site.y_mm for site in sites) + MARGIN_MM
    near = -far - STRIP_MM - (SQUARE_GAP_MM if grid.kind == "square" else 0.0)
    left = -right
    middle = near + STRIP_MM / 2
    x_hole, low, high = right - HOLE_INSET_MM, near + HOLE_INSET_MM, far - HOLE_INSET_MM
    # Every cell is at least MARGIN_MM from the edges, so a hole in a corner is away from any.
    holes = ((-x_hole, low), (x_hole, low), (-x_hole, high), (x_hole, high))
    return Outline(
        left,
        right,
        near,
        far,
        holes,
        # The socket of a Pico (51 x 21 mm) stands 1.3 mm over its board's edge.
        (left + PICO_MM[0] / 2 + 8.0, middle),
        tuple((44.0 + BUTTON_PITCH_MM * index, middle) for index in range(len(BUTTONS))),
        tuple((-4.0 + STATUS_PITCH_MM * index, middle) for index in range(STATUS_LEDS)),
        (-20.0, middle),
        (right, middle),
    )

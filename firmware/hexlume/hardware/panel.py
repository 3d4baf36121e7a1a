"""The panel: where each cell's sensor, LED and place on the table are.

``cell_site`` is the one function that says so. The scan reads by it, the digital
twin is built from it and the hardware generator draws from it.
"""

from collections import namedtuple

from ..const import const
from ..games.grid import HexGrid, SquareGrid, grid_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

PITCH_MM = 32.0
"""Distance of two neighbouring cells' centres in mm. The classes of pieces are then 43 sigma apart."""

_ADCS = const(3)
"""Analog inputs; each has one multiplexer for each enable line."""
_ADDRESSES = const(16)
"""Channels of a CD74HC4067 multiplexer, chosen by four shared address lines."""

ADC_PINS = ("GP26", "GP27", "GP28")
ADDRESS_PINS = ("GP2", "GP3", "GP4", "GP5")
"""The four address lines, least significant first."""
ENABLE_PINS = ("GP6", "GP7", "GP8", "GP9", "GP10")
_ENABLES = const(5)
_LINES = const(9)
_ALL_OFF = const(31)
"""The lines' levels between two scans, a bit a line: the enable lines first, high, then the address lines, low."""
LED_PIN = "GP16"
BUZZER_PIN = "GP20"
SETTLE_US = 11
"""Time in us from a changed address until an input has settled, at worst (docs/hardware/circuit.md)."""

SUPPLY_MA = 3000
"""Current of the supply at 5 V, in mA: that of USB-C without negotiation."""
STARTER_SUPPLY_MA = 500
"""What the starter takes at most from the Pico's own USB socket, in mA."""
SENSOR_MA = 10
"""Current of a Hall sensor at most, in mA (DRV5055's datasheet; newer ones take less)."""
CONTROLLER_MA = 150
"""Maximum current of everything but sensors and LEDs, in mA: the Pico, the sensors' regulator, the buffer."""

STATUS_LEDS = 4
"""Status LEDs behind the cells' on the chain."""
WHITE_TURN_LED = 0
BLACK_TURN_LED = 1
ACT_LED = 2
STATE_LED = 3

ACT_BUTTON = 0
BACK_BUTTON = 1
"""The buttons' key numbers."""

HEX_PANELS = (4, 5, 6, 7, 8, 9)
SQUARE_PANELS = (7, 8, 9, 10, 11)
READS = 3
HIGH = 4
LINE_BITS = 3
"""A step of the scan is one number: a line's index shifted by ``LINE_BITS``, ``HIGH`` if it goes high, and how many
cells are then read, in the bits ``READS``."""

STARTER = "hex2"
"""Seven cells on a perfboard, to begin with: the smallest board there is, without the menu, which needs more rows."""

CellSite = namedtuple("CellSite", ("adc", "enable", "address", "led", "x_mm", "y_mm"))
"""Where a cell is: analog input 0-2, enable line 0-4, multiplexer channel 0-15, its LED's index on the
chain, and its centre on the table in mm from the panel's centre (x to the right, y away from the player)."""


def panel_grid(name: str) -> HexGrid | SquareGrid:
    """Return the grid of a panel's name; raises ``ValueError`` for a panel that is not made."""
    grid = grid_of(name)
    made = {"hex": HEX_PANELS, "square": SQUARE_PANELS}
    if name != STARTER and grid.size not in made.get(grid.kind, ()):
        raise ValueError("there is no panel %s: choose hex4 to hex9, square7 to square11 or hex2" % name)
    return grid


def setting(getenv: "Callable[[str], str | int | None]", name: str, usual: str, complaints: list[str]) -> str:
    """Return a value of settings.toml as text; ``usual``, with a complaint, for one that cannot be read."""
    try:
        return str(getenv(name) or usual)
    except Exception as error:
        complaints.append("%s cannot be read: %s" % (name, error))
        return usual


def panel_of(getenv: "Callable[[str], str | int | None]", complaints: list[str]) -> HexGrid | SquareGrid:
    """Return the grid of the panel that settings.toml names; hex4, with a complaint, for none that is made."""
    try:
        return panel_grid(setting(getenv, "HEXLUME_PANEL", "hex4", complaints))
    except ValueError as error:
        complaints.append(str(error))
        return panel_grid("hex4")


def cell_site(grid: HexGrid | SquareGrid, cell: int) -> CellSite:
    """Return where a panel's cell is wired and where it lies.

    Sensors fill the multiplexers in the order of the cells, three at a time (one on each analog
    input). Channels are used in Gray-code order, so a scan in the order of the cells changes one
    address line a step. LEDs run to and fro, row by row from the bottom.
    """
    slot = cell // _ADCS
    enable = slot // _ADDRESSES
    step = slot % _ADDRESSES
    x, y = grid.place(cell)
    return CellSite(cell % _ADCS, enable, step ^ (step >> 1), _led(grid, cell), x * PITCH_MM, y * PITCH_MM)


def led_budget_ma(grid: HexGrid | SquareGrid) -> int:
    """Return what a panel's LEDs may draw together, in mA: the supply's current less everything else's."""
    supply_ma = STARTER_SUPPLY_MA if grid.board == STARTER else SUPPLY_MA
    return supply_ma - CONTROLLER_MA - SENSOR_MA * grid.cells


def led_order(grid: HexGrid | SquareGrid) -> bytearray:
    """Return the LED of each panel cell, then of each status LED."""
    cells = grid.cells
    return bytearray([_led(grid, cell) if cell < cells else cell for cell in range(cells + STATUS_LEDS)])


def scan_steps(grid: HexGrid | SquareGrid) -> bytearray:
    """Plan one closed round through the multiplexers and return its steps.

    Cells are read in their order, one on each input (``cell_site``).
    """
    steps = bytearray()
    levels = _ALL_OFF
    for first in range(0, grid.cells, _ADCS):
        site = cell_site(grid, first)
        after = site.address << _ENABLES | _ALL_OFF ^ 1 << site.enable
        _switch(steps, levels, after)
        steps[-1] |= min(_ADCS, grid.cells - first)
        levels = after
    _switch(steps, levels, _ALL_OFF)
    return steps


def _switch(steps: bytearray, before: int, after: int) -> None:
    """Add a step for each line that changes its level."""
    for line in range(_LINES):
        if (before ^ after) >> line & 1:
            steps.append(line << LINE_BITS | (HIGH if after >> line & 1 else 0))


def _led(grid: HexGrid | SquareGrid, cell: int) -> int:
    """Return a cell's LED: rows from the bottom, every second one from the right."""
    row = grid.coordinates(cell)[1] - grid.coordinates(0)[1]
    return grid.row_start[row] + grid.row_start[row + 1] - 1 - cell if row % 2 else cell

"""The panels: their pins, status LEDs and supply, and the order of the LEDs."""

from ..const import const
from ..games.grid import HexGrid, SquareGrid, grid_of

if False:  # for type checkers only
    from typing import Callable

ADC_PINS = ("GP26", "GP27", "GP28")
ADDRESS_PINS = ("GP2", "GP3", "GP4", "GP5")
"""The four address lines, least significant first."""
ENABLE_PINS = ("GP6", "GP7", "GP8", "GP9", "GP10")
LED_PIN = "GP16"
BUZZER_PIN = "GP20"
SUPPLY_MA = const(3000)
"""Current of the supply at 5 V, in mA: that of USB-C without negotiation."""
_STARTER_SUPPLY_MA = const(500)
"""What the starter takes at most from the Pico's own USB socket, in mA."""
SENSOR_MA = const(10)
"""Current of a Hall sensor at most, in mA (DRV5055's datasheet; newer ones take less)."""
CONTROLLER_MA = const(150)
"""Maximum current of everything but sensors and LEDs, in mA: the Pico, the sensors' regulator, the buffer."""

STATUS_LEDS = 4
"""Status LEDs behind the cells' on the chain."""
WHITE_TURN_LED, BLACK_TURN_LED, ACT_LED, STATE_LED = range(STATUS_LEDS)

ACT_BUTTON, BACK_BUTTON = range(2)
"""The key numbers of the first two of ``buttons.BUTTONS``."""

PANEL_SIZES = {"hex": (4, 5, 6, 7, 8, 9), "square": (7, 8, 9, 10, 11)}
"""The sizes in which each kind of panel is made."""
STARTER = "hex2"
"""Seven cells on a perfboard, to begin with: the smallest board there is, without the menu, which needs more rows."""


def panel_grid(name: str) -> HexGrid | SquareGrid:
    """Return the grid of a panel's name; raises ``ValueError`` for a panel that is not made."""
    grid = grid_of(name)
    if name != STARTER and grid.size not in PANEL_SIZES.get(grid.kind, ()):
        raise ValueError("there is no panel %s: choose hex4 to hex9, square7 to square11 or hex2" % name)
    return grid


def setting(getenv: "Callable[[str], str | int | None]", name: str, default: str, complaints: list[str]) -> str:
    """Return a value of settings.toml as text; ``default``, with a complaint, for one that cannot be read."""
    try:
        return str(getenv(name) or default)
    except Exception as error:
        complaints.append("%s cannot be read: %s" % (name, error))
        return default


def panel_of(getenv: "Callable[[str], str | int | None]", complaints: list[str]) -> HexGrid | SquareGrid:
    """Return the grid of the panel that settings.toml names; hex4, with a complaint, for none that is made."""
    try:
        return panel_grid(setting(getenv, "HEXLUME_PANEL", "hex4", complaints))
    except ValueError as error:
        complaints.append(str(error))
        return panel_grid("hex4")


def led_budget_ma(grid: HexGrid | SquareGrid) -> int:
    """Return what a panel's LEDs may draw together, in mA: the supply's current less everything else's."""
    supply_ma = _STARTER_SUPPLY_MA if grid.board == STARTER else SUPPLY_MA
    return supply_ma - CONTROLLER_MA - SENSOR_MA * grid.cells


def led_order(grid: HexGrid | SquareGrid) -> bytearray:
    """Return the LED of each panel cell, then of each status LED."""
    cells = grid.cells
    return bytearray([led(grid, cell) if cell < cells else cell for cell in range(cells + STATUS_LEDS)])


def led(grid: HexGrid | SquareGrid, cell: int) -> int:
    """Return a cell's LED: they run to and fro, row by row from the bottom, every second row from the right."""
    row = grid.coordinates(cell)[1] - grid.coordinates(0)[1]
    return grid.row_start[row] + grid.row_start[row + 1] - 1 - cell if row % 2 else cell

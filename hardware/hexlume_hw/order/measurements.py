"""What to measure while a board is built: between which points, when, the value with its tolerance, and why that.

Each value follows from the design's own figures or from a datasheet's limit; none was measured on a board. The limits
were read in the datasheets that are named, but for ``REGULATOR_SHARE``.
"""

from typing import Final, NamedTuple

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import CONTROLLER_MA, ENABLE_PINS, SENSOR_MA, STATUS_LEDS, SUPPLY_MA, panel_grid
from hexlume.output.lights import CHANNEL_MA, IDLE_MA
from hexlume_hw.checks.power import CABLE_V, FUSE_OHMS, MOSFET_OHMS, SENSOR_V
from hexlume_hw.panel.parts import PICO_PADS

USB_V: Final = (4.75, 5.5)
"""What a charger gives without a negotiation (USB Type-C specification, vSafe5V)."""
LED_MAX_V: Final = 5.3
"""WS2812B's datasheet, absolute maximum: the least of all parts at 5 V."""
REGULATOR_SHARE: Final = 0.02
"""MIC29300 at any load and temperature, 1 % at 25 °C: its datasheet DS20005685, as others quote it."""
REGULATOR_LEAST_MA: Final = 7
"""MIC29300's least load (DS20005685B, 4.3): with less its output may rise. Without sensors it has none."""
LOAD_OHMS: Final = 330
"""A resistor across C2 that is load enough."""
METER_SHARE: Final = 0.01
"""What a plain meter may be off."""
REST_V: Final = (1.59, 1.71)
"""A DRV5055 at 3.3 V without a field (SBAS640 of January 2018, 6.6, at 25 °C); it moves with its supply."""
DIODE_V: Final = 0.5
"""SS14 at 1 A, at most: datasheets of Vishay (88746) and Taiwan Semiconductor."""
LOW_V: Final = 0.1
"""A low output of a SN74AHCT1G125 at 50 uA, at most (SCLS504E, 5.5)."""
ZERO_SHARE: Final = (0.2, 0.44)
"""WS2812B's datasheet: a zero is high for 0.25 to 0.55 of 1.25 us."""
_BIT_MS: Final = 0.00125
_GAP_MS: Final = 1.0
"""Between two frames of a loop of ``show()``, at most (assumed)."""
SHORT_OHMS: Final = 10
"""A bridge of solder and the meter's leads have less than 1 ohm together."""
DISC_MT: Final = (12, 26)
"""What hexlume doctor shows for a disc with white up, in mT, as calibration accepts it."""
COLOUR_SHARE: Final = (0.5, 1.2)
"""Of a WS2812B's current in one colour, 20 mA by its datasheet: alternates give 12 mA; and a USB meter's error."""
LEADER_LEAST: Final = 34
"""What hexlume doctor shows for a leader at least, in mT: the lowest reading of docs/hardware/physics.md."""
EVEN_MM: Final = 0.3
"""How far the face plate may lie above or below the tray's walls."""
TEST_LEVEL: Final = 9
"""Of 255, for a look at every LED's colours: bright enough to see."""


class Measurement(NamedTuple):
    """A measurement: its points, its stage, the expected value, and what that follows from."""

    where: str
    when: str
    expected: str
    why: str


def leds(panel: str) -> int:
    """Return how many LEDs a panel's chain has."""
    return panel_grid(panel).cells + STATUS_LEDS


def supply_v() -> tuple[float, float]:
    """Return the least and the highest voltage at 5V with the lights dark."""
    ohms = 2 * CABLE_V / SUPPLY_MA * 1000 + FUSE_OHMS + MOSFET_OHMS
    return USB_V[0] - ohms * CONTROLLER_MA / 1000, min(USB_V[1], LED_MAX_V)


def rail_v() -> tuple[float, float]:
    """Return the least and the highest voltage at 3V3, as a plain meter shows it."""
    off = SENSOR_V * (REGULATOR_SHARE + METER_SHARE)
    return SENSOR_V - off, SENSOR_V + off


def data_v(panel: str) -> tuple[float, float]:
    """Return the least and the highest mean voltage of the LEDs' data while dark frames follow each other."""
    frame = leds(panel) * 24 * _BIT_MS
    low, high = supply_v()
    return low * ZERO_SHARE[0] * frame / (frame + _GAP_MS), high * ZERO_SHARE[1]


def current_ma(panel: str, lights: bool = True, sensors: bool = True) -> float:
    """Return the highest current from the supply with the lights dark, as far as the board has parts."""
    return CONTROLLER_MA + IDLE_MA * leds(panel) * lights + SENSOR_MA * panel_grid(panel).cells * sensors


def coloured_ma(panel: str) -> tuple[float, float]:
    """Return by how much, at least and at most, one colour of every LED raises the current in the look at them."""
    low, high = (share * leds(panel) * CHANNEL_MA * TEST_LEVEL / 255 for share in COLOUR_SHARE)
    return low, high


def enable_pins(panel: str) -> list[str]:
    """Return the Pico's pins that enable a panel's multiplexers, by their numbers on its edge."""
    grid = panel_grid(panel)
    used = {cell_site(grid, cell).enable for cell in range(grid.cells)}
    return [PICO_PADS[ENABLE_PINS[enable]][1] for enable in sorted(used)]


def range_v(low: float, high: float, digits: int = 2) -> str:
    """Return a range of voltages as people read it."""
    return f"{low:.{digits}f} to {high:.{digits}f} V"


def range_mm(nominal: float, below: float, above: float) -> str:
    """Return a length with the range that will do."""
    return f"{nominal:.1f} mm ({nominal - below:.1f} to {nominal + above:.1f})"


def measurements(panel: str) -> list[Measurement]:
    """Return a panel's measurements, in the order of its assembly."""
    grid = panel_grid(panel)
    inputs = sorted({cell_site(grid, cell).adc for cell in range(grid.cells)})
    five, three = range_v(*supply_v(), digits=1), range_v(*rail_v())
    enables = " and ".join(enable_pins(panel))
    powered = "supply and Pico in"
    dark = "USB-C supply's current, lights dark"
    rows = [
        ("5V to GND, 3V3 to GND, 5V to 3V3", "all unplugged, before each first power", f"above {SHORT_OHMS} ohm",
         "a bridge of solder has below 1 ohm; capacitors begin low and rise"),
        ("5V to GND", "supply in", five, "USB's limits less the loss on the way; the LEDs' limit"),
        ("3V3 to GND", f"supply in; without sensors {LOAD_OHMS} ohm across C2", range_v(*rail_v()),
         f"3.3 V; regulator 2 %, meter 1 %; it wants a load of {REGULATOR_LEAST_MA} mA"),
        (f"socket A1's pin {enables} to GND", "supply in, Pico out", three, "10 kohm from each enable line to 3V3"),
        ("DIN to GND", "supply in, Pico out", f"0 to {LOW_V} V", "R31 holds the buffer's input low"),
        ("each button's far pins to its near ones", "all unplugged", "below 1 ohm pressed, else open",
         "a contact to ground"),
        ("Pico's pin 39 (VSYS) to GND", powered, f"at most {DIODE_V} V below 5V", "the diode V2"),
        ("Pico's pin 35 (ADC_VREF) to GND", powered, three, "joined to 3V3"),
        (dark, "no LEDs yet", f"at most {current_ma(panel, False, False):.0f} mA", "the firmware's budget"),
        (dark, "no sensors yet", f"at most {current_ma(panel, True, False):.0f} mA", f"{IDLE_MA} mA an LED more"),
        (dark, "all soldered", f"at most {current_ma(panel):.0f} mA", f"{SENSOR_MA} mA a sensor more; many draw 2"),
        ("DIN to GND, DIN2 to GND", "dark frames sent without a pause", range_v(*data_v(panel), digits=1),
         "a zero is high for 20 to 44 % of its time"),
        ("each multiplexer's pin 24 to its pin 12", "supply in", three, "its supply is 3V3"),
        ("each sensor's pin 3 to GND", "supply in, no magnet near", range_v(*REST_V),
         "DRV5055's datasheet for 3.30 V; it moves with 3V3"),
        (f"{', '.join(f'MUX{adc}' for adc in inputs)} to GND", "first channel selected, no magnet near",
         range_v(*REST_V), "the sensors of the first cells"),
    ]  # fmt: skip
    return [Measurement(*row) for row in rows]

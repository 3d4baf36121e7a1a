"""Temperatures of the parts at a panel's worst draw, against their limits.

Each part warms by its loss times its thermal resistance to air of ``AIR_C``. Figures are the datasheets' that
``panel.parts`` names, unless another source is said.
"""

from dataclasses import dataclass

from hexlume.hardware.panel import CONTROLLER_MA, SENSOR_MA
from hexlume.output.led_cues import COLOURS
from hexlume.output.lights import CHANNEL_MA, IDLE_MA
from hexlume_hw.checks.power import (
    AIR_C,
    CONTACT_MA,
    FUSE_OHMS,
    JUNCTION_C,
    MOSFET_OHMS,
    SENSOR_V,
    SUPPLY_V,
    junction_c,
    worst,
)
from hexlume_hw.panel.parts import KINDS

MOSFET_WARM = 1.4
"""Resistance at 125 degrees Celsius over that at 25."""
RESISTOR_K_PER_W = 680.0
"""0805: 125 mW at 70 degrees Celsius, nothing at 155."""
LED_K_PER_W = 150.0
"""WS2812B on its pads: an estimate."""
_RESISTORS = {"r470": 470.0, "r1k": 1000.0, "r5k1": 5100.0, "r10k": 10000.0}


@dataclass(frozen=True, slots=True)
class Warmth:
    """A kind of part at the worst draw: how much warmer than the air it gets in K, its limit in °C, and why."""

    kind: str
    rise_k: float
    limit_c: float
    why: str

    @property
    def hottest_c(self) -> float:
        """Its temperature in air of ``AIR_C``."""
        return AIR_C + self.rise_k

    @property
    def air_c(self) -> float:
        """The air that it still bears."""
        return self.limit_c - self.rise_k


def warmths(panel: str) -> list[Warmth]:
    """Return every kind of part on a panel's board at the worst draw, that nearest to its limit first."""
    draw = worst(panel)
    amps, controller = draw.total / 1000, CONTROLLER_MA / 1000
    brightest = max((colour >> 16) + (colour >> 8 & 255) + (colour & 255) for colour in COLOURS)
    led_w = SUPPLY_V * (IDLE_MA + brightest * CHANNEL_MA / 255) / 1000
    found = [
        Warmth("regulator", junction_c(panel, draw) - AIR_C, JUNCTION_C, "its loss, 32 K/W on 8 cm² of copper"),
        Warmth(
            "p_mosfet",
            amps**2 * MOSFET_OHMS * MOSFET_WARM * 125.0,
            150.0,
            "35 mΩ, 1.4 times that when hot, 125 K/W on its pads alone",
        ),
        # Tripped it is 125 °C hot in air of 20 °C at about 1.5 W.
        Warmth("fuse", amps**2 * FUSE_OHMS * 70.0, 85.0, "55 mΩ; 70 K/W is an estimate"),
        Warmth("usb_c", (amps * 1000 / CONTACT_MA) ** 2 * 30.0, 85.0, "30 K at 3 A at most (USB Type-C specification)"),
        Warmth("tvs", SUPPLY_V * 0.0008 * 100.0, 150.0, "0.8 mA leaks at 5 V, 100 K/W"),
        Warmth(
            "schottky", controller * 0.5 * 140.0, 125.0, "0.5 V at the Pico's current, 140 K/W in a smaller package"
        ),
        Warmth("led", led_w * LED_K_PER_W, 80.0, "the firmware's brightest colour, steady; 150 K/W is an estimate"),
        Warmth(
            "sensor",
            led_w * LED_K_PER_W + SENSOR_V * SENSOR_MA / 1000 * 400.0,
            125.0,
            "above the LED at its brightest; its maximum current, 400 K/W, twice a TO-92's",
        ),
        Warmth("level_shifter", SUPPLY_V * 0.0015 * 350.0, 125.0, "1.5 mA with its input at 3.3 V, 350 K/W"),
        Warmth("multiplexer", SENSOR_V * 0.00016 * 80.0, 125.0, "0.16 mA; 80 K/W is an estimate"),
        Warmth("c470u", 5.0, 105.0, "about 5 K at its rated ripple current (rule of thumb)"),
        Warmth("c22u", 0.0, 85.0, "X5R"),
        Warmth("c100n", 0.0, 125.0, "X7R"),
        Warmth("c1n", 0.0, 125.0, "C0G"),
        Warmth("button", 0.0, 70.0, "no loss"),
        Warmth("buzzer", 0.0, 70.0, "no loss"),
        Warmth("pico_1_20", 0.0, 70.0, "its limit is for the air"),
    ]
    found += [
        Warmth(kind, SUPPLY_V**2 / ohms * RESISTOR_K_PER_W, 155.0, "5 V across it, more than any has; 680 K/W")
        for kind, ohms in _RESISTORS.items()
    ]
    return sorted(found, key=lambda one: one.air_c)


def problems(panel: str) -> list[str]:
    """Return each kind of part that gets hotter than its limit, one sentence each."""
    return [
        f"{KINDS[one.kind].name} {KINDS[one.kind].value} can reach {one.hottest_c:.0f} °C, above its limit of "
        f"{one.limit_c:.0f} °C"
        for one in warmths(panel)
        if one.hottest_c > one.limit_c
    ]


def table(panel: str) -> list[tuple[str, ...]]:
    """Return the temperatures as rows of text, the first of them the heads."""
    lines: list[tuple[str, ...]] = [("part", "at worst °C", "limit °C", "bears air of °C", "from")]
    for one in warmths(panel):
        name = "Pico" if one.kind.startswith("pico_") else KINDS[one.kind].value
        lines.append((name, f"{one.hottest_c:.0f}", f"{one.limit_c:.0f}", f"{one.air_c:.0f}", one.why))
    return lines

"""The power of a panel: what it draws, and whether supply, fuse, regulator and tracks bear it.

The 5 V come in at the right edge, run up a spine there and along a rail in each row of cells, to the LEDs; the sensors'
3.3 V, from a linear regulator, take the same way. Ground is a pour. The firmware's share is
``hexlume.hardware.panel.led_budget_ma``.
"""

from dataclasses import dataclass

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import CONTROLLER_MA, SENSOR_MA, STATUS_LEDS, led_budget_ma, panel_grid
from hexlume.output.led_cues import COLOURS, LEGAL
from hexlume.output.lights import CHANNEL_MA, IDLE_MA
from hexlume_hw.board.power import SPINE_MM
from hexlume_hw.board.rows import LED_RAIL_WIDTH_MM, RAIL_WIDTH_MM
from hexlume_hw.panel.outline import outline

SUPPLY_V = 5.0
CHARGER_MA = 3000
"""5 V without a negotiation, at most (USB Type-C specification)."""
CABLE_V = 0.25
"""What a USB-C cable may lose at 3 A on its way there (USB Type-C specification: 250 mV), and as much on its ground."""
FUSE_OHMS = 0.055
"""2920L330/24 after a reflow, at most."""
FUSE_HOLD_MA = {20: 3300, 50: 2600}
"""2920L330/24, by the temperature of the air in °C (its datasheet)."""
FUSE_AIR_C = 30.0
"""A room of 25 degrees Celsius, and 5 K that the case is warmer (docs/hardware/light.md)."""
MOSFET_OHMS = 0.035
"""FDS4435BZ at 4.5 V, at most."""
CONTACT_MA = 3000
"""The power socket."""
REGULATOR_MA = 3000
DROPOUT_V = 0.6
"""MIC29300 at 3 A, at most; less at less."""
SENSOR_V = 3.3
REGULATOR_K_PER_W = 32.0
"""TO-263 on about 8 cm2 of copper, junction to air."""
AIR_C = 35.0
JUNCTION_C = 125.0
LED_MIN_V = 3.7
"""WS2812B: 3.5 V by its datasheet, and a little."""
RISE_K = 10.0
"""How much warmer a track may become."""
COPPER_MM = 0.035
"""1 ounce a square foot."""
COPPER_OHM_MM = 1.95e-5
"""Resistivity of copper at 50 degrees Celsius, in ohm mm."""

SENSOR_TYPICAL_MA = 6
"""DRV5055's datasheet for older lots; for newer ones 2."""
CONTROLLER_TYPICAL_MA = 60


@dataclass(frozen=True, slots=True)
class Draw:
    """What a panel draws from the 5 V, in mA."""

    sensors: float
    leds: float
    controller: float

    @property
    def total(self) -> float:
        """All together."""
        return self.sensors + self.leds + self.controller


@dataclass(frozen=True, slots=True)
class Rail:
    """A piece of the power's way: its current at worst in A, its width and what it needs in mm, and its loss in V."""

    name: str
    current_a: float
    width_mm: float
    least_mm: float
    drop_v: float


def worst(panel: str) -> Draw:
    """Return what a panel draws at most: every sensor its maximum, the LEDs all of their budget."""
    grid = panel_grid(panel)
    return Draw(SENSOR_MA * grid.cells, led_budget_ma(grid), CONTROLLER_MA)


def typical(panel: str) -> Draw:
    """Return what a panel draws in a game: at a new board's brightness, full, half the cells glow as legal."""
    grid = panel_grid(panel)
    colour = COLOURS[LEGAL]
    channels = (colour >> 16) + (colour >> 8 & 255) + (colour & 255)
    leds = IDLE_MA * (grid.cells + STATUS_LEDS) + channels * CHANNEL_MA / 255 * grid.cells / 2
    return Draw(SENSOR_TYPICAL_MA * grid.cells, min(leds, led_budget_ma(grid)), CONTROLLER_TYPICAL_MA)


def track_mm(current_a: float, rise_k: float = RISE_K) -> float:
    """Return how wide an outer track has to be, in mm, by IPC-2221: A = 0.048 K^0.44 mil2^0.725."""
    area = (current_a / (0.048 * rise_k**0.44)) ** (1 / 0.725)
    return float(area * 0.0254**2 / COPPER_MM)


def track_ohms(length_mm: float, width_mm: float) -> float:
    """Return a track's resistance."""
    return COPPER_OHM_MM * length_mm / (width_mm * COPPER_MM)


def rails(panel: str) -> list[Rail]:
    """Return the LEDs' and the sensors' spine and longest rail, at the worst draw.

    Sensors draw alike everywhere, so that a rail loses half of what it would lose if all went to its end. The LEDs'
    budget may go to the farthest row, whose LEDs may all be white.
    """
    grid, edges, draw = panel_grid(panel), outline(panel), worst(panel)
    rows: dict[float, int] = {}
    for cell in range(grid.cells):
        y = round(cell_site(grid, cell).y_mm, 3)
        rows[y] = rows.get(y, 0) + 1
    longest = max(rows.values())
    leds, sensors = draw.leds / 1000, draw.sensors / 1000
    white = longest * (IDLE_MA + 3 * CHANNEL_MA) / 1000
    return [
        _rail("LEDs: spine", leds, SPINE_MM, edges.depth, 1.0),
        _rail("LEDs: rail of a row", min(leds, white), LED_RAIL_WIDTH_MM, edges.width, 0.5),
        _rail("sensors: spine", sensors, SPINE_MM, edges.depth, 0.5),
        _rail("sensors: rail of a row", longest * SENSOR_MA / 1000, RAIL_WIDTH_MM, edges.width, 0.5),
    ]


def _rail(name: str, current_a: float, width_mm: float, length_mm: float, share: float) -> Rail:
    """Return a rail that loses a share of what it would lose with all its current to the end."""
    return Rail(name, current_a, width_mm, track_mm(current_a), share * current_a * track_ohms(length_mm, width_mm))


def entry_v(panel: str) -> float:
    """Return the voltage behind the power entry at the worst draw: less the loss in cable, fuse and MOSFET."""
    return SUPPLY_V - 2 * CABLE_V - worst(panel).total / 1000 * (FUSE_OHMS + MOSFET_OHMS)


def junction_c(panel: str, draw: Draw) -> float:
    """Return the regulator's junction temperature in °C, with ``AIR_C`` around it and no loss before it."""
    return AIR_C + (SUPPLY_V - SENSOR_V) * draw.sensors / 1000 * REGULATOR_K_PER_W


def fuse_hold_ma(air_c: float) -> float:
    """Return the fuse's hold current in air of a temperature, by a line between two points of its datasheet."""
    (cool_c, cool_ma), (warm_c, warm_ma) = FUSE_HOLD_MA.items()
    return cool_ma + (warm_ma - cool_ma) * (air_c - cool_c) / (warm_c - cool_c)


def limits_ma() -> dict[str, float]:
    """Return the highest current of the parts that all current passes; the MOSFET's limit is its temperature."""
    fuse = f"fuse in air of {FUSE_AIR_C:.0f} °C"
    return {"charger": CHARGER_MA, "power socket": CONTACT_MA, fuse: fuse_hold_ma(FUSE_AIR_C)}


def problems(panel: str) -> list[str]:
    """Return what the panel's power does not bear at worst, one sentence each."""
    draw = worst(panel)
    found = [
        f"{panel} may draw {draw.total:.0f} mA, but the {part} bears {limit:.0f} mA"
        for part, limit in limits_ma().items()
        if draw.total > limit
    ]
    for rail in rails(panel):
        if rail.width_mm < rail.least_mm:
            found.append(f"{rail.name}: {rail.width_mm} mm is too narrow for {rail.current_a:.2f} A")
    losses = {rail.name: rail.drop_v for rail in rails(panel)}
    lowest = entry_v(panel) - losses["LEDs: spine"] - losses["LEDs: rail of a row"]
    if lowest < LED_MIN_V:
        found.append(f"the farthest LED gets {lowest:.2f} V")
    if entry_v(panel) - SENSOR_V < DROPOUT_V or draw.sensors > REGULATOR_MA:
        found.append(f"the regulator cannot give {draw.sensors:.0f} mA at {entry_v(panel):.2f} V")
    hot = overheating(panel)
    return [*found, hot] if hot else found


def overheating(panel: str) -> str:
    """Return that the regulator gets too hot if every sensor draws its maximum, or an empty string."""
    hottest = junction_c(panel, worst(panel))
    if hottest <= JUNCTION_C:
        return ""
    return f"its regulator can reach {hottest:.0f} °C, above its limit of {JUNCTION_C:.0f} °C"


def table(panels: list[str]) -> list[tuple[str, ...]]:
    """Return the power of panels as rows of text, the first of them the heads."""
    lines: list[tuple[str, ...]] = [
        ("panel", "sensors mA", "LEDs mA", "in all mA", "in a game mA", "farthest LED V", "regulator °C (at worst)")
    ]
    for panel in panels:
        most, usual = worst(panel), typical(panel)
        lowest = entry_v(panel) - sum(rail.drop_v for rail in rails(panel) if rail.name.startswith("LEDs"))
        lines.append(
            (
                panel,
                f"{most.sensors:.0f}",
                f"{most.leds:.0f}",
                f"{most.total:.0f}",
                f"{usual.total:.0f}",
                f"{lowest:.2f}",
                f"{junction_c(panel, usual):.0f} ({junction_c(panel, most):.0f})",
            )
        )
    return lines

"""The wiring of a panel for people: what each pin of the Pico goes to, and where each cell is wired.

Everything is read from the netlist, so that it tells what the circuit board has.
"""

from collections.abc import Iterable
from typing import NamedTuple

from hexlume.hardware.buttons import BUTTON_PINS, BUTTONS
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, LED_PIN, panel_grid
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.parts import KINDS

_MEANINGS = {
    **{pin: f"analog input {index}" for index, pin in enumerate(ADC_PINS)},
    **{pin: f"address line {index} of all multiplexers" for index, pin in enumerate(ADDRESS_PINS)},
    **{pin: f"enable line {index}, low when on" for index, pin in enumerate(ENABLE_PINS)},
    LED_PIN: "data of the LED chain",
    **{pin: f"button {name}, to ground when pressed" for name, pin in zip(BUTTONS, BUTTON_PINS, strict=True)},
    BUZZER_PIN: "buzzer",
    "VSYS": "5 V from the supply, through a diode",
    "ADC_VREF": "the sensors' 3.3 V",
    "GND": "ground",
    "AGND": "ground",
}


class PicoPin(NamedTuple):
    """A pin of the Pico: its number on the edge, its name, what it is for, and the parts that it is joined to."""

    number: int
    name: str
    meaning: str
    parts: tuple[str, ...]


def pico_pins(netlist: Netlist) -> list[PicoPin]:
    """Return the Pico's forty pins in their order."""
    nets = netlist.net_of
    found = []
    for ref, kind, first in (("A1", "pico_1_20", 1), ("A2", "pico_21_40", 21)):
        for pin in KINDS[kind].pins:
            net = nets.get((ref, pin.number), "")
            joined = sorted({other for other, _ in netlist.nets[net]} - {"A1", "A2"}) if net else []
            if net in ("GND", "+3V3"):
                joined = []
            meaning = _MEANINGS.get(pin.name, "") if net else "not used"
            found.append(PicoPin(first - 1 + int(pin.number), pin.name, meaning, tuple(joined)))
    return found


def _cell_rows(netlist: Netlist) -> list[tuple[object, ...]]:
    """Return a row for each cell: its sensor, the multiplexer with channel and pad, and the LED on the chain."""
    grid, nets = panel_grid(netlist.panel), netlist.net_of
    by_cell = {(part.kind, part.cell): part.ref for part in netlist.parts.values()}
    enables = {_line(netlist, pin): index for index, pin in enumerate(ENABLE_PINS)}
    analogs = {_line(netlist, pin): index for index, pin in enumerate(ADC_PINS)}
    channels = {pin.number: pin.name for pin in KINDS["multiplexer"].pins}
    chain = {ref: index for index, ref in enumerate(led_chain(netlist))}
    found: list[tuple[object, ...]] = []
    for cell in range(grid.cells):
        sensor, led = by_cell["sensor", cell], by_cell["led", cell]
        ((multiplexer, pad),) = netlist.nets[nets[sensor, "3"]] - {(sensor, "3")}
        analog, enable = analogs[nets[multiplexer, "1"]], enables[nets[multiplexer, "15"]]
        channel = int(channels[pad].removeprefix("I"))
        found.append((grid.name(cell), sensor, multiplexer, channel, pad, analog, enable, led, chain[led]))
    return found


def led_chain(netlist: Netlist) -> list[str]:
    """Return the LEDs' references in their order on the chain, followed from one's output to the next one's input."""
    nets = netlist.net_of
    leds = [part.ref for part in netlist.parts.values() if part.kind == "led"]
    behind = {nets[led, "4"]: led for led in leds}
    (first,) = (led for led in leds if not any(nets.get((other, "2")) == nets[led, "4"] for other in leds))
    chain = [first]
    while (following := behind.get(nets.get((chain[-1], "2"), ""))) is not None:
        chain.append(following)
    return chain


def markdown(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as a Markdown table, the first of them as its head."""
    lines = ["| " + " | ".join(str(field) for field in row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * (lines[0].count("|") - 1))
    return "\n".join(lines) + "\n"


def pin_table(netlist: Netlist) -> str:
    """Return the Pico's pins and every cell's wiring as Markdown."""
    pins = [("pin", "name", "for", "goes to")]
    pins += [(str(pin.number), pin.name, pin.meaning, ", ".join(pin.parts)) for pin in pico_pins(netlist)]
    heads = ("cell", "sensor", "multiplexer", "channel", "its pad", "analog input", "enable line", "LED")
    cells = [(*heads, "on the chain"), *_cell_rows(netlist)]
    return (
        f"# The wiring of {netlist.panel}\n\n## The Pico\n\n{markdown(pins)}\n"
        "Pins are numbered as on the Pico's edge: with its USB socket to the left, 1 to 20 run along the near edge "
        "from left to right, 21 to 40 along the far edge from right to left.\n\n"
        f"## The cells\n\n{markdown(cells)}"
    )


def pin_table_problems(text: str, panel: str) -> list[str]:
    """Return which cells a table that was written has elsewhere than the panel's definition, a sentence each."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    listed = {row[0]: (row[3], row[5], row[6], row[8]) for row in rows if len(row) == 9}
    grid = panel_grid(panel)
    found = []
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        where = (str(site.address), str(site.adc), str(site.enable), str(site.led))
        if listed.get(grid.name(cell)) != where:
            found.append(f"The wiring table has cell {grid.name(cell)} at {listed.get(grid.name(cell))}, not {where}.")
    return found


def _line(netlist: Netlist, name: str) -> str:
    """Return the net behind the series resistor at a pin of the Pico; empty if the pin is not used."""
    for ref, pad in sorted(netlist.nets.get(name, frozenset())):
        if netlist.parts[ref].kind in ("r470", "r1k"):
            return netlist.net_of[ref, "2" if pad == "1" else "1"]
    return ""

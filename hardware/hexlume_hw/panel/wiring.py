"""The wiring of a panel for people: what each pin of the Pico goes to, where each cell is wired, and a diagram.

Everything is read from the netlist, so that it tells what the circuit board has.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

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


@dataclass(frozen=True, slots=True)
class PicoPin:
    """A pin of the Pico: its number on the edge, its name, what it is for, and the parts that it is joined to."""

    number: int
    name: str
    meaning: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CellWire:
    """A cell's wiring: its sensor, the multiplexer with channel and pad, and the LED with its place on the chain."""

    cell: int
    name: str
    sensor: str
    multiplexer: str
    channel: int
    pad: str
    analog: int
    enable: int
    led: str
    chain: int


def pico_pins(netlist: Netlist) -> list[PicoPin]:
    """Return the Pico's forty pins in their order."""
    nets = _nets(netlist)
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


def cell_wires(netlist: Netlist) -> list[CellWire]:
    """Return every cell's wiring, in the order of the cells."""
    grid, nets = panel_grid(netlist.panel), _nets(netlist)
    by_cell = {(part.kind, part.cell): part.ref for part in netlist.parts.values()}
    enables = {_line(netlist, pin): index for index, pin in enumerate(ENABLE_PINS)}
    analogs = {_line(netlist, pin): index for index, pin in enumerate(ADC_PINS)}
    channels = {pin.number: pin.name for pin in KINDS["multiplexer"].pins}
    chain = {ref: index for index, ref in enumerate(led_chain(netlist))}
    found = []
    for cell in range(grid.cells):
        sensor, led = by_cell["sensor", cell], by_cell["led", cell]
        ((multiplexer, pad),) = netlist.nets[nets[sensor, "3"]] - {(sensor, "3")}
        analog, enable = analogs[nets[multiplexer, "1"]], enables[nets[multiplexer, "15"]]
        channel = int(channels[pad].removeprefix("I"))
        where = (multiplexer, channel, pad, analog, enable)
        found.append(CellWire(cell, grid.name(cell), sensor, *where, led, chain[led]))
    return found


def led_chain(netlist: Netlist) -> list[str]:
    """Return the LEDs' references in their order on the chain, followed from one's output to the next one's input."""
    nets = _nets(netlist)
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
    pins: list[tuple[object, ...]] = [("pin", "name", "for", "goes to")]
    pins += [(pin.number, pin.name, pin.meaning, ", ".join(pin.parts)) for pin in pico_pins(netlist)]
    cells: list[tuple[object, ...]] = [
        ("cell", "sensor", "multiplexer", "channel", "its pad", "analog input", "enable line", "LED", "on the chain")
    ]
    for wire in cell_wires(netlist):
        where = (wire.multiplexer, wire.channel, wire.pad, wire.analog, wire.enable)
        cells.append((wire.name, wire.sensor, *where, wire.led, wire.chain))
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


def _nets(netlist: Netlist) -> dict[tuple[str, str], str]:
    return {pad: name for name, pads in netlist.nets.items() for pad in pads}


def _line(netlist: Netlist, name: str) -> str:
    """Return the net behind the series resistor at a pin of the Pico; empty if the pin is not used."""
    nets = _nets(netlist)
    for ref, pad in sorted(netlist.nets.get(name, frozenset())):
        if netlist.parts[ref].kind in ("r470", "r1k"):
            return nets[ref, "2" if pad == "1" else "1"]
    return ""


# The diagram.

_BLOCK_W, _CHANNEL_H, _HEAD_H = 190, 15, 46
_BLOCK_H = _HEAD_H + 16 * _CHANNEL_H + 8
_LEFT, _TOP, _STEP_X, _STEP_Y = 360, 150, 260, _BLOCK_H + 66
_PIN_H = 24
_COLOURS = {"address": "#7a3e9d", "enable": "#b25b00", "analog": "#00695c", "data": "#1552b5", "power": "#b3261e"}


def diagram(netlist: Netlist) -> str:
    """Return the wiring diagram as SVG."""
    return _Diagram(netlist).drawn()


class _Diagram:
    """Draws the Pico at the left, the multiplexers by analog input and enable line, and below the lights and power."""

    def __init__(self, netlist: Netlist) -> None:
        self._netlist = netlist
        self._wires = cell_wires(netlist)
        self._enables = max(wire.enable for wire in self._wires) + 1
        self._pins = {pin.name: pin for pin in pico_pins(netlist)}
        self._below = max(_TOP + self._enables * _STEP_Y, _TOP + 24 * _PIN_H)
        self._width, self._height = _LEFT + 3 * _STEP_X + 20, self._below + 300
        self._svg = ElementTree.Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {self._width} {self._height}",
            width=str(self._width),
            height=str(self._height),
        )
        self._svg.set("font-family", "DejaVu Sans, Arial, sans-serif")
        self._svg.set("font-size", "13")
        ElementTree.SubElement(self._svg, "title").text = f"The wiring of {netlist.panel}"
        self._box(0, 0, self._width, self._height, "#ffffff", "none")

    def drawn(self) -> str:
        self._text(30, 40, f"Hexlume {self._netlist.panel}: wiring", size=22)
        self._buses()
        for analog in range(3):
            for enable in range(self._enables):
                self._multiplexer(analog, enable)
        self._pico()
        self._chain()
        self._power()
        return ElementTree.tostring(self._svg, encoding="unicode") + "\n"

    def _box(self, x: float, y: float, w: float, h: float, fill: str = "#f4f4f0", line: str = "#333333") -> None:
        ElementTree.SubElement(
            self._svg, "rect", x=f"{x:g}", y=f"{y:g}", width=f"{w:g}", height=f"{h:g}", fill=fill, stroke=line, rx="4"
        )

    def _text(
        self, x: float, y: float, text: str, size: int = 13, anchor: str = "start", fill: str = "#111111"
    ) -> None:
        made = ElementTree.SubElement(self._svg, "text", x=f"{x:g}", y=f"{y:g}", fill=fill)
        made.set("font-size", str(size))
        made.set("text-anchor", anchor)
        made.text = text

    def _wire(self, what: str, *places: tuple[float, float], width: float = 1.6) -> None:
        points = " ".join(f"{x:g},{y:g}" for x, y in places)
        made = ElementTree.SubElement(self._svg, "polyline", points=points, fill="none", stroke=_COLOURS[what])
        made.set("stroke-width", str(width))

    def _dot(self, what: str, x: float, y: float) -> None:
        ElementTree.SubElement(self._svg, "circle", cx=f"{x:g}", cy=f"{y:g}", r="3", fill=_COLOURS[what])

    def _place(self, analog: int, enable: int) -> tuple[float, float]:
        return _LEFT + analog * _STEP_X + 40, _TOP + enable * _STEP_Y + 34

    def _refs(self, *nets: str, kind: str) -> str:
        """Return the references of the parts of a kind that have a pad on every one of some nets."""
        sets = [{ref for ref, _ in self._netlist.nets.get(net, ())} for net in nets]
        return ", ".join(sorted(ref for ref in set.intersection(*sets) if self._netlist.parts[ref].kind == kind))

    def _buses(self) -> None:
        """Draw the analog inputs down the columns, enable lines along the rows and the address lines to each row."""
        for analog, pin in enumerate(ADC_PINS):
            x = _LEFT + analog * _STEP_X + 22
            y = 84 + 14 * analog
            last = self._place(analog, max(w.enable for w in self._wires if w.analog == analog))[1] + 16
            self._wire("analog", (230, self._pin_y(pin)), (250 + 10 * analog, self._pin_y(pin)), (250 + 10 * analog, y))
            self._wire("analog", (250 + 10 * analog, y), (x, y), (x, last))
            net = _line(self._netlist, pin)
            resistor, capacitor = self._refs(pin, net, kind="r470"), self._refs(pin, kind="c1n")
            self._text(x + 12, y + 4 - 14 * analog, f"{resistor} 470 Ω, {capacitor} 1 nF", fill=_COLOURS["analog"])
        for enable in range(self._enables):
            pin, y = ENABLE_PINS[enable], _TOP + enable * _STEP_Y + 12
            x = 296 + 8 * enable
            self._wire("enable", (230, self._pin_y(pin)), (x, self._pin_y(pin)), (x, y), (self._width - 30, y))
            net = _line(self._netlist, pin)
            series, pulled = self._refs(pin, net, kind="r1k"), self._refs("+3V3", net, kind="r10k")
            self._text(_LEFT + 46, y - 5, f"{net}: {series} 1 kΩ, {pulled} 10 kΩ to 3.3 V", fill=_COLOURS["enable"])
        trunk = 286
        names = ", ".join(_line(self._netlist, pin) for pin in ADDRESS_PINS)
        for pin in ADDRESS_PINS:
            self._wire("address", (230, self._pin_y(pin)), (trunk, self._pin_y(pin)))
        rows = [_TOP + enable * _STEP_Y + 22 for enable in range(self._enables)]
        ends = [*rows, *(self._pin_y(pin) for pin in ADDRESS_PINS)]
        self._wire("address", (trunk, min(ends)), (trunk, max(ends)), width=4)
        for y in rows:
            self._wire("address", (trunk, y), (self._width - 30, y), width=4)
        self._text(_LEFT + 2 * _STEP_X + 46, rows[0] - 15, f"{names}: 1 kΩ each", fill=_COLOURS["address"])

    def _multiplexer(self, analog: int, enable: int) -> None:
        wires = [wire for wire in self._wires if (wire.analog, wire.enable) == (analog, enable)]
        if not wires:
            return
        x, y = self._place(analog, enable)
        self._box(x, y, _BLOCK_W, _BLOCK_H)
        self._wire("enable", (x + 60, y - 22), (x + 60, y))
        self._dot("enable", x + 60, y - 22)
        self._wire("address", (x + 120, y - 12), (x + 120, y), width=4)
        self._wire("analog", (_LEFT + analog * _STEP_X + 22, y + 16), (x, y + 16))
        self._text(x + 6, y + 20, f"{wires[0].multiplexer}  CD74HC4067", size=14)
        for across, head in ((6, "channel (pad)"), (94, "cell"), (132, "sensor")):
            self._text(x + across, y + 38, head, size=11, fill="#555555")
        for wire in wires:
            line = y + _HEAD_H + 12 + wire.channel * _CHANNEL_H
            self._text(x + 12, line, f"{wire.channel} ({wire.pad})", size=12)
            self._text(x + 94, line, wire.name, size=12)
            self._text(x + 132, line, wire.sensor, size=12)

    def _shown(self) -> list[PicoPin]:
        """Return the pins of the Pico that are drawn, in the order from above."""
        first = [*ADC_PINS, *ENABLE_PINS[: self._enables], *ADDRESS_PINS, LED_PIN, *BUTTON_PINS, BUZZER_PIN]
        return [self._pins[name] for name in (*first, "VSYS", "ADC_VREF", "AGND")]

    def _pin_y(self, name: str) -> float:
        return _TOP + 50 + _PIN_H * [pin.name for pin in self._shown()].index(name)

    def _pico(self) -> None:
        shown = self._shown()
        self._box(30, _TOP, 200, 64 + _PIN_H * len(shown))
        self._text(42, _TOP + 24, "Pico or Pico 2 (A1, A2)", size=14)
        texts = {BUZZER_PIN: "buzzer", "VSYS": "5 V", "ADC_VREF": "3.3 V", "AGND": "ground", LED_PIN: "LED data"}
        texts |= {pin: f"button {name}" for name, pin in zip(BUTTONS, BUTTON_PINS, strict=True)}
        for pin in shown:
            y = self._pin_y(pin.name)
            self._text(42, y + 4, f"pin {pin.number}", size=12, fill="#555555")
            self._text(92, y + 4, pin.name)
            self._text(224, y + 4, texts.get(pin.name, ""), size=11, anchor="end", fill="#555555")

    def _chain(self) -> None:
        """Draw the LED chain's beginning and end, the buttons and the buzzer."""
        y, names = self._below + 40, {wire.led: wire.name for wire in self._wires}
        chain = led_chain(self._netlist)
        status = sum(part.status >= 0 and part.kind == "led" for part in self._netlist.parts.values())
        buffer = self._refs(LED_PIN, kind="level_shifter")
        boxes = [f"{buffer} 74AHCT1G125", f"{self._refs('LED_DATA', kind='r470')} 470 Ω"]
        boxes += [f"{led} {names[led]}" for led in chain[:4]]
        boxes += ["…", f"{chain[-status - 1]} {names[chain[-status - 1]]}", f"{chain[-status]} to {chain[-1]} status"]
        self._text(30, y - 12, f"The LED chain, from {LED_PIN}: {len(chain)} WS2812B, each with 100 nF", size=14)
        self._row(y, boxes, "data")
        buttons = [f"{self._refs(pin, kind='button')} {name}" for pin, name in zip(BUTTON_PINS, BUTTONS, strict=True)]
        buzzer = self._refs("BUZZER", kind="buzzer")
        resistor = self._refs(BUZZER_PIN, "BUZZER", kind="r1k")
        text = (
            f"Buttons, from their pin to ground: {', '.join(buttons)}. Buzzer: {BUZZER_PIN}, {resistor} 1 kΩ, {buzzer}"
        )
        self._text(30, y + 62, text + ", ground.")

    def _power(self) -> None:
        y = self._below + 158
        self._text(30, y - 12, "The power", size=14)
        kinds = ("usb_c", "fuse", "tvs", "p_mosfet", "regulator")
        names = {kind: ref for kind in kinds for ref, part in self._netlist.parts.items() if part.kind == kind}
        shown = ("USB-C 5 V 3 A", "fuse", "suppressor", "MOSFET: 5 V", "3.3 V for sensors")
        self._row(y, [f"{names[kind]} {text}" for kind, text in zip(kinds, shown, strict=True)], "power")
        diode = self._refs("VSYS", "+5V", kind="schottky")
        self._text(30, y + 62, f"5 V feeds the LEDs, {names['regulator']} and, through {diode}, the Pico's VSYS.")
        self._text(30, y + 82, "3.3 V feeds the sensors and multiplexers, each with 100 nF, and the Pico's ADC_VREF.")

    def _row(self, y: float, texts: list[str], what: str) -> None:
        x = 30.0
        for index, text in enumerate(texts):
            width = 16 + 8 * len(text)
            self._box(x, y, width, 32)
            self._text(x + width / 2, y + 21, text, anchor="middle")
            if index < len(texts) - 1:
                self._wire(what, (x + width, y + 16), (x + width + 14, y + 16))
            x += width + 14

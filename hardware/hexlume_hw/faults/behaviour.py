"""What a board does under a fault: which sensors each cell's reading is made of, what each LED shows, and the rest.

Everything follows from the circuit: supplies, then levels of the lines, then which channel each multiplexer joins to
its analog input. Lines that nothing drives have no certain level: ``floating`` says which one they take.
"""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexlume.sensing.buttons import BUTTON_PINS, BUTTONS
from hexlume.sensing.panel import (
    ADC_PINS,
    ADDRESS_PINS,
    BUZZER_PIN,
    ENABLE_PINS,
    LED_PIN,
    SETTLE_US,
    cell_site,
    panel_grid,
)
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.faults.network import Network, Transfer
from hexlume_hw.faults.supply import (
    BRIDGE_OHMS,
    CC_OHMS,
    CC_V,
    LOAD_OHMS,
    REGULATED_V,
    SUPPLY_PINS,
    Supplies,
    Supply,
    powered,
)
from hexlume_hw.panel.parts import KINDS, PICO_PADS, Pin
from hexlume_hw.physics.sensor import FULL_SCALE

_PIN_OHMS: Final = 40.0
"""A Pico's output, and an LED's."""
_PULL_OHMS: Final = 50_000.0
"""A Pico's pull-up."""
_SENSOR_OHMS: Final = 100.0
"""A sensor's output (assumed)."""
_LIFTED_OHMS: Final = 10_000.0
"""A sensor without ground: its output is lifted to its supply by so much (assumed)."""
_CLAMP_V: Final = 0.6
"""The diode from a chip's output to its supply."""
_CHANNEL_OHMS: Final = 100.0
_BUTTON_OHMS: Final = 0.1
_ALL_HIGH: Final = (1 << len(ADDRESS_PINS)) - 1
_DATA_SHARE: Final = 0.3
"""A meter shows so much of the level while dark frames are sent: a zero is high for so long."""
_LEAST_SHARE: Final = 0.02
_STRAY_F: Final = 50e-12
_SENSOR_V: Final = (2.5, 6.0)
_MULTIPLEXER_V: Final = (2.0, 7.0)
_LED_V: Final = 3.5
_BUFFER_V: Final = 4.0
_DATA_V: Final = (1.5, 3.0)
"""Data is understood if it goes below the first and above the second."""
_TTL_V: Final = (0.8, 2.0)
_STARTS_V: Final = 1.8
"""A Pico runs from so much at VSYS."""
_FLOATING_COUNTS: Final = (0, 700)
"""What an analog input reads that nothing ever drives (the second: issue 46)."""
COLOURS: Final = "rgb"
_SENT: Final = "grb"


class Reading(NamedTuple):
    """What a cell's reading is made of: shares of sensors by reference, and counts besides."""

    sensors: tuple[tuple[str, float], ...]
    counts: float


@dataclass(frozen=True)
class Behaviour:
    """What a board does.

    ``readings`` has one reading for each cell, ``lights`` by LED the colours it shows when all are sent red, green and
    blue (``-`` for none), ``keys`` by button what the board takes it for, ``volts`` and ``ohms`` what a meter shows
    at the test points. ``certain`` is whether none of this depends on a level that nothing drives.
    """

    readings: tuple[Reading, ...]
    lights: dict[str, str]
    keys: dict[str, str]
    sound: str
    hot: str
    starts: dict[str, bool]
    volts: dict[str, float]
    ohms: dict[str, float]
    certain: bool


def behaviour(circuit: Circuit, nets: frozenset[str], floating: int) -> Behaviour:
    """Return what a circuit does; ``nets`` are the sound circuit's power nets."""
    return _Board(circuit, nets, floating).behaviour()


def lead_volts(circuit: Circuit, sound: Circuit, nets: frozenset[str], floating: int) -> dict[str, float]:
    """Return the volts at every lead (``B7.2``) and every pad (``B7.2 pad``), which are one where the joint is good.

    The first channel is selected, and dark frames are sent. For those with ``high`` behind them the address lines and
    the buzzer's pin are high.
    """
    return _Board(circuit, nets, floating).leads(sound)


class _Board:
    def __init__(self, circuit: Circuit, nets: frozenset[str], floating: int) -> None:
        self._circuit = circuit
        self._nets = nets
        self._floating = floating
        self._guessed = False
        self._supplies = Supplies(circuit, nets)
        self._supply = self._supplies.solve("A5", usb=True)
        self._levels: dict[str, float] = {f"{net}": volts for net, volts in self._supply.volts.items()}
        self._network = self._joined(frozenset(nets))
        self._sensors()

    def behaviour(self) -> Behaviour:
        lights = self._lights()
        alone = {pin: self._supplies.solve(pin, usb=False) for pin in ("A5", "B5")}
        usb = self._supplies.solve("", usb=True)
        vsys = self._pad("VSYS")
        starts = {
            "the charger alone": self._starts(alone["A5"], vsys),
            "the charger alone, its plug turned over": self._starts(alone["B5"], vsys),
            "the Pico's USB alone": usb.volts.get("+5V", 0.0) > _LED_V,
        }
        return Behaviour(
            self._readings(),
            lights,
            self._keys(),
            self._sound(),
            self._supply.hot,
            starts,
            self._volts(),
            self._ohms(),
            not self._guessed,
        )

    # What is joined

    def _joined(self, stiff: frozenset[str]) -> Network:
        circuit = self._circuit
        network = Network(stiff)
        for one, other in circuit.bridges:
            network.resistor(one, other, BRIDGE_OHMS)
        for ref in circuit.parts:
            if circuit.is_resistor(ref):
                leads = circuit.leads(ref)
                network.resistor(leads["1"][0], leads["2"][0], circuit.value(ref))
        return network

    def _lift(self, network: Network) -> None:
        """Have chips pull a supply lead without a joint towards the other supply."""
        for ref, part in self._circuit.parts.items():
            if part.kind in SUPPLY_PINS:
                leads = self._circuit.leads(ref)
                plus, minus = (leads[name][0] for name in SUPPLY_PINS[part.kind])
                if (plus in self._nets) != (minus in self._nets):
                    network.resistor(plus, minus, LOAD_OHMS[part.kind])

    def _sensors(self) -> None:
        """Drive the nets by the sensors' outputs; ``_span`` has the supply of each that works."""
        circuit, network, supply = self._circuit, self._network, self._supply
        self._working: dict[str, tuple[float, float]] = {}
        for ref in circuit.of_kind("sensor"):
            leads = circuit.leads(ref)
            plus, out, minus = leads["VCC"][0], leads["OUT"][0], leads["GND"][0]
            high, low = supply.volts.get(plus), supply.volts.get(minus)
            if high is not None and low is not None:
                if _SENSOR_V[0] <= high - low <= _SENSOR_V[1]:
                    self._working[ref] = low, high
                    self._drive(network, out, ref, (low + high) / 2, _SENSOR_OHMS)
            elif high is not None and high > _SENSOR_V[0]:
                self._drive(network, out, f"{ref} lifted", high, _LIFTED_OHMS)
            elif high is None and supply.volts.get(out, 0.0) > _CLAMP_V:
                self._drive(network, plus, f"{ref} clamped", supply.volts[out] - _CLAMP_V, _SENSOR_OHMS)

    def _drive(self, network: Network, net: str, name: str, volts: float, ohms: float) -> None:
        self._levels[name] = volts
        network.source(net, name, ohms)

    def _pad(self, pin: str) -> str:
        """Return the net at a pin of the Pico."""
        ref, number = PICO_PADS[pin]
        return self._circuit.net_of.get((ref, number), f"{ref}.{number}") if ref in self._circuit.parts else pin

    def _level(self, network: Network, net: str) -> float | None:
        """Return a net's voltage, ``None`` if nothing drives it; sensors rest."""
        found = network.transfer(net)
        if found is None:
            return None
        return found.volts(self._levels)

    # Readings

    def _readings(self) -> tuple[Reading, ...]:
        grid = panel_grid(self._circuit.panel)
        found: list[tuple[Transfer | None, float]] = []
        for cell in range(grid.cells):
            site = cell_site(grid, cell)
            if cell % len(ADC_PINS) == 0:
                network = self._selected(site.enable, site.address)
            net = self._pad(ADC_PINS[site.adc])
            transfer = network.transfer(net)
            left = 0.0
            if transfer is not None:
                farads = self._farads(net)
                left = math.exp(-SETTLE_US * 1e-6 / (transfer.ohms * farads))
            found.append((transfer, left))
        reference = self._reference()
        readings: list[dict[str, float] | None] = [None] * len(found)
        # The second round begins with what the last cells left on the inputs.
        for cell in 2 * [*range(len(found))]:
            transfer, left = found[cell]
            before = next((other for other in self._before(cell, len(found))), cell)
            held = readings[before] if before != cell else None
            shares = dict(transfer.shares) if transfer is not None else held
            if transfer is not None and held is not None and left > 1e-3:
                names = {*shares, *held} if shares is not None else set()
                shares = {
                    name: (1 - left) * dict(transfer.shares).get(name, 0.0) + left * held.get(name, 0.0)
                    for name in names
                }
            readings[cell] = shares
        return tuple(self._reading(shares, reference) for shares in readings)

    def _before(self, cell: int, cells: int) -> list[int]:
        """Return the cell that was read before on the same analog input."""
        step = len(ADC_PINS)
        if cell >= step:
            return [cell - step]
        return [max(other for other in range(cells) if other % step == cell % step)]

    def _reading(self, shares: dict[str, float] | None, reference: float) -> Reading:
        if shares is None or reference < 1.0:
            return Reading((), _FLOATING_COUNTS[self._guess()])
        sensors, volts = [], 0.0
        for name, share in shares.items():
            volts += share * self._levels[name]
            if name in self._working and abs(share) > _LEAST_SHARE:
                low, high = self._working[name]
                sensors.append((name, round(share * (high - low) / reference, 3)))
        return Reading(tuple(sorted(sensors)), max(0.0, min(FULL_SCALE - 1.0, volts / reference * FULL_SCALE)))

    def _reference(self) -> float:
        """Return the converter's reference."""
        if PICO_PADS["ADC_VREF"][0] not in self._circuit.parts:
            return 0.0
        return self._supply.volts.get(self._pad("ADC_VREF"), REGULATED_V)

    def _farads(self, net: str) -> float:
        found = _STRAY_F
        for ref in self._circuit.of_kind("c1n"):
            leads = self._circuit.leads(ref)
            if net in (leads["1"][0], leads["2"][0]):
                found += self._circuit.value(ref)
        return found

    def _lines(self, levels: dict[str, bool]) -> Network:
        """Return the network with the Pico's outputs at levels, by their pins."""
        network = Network(base=self._network)
        for pin, high in levels.items():
            self._drive(network, self._pad(pin), f"{pin} {'high' if high else 'low'}", REGULATED_V * high, _PIN_OHMS)
        return network

    def _selected(self, enable: int, address: int) -> Network:
        """Return the network with the multiplexers' channels joined that the lines select."""
        circuit = self._circuit
        levels = {pin: bool(address >> line & 1) for line, pin in enumerate(ADDRESS_PINS)}
        levels |= {pin: line != enable for line, pin in enumerate(ENABLE_PINS)}
        network = self._lines(levels)
        joined = []
        for ref in circuit.of_kind("multiplexer"):
            supply = powered(circuit, self._supply, ref)
            if not _MULTIPLEXER_V[0] <= supply <= _MULTIPLEXER_V[1]:
                continue
            leads = circuit.leads(ref)
            if self._is_high(network, leads["E"][0], supply / 2):
                continue
            channel = sum(
                self._is_high(network, leads[f"S{line}"][0], supply / 2) << line for line in range(len(ADDRESS_PINS))
            )
            joined.append((leads["COM"][0], leads[f"I{channel}"][0]))
        for common, channel_net in joined:
            network.resistor(common, channel_net, _CHANNEL_OHMS)
        return network

    def _is_high(self, network: Network, net: str, threshold: float) -> bool:
        level = self._level(network, net)
        return self._guess() if level is None else level > threshold

    def _guess(self) -> bool:
        """Return a level that nothing drives."""
        self._guessed = True
        return bool(self._floating)

    # Lights

    def _lights(self) -> dict[str, str]:
        circuit = self._circuit
        self._idle = self._data_network()
        leds = {ref: powered(circuit, self._supply, ref) >= _LED_V for ref in circuit.of_kind("led")}
        with_data: set[str] = set()
        drivers = self._buffer_drives()
        self._swinging: set[str] = set()
        while drivers:
            name, net = drivers.pop()
            self._swinging.add(name)
            reached = self._idle.reaches(net)
            for ref, on in leds.items():
                inlet = circuit.leads(ref)["DIN"][0]
                if not on or ref in with_data or inlet not in reached or circuit.variants.get(ref) == "dead":
                    continue
                if self._swings(self._idle, inlet, name, 5.0, _DATA_V):
                    with_data.add(ref)
                    drivers.append((f"{ref} data", circuit.leads(ref)["DOUT"][0]))
        return {ref: self._colours(ref) if ref in with_data else "---" for ref in circuit.of_kind("led")}

    def _data_network(self) -> Network:
        network = Network(base=self._network)
        circuit = self._circuit
        for ref in circuit.of_kind("led"):
            if powered(circuit, self._supply, ref) >= _LED_V:
                self._drive(network, circuit.leads(ref)["DOUT"][0], f"{ref} data", 0.0, _PIN_OHMS)
        for ref in circuit.of_kind("level_shifter"):
            if powered(circuit, self._supply, ref) >= _BUFFER_V and self._is_enabled(ref):
                self._drive(network, circuit.leads(ref)["Y"][0], f"{ref} data", 0.0, _PIN_OHMS)
        self._drive(network, self._pad(LED_PIN), f"{LED_PIN} data", 0.0, _PIN_OHMS)
        return network

    def _is_enabled(self, ref: str) -> bool:
        return not self._is_high(self._network, self._circuit.leads(ref)["OE"][0], _TTL_V[0])

    def _buffer_drives(self) -> list[tuple[str, str]]:
        """Return what drives the chain: the buffer's output if its input swings, and the Pico's pin itself."""
        found = [(f"{LED_PIN} data", self._pad(LED_PIN))] if LED_PIN else []
        for ref in self._circuit.of_kind("level_shifter"):
            leads = self._circuit.leads(ref)
            on = powered(self._circuit, self._supply, ref) >= _BUFFER_V and self._is_enabled(ref)
            if on and self._swings(self._idle, leads["A"][0], f"{LED_PIN} data", REGULATED_V, _TTL_V):
                found.append((f"{ref} data", leads["Y"][0]))
        return found

    def _swings(self, network: Network, net: str, driver: str, volts: float, levels: tuple[float, float]) -> bool:
        """Return whether a net goes below and above two levels as a driver goes low and high."""
        found = network.transfer(net)
        if found is None:
            return False
        if driver.startswith(LED_PIN):
            volts = REGULATED_V
        share = dict(found.shares).get(driver, 0.0)
        # At rest every driver is low.
        low = found.volts(self._levels)
        high = low + share * volts
        return low < levels[0] and high > levels[1]

    def _colours(self, ref: str) -> str:
        """Return what an LED with data shows for red, green and blue."""
        variant = self._circuit.variants.get(ref, "")
        # It takes the bytes that are sent, green first, in its own order.
        takes = variant.removeprefix("takes ") if variant.startswith("takes ") else _SENT
        dark = variant.removeprefix("no ")
        shown = (takes[_SENT.index(colour)] for colour in COLOURS)
        return "".join("-" if colour == dark else colour for colour in shown)

    # Buttons, buzzer, supplies

    def _keys(self) -> dict[str, str]:
        network = Network(base=self._network)
        for pin in BUTTON_PINS:
            self._drive(network, self._pad(pin), f"{pin} pull", REGULATED_V, _PULL_OHMS)
        found = {}
        for ref in self._buttons():
            leads = self._circuit.leads(ref)
            name = BUTTONS[self._circuit.parts[ref].key]
            pressed = Network(base=self._network)
            for pin in BUTTON_PINS:
                pressed.source(self._pad(pin), f"{pin} pull", _PULL_OHMS)
            pressed.resistor(leads["1"][0], leads["2"][0], _BUTTON_OHMS)
            taken = [
                other
                for pin, other in zip(BUTTON_PINS, BUTTONS, strict=True)
                if (self._level(network, self._pad(pin)) or 0.0) > _TTL_V[1]
                and (self._level(pressed, self._pad(pin)) or 0.0) < _TTL_V[0]
            ]
            found[name] = " ".join(taken)
        return {name: found.get(name, "") for name in BUTTONS}

    def _buttons(self) -> list[str]:
        return self._circuit.of_kind("button")

    def _sound(self) -> str:
        for ref in self._circuit.of_kind("buzzer"):
            leads = self._circuit.leads(ref)
            swing = []
            for high in (False, True):
                network = self._lines({BUZZER_PIN: high})
                levels = [self._level(network, leads[name][0]) for name in "+-"]
                if None in levels:
                    return "none"
                swing.append((levels[0] or 0.0) - (levels[1] or 0.0))
            if abs(swing[1] - swing[0]) > 1.0:
                return "heard"
        return "none"

    def _starts(self, supply: Supply, vsys: str) -> bool:
        lit = supply.volts.get("+5V", 0.0) > _LED_V
        return lit and supply.volts.get(vsys, 0.0) > _STARTS_V

    def _volts(self) -> dict[str, float]:
        """Return the voltages at the test points, and with the Pico out at an enable line and the LEDs' data."""
        volts = self._supply.volts
        out = self._supplies.solve("A5", usb=False, pico=False)
        network = self._joined(frozenset(self._nets))
        levels = dict(out.volts)
        for ref in self._circuit.of_kind("level_shifter"):
            if powered(self._circuit, out, ref) >= _BUFFER_V and self._is_enabled(ref):
                inlet = network.transfer(self._circuit.leads(ref)["A"][0])
                high = self._guess() if inlet is None else inlet.volts(levels) > _TTL_V[1]
                levels[ref] = 5.0 * high
                network.source(self._circuit.leads(ref)["Y"][0], ref, _PIN_OHMS)
        found = {net: volts[net] for net in ("VBUS", "FUSED", "+5V", "+3V3")}
        for name, net in (("enable", self._pad(ENABLE_PINS[0])), ("DIN", "DATA0")):
            transfer = network.transfer(net)
            found[name] = transfer.volts(levels) if transfer is not None else 0.0
        return found

    def _ohms(self) -> dict[str, float]:
        """Return the ohms between the supplies, with everything unplugged."""
        found = {}
        for one, other in (("+5V", "GND"), ("+3V3", "GND"), ("+5V", "+3V3"), ("FUSED", "GND")):
            transfer = self._joined(frozenset({other})).transfer(one)
            found[f"{one} {other}"] = transfer.ohms if transfer is not None else math.inf
        return found

    def leads(self, sound: Circuit) -> dict[str, float]:
        """Return the volts at every lead, and at every pad of the sound circuit."""
        self._lights()
        circuit = self._circuit
        nets = {(ref, pin.number): net for ref in circuit.parts for pin, net in self._pins(ref)}
        found: dict[str, float] = {}
        for address, word in ((0, ""), (_ALL_HIGH, " high")):
            network = self._selected(0, address)
            self._lift(network)
            self._drive(network, self._pad(BUZZER_PIN), f"{BUZZER_PIN}{word}", REGULATED_V * bool(address), _PIN_OHMS)
            for ref in circuit.of_kind("usb_c"):
                for name in ("CC1", "CC2"):
                    self._drive(network, circuit.leads(ref)[name][0], "CC", CC_V, CC_OHMS)
            by_net = {net: self._shown(network, net) for net in {*nets.values(), *sound.net_of.values()}}
            found |= {f"{ref}.{number} pad{word}": by_net[net] for (ref, number), net in sound.net_of.items()}
            found |= {f"{ref}.{number}{word}": by_net[net] for (ref, number), net in nets.items()}
        return found

    def _pins(self, ref: str) -> list[tuple[Pin, str]]:
        numbers = KINDS[self._circuit.parts[ref].kind].pins
        return [(pin, self._circuit.net_of.get((ref, pin.number), f"{ref}.{pin.number}")) for pin in numbers]

    def _shown(self, selected: Network, net: str) -> float:
        """Return what a meter shows at a net: nothing where nothing drives it, and a part of the level of data."""
        if net in self._supply.volts:
            return self._supply.volts[net]
        data = self._idle.transfer(net)
        if data is not None and self._swinging & {name for name, _ in data.shares}:
            high = sum(share * 5.0 for name, share in data.shares if name in self._swinging)
            return data.volts(self._levels) + _DATA_SHARE * high
        return self._level(selected, net) or 0.0

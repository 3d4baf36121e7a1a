"""What a board does under a fault: which sensors each cell's reading is made of, what each LED shows, and the rest.

Everything follows from the circuit: supplies, then levels of the lines, then which channel each multiplexer joins to
its analog input. Lines that nothing drives have no certain level: ``floating`` says which one they take.
"""

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexlume.hardware.buttons import BUTTON_PINS, BUTTONS
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, panel_grid
from hexlume.hardware.scan import SETTLE_US
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.faults.levels import BUFFER_V, LED_V, PIN_OHMS, TTL_V, Levels
from hexlume_hw.faults.lights import Lights
from hexlume_hw.faults.network import Network, Transfer
from hexlume_hw.faults.supply import CC_OHMS, CC_PINS, CC_V, REGULATED_V, Supply, powered, resistors
from hexlume_hw.panel.parts import KINDS, PICO_PADS, Pin
from hexlume_hw.physics.sensor import FULL_SCALE

_PULL_OHMS: Final = 50_000.0
"""A Pico's pull-up."""
_BUTTON_OHMS: Final = 0.1
_ALL_HIGH: Final = (1 << len(ADDRESS_PINS)) - 1
_DATA_SHARE: Final = 0.3
"""A meter shows so much of the level while dark frames are sent: a zero is high for so long."""
_LEAST_SHARE: Final = 0.02
_STRAY_F: Final = 50e-12
WAYS: Final = ("no", "one way round", "yes")
"""Whether a board starts, by the number of ways round of the plug in which it does."""
_STARTS_V: Final = 1.8
"""A Pico runs from so much at VSYS."""
_FLOATING_COUNTS: Final = (0, 700)
"""What an analog input reads that nothing ever drives (the second: issue 46)."""


class Reading(NamedTuple):
    """What a cell's reading is made of: shares of sensors by reference, and counts besides."""

    sensors: tuple[tuple[str, float], ...]
    counts: float


@dataclass(frozen=True)
class Behaviour:
    """What a board does.

    ``readings`` has one reading for each cell, ``lights`` by LED the colours it shows when all are sent red, green and
    blue (``-`` for none), ``keys`` by button what the board takes it for. ``hot``, ``volts`` and ``ohms`` are what a
    hand feels and a meter shows with the Pico out of its sockets, ``ways`` in how many ways round of its plug the
    charger gives power. ``certain`` is whether none of this depends on a level that nothing drives.
    """

    readings: tuple[Reading, ...]
    lights: dict[str, str]
    keys: dict[str, str]
    sound: str
    hot: str
    starts: dict[str, str]
    volts: dict[str, float]
    ohms: dict[str, float]
    ways: int
    certain: bool


def behaviour(circuit: Circuit, nets: frozenset[str], floating: int) -> Behaviour:
    """Return what a circuit does; ``nets`` are the sound circuit's power nets."""
    return _Board(circuit, nets, floating).behaviour()


def lead_volts(circuit: Circuit, sound: Circuit, nets: frozenset[str], floating: int) -> dict[str, float]:
    """Return the volts at every lead (``B7.2``) and every pad (``B7.2 pad``), which are one where the joint is good.

    The first channel is selected, and dark frames are sent. For those with ``high`` behind them the address lines and
    the buzzer's pin are high; for those with ``out`` the Pico is out of its sockets.
    """
    return _Board(circuit, nets, floating).leads(sound)


class _Board:
    def __init__(self, circuit: Circuit, nets: frozenset[str], floating: int) -> None:
        self._circuit = circuit
        self._nets = nets
        self._at = Levels(circuit, nets, floating)
        self._lights = Lights(self._at)

    def behaviour(self) -> Behaviour:
        alone = [self._at.supplies.solve(pin, usb=False) for pin in CC_PINS]
        usb = self._at.supplies.solve("", usb=True)
        vsys = self._at.pad("VSYS")
        # A plug does not show which way round it is: how many of the two start the board is all that a person can say.
        starts = {
            "charger": WAYS[sum(self._starts(supply, vsys) for supply in alone)],
            "USB": WAYS[2 * self._starts(usb, vsys)],
        }
        return Behaviour(
            self._readings(),
            self._lights.shown,
            self._keys(),
            self._sound(),
            self._at.without_pico.hot,
            starts,
            self._volts(),
            self._ohms(),
            len(self._at.supplies.ways),
            not self._at.guessed,
        )

    # Readings

    def _readings(self) -> tuple[Reading, ...]:
        grid = panel_grid(self._circuit.panel)
        found: list[tuple[Transfer | None, float]] = []
        for cell in range(grid.cells):
            site = cell_site(grid, cell)
            if cell % len(ADC_PINS) == 0:
                network = self._at.selected(site.enable, site.address)
            net = self._at.pad(ADC_PINS[site.adc])
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
            # What was read before on the same analog input.
            step = len(ADC_PINS)
            held = readings[cell - step if cell >= step else max(range(cell, len(found), step))]
            shares = dict(transfer.shares) if transfer is not None else held
            if transfer is not None and shares is not None and held is not None and left > 1e-3:
                names = {*shares, *held}
                shares = {name: (1 - left) * shares.get(name, 0.0) + left * held.get(name, 0.0) for name in names}
            readings[cell] = shares
        return tuple(self._reading(shares, reference) for shares in readings)

    def _reading(self, shares: dict[str, float] | None, reference: float) -> Reading:
        if shares is None or reference < 1.0:
            return Reading((), _FLOATING_COUNTS[self._at.guess()])
        sensors, volts = [], 0.0
        for name, share in shares.items():
            volts += share * self._at.volts[name]
            if name in self._at.working and abs(share) > _LEAST_SHARE:
                low, high = self._at.working[name]
                sensors.append((name, round(share * (high - low) / reference, 3)))
        return Reading(tuple(sorted(sensors)), max(0.0, min(FULL_SCALE - 1.0, volts / reference * FULL_SCALE)))

    def _reference(self) -> float:
        """Return the converter's reference."""
        if PICO_PADS["ADC_VREF"][0] not in self._circuit.parts:
            return 0.0
        return self._at.supply.volts.get(self._at.pad("ADC_VREF"), REGULATED_V)

    def _farads(self, net: str) -> float:
        circuit = self._circuit
        at_net = [ref for ref in circuit.of_kind("c1n") if [net] in circuit.leads(ref).values()]
        return _STRAY_F + sum(circuit.value(ref) for ref in at_net)

    # Buttons, buzzer, supplies

    def _keys(self) -> dict[str, str]:
        network = Network(base=self._at.network)
        for pin in BUTTON_PINS:
            self._at.drive(network, self._at.pad(pin), f"{pin} pull", REGULATED_V, _PULL_OHMS)
        found = {}
        for ref in self._circuit.of_kind("button"):
            leads = self._circuit.leads(ref)
            name = BUTTONS[self._circuit.parts[ref].key]
            pressed = Network(base=self._at.network)
            for pin in BUTTON_PINS:
                pressed.source(self._at.pad(pin), f"{pin} pull", _PULL_OHMS)
            pressed.resistor(leads["1"][0], leads["2"][0], _BUTTON_OHMS)
            taken = [
                other
                for pin, other in zip(BUTTON_PINS, BUTTONS, strict=True)
                if (self._at.level(network, self._at.pad(pin)) or 0.0) > TTL_V[1]
                and (self._at.level(pressed, self._at.pad(pin)) or 0.0) < TTL_V[0]
            ]
            found[name] = " ".join(taken)
        return {name: found.get(name, "") for name in BUTTONS}

    def _sound(self) -> str:
        for ref in self._circuit.of_kind("buzzer"):
            leads = self._circuit.leads(ref)
            swing = []
            for high in (False, True):
                network = self._at.lines({BUZZER_PIN: high})
                levels = [self._at.level(network, leads[name][0]) for name in "+-"]
                if None in levels:
                    return "none"
                swing.append((levels[0] or 0.0) - (levels[1] or 0.0))
            if abs(swing[1] - swing[0]) > 1.0:
                return "heard"
        return "none"

    def _starts(self, supply: Supply, vsys: str) -> bool:
        """Return whether lights come on with a supply."""
        lights = set(self._lights.shown.values()) != {"---"}
        return lights and supply.volts.get("+5V", 0.0) > LED_V and supply.volts.get(vsys, 0.0) > _STARTS_V

    def _volts(self) -> dict[str, float]:
        """Return the voltages at the test points, at an enable line and at the LEDs' data."""
        out = self._at.without_pico
        network = resistors(self._circuit, frozenset(self._nets))
        levels = dict(out.volts)
        for ref in self._circuit.of_kind("level_shifter"):
            if powered(self._circuit, out, ref) >= BUFFER_V and self._at.is_enabled(ref):
                inlet = network.transfer(self._circuit.leads(ref)["A"][0])
                high = self._at.guess() if inlet is None else inlet.volts(levels) > TTL_V[1]
                levels[ref] = 5.0 * high
                network.source(self._circuit.leads(ref)["Y"][0], ref, PIN_OHMS)
        found = {net: out.volts[net] for net in ("VBUS", "FUSED", "+5V", "+3V3")}
        lines = {"enable": self._at.pad(ENABLE_PINS[0]), "DIN": "DATA0"}
        driven = {name: network.transfer(net) for name, net in lines.items()}
        return found | {name: 0.0 if drive is None else drive.volts(levels) for name, drive in driven.items()}

    def _ohms(self) -> dict[str, float]:
        """Return the ohms between the supplies, with everything unplugged."""
        pairs = ("+5V", "GND"), ("+3V3", "GND"), ("+5V", "+3V3"), ("FUSED", "GND")
        drives = {pair: resistors(self._circuit, frozenset(pair[1:])).transfer(pair[0]) for pair in pairs}
        return {" ".join(pair): math.inf if drive is None else drive.ohms for pair, drive in drives.items()}

    def leads(self, sound: Circuit) -> dict[str, float]:
        """Return the volts at every lead, and at every pad of the sound circuit."""
        circuit = self._circuit
        nets = {(ref, pin.number): net for ref in circuit.parts for pin, net in self._pins(ref)}
        found: dict[str, float] = {}
        for address, word in ((0, ""), (_ALL_HIGH, " high")):
            network = self._at.selected(0, address)
            self._at.lift(network)
            self._at.drive(
                network, self._at.pad(BUZZER_PIN), f"{BUZZER_PIN}{word}", REGULATED_V * bool(address), PIN_OHMS
            )
            for ref in circuit.of_kind("usb_c"):
                for name in ("CC1", "CC2"):
                    self._at.drive(network, circuit.leads(ref)[name][0], "CC", CC_V, CC_OHMS)
            by_net = {net: self._shown(network, net) for net in {*nets.values(), *sound.net_of.values()}}
            found |= {f"{ref}.{number} pad{word}": by_net[net] for (ref, number), net in sound.net_of.items()}
            found |= {f"{ref}.{number}{word}": by_net[net] for (ref, number), net in nets.items()}
        out = self._at.without_pico.volts
        found |= {f"{ref}.{number} pad out": out[net] for (ref, number), net in sound.net_of.items() if net in out}
        found |= {f"{ref}.{number} out": out.get(net, 0.0) for (ref, number), net in nets.items()}
        return found

    def _pins(self, ref: str) -> list[tuple[Pin, str]]:
        numbers = KINDS[self._circuit.parts[ref].kind].pins
        return [(pin, self._circuit.net_of.get((ref, pin.number), f"{ref}.{pin.number}")) for pin in numbers]

    def _shown(self, selected: Network, net: str) -> float:
        """Return what a meter shows at a net: nothing where nothing drives it, and a part of the level of data."""
        if net in self._at.supply.volts:
            return self._at.supply.volts[net]
        data = self._lights.idle.transfer(net)
        if data is not None and self._lights.swinging & {name for name, _ in data.shares}:
            high = sum(share * 5.0 for name, share in data.shares if name in self._lights.swinging)
            return data.volts(self._at.volts) + _DATA_SHARE * high
        return self._at.level(selected, net) or 0.0

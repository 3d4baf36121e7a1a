"""The supplies of a board under a fault: voltages of its power nets, what gets hot, and whether the charger bears it.

The figures that no datasheet gives are chosen to be plausible, and named here: what they distinguish differs
by orders of magnitude.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from hexlume.hardware.panel import SENSOR_MA
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.faults.network import Network, conductances
from hexlume_hw.panel.parts import KINDS, PICO_PADS

CHARGER_V: Final = 5.1
CHARGER_OHMS: Final = 0.1
"""Charger and cable."""
CHARGER_A: Final = 4.0
"""Beyond this a 3 A charger switches off, or the fuse F1 trips."""
RD_OHMS: Final = (4500.0, 5700.0)
"""A USB-C charger gives 5 V if a CC line is pulled down by 5.1 kohm, 10 %."""
USB_V: Final = 4.7
"""The Pico's VSYS from its own USB cable, behind its diode."""
REGULATED_V: Final = 3.3
WRONG_REGULATED_V: Final = 4.8
"""What a regulator for 5 V makes of 5 V."""
PICO_REFERENCE_OHMS: Final = 200.0
"""The Pico joins its 3.3 V to ADC_VREF by so much."""
BRIDGE_OHMS: Final = 0.05
HOT_W: Final = 0.5
"""A small part that turns so much into heat is felt, or smelt."""

CC_PINS: Final = ("A5", "B5")
"""The socket's CC pins: the way round of the plug decides which one the charger sees."""
CC_V: Final = 5.0
CC_OHMS: Final = 10_000.0
"""A charger of 3 A pulls a CC line up by so much; both are, as if both ways round were measured."""

LOAD_OHMS: Final = {"sensor": 3300 / SENSOR_MA, "led": 5000.0, "multiplexer": 1e5, "level_shifter": 1e5}
SUPPLY_PINS: Final = {
    "sensor": ("VCC", "GND"),
    "led": ("VDD", "VSS"),
    "multiplexer": ("VCC", "GND"),
    "level_shifter": ("VCC", "GND"),
}
_PICO_OHMS: Final = 50.0
"""A Pico at VSYS: 0.1 A."""
_REGULATOR_OHMS: Final = 0.02
_REVERSED: Final = (0.7, 2.0)
"""A chip whose supply is reversed: a diode's volts, and ohms (assumed: some 2 A at 5 V)."""
_REVERSED_ALUMINIUM: Final = (1.0, 2.0)
"""The same for an aluminium capacitor."""
_POWER_KINDS: Final = ("usb_c", "fuse", "tvs", "p_mosfet", "schottky", "regulator")


@dataclass(frozen=True)
class Supply:
    """The voltages of the power nets; ``hot`` is the part that gets hot."""

    volts: dict[str, float]
    hot: str


def power_nets(circuit: Circuit) -> frozenset[str]:
    """Return the nets of a sound circuit that carry power."""
    return frozenset(
        net
        for (ref, number), net in circuit.net_of.items()
        if circuit.parts[ref].kind in _POWER_KINDS
        or any(pin.number == number and pin.function.startswith("power") for pin in KINDS[circuit.parts[ref].kind].pins)
    )


def powered(circuit: Circuit, supply: Supply, ref: str) -> float:
    """Return the voltage of a chip's supply, 0 if a lead of it is not on a power net."""
    plus, minus = (circuit.leads(ref)[name][0] for name in SUPPLY_PINS[circuit.parts[ref].kind])
    if plus not in supply.volts or minus not in supply.volts:
        return 0.0
    return supply.volts[plus] - supply.volts[minus]


class Supplies:
    """The supplies of a circuit, with one thing or another plugged in; ``nets`` are the sound circuit's power nets."""

    def __init__(self, circuit: Circuit, nets: frozenset[str]) -> None:
        """Take the circuit; ``ways`` are the CC pins at which a charger gives power."""
        self._circuit = circuit
        self._elements = _Elements(circuit, nets)
        self.ways = [pin for pin in CC_PINS if _asks_for_power(circuit, pin)]

    def solve(self, charger: str, usb: bool, pico: bool = True) -> Supply:
        """Return the supplies with a charger on a CC pin of J1 (``A5``, ``B5``; empty: none), and the Pico's own USB.

        Without ``pico`` the Pico is out of its sockets.
        """
        elements = self._elements
        on = charger != "" and _asks_for_power(self._circuit, charger)
        volts, switched, amps = _solved(elements.frozen(charger != "", on, usb, pico))
        if on and amps > CHARGER_A:
            return Supply(_solved(elements.frozen(True, False, usb, pico))[0], "")
        heat = {
            refs[0]: (volts[diode.one] - volts[diode.other])
            * (volts[diode.one] - volts[diode.other] - diode.drop)
            / diode.ohms
            for diode, refs in elements.diodes.items()
            if diode in switched and (diode.drop, diode.ohms) in (_REVERSED, _REVERSED_ALUMINIUM)
        }
        hottest = max(heat, key=lambda ref: heat[ref], default="")
        return Supply(volts, hottest if heat.get(hottest, 0) > HOT_W else "")


def resistors(circuit: Circuit, stiff: frozenset[str]) -> Network:
    """Return the network of a circuit's resistors and bridges between stiff nets."""
    network = Network(stiff)
    for one, other in circuit.bridges:
        network.resistor(one, other, BRIDGE_OHMS)
    for ref in circuit.parts:
        if circuit.is_resistor(ref):
            leads = circuit.leads(ref)
            network.resistor(leads["1"][0], leads["2"][0], circuit.value(ref))
    return network


def _asks_for_power(circuit: Circuit, pin: str) -> bool:
    """Return whether the charger sees the resistor that asks it for 5 V, at a pin of its socket."""
    net = next((circuit.net_of.get((ref, pin)) for ref in circuit.of_kind("usb_c")), None)
    found = None if net is None else resistors(circuit, frozenset({"GND"})).transfer(net)
    return found is not None and RD_OHMS[0] <= found.ohms <= RD_OHMS[1]


class _Elements:
    """The elements between power nets, equal ones together."""

    def __init__(self, circuit: Circuit, nets: frozenset[str]) -> None:
        self._nets = set(nets)
        self.resistors: Counter[tuple[str, str, float]] = Counter()
        self.diodes: defaultdict[_Diode, list[str]] = defaultdict(list)
        self.regulator: tuple[str, str, str, float] | None = None
        self.mosfet: tuple[str, str, str] | None = None
        self._inlets: list[str] = []
        self._cc: list[str] = []
        for one, other in circuit.bridges:
            self._resistor(one, other, BRIDGE_OHMS)
        for ref, part in circuit.parts.items():
            self._place(circuit, ref, part.kind)
        self._vsys, self._reference = (circuit.net_of.get(PICO_PADS[name], "") for name in ("VSYS", "ADC_VREF"))

    def frozen(self, plugged: bool, charger: bool, usb: bool, pico: bool) -> "_Frozen":
        """Return the elements to be solved, without the parts that they are."""
        nets, sources = set(self._nets), [("GND", 0.0, 1e-6)]
        resistors = dict(self.resistors)
        diodes = {diode: len(refs) for diode, refs in self.diodes.items()}
        if charger:
            sources += [(net, CHARGER_V, CHARGER_OHMS * len(self._inlets)) for net in self._inlets]
        if plugged:
            sources += [(net, CC_V, CC_OHMS) for net in self._cc if net in nets]
        if pico and self._vsys in nets:
            resistors[self._vsys, "GND", _PICO_OHMS] = 1
            if usb:
                # Behind the Pico's diode: it feeds, and takes nothing.
                nets.add("USB")
                sources.append(("USB", USB_V, 0.2))
                diodes[_Diode("USB", self._vsys, 0.0, 0.1)] = 1
        if pico and usb and self._reference in nets:
            sources.append((self._reference, REGULATED_V, PICO_REFERENCE_OHMS))
        found = tuple(sorted(nets)), tuple(sorted(resistors.items())), tuple(sorted(diodes.items())), tuple(sources)
        return _Frozen(*found, self.regulator, self.mosfet)

    def _resistor(self, one: str, other: str, ohms: float) -> None:
        if one in self._nets and other in self._nets and one != other:
            self.resistors[one, other, ohms] += 1

    def _diode(self, ref: str, one: str, other: str, drop: float, ohms: float) -> None:
        if one in self._nets and other in self._nets:
            self.diodes[_Diode(one, other, drop, ohms)].append(ref)

    def _place(self, circuit: Circuit, ref: str, kind: str) -> None:
        leads = circuit.leads(ref)
        if kind in ("fuse", "p_mosfet"):
            # A lead without a joint has the voltage behind it.
            self._nets |= {net for nets in leads.values() for net in nets}
        if kind in SUPPLY_PINS:
            plus, minus = (leads[name][0] for name in SUPPLY_PINS[kind])
            self._resistor(plus, minus, LOAD_OHMS[kind])
            self._diode(ref, minus, plus, *_REVERSED)
        elif kind == "c470u":
            self._diode(ref, leads["-"][0], leads["+"][0], *_REVERSED_ALUMINIUM)
        elif kind == "fuse":
            self._resistor(leads["1"][0], leads["2"][0], 0.03)
        elif kind in ("tvs", "schottky"):
            self._diode(ref, leads["A"][0], leads["K"][0], *((0.7, 0.05) if kind == "tvs" else (0.35, 0.1)))
        elif kind == "regulator":
            made = WRONG_REGULATED_V if ref in circuit.variants else REGULATED_V
            self.regulator = leads["IN"][0], leads["GND"][0], leads["OUT"][0], made
        elif kind == "usb_c":
            self._inlets = [net for net in leads["VBUS"] if net in self._nets]
            self._cc = [leads["CC1"][0], leads["CC2"][0]]
        elif kind == "p_mosfet":
            self.mosfet = f"{ref}/S", leads["G"][0], f"{ref}/D"
            self._nets |= {f"{ref}/S", f"{ref}/D"}
            for name in "SD":
                for net in leads[name]:
                    self._resistor(net, f"{ref}/{name}", 0.01)
            self._diode(ref, f"{ref}/D", f"{ref}/S", 0.7, 0.02)
        elif circuit.is_resistor(ref):
            self._resistor(leads["1"][0], leads["2"][0], circuit.value(ref))


class _Diode(NamedTuple):
    one: str
    other: str
    drop: float
    ohms: float


class _Frozen(NamedTuple):
    nets: tuple[str, ...]
    resistors: tuple[tuple[tuple[str, str, float], int], ...]
    diodes: tuple[tuple[_Diode, int], ...]
    sources: tuple[tuple[str, float, float], ...]
    regulator: tuple[str, str, str, float] | None
    mosfet: tuple[str, str, str] | None


@lru_cache(maxsize=2000)
def _solved(elements: _Frozen) -> tuple[dict[str, float], frozenset[object], float]:
    """Return the voltages, which diodes and switches are on, and the charger's and the regulator's ampere together.

    Diodes and switches are tried until all agree with the voltages.
    """
    on: frozenset[object] = frozenset()
    tried: set[frozenset[object]] = set()
    volts: dict[str, float] = {}
    while on not in tried:
        tried.add(on)
        volts = _volts(elements, on)
        on = _switched(elements, volts)
    amps = sum((CHARGER_V - volts[net]) / ohms for net, level, ohms in elements.sources if level == CHARGER_V)
    if "regulator" in on and elements.regulator is not None:
        amps += (elements.regulator[3] - volts[elements.regulator[2]]) / _REGULATOR_OHMS
    return volts, on, amps


def _switched(elements: _Frozen, volts: dict[str, float]) -> frozenset[object]:
    """Return which diodes and switches are on at these voltages."""
    found: set[object] = {
        diode for diode, _ in elements.diodes if volts[diode.one] - volts[diode.other] > diode.drop + 1e-6
    }
    if elements.mosfet is not None:
        source, gate, _ = elements.mosfet
        # A gate that nothing pulls is taken to leave the MOSFET off.
        pulled = any(gate in pair[:2] for pair, _ in elements.resistors)
        if pulled and volts[source] - volts[gate] > 2:
            found.add("mosfet")
    if elements.regulator is not None and set(elements.regulator[:3]) <= volts.keys():
        inlet, ground, _, _ = elements.regulator
        if volts[inlet] - volts[ground] > REGULATED_V:
            found.add("regulator")
    return frozenset(found)


def _volts(elements: _Frozen, on: frozenset[object]) -> dict[str, float]:
    at = {net: index for index, net in enumerate(elements.nets)}
    right = np.zeros(len(at))
    resistors = [(one, other, ohms / count) for (one, other, ohms), count in elements.resistors]
    for diode, count in elements.diodes:
        if diode in on:
            resistors.append((diode.one, diode.other, diode.ohms / count))
            right[[at[diode.one], at[diode.other]]] += np.array([1, -1]) * diode.drop * count / diode.ohms
    sources = list(elements.sources)
    if "mosfet" in on and elements.mosfet is not None:
        resistors.append((elements.mosfet[0], elements.mosfet[2], 0.02))
    if "regulator" in on and elements.regulator is not None:
        sources.append((*elements.regulator[2:], _REGULATOR_OHMS))
    # So that what nothing drives is at 0.
    matrix = conductances(len(at), ((at[one], at[other], ohms) for one, other, ohms in resistors))
    matrix += 1e-9 * np.eye(len(at))
    for net, level, ohms in sources:
        matrix[at[net], at[net]] += 1 / ohms
        right[at[net]] += level / ohms
    return dict(zip(at, np.linalg.solve(matrix, right).tolist(), strict=True))

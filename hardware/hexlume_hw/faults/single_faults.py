"""Every single fault of a panel: of parts, of joints, of tracks, and of magnets.

What can be turned and what can be bridged follows from the footprints, what is changed from the netlist.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import Final

from hexlume.hardware.panel import ADC_PINS, panel_grid
from hexlume_hw.board.footprints import Pad, footprint, turned
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.panel.parts import KINDS, PICO_PADS

BRIDGE_MM: Final = 0.85
"""Solder bridges pads of a part that are at most so far apart: a SOIC's are 0.67 mm, an 0805 resistor's 0.8."""
_LAND_MM: Final = 0.2
"""A pin's pad must lie on another by so much to be soldered to it, in both directions."""
_HOLE_MM: Final = 0.6
"""A lead goes into a hole that is so near."""
_GND, _SUPPLY = "GND", "+3V3"

FACTORS: Final = ("10", "0.1")
SENSORS: Final = {"DRV5055A1": 2.0, "DRV5055A3": 0.5, "DRV5055A4": 0.25, "dead": 0.0}
"""Sensitivities of the sensor's variants, as shares of the right one's; one that is dead rests and feels nothing."""
MAGNETS: Final = {"N52": 1.23, "N42": 1.10, "ferrite": 0.33}
"""Remanences as shares of N35's 1.18 T: 1.45 T, 1.30 T and 0.39 T (the usual figures of the trade)."""


@dataclass(frozen=True)
class Fault:
    """A single fault: its class, the part, pin or net it is at, and what is wrong.

    ``disc`` is how a disc's magnet is felt instead, as a share of a good one; 0 if the fault is none of a disc.
    """

    kind: str
    where: str
    what: str
    change: Callable[[Circuit], None] = lambda circuit: None
    disc: float = 0.0

    @property
    def name(self) -> str:
        """The fault in words, such as ``U1 pin 10 (S0): no joint``."""
        return f"{self.where}: {self.what}"

    def applied(self, sound: Circuit) -> Circuit:
        """Return the circuit with the fault."""
        circuit = sound.copy()
        self.change(circuit)
        return circuit


def single_faults(sound: Circuit) -> list[Fault]:
    """Return every single fault of a sound circuit."""
    return [
        fault
        for faults in (
            _missing,
            _turned,
            _open,
            _bridges,
            _shorted,
            _values,
            _sensors,
            _exchanged,
            _leds,
            _tracks,
            _stuck,
            _magnets,
        )
        for fault in faults(sound)
    ]


def _pin(circuit: Circuit, ref: str, number: str) -> str:
    (name,) = {pin.name for pin in KINDS[circuit.parts[ref].kind].pins if pin.number == number}
    return f"{ref} pin {number}" + (f" ({name})" if name != number else "")


def _missing(sound: Circuit) -> Iterator[Fault]:
    for ref in sound.parts:
        yield Fault("missing", ref, "missing", lambda circuit, ref=ref: circuit.remove(ref))  # type: ignore[misc]


def _turned(sound: Circuit) -> Iterator[Fault]:
    for ref, part in sound.parts.items():
        if part.kind.startswith("pico"):
            # A socket is the same when it is turned.
            continue
        seen = []
        for degrees in (90, 180, 270):
            places = turned_pins(part.footprint, degrees)
            if places is None:
                continue
            moves = {(ref, number): sound.net_of.get((ref, pad)) for number, pad in places.items()}
            if _is_same(sound, ref, moves) or moves in seen:
                continue
            seen.append(moves)

            yield Fault("turned", ref, f"turned by {degrees} degrees", partial(_move, moves))


def _move(moves: Mapping[tuple[str, str], str | None], circuit: Circuit) -> None:
    for lead, net in moves.items():
        circuit.move(lead, net)


def _is_same(sound: Circuit, ref: str, moves: dict[tuple[str, str], str | None]) -> bool:
    """Return whether a turned part is what it was: a resistor, or one whose turned pins are joined anyway."""
    pins = KINDS[sound.parts[ref].kind].pins
    if all(pin.name == pin.number for pin in pins) or sound.parts[ref].kind == "buzzer":
        return True
    return all(sound.net_of.get(lead) == net for lead, net in moves.items())


@cache
def turned_pins(name: str, degrees: int) -> dict[str, str] | None:
    """Return on which pad of a footprint each pin of the turned part comes to lie; ``None`` if one finds no pad."""
    pads = _numbered(name)
    middle_x = (min(pad.x for pad in pads) + max(pad.x for pad in pads)) / 2
    middle_y = (min(pad.y for pad in pads) + max(pad.y for pad in pads)) / 2
    found: dict[str, str] = {}
    for pad in pads:
        x, y = turned(pad.x - middle_x, pad.y - middle_y, degrees)
        across = degrees % 180 == 90
        width, height = (pad.height, pad.width) if across else (pad.width, pad.height)
        on = {
            other.number
            for other in pads
            if _lands(x + middle_x - other.x, y + middle_y - other.y, width + other.width, height + other.height, other)
        }
        if len(on) != 1 or found.setdefault(pad.number, *on) not in on:
            return None
    return found


def _lands(dx: float, dy: float, widths: float, heights: float, on: Pad) -> bool:
    if on.drill:
        return abs(dx) < _HOLE_MM and abs(dy) < _HOLE_MM
    return widths / 2 - abs(dx) >= _LAND_MM and heights / 2 - abs(dy) >= _LAND_MM


def _numbered(name: str) -> list[Pad]:
    return [pad for pad in footprint(name).pads if pad.number and pad.plated]


def _open(sound: Circuit) -> Iterator[Fault]:
    for ref, number in sound.net_of:
        yield Fault("open", _pin(sound, ref, number), "no joint", partial(_move, {(ref, number): None}))


@cache
def neighbours(name: str) -> dict[tuple[str, str], float]:
    """Return the pads of a footprint that solder can bridge, each pair once, with their distance in mm."""
    found: dict[tuple[str, str], float] = {}
    pads = _numbered(name)
    for at, one in enumerate(pads):
        for other in pads[at + 1 :]:
            dx = max(0.0, abs(one.x - other.x) - (one.width + other.width) / 2)
            dy = max(0.0, abs(one.y - other.y) - (one.height + other.height) / 2)
            distance = (dx * dx + dy * dy) ** 0.5
            if one.number != other.number and distance <= BRIDGE_MM:
                pair = min(one.number, other.number), max(one.number, other.number)
                found[pair] = min(distance, found.get(pair, distance))
    return found


def _bridges(sound: Circuit) -> Iterator[Fault]:
    """Yield the bridges, nearest pads first: a person is asked to look at them in this order."""
    pairs = [
        (round(distance, 2), ref, one, other)
        for ref, part in sound.parts.items()
        for (one, other), distance in sorted(neighbours(part.footprint).items())
    ]
    for _, ref, one, other in sorted(pairs, key=lambda pair: pair[0]):
        nets = sound.net_of.get((ref, one)), sound.net_of.get((ref, other))
        if None in nets or nets[0] == nets[1]:
            continue
        where = f"{_pin(sound, ref, one)} and pin {other}"
        yield Fault("bridge", where, "bridged", _bridging(str(nets[0]), str(nets[1])))


def _bridging(one: str, other: str) -> Callable[[Circuit], None]:
    return lambda circuit: circuit.bridges.append((one, other))


def _shorted(sound: Circuit) -> Iterator[Fault]:
    for ref, part in sound.parts.items():
        if "capacitor" in KINDS[part.kind].name or part.kind in ("tvs", "button"):
            one, other = (sound.net_of[ref, pin.number] for pin in KINDS[part.kind].pins)
            kind, what = ("button", "stuck") if part.kind == "button" else ("shorted", "shorted")
            yield Fault(kind, ref, what, _bridging(one, other))


def _varied(kind: str, ref: str, what: str, variant: str) -> Fault:
    return Fault(kind, ref, what, lambda circuit: circuit.variants.update({ref: variant}))


def _values(sound: Circuit) -> Iterator[Fault]:
    for ref, part in sound.parts.items():
        kind = KINDS[part.kind]
        if kind.name in ("resistor", "ceramic capacitor"):
            for factor in FACTORS:
                yield _varied("value", ref, f"{factor} times {kind.value}", factor)
    for ref in sound.of_kind("regulator"):
        yield _varied("value", ref, "a regulator for 5 V", "5 V")


def _sensors(sound: Circuit) -> Iterator[Fault]:
    for ref in sound.of_kind("sensor"):
        for name in SENSORS:
            yield _varied("sensor", ref, name if name == "dead" else f"a {name}", name)


def _exchanged(sound: Circuit) -> Iterator[Fault]:
    """Yield exchanged outputs of sensors that follow each other."""
    outputs = [
        (ref, pin.number)
        for ref in sound.of_kind("sensor")
        for pin in KINDS[sound.parts[ref].kind].pins
        if pin.function == "output"
    ]
    for one, other in pairwise(outputs):
        moves: dict[tuple[str, str], str | None] = {one: sound.net_of[other], other: sound.net_of[one]}
        yield Fault("exchanged", f"{one[0]} and {other[0]}", "outputs exchanged", partial(_move, moves))


def _leds(sound: Circuit) -> Iterator[Fault]:
    for ref in sound.of_kind("led"):
        yield _varied("LED", ref, "dead", "dead")
        for colour, name in zip("rgb", ("red", "green", "blue"), strict=True):
            yield _varied("LED", ref, f"no {name}", f"no {colour}")
        for order in ("rgb", "brg"):
            yield _varied("LED", ref, f"an LED that takes {order.upper()} instead of GRB", f"takes {order}")


def _tracks(sound: Circuit) -> Iterator[Fault]:
    leads: dict[str, list[tuple[str, str]]] = {}
    for lead, net in sound.net_of.items():
        if sound.parts[lead[0]].kind == "led":
            leads.setdefault(net, []).append(lead)
    for net, ends in leads.items():
        if len(ends) == 2:
            one, other = sorted(ends, key=lambda lead: _pin(sound, *lead), reverse=True)

            between = f"{_pin(sound, *one)} to {_pin(sound, *other)}"
            yield Fault("track", between, "track cut", partial(_move, {one: f"{net} behind"}))


def _stuck(sound: Circuit) -> Iterator[Fault]:
    nets = {net for (ref, _), net in sound.net_of.items() if sound.parts[ref].kind == "multiplexer"}
    lines = sorted(net for net in nets if re.fullmatch(r"A\d|EN\d|MUX\d", net))
    for net in [*lines, *(sound.net_of[PICO_PADS[pin]] for pin in ADC_PINS if PICO_PADS[pin] in sound.net_of)]:
        for level, rail in (("low", _GND), ("high", _SUPPLY)):
            yield Fault("stuck line", f"line {net}", f"held {level}", _bridging(net, rail))


def _magnets(sound: Circuit) -> Iterator[Fault]:
    for disc in range(1, panel_grid(sound.panel).cells + 1):
        yield Fault("magnet", f"disc {disc}", "magnet upside down", disc=-1.0)
        for grade, share in MAGNETS.items():
            yield Fault("magnet", f"disc {disc}", f"magnet of {grade}", disc=share)

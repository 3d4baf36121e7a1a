"""The steps of soldering a board: which parts, in which order, and what to look at before the next."""

from collections.abc import Callable
from typing import NamedTuple

from hexlume_hw.panel.netlist import Netlist, Part


class Step(NamedTuple):
    """A step: its title, the references of its parts in their order, and what to do, a sentence each."""

    title: str
    refs: tuple[str, ...]
    words: tuple[str, ...]


_POWER_KINDS = {"usb_c", "fuse", "tvs", "p_mosfet", "regulator", "c470u", "r5k1"}
_POWER_REFS = {"R35", "C1", "C2", "C3"}


def _is_power(part: Part) -> bool:
    return part.kind in _POWER_KINDS or part.ref in _POWER_REFS


def _is_light(part: Part) -> bool:
    return part.kind == "led" or part.ref.startswith("CD") or (part.kind == "c22u" and part.ref not in _POWER_REFS)


def _is_buffer(part: Part) -> bool:
    return part.ref in ("U16", "CU16", "R30", "R31")


def _is_sensor(part: Part) -> bool:
    return part.kind == "sensor" or part.ref.startswith("CB")


def _is_through(part: Part) -> bool:
    return part.kind in ("button", "buzzer", "pico_1_20", "pico_21_40")


_STEPS: tuple[tuple[str, Callable[[Part], bool], tuple[str, ...]], ...] = (
    (
        "The power entry",
        _is_power,
        (
            "Solder the power socket, fuse, suppressor, MOSFET, regulator and their capacitors; mind the stripe of the "
            "suppressor and the capacitors' minus sides.",
            "Measure between the test points 5V and GND, and 3V3 and GND: neither may stay below 10 ohm.",
            "Plug a 5 V USB-C supply in: 4.7 to 5.2 V at 5V, 3.2 to 3.4 V at 3V3. Unplug it again.",
        ),
    ),
    (
        "The buffer and the lights",
        lambda part: _is_buffer(part) or _is_light(part),
        (
            "Solder the buffer, then the LEDs in the order of the chain with their capacitors; the LED's cut corner is "
            "its pin 3, opposite the marked pin 1.",
            "A supply's current must not rise above 1 mA an LED while they are dark.",
        ),
    ),
    (
        "The multiplexers",
        lambda part: part.kind == "multiplexer" or (part.ref.startswith("CU") and part.ref != "CU16"),
        ("Solder the multiplexers, pin 1 at the mark, and a capacitor beside each.",),
    ),
    (
        "The sensors",
        _is_sensor,
        (
            "Solder a sensor in the middle of every cell, with its capacitor; its marked face is up.",
            "With 5 V on and no magnet near, every sensor's output, pin 2 beside the marked pin 1, rests at half of "
            "3V3: 1.6 to 1.7 V. The pin alone on the other side is ground.",
        ),
    ),
    (
        "The other small parts",
        lambda part: not _is_through(part),
        ("Solder the remaining resistors, capacitors and the diode; its stripe is at the marked pin.",),
    ),
    (
        "Sockets, buttons, buzzer",
        lambda part: True,
        (
            "Solder the two sockets with a Pico plugged into both, so that they stand straight; the Pico's USB socket "
            "points to the left edge.",
            "Solder the buttons and the buzzer.",
        ),
    ),
)


def steps(netlist: Netlist) -> list[Step]:
    """Return a board's steps; every part is in exactly one."""
    left = sorted(netlist.parts.values(), key=lambda part: (part.kind, len(part.ref), part.ref))
    found = []
    for title, wanted, words in _STEPS:
        refs = tuple(part.ref for part in left if wanted(part))
        left = [part for part in left if not wanted(part)]
        if refs:
            found.append(Step(title, refs, words))
    return found

"""The steps of soldering a board: which parts, in which order, and what to measure before the next.

``pages/soldering.md`` has the words, a section for each step.
"""

import re
from typing import Final, NamedTuple

from hexlume_hw.order.templates import render
from hexlume_hw.panel.netlist import Netlist, Part, letters_and_number


class Step(NamedTuple):
    """A step: its title, the references of its parts in their order, and what to do, a sentence each."""

    title: str
    refs: tuple[str, ...]
    words: tuple[str, ...]


_POWER, _SMALL, _THROUGH, _LIGHT, _MULTIPLEXER, _SENSOR = range(6)
_BY_REF: Final = {"R35": _POWER, "C1": _POWER, "C2": _POWER, "C3": _POWER, "CU16": _SMALL}
_BY_KIND: Final = {
    **dict.fromkeys(("usb_c", "fuse", "tvs", "p_mosfet", "regulator", "c470u", "r5k1"), _POWER),
    **dict.fromkeys(("button", "buzzer", "pico_1_20", "pico_21_40"), _THROUGH),
    **dict.fromkeys(("led", "c22u"), _LIGHT),
    "multiplexer": _MULTIPLEXER,
    "sensor": _SENSOR,
}
_BY_LETTERS: Final = {"CD": _LIGHT, "CU": _MULTIPLEXER, "CB": _SENSOR}
"""The step of a part by its reference, else by its kind, else by its reference's letters; the others are small."""


def _step(part: Part) -> int:
    by_letters = _BY_LETTERS.get(letters_and_number(part.ref)[0], _SMALL)
    return _BY_REF.get(part.ref, _BY_KIND.get(part.kind, by_letters))


def steps(netlist: Netlist) -> list[Step]:
    """Return a board's steps; every part is in exactly one."""
    parts = sorted(netlist.parts.values(), key=lambda part: (part.kind, len(part.ref), part.ref))
    found = []
    for number, section in enumerate(render("soldering.md", netlist.panel).split("## ")[1:]):
        title, *words = re.split(r"\n+- ", section)
        refs = tuple(part.ref for part in parts if _step(part) == number)
        found.append(Step(title, refs, tuple(" ".join(sentence.split()) for sentence in words)))
    return found

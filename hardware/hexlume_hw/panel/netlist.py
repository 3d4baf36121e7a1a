"""A circuit as the circuit board needs it: parts with footprints, and which of their pads are joined."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

Pad = tuple[str, str]
"""A part's reference and a pad's number."""


class Place(NamedTuple):
    """Where a part lies: its footprint's origin in mm from the panel's centre, and its turn in degrees to the left."""

    x_mm: float
    y_mm: float
    turn: float


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its reference such as ``U3``, its kind in ``panel.parts``, and its KiCad footprint ``Library:Name``.

    ``cell`` is the panel cell that a sensor, its capacitor or an LED belongs to, ``status`` the status LED that it is
    or belongs to, ``key`` the button, all -1 for the others.
    """

    ref: str
    kind: str
    footprint: str
    cell: int = -1
    status: int = -1
    key: int = -1


@dataclass(frozen=True)
class Netlist:
    """Parts by reference, and nets by name with their pads."""

    panel: str
    parts: dict[str, Part]
    nets: dict[str, frozenset[Pad]] = field(default_factory=dict)

    @cached_property
    def net_of(self) -> dict[Pad, str]:
        """The net of each pad that is on one."""
        return {pad: net for net, pads in self.nets.items() for pad in pads}


def letters_and_number(ref: str) -> tuple[str, int]:
    """Return a reference as it is sorted: ``R2`` before ``R10``."""
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)


def listed(refs: Iterable[str]) -> str:
    """Return references as a person reads them: runs of numbers as ``B1 to B61``."""
    found: list[str] = []
    ordered = enumerate(sorted(map(letters_and_number, refs)))
    for _, members in groupby(ordered, key=lambda item: (item[1][0], item[1][1] - item[0])):
        run = [f"{letters}{number}" for _, (letters, number) in members]
        found += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return ", ".join(found)

"""A circuit under a fault: which lead of which part is on which net, and what the parts have become."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from hexlume_hw.panel.netlist import Netlist, Pad, Part
from hexlume_hw.panel.parts import KINDS

_UNITS: Final = {"ohm": 1.0, "kohm": 1e3, "uF": 1e-6, "nF": 1e-9}


@dataclass
class Circuit:
    """Parts by reference, the net of each lead that is on one, nets that are bridged, and changed parts.

    ``variants`` has by reference what a part is instead of what it should be: a word of its kind, or a factor of its
    value as text.
    """

    panel: str
    parts: dict[str, Part]
    net_of: dict[Pad, str]
    bridges: list[tuple[str, str]] = field(default_factory=list)
    variants: dict[str, str] = field(default_factory=dict)
    _leads: dict[str, Mapping[str, list[str]]] = field(default_factory=dict)
    _by_kind: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, netlist: Netlist) -> "Circuit":
        """Return the circuit of a sound netlist."""
        return cls(
            netlist.panel,
            dict(netlist.parts),
            {lead: net for net, leads in netlist.nets.items() for lead in sorted(leads)},
        )

    def copy(self) -> "Circuit":
        """Return a circuit to be changed."""
        changed = Circuit(self.panel, dict(self.parts), dict(self.net_of), list(self.bridges), dict(self.variants))
        changed._leads = dict(self._leads)
        return changed

    def remove(self, ref: str) -> None:
        """Take a part off the board; its leads are on no net any more."""
        for pin in KINDS[self.parts.pop(ref).kind].pins:
            self.net_of.pop((ref, pin.number), None)
        self._leads.pop(ref, None)
        self._by_kind.clear()

    def move(self, lead: Pad, net: str | None) -> None:
        """Put a lead on another net, or on none."""
        if net is None:
            self.net_of.pop(lead, None)
        else:
            self.net_of[lead] = net
        self._leads.pop(lead[0], None)

    def of_kind(self, kind: str) -> list[str]:
        """Return the references of a kind's parts that are there."""
        if not self._by_kind:
            for ref, part in self.parts.items():
                self._by_kind.setdefault(part.kind, []).append(ref)
        return self._by_kind.get(kind, [])

    def leads(self, ref: str) -> Mapping[str, list[str]]:
        """Return the nets of a part's leads, by the pins' names; a lead without a net is on one of its own."""
        if ref in self._leads:
            return self._leads[ref]
        found: dict[str, list[str]] = {}
        self._leads[ref] = found
        for pin in KINDS[self.parts[ref].kind].pins:
            found.setdefault(pin.name, []).append(self.net_of.get((ref, pin.number), f"{ref}.{pin.number}"))
        return found

    def is_resistor(self, ref: str) -> bool:
        """Return whether a part is a resistor."""
        return KINDS[self.parts[ref].kind].name == "resistor"

    def value(self, ref: str) -> float:
        """Return a resistor's ohms or a capacitor's farads, as its fault has it."""
        number, unit = re.match(r"([\d.]+) (\w+)", KINDS[self.parts[ref].kind].value).groups()  # type: ignore[union-attr]
        return float(number) * _UNITS[unit] * float(self.variants.get(ref, "1"))

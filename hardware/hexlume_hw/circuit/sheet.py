"""A circuit as it is described: places parts, joins their pins by net names, and checks electrical rules."""

from collections import Counter
from collections.abc import Mapping

from hexlume_hw.panel.netlist import Netlist, Pad, Part
from hexlume_hw.panel.parts import KINDS, Function

_NEVER_OPEN: tuple[Function, ...] = ("input", "power in")
_PULLED_UP = ("RUN", "3V3_EN")
"""Inputs that the Pico itself pulls up."""
_STRONG: tuple[Function, ...] = ("output", "power out")
"""What must not meet another one on a net; a three-state output may."""
_DRIVERS: tuple[Function, ...] = (*_STRONG, "three-state", "both", "passive")


class Sheet:
    """One panel's circuit as it is described."""

    def __init__(self, panel: str) -> None:
        """Begin an empty circuit for a panel's name."""
        self.panel = panel
        self._parts: dict[str, Part] = {}
        self._nets: dict[str, set[Pad]] = {}
        self._fed: set[str] = set()

    def place(
        self, ref: str, kind: str, pins: Mapping[str, str], cell: int = -1, status: int = -1, key: int = -1
    ) -> None:
        """Place a part and join its pins, by their names, to nets, by theirs.

        All pins of a name are joined. Raises ``ValueError`` for a reference that is taken, and for a pin that the part
        does not have.
        """
        if ref in self._parts:
            raise ValueError(f"two parts are called {ref}")
        self._parts[ref] = Part(ref, kind, KINDS[kind].footprint, cell, status, key)
        for name, net in pins.items():
            pads = {(ref, pin.number) for pin in KINDS[kind].pins if pin.name == name}
            if not pads:
                raise ValueError(f"{ref}, a {kind}, has no pin {name}")
            self._nets.setdefault(net, set()).update(pads)

    def two(
        self, ref: str, kind: str, first: str, second: str, cell: int = -1, status: int = -1, key: int = -1
    ) -> None:
        """Place a part with two ends and join pad 1 and pad 2 to nets."""
        first_pin, second_pin = KINDS[kind].pins
        self.place(ref, kind, {first_pin.name: first, second_pin.name: second}, cell, status, key)

    def supply(self, *nets: str) -> None:
        """Tell the electrical rules that nets carry power, though it comes to them through passive parts."""
        self._fed |= set(nets)

    def netlist(self) -> Netlist:
        """Return the circuit's parts and nets as the board takes them; a pin that is left open is on no net."""
        return Netlist(self.panel, dict(self._parts), {net: frozenset(pads) for net, pads in self._nets.items()})

    def complaints(self) -> list[str]:
        """Return what the electrical rules find wrong, one sentence each: nothing for a sound circuit."""
        joined = {pad for pads in self._nets.values() for pad in pads}
        pins = {(ref, pin.number): pin for ref, part in self._parts.items() for pin in KINDS[part.kind].pins}
        found = [
            f"The {pin.function} {pin.name} of {ref} is open."
            for (ref, number), pin in pins.items()
            if pin.function in _NEVER_OPEN and (ref, number) not in joined and pin.name not in _PULLED_UP
        ]
        for net, pads in self._nets.items():
            functions = Counter(pins[pad].function for pad in pads)
            strong = sum(functions[function] for function in _STRONG)
            if len(pads) < 2:
                found.append(f"The net {net} joins nothing.")
            if strong > 1:
                found.append(f"The net {net} has {strong} outputs.")
            if functions["power in"] and not functions["power out"] and net not in self._fed:
                found.append(f"No power comes to the net {net}.")
            if functions["input"] and net not in self._fed and not any(functions[driver] for driver in _DRIVERS):
                found.append(f"Nothing drives the inputs on the net {net}.")
        return found

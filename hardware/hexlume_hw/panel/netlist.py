"""A circuit as the circuit board needs it: parts with footprints, and which of their pads are joined."""

from dataclasses import dataclass, field


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


@dataclass(frozen=True, slots=True)
class Netlist:
    """Parts by reference, and nets by name: each a set of (reference, pad number) pairs."""

    panel: str
    parts: dict[str, Part]
    nets: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)

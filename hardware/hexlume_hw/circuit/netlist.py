"""The netlist of a panel's circuit, and the electrical rules over it."""

from functools import cache

from hexlume_hw.circuit.describe import describe
from hexlume_hw.panel.netlist import Netlist

# Describing a panel takes seconds.
_sheet = cache(describe)


@cache
def netlist(panel: str) -> Netlist:
    """Return a panel's parts and nets, described once a run; raises ``ValueError`` for a panel that is not made."""
    return _sheet(panel).netlist()


def complaints(panel: str) -> list[str]:
    """Return what skidl's electrical rules find wrong with a panel's circuit, one sentence each."""
    return _sheet(panel).complaints()

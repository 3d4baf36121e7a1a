"""The netlist of a panel's circuit, and the electrical rules over it."""

from functools import cache

from hexlume_hw.circuit.describe import describe
from hexlume_hw.panel.netlist import Netlist


@cache
def netlist(panel: str) -> Netlist:
    """Return a panel's parts and nets, described once a run; raises ``ValueError`` for a panel that is not made."""
    return describe(panel).netlist()


def complaints(panel: str) -> list[str]:
    """Return what the electrical rules find wrong with a panel's circuit, one sentence each."""
    return describe(panel).complaints()

"""A package's first page without a board: every part lies at the panel's centre."""

from typing import Any

from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order.index_page import index_page
from hexlume_hw.panel.netlist import Place


def first_page(panel: str, checks: Any = (), files: Any = (), **given: Any) -> str:
    """Return the page; ``files`` are the names of those in the package."""
    circuit = netlist(panel)
    places = dict.fromkeys(circuit.parts, Place(0.0, 0.0, 0.0))
    return index_page(circuit, places, checks, dict.fromkeys(files, "what for"), [], **given)

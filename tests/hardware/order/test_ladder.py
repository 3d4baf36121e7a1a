"""The parts of the ladder's first rung: under 10 euros, as docs/ladder.md lists them."""

import re
from pathlib import Path

from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import jlcpcb, shopping
from hexlume_hw.order.bom import bom
from hexlume_hw.order.ladder import breadboard

PAGE = Path(__file__).parents[3] / "docs" / "ladder.md"


def test_the_breadboard_costs_under_ten_euros_and_the_page_has_its_parts() -> None:
    items = breadboard()
    rows = [f"| {item.name}, {item.value} | {item.quantity} | {item.cost():.2f} |" for item in items]
    total = sum(item.cost() for item in items)
    assert total < 10
    assert "\n".join([*rows, f"| all | | {total:.2f} |"]) in PAGE.read_text(encoding="utf-8")


def test_the_last_rung_costs_what_the_orders_do() -> None:
    """Without the filament, which is known when the solids are: it is 10 to 30 euros."""
    ((low, high),) = re.findall(r"hex4 or hex5 \| (\d+) to (\d+) \|", PAGE.read_text(encoding="utf-8"))
    for panel in ("hex4", "hex5"):
        circuit = netlist(panel)
        lines = shopping.shopping(panel, jlcpcb.by_hand(circuit, bom(circuit)), "", [])
        euros = sum(cost for _, cost in jlcpcb.costs(circuit)) + shopping.total(lines)
        assert int(low) <= euros + 10 and euros + 30 <= int(high), panel

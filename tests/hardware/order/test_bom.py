"""The bill counts what the netlist has, and its sums follow from its prices."""

import csv
import io
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from hexlume.games.organica.rules import _LEADERS as LEADERS
from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import prices
from hexlume_hw.order.bom import as_csv, bom, cost, magnets, problems
from hexlume_hw.order.starter import CELLS, starter
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.solids import pieces

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[3]


@cache
def circuit(panel: str) -> Netlist:
    return netlist(panel)


@pytest.mark.parametrize("panel", ["hex4", "square9"])
def test_every_part_is_on_one_line_and_counted(panel: str) -> None:
    items = bom(circuit(panel))
    listed = Counter(ref for item in items for ref in item.refs)
    assert listed == Counter(list(circuit(panel).parts))
    by_number = {item.number: item for item in items}
    for kind, described in KINDS.items():
        count = sum(part.kind == kind for part in circuit(panel).parts.values())
        assert by_number[described.number].quantity == (2 if kind.startswith("pico_") else count), kind
    assert all(item.quantity == len(item.refs) for item in items if item.refs)
    assert all(item.maker and item.number for item in items)


@pytest.mark.parametrize(
    ("written", "instead", "words"),
    [
        (
            "R33 R34",
            "R33",
            ["The bill counts 2 of the resistor at R33.", "The bill does not have R34 as RC0805FR-075K1L."],
        ),
        ("F1", "F2", ["The bill does not have F1 as 2920L330/24MR.", "The bill has F2, which the board has not."]),
        ("WS2812B-B,", "WS2813,", ["The bill does not have D1 as WS2812B-B."]),
    ],
)
def test_a_bill_that_lacks_a_part_or_has_another_number_is_found(written: str, instead: str, words: list[str]) -> None:
    text = as_csv(bom(circuit("hex4")))
    assert problems(text, circuit("hex4")) == []
    assert problems(text.replace(written, instead), circuit("hex4"))[: len(words)] == words


def test_every_kind_has_a_price_that_falls_with_the_quantity() -> None:
    kinds = {"socket" if kind.startswith("pico_") else kind for kind in KINDS}
    assert kinds <= set(prices.EACH)
    for kind, (one, ten, hundred) in prices.EACH.items():
        assert one >= ten >= hundred > 0, kind
        assert [prices.each(kind, quantity) for quantity in (1, 9, 10, 99, 100)] == [one, one, ten, ten, hundred]


def test_a_bills_file_reads_back_and_its_sum_is_the_cost() -> None:
    items = bom(circuit("hex4"))
    head, *rows, note = csv.reader(io.StringIO(as_csv(items)))
    assert len(rows) == len(items)
    assert all(len(row) == len(head) for row in rows)
    assert sum(float(row[-1]) for row in rows) == pytest.approx(cost(items), abs=0.01 * len(items))
    assert sum(int(row[4]) * float(row[6]) for row in rows) == pytest.approx(cost(items), abs=0.1)
    assert prices.DATE in note[0]


def test_more_panels_cost_less_each_and_larger_ones_more() -> None:
    small, large = bom(circuit("hex4")), bom(circuit("hex5"))
    assert cost(small, 1) > cost(small, 10) > cost(small, 100)
    for panels in (1, 10, 100):
        assert cost(large, panels) > cost(small, panels)


@pytest.mark.sample(1)
@pytest.mark.parametrize("panel", ORDERABLE)
def test_there_is_a_magnet_for_every_piece_that_is_printed(panel: str) -> None:
    """ORG-1: four leaders a side. A game may fill every cell, and Organica also needs 20 pawns."""
    cells, leaders = panel_grid(panel).cells, 2 * LEADERS if panel.startswith("hex") else 0
    printed = {part.name: part.quantity for part in pieces.printables(panel, cells)}
    assert printed["disc-white"] == printed["disc-black"] == cells >= 20
    assert printed.get("leader-white", 0) + printed.get("leader-black", 0) == leaders
    assert magnets(panel).quantity == cells + leaders


def test_the_circuits_page_has_the_costs_and_the_magnets() -> None:
    text = " ".join((ROOT / "docs/hardware/circuit.md").read_text(encoding="utf-8").split())
    for panel in ORDERABLE:
        items = bom(circuit(panel))
        assert f"{panel} {', '.join(f'{cost(items, panels):.0f}' for panels in (1, 10, 100))} €" in text
        found = magnets(panel)
        assert f"{panel} {found.quantity} for {found.cost():.0f} €" in text


def test_the_fabricators_prices_grow_with_area_and_number() -> None:
    assert prices.boards(100, 100, 1) == prices.boards(90, 90, 5) == prices.FAB_SMALL
    assert prices.boards(200, 200, 5) == pytest.approx(prices.FAB_SETUP + 2000 * prices.FAB_CM2)
    assert prices.boards(101, 100, 5) > prices.boards(100, 100, 5)
    assert prices.boards(251, 200, 5) > 1.2 * prices.boards(250, 200, 5)


def test_the_starter_is_under_thirty_euros() -> None:
    items = starter()
    assert cost(items) < 30
    assert sum(item.quantity for item in items if "Hall" in item.name) == CELLS

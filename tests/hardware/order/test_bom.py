"""The bill counts what the netlist has, and its sums follow from its prices."""

import csv
import io
from functools import cache
from pathlib import Path

import pytest

from hexlume.games.organica.rules import _LEADERS as LEADERS
from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import prices
from hexlume_hw.order.bom import as_csv, bom, cost, magnets, problems
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.solids import pieces

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[3]


@cache
def circuit(panel: str) -> Netlist:
    return netlist(panel)


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


def test_a_bills_file_reads_back_and_its_sum_is_the_cost() -> None:
    items = bom(circuit("hex4"))
    head, *rows, note = csv.reader(io.StringIO(as_csv(items)))
    assert len(rows) == len(items)
    assert all(len(row) == len(head) for row in rows)
    assert sum(float(row[-1]) for row in rows) == pytest.approx(cost(items), abs=0.01 * len(items))
    assert sum(int(row[4]) * float(row[6]) for row in rows) == pytest.approx(cost(items), abs=0.1)
    assert prices.DATE in note[0]


@pytest.mark.sample(1)
@pytest.mark.parametrize("panel", ORDERABLE)
def test_there_is_a_magnet_for_every_piece_that_is_printed(panel: str) -> None:
    """ORG-1: four leaders a side. A game may fill every cell, and Organica also needs 20 pawns."""
    cells, leaders = panel_grid(panel).cells, 2 * LEADERS if panel.startswith("hex") else 0
    printed = {part.name: part.quantity for part in pieces.printables(panel, cells)}
    assert printed["disc-white"] == printed["disc-black"] == cells >= 20
    assert printed.get("leader-white", 0) + printed.get("leader-black", 0) == leaders
    assert magnets(panel).quantity == cells + leaders

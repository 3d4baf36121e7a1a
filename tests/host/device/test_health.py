"""What the host finds in a whole panel's health that the board, which plays on, calls well."""

from collections.abc import Mapping
from typing import Any

import pytest

from hexlume.games.grid import HexGrid
from hexlume_host.device.health import ADVICE, PanelHealth
from hexlume_host.device.messages import Health, read_message

GRID = HexGrid(4)
CELLS = GRID.cells
NAMES = [GRID.name(cell) for cell in range(CELLS)]


def health(first: int, counts: list[int], noise: list[int], faults: Mapping[str, str]) -> Health:
    others = {"zeros": [2048] * len(counts), "spans": [0] * len(counts), "cells": dict(faults)}
    return read_message(Health, {"type": "health", "first": first, "counts": counts, "noise": noise, **others})


def panel(
    counts: Mapping[str, int],
    noise: Mapping[str, int] | None = None,
    states: Mapping[str, str] | None = None,
    known: PanelHealth | None = None,
) -> PanelHealth:
    """Return the health of a panel whose cells rest at 2048 counts with 3 counts of noise, but for those named."""
    found = known or PanelHealth("hex4")
    for first in range(0, CELLS, 16):
        part = NAMES[first : first + 16]
        found.take(
            health(
                first,
                [counts.get(name, 2048) for name in part],
                [(noise or {}).get(name, 30) for name in part],
                {name: state for name, state in (states or {}).items() if name in part},
            )
        )
    return found


def faults(found: PanelHealth) -> dict[str, str]:
    assert all(cell.state in ADVICE for cell in found.faults())
    return {cell.cell: cell.state for cell in found.faults()}


EVERY_THIRD = dict.fromkeys(NAMES[::3], 1300)
"""What one multiplexer reads where discs of one colour lie on all its cells, or it is at fault."""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([{}], {}),
        ([dict.fromkeys(NAMES, 700)], dict.fromkeys(NAMES, "alike")),
        ([{"d4": 1200}, {"d4": 0}], {"d4": "still"}),
        ([{"d4": 2048}, {"d4": 0}], {"d4": "still"}),
        ([{"d4": 100, "e4": 3950}], {"d4": "beyond", "e4": "beyond"}),
        ([EVERY_THIRD], dict.fromkeys(EVERY_THIRD, "alike")),
        ([{**EVERY_THIRD, "a1": 2048}], {}),
        ([{"d4": 0}, {"d4": 0}, {"d4": "dead"}], {"d4": "dead"}),
        ([{}, {}, {}, panel({"d4": 100})], {}),
    ],
)
def test_a_cell_that_reads_what_no_disc_explains_is_at_fault_until_it_is_well(
    given: list[Any], expected: dict[str, str]
) -> None:
    found = panel(*given)
    assert found.complete and faults(found) == expected
    assert found.as_json()["well"] is (not expected)


def test_a_board_that_has_just_started_is_not_judged_before_it_has_looked() -> None:
    found, nothing = PanelHealth("hex4"), dict.fromkeys(NAMES, 0)
    for rounds in range(8):
        assert not found.complete and not found.faults(), rounds
        panel(nothing, nothing, known=found)
    assert found.complete and len(found.faults()) == CELLS


def test_panel_is_shown_row_by_row_from_the_far_side() -> None:
    rows = PanelHealth("hex4").rows()
    assert [GRID.name(cell) for cell in rows[0]] == ["g1", "g2", "g3", "g4"]
    assert [len(row) for row in rows] == [4, 5, 6, 7, 6, 5, 4]
    assert [row[0] for row in PanelHealth("square9").rows()] == [72, 63, 54, 45, 36, 27, 18, 9, 0]

"""What the host finds in a whole panel's health that the board, which plays on, calls well."""

from collections.abc import Mapping

import pytest

from hexlume.games.grid import HexGrid
from hexlume_host.device.health import ADVICE, PanelHealth
from hexlume_host.device.messages import Health, read_message

GRID = HexGrid(4)
CELLS = GRID.cells


def health(first: int, counts: list[int], noise: list[int], faults: Mapping[str, str]) -> Health:
    others = {"zeros": [2048] * len(counts), "spans": [0] * len(counts), "cells": dict(faults)}
    return read_message(Health, {"type": "health", "first": first, "counts": counts, "noise": noise, **others})


def panel(
    counts: Mapping[str, int], noise: Mapping[str, int] | None = None, states: Mapping[str, str] | None = None
) -> PanelHealth:
    """Return the health of a panel whose cells rest at 2048 counts with 3 counts of noise, but for those named."""
    found = PanelHealth("hex4")
    names = [GRID.name(cell) for cell in range(CELLS)]
    for first in range(0, CELLS, 16):
        part = names[first : first + 16]
        found.take(
            health(
                first,
                [counts.get(name, 2048) for name in part],
                [(noise or {}).get(name, 30) for name in part],
                {name: state for name, state in (states or {}).items() if name in part},
            )
        )
    assert found.complete
    return found


def faults(found: PanelHealth) -> dict[str, str]:
    assert all(cell.state in ADVICE for cell in found.faults())
    return {cell.cell: cell.state for cell in found.faults()}


def test_an_empty_panel_with_noise_is_well() -> None:
    assert panel({}).summary() == "All 37 cells are well."


def test_a_board_whose_sensors_all_read_700_is_not_well() -> None:
    found = panel({GRID.name(cell): 700 for cell in range(CELLS)})
    assert set(faults(found).values()) == {"alike"} and len(found.faults()) == CELLS
    assert found.as_json()["well"] is False


@pytest.mark.parametrize("counts", [1200, 2048])
def test_a_cell_that_is_held_at_a_voltage_without_noise_is_not_well(counts: int) -> None:
    assert faults(panel({"d4": counts}, {"d4": 0})) == {"d4": "still"}


def test_a_cell_that_reads_a_disc_is_well_only_if_one_lies_there() -> None:
    found = panel({"d4": 1200, "a1": 2048 + 1600})
    assert found.summary() == "All 37 cells are well if discs lie on a1 (white leader), d4 (black) and nowhere else."


def test_a_reading_that_no_sensor_gives_is_a_fault() -> None:
    assert faults(panel({"d4": 100, "e4": 3950})) == {"d4": "beyond", "e4": "beyond"}


def test_one_multiplexer_that_reads_discs_of_one_colour_is_at_fault() -> None:
    every_third = {GRID.name(cell): 1300 for cell in range(0, CELLS, 3)}
    assert faults(panel(every_third)) == dict.fromkeys(every_third, "alike")
    one_empty = {**every_third, "a1": 2048}
    assert faults(panel(one_empty)) == {}


def test_the_boards_own_finding_is_kept() -> None:
    assert faults(panel({"d4": 0}, {"d4": 0}, {"d4": "dead"})) == {"d4": "dead"}


def test_a_fault_found_here_goes_when_the_cell_is_well_again() -> None:
    found = panel({"d4": 100})
    names = [GRID.name(cell) for cell in range(CELLS)]
    for first in range(0, CELLS, 16):
        count = len(names[first : first + 16])
        changed = found.take(health(first, [2048] * count, [30] * count, {}))
    assert changed and faults(found) == {}


def test_a_board_that_has_just_started_is_not_judged_before_it_has_looked() -> None:
    names = [GRID.name(cell) for cell in range(CELLS)]
    found = PanelHealth("hex4")
    for rounds in range(8):
        assert not found.complete and not found.faults(), rounds
        for first in range(0, CELLS, 16):
            count = len(names[first : first + 16])
            found.take(health(first, [0] * count, [0] * count, {}))
    assert found.complete and len(found.faults()) == CELLS


def test_panel_is_shown_row_by_row_from_the_far_side_also_as_json() -> None:
    found = panel({"d4": 2300})
    named = [[GRID.name(cell) for cell in row] for row in found.rows()]
    assert (named[0], named[-1]) == (["g1", "g2", "g3", "g4"], ["a1", "a2", "a3", "a4"])
    assert [len(row) for row in named] == [4, 5, 6, 7, 6, 5, 4]
    assert [row[0] for row in PanelHealth("square9").rows()] == [72, 63, 54, 45, 36, 27, 18, 9, 0]
    told = found.as_json()
    assert (told["panel"], told["well"], len(told["cells"])) == ("hex4", True, 37)
    cell = told["cells"]["d4"]
    assert (cell["state"], cell["counts"], cell["zero"], cell["span"]) == ("ok", 2300, 2048, None)
    assert cell["mT"] == round(cell["mT"], 2) > 0

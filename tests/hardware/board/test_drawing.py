"""The parts that a board is drawn with: KiCad's files, the raster and the search on it."""

from pathlib import Path

import pytest

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.board import sexpr
from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import Design
from hexlume_hw.board.footprints import footprint
from hexlume_hw.board.gerber_netlist_check import holes
from hexlume_hw.board.rows import rows
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import outline


@pytest.mark.parametrize("text", ["", "(a", "a)", "(a))", "(a) (b)", "word"])
def test_a_torn_file_is_told_of(text: str) -> None:
    with pytest.raises(HardwareError, match="write it anew"):
        sexpr.parse(text)


@pytest.mark.integration
def test_a_footprint_that_no_library_has_is_told_of() -> None:
    with pytest.raises(HardwareError, match="no footprint Nowhere:None"):
        footprint("Nowhere:None")


@pytest.mark.parametrize("panel", ORDERABLE)
def test_rows_hold_every_cell_once_and_follow_the_chain(panel: str) -> None:
    grid = panel_grid(panel)
    lines = rows(panel)
    assert sorted(cell for line in lines for cell in line.cells) == list(range(grid.cells))
    chain = [cell for line in lines for cell in line.cells[:: line.side]]
    assert [cell_site(grid, cell).led for cell in chain] == list(range(grid.cells))


def _bare() -> Copper:
    return Copper(Design("hex4", outline("hex4"), Netlist("hex4", {})))


def test_another_order_is_tried_when_a_net_finds_no_way() -> None:
    copper = _bare()
    tried: list[str] = []

    def route(net: str) -> None:
        tried.append(net)
        if net == "last" and "first" in {track.net for track in copper.design.tracks}:
            raise HardwareError("There is no way.")
        copper.track(net, "F", 0, len(tried), 5, len(tried))

    copper.in_some_order(["first", "last"], route)
    assert tried == ["first", "last", "last", "first"]
    assert {track.net for track in copper.design.tracks} == {"first", "last"}


def test_holes_and_slots_are_read(tmp_path: Path) -> None:
    drill = tmp_path / "a.drl"
    drill.write_text("M48\nMETRIC\nT1C0.300\n%\nT1\nX1.5Y-2.0\nX0.0Y0.0G85X2.0Y0.0\nM30\n")
    assert holes(drill) == [(1.5, -2.0), (1.0, 0.0)]
    drill.write_text("M48\nINCH\nT1C0.3\n%\nX1Y1\n")
    with pytest.raises(HardwareError, match="not in mm"):
        holes(drill)

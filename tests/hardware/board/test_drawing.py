"""The parts that a board is drawn with: KiCad's files, the raster and the search on it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.board import sexpr
from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import Design, Track, merged
from hexlume_hw.board.footprints import footprint, turned
from hexlume_hw.board.gerber_netlist_check import holes
from hexlume_hw.board.maze import Maze
from hexlume_hw.board.rows import rows
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import outline

words = st.text(st.characters(codec="ascii", exclude_characters="\\"), max_size=8)
trees = st.recursive(words, lambda inner: st.lists(inner, max_size=4), max_leaves=20)


def _written(node: object) -> str:
    if isinstance(node, str):
        return '"' + node.replace('"', '\\"') + '"'
    assert isinstance(node, list)
    return "(" + " ".join(_written(item) for item in node) + ")"


@settings(deadline=None)
@given(st.lists(trees, max_size=4))
def test_what_is_written_is_read_back(tree: list[object]) -> None:
    assert sexpr.parse(_written(tree)) == tree


@pytest.mark.parametrize("text", ["", "(a", "a)", "(a))", "(a) (b)", "word"])
def test_a_torn_file_is_told_of(text: str) -> None:
    with pytest.raises(HardwareError, match="write it anew"):
        sexpr.parse(text)


@pytest.mark.integration
def test_a_footprint_that_no_library_has_is_told_of() -> None:
    with pytest.raises(HardwareError, match="no footprint Nowhere:None"):
        footprint("Nowhere:None")


def test_turning_is_counter_clockwise() -> None:
    assert turned(1, 0, 90) == (0, 1)
    assert turned(0, 1, 90) == (-1, 0)


spans = st.tuples(st.integers(0, 20), st.integers(1, 8))


@settings(deadline=None)
@given(st.lists(spans, min_size=1, max_size=8), st.booleans())
def test_merged_tracks_cover_what_the_single_ones_did(pieces: list[tuple[int, int]], flat: bool) -> None:
    tracks = [Track("A", "F", s, 3, s + n, 3) if flat else Track("A", "F", 3, s, 3, s + n) for s, n in pieces]
    after = [(t.x1, t.x2) if flat else (t.y1, t.y2) for t in merged(tracks)]
    halves = {s + step / 2 for s, n in pieces for step in range(2 * n + 1)}
    assert {h / 2 for h in range(60) if any(a <= h / 2 <= b for a, b in after)} == halves
    assert all(a[1] < b[0] for a, b in zip(sorted(after), sorted(after)[1:], strict=False))


@pytest.mark.parametrize("panel", ORDERABLE)
def test_rows_hold_every_cell_once_and_follow_the_chain(panel: str) -> None:
    grid = panel_grid(panel)
    lines = rows(panel)
    assert sorted(cell for line in lines for cell in line.cells) == list(range(grid.cells))
    chain = [cell for line in lines for cell in line.cells[:: line.side]]
    assert [cell_site(grid, cell).led for cell in chain] == list(range(grid.cells))


def _bare() -> Copper:
    return Copper(Design("hex4", outline("hex4"), Netlist("hex4", {})))


places = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@given(st.lists(st.tuples(places, places), min_size=1, max_size=4, unique_by=lambda pair: pair[0]))
def test_ways_of_different_nets_keep_the_clearance(pairs: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    copper = _bare()
    maze = Maze(copper)
    for index, (one, other) in enumerate(pairs):
        if one == other or any(not copper.via_fits(str(index), *end) for end in (one, other)):
            continue
        for x, y in (one, other):
            copper.via(str(index), x, y)
        try:
            maze.join(str(index), one, other)
        except HardwareError:
            continue
    strokes = [(t.net, t.layer, t.x1, t.y1, t.x2, t.y2, t.width) for t in copper.design.tracks]
    strokes += [(v.net, layer, v.x, v.y, v.x, v.y, 0.6) for v in copper.design.vias for layer in "FB"]
    for index, one_stroke in enumerate(strokes):
        for other_stroke in strokes[index + 1 :]:
            if one_stroke[0] != other_stroke[0] and one_stroke[1] == other_stroke[1]:
                assert _gap(one_stroke, other_stroke) >= 0.2


def _gap(one: tuple, other: tuple) -> float:  # type: ignore[type-arg]
    """Return the gap of two strokes along x or y."""
    _, _, ax1, ay1, ax2, ay2, a_width = one
    _, _, bx1, by1, bx2, by2, b_width = other
    dx = max(min(bx1, bx2) - max(ax1, ax2), min(ax1, ax2) - max(bx1, bx2), 0.0)
    dy = max(min(by1, by2) - max(ay1, ay2), min(ay1, ay2) - max(by1, by2), 0.0)
    return float((dx**2 + dy**2) ** 0.5 - a_width / 2 - b_width / 2)


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

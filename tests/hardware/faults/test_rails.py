"""The drop along a supply's copper against what can be computed by hand."""

import pytest

from hexlume_hw.board.design import Design, Mark, Placed, Pour, Track, Via
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.faults.rails import drops
from hexlume_hw.panel.outline import outline

SQUARE = 0.0172 / 0.035
VIA = 1.3
CAPACITORS = "CB1", "CB2", "CB3"


@pytest.fixture
def rail() -> Design:
    """A rail of 1 mm from a test point, with a capacitor's pad on it after 10, 20 and 30 mm."""
    design = Design("hex4", outline("hex4"), netlist("hex4"))
    for number, ref in enumerate(CAPACITORS, 1):
        design.placed[ref] = Placed(ref, design.netlist.parts[ref].footprint, 0.0, 0.0, 90.0)
        pad = next(land for land in design.lands(ref) if land.net == "+3V3")
        design.placed[ref] = Placed(ref, design.placed[ref].footprint, 10.0 * number - pad.x, -pad.y, 90.0)
    design.marks.append(Mark("TP3", "", "+3V3", 0.0, 0.0, 1.0, "3V3"))
    return design


def dropped(design: Design, short: str) -> list[float]:
    (found,) = drops(design, "+3V3", [(short, "1")], [(ref, "1") for ref in CAPACITORS])
    return found


def test_a_rail_drops_as_far_as_the_short_and_nothing_behind(rail: Design) -> None:
    rail.tracks.append(Track("+3V3", "F", 0.0, 0.0, 30.0, 0.0, 1.0))
    assert dropped(rail, "CB2") == pytest.approx([10 * SQUARE, 20 * SQUARE, 20 * SQUARE], abs=0.01)


def test_a_branch_drops_only_if_the_short_is_on_it(rail: Design) -> None:
    rail.tracks.append(Track("+3V3", "F", 0.0, 0.0, 20.0, 0.0, 1.0))
    # It leaves from the edge of the first track, as far as its middle reaches, and is half as wide.
    rail.tracks += [Track("+3V3", "F", 5.0, 0.4, 5.0, 5.4, 0.5), Track("+3V3", "F", 5.0, 5.4, 30.0, 5.4, 0.5)]
    rail.tracks.append(Track("+3V3", "F", 30.0, 5.4, 30.0, 0.0, 0.5))
    assert dropped(rail, "CB2") == pytest.approx([10 * SQUARE, 20 * SQUARE, 5 * SQUARE], abs=0.01)
    branch = (5.0 + 25.0 + 5.4) / 0.5
    assert dropped(rail, "CB3") == pytest.approx([5 * SQUARE, 5 * SQUARE, (5 + branch) * SQUARE], abs=0.01)


def test_vias_are_resistors_and_tracks_of_two_layers_do_not_touch(rail: Design) -> None:
    rail.tracks += [Track("+3V3", "F", 0.0, 0.0, 10.0, 0.0, 1.0), Track("+3V3", "B", 12.0, 0.0, 28.0, 0.0, 1.0)]
    rail.tracks += [Track("+3V3", "F", 10.0, 0.0, 12.0, 0.0, 1.0), Track("+3V3", "F", 20.0, 0.0, 30.0, 0.0, 1.0)]
    rail.vias += [Via("+3V3", 12.0, 0.0), Via("+3V3", 28.0, 0.0)]
    whole = 28 * SQUARE + 2 * VIA
    assert dropped(rail, "CB3") == pytest.approx([10 * SQUARE, whole, whole + 2 * SQUARE], abs=0.01)


def test_a_pour_drops_nothing(rail: Design) -> None:
    rail.tracks += [Track("+3V3", "F", 0.0, 0.0, 8.0, 0.0, 1.0), Track("+3V3", "F", 22.0, 0.0, 30.0, 0.0, 1.0)]
    rail.pours.append(Pour("+3V3", "F", ((7.0, -3.0), (23.0, -3.0), (23.0, 3.0), (7.0, 3.0))))
    assert dropped(rail, "CB3") == pytest.approx([8 * SQUARE, 8 * SQUARE, 16 * SQUARE], abs=0.01)

"""The schematic as it is read back: equal to the board, and no fault in it stays unseen."""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hexlume_hw import ORDERABLE
from hexlume_hw.board.marks import POINT, probes
from hexlume_hw.board.reading import ReadBoard, ReadPad
from hexlume_hw.checks.schematic import problems, read_schematic
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.circuit.schematic import TestPoint as Point
from hexlume_hw.circuit.schematic import schematic
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.parts import KINDS

pytestmark = pytest.mark.integration

PANEL = "hex2"
POINTS = [Point(f"TP{number}", *point, POINT) for number, point in enumerate(probes(PANEL), 1)]


@cache
def board(panel: str) -> ReadBoard:
    """A board as it is read, made from the netlist: its pads lie nowhere."""
    circuit = netlist(panel)
    nets = {pad: net for net, pads in circuit.nets.items() for pad in pads}
    nets |= {(point.ref, "1"): point.net for point in POINTS}
    footprints = {ref: part.footprint for ref, part in circuit.parts.items()}
    pads = {(ref, pin.number) for ref, part in circuit.parts.items() for pin in KINDS[part.kind].pins} | set(nets)
    read = tuple(ReadPad(*pad, nets.get(pad, ""), 0.0, 0.0, frozenset()) for pad in sorted(pads))
    footprints |= {point.ref: POINT for point in POINTS} | {"H1": "MountingHole:any", "FID1": "Fiducial:any"}
    return ReadBoard(read, {}, footprints, 0.0, 0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def whole() -> str:
    return schematic(netlist(PANEL), POINTS)


def found(text: str, folder: Path) -> list[str]:
    path = folder / "torn.kicad_sch"
    path.write_text(text, encoding="utf-8")
    return problems(read_schematic(path), board(PANEL))


def blocks(text: str, name: str) -> Iterator[str]:
    """Every list of the sheet that begins with a name, with its line's end."""
    for begin in re.finditer(rf"^  \({name} ", text, re.MULTILINE):
        depth = 0
        for index in range(begin.start(), len(text)):
            depth += {"(": 1, ")": -1}.get(text[index], 0)
            if depth == 0 and index > begin.start() + 2:
                yield text[begin.start() : index + 2]
                break


def some(text: str, name: str, count: int = 6) -> list[str]:
    every = list(blocks(text, name))
    return every[:: max(1, len(every) // count)]


def test_a_schematic_is_the_board_and_the_same_each_time(whole: str, tmp_path: Path) -> None:
    assert found(whole, tmp_path) == []
    assert whole == schematic(netlist(PANEL), POINTS)


@pytest.mark.parametrize("name", ["global_label", "wire", "no_connect", "symbol"])
def test_what_is_missing_in_a_schematic_is_found(name: str, whole: str, tmp_path: Path) -> None:
    # A sign that a net carries power is no part of the board.
    listed = [one for one in some(whole, name) if "power_flag" not in one]
    assert len(listed) > 3
    for one in listed:
        assert whole.count(one) == 1
        assert found(whole.replace(one, ""), tmp_path), one


def test_a_moved_turned_or_doubled_part_is_found(whole: str, tmp_path: Path) -> None:
    for one in some(whole, "symbol"):
        x = re.search(r"\(at (\S+)", one)
        assert x is not None
        assert found(whole.replace(one, one.replace(x[0], f"(at {float(x[1]) + 1.27:g}", 1)), tmp_path), one
        assert found(whole.replace(one, re.sub(r"(\(at \S+ \S+) 0\)", r"\1 180)", one, count=1)), tmp_path), one
        assert found(whole.replace(one, one + one), tmp_path), one


def test_two_joined_nets_are_found(whole: str, tmp_path: Path) -> None:
    labels = some(whole, "global_label")
    for one, other in itertools.pairwise(labels):
        name = re.search(r'"[^"]*"', other)
        assert name is not None
        if name[0] not in one:
            assert found(whole.replace(one, one + re.sub(r'"[^"]*"', name[0], one, count=1)), tmp_path), one


def test_another_footprint_and_labels_of_a_kind_not_followed_are_found(whole: str, tmp_path: Path) -> None:
    assert found(whole.replace('"Diode_SMD:D_SMA"', '"Diode_SMD:D_SMB"'), tmp_path)
    assert found(whole.replace("(global_label ", "(label ", 1), tmp_path)


@pytest.mark.parametrize("torn", ["(kicad_sch", "", '(kicad_sch (global_label "GND"))', "(kicad_sch (wire (pts)))"])
def test_a_torn_schematic_is_refused(torn: str, tmp_path: Path) -> None:
    with pytest.raises(HardwareError):
        found(torn, tmp_path)


@pytest.mark.parametrize("panel", ORDERABLE)
def test_a_panels_schematic_reads_back_as_its_netlist(panel: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.kicad_sch"
    path.write_text(schematic(netlist(panel), POINTS), encoding="utf-8")
    assert problems(read_schematic(path), board(panel)) == []

"""A whole board is clean, and each check finds the fault that it is there for, planted in a copy."""

import dataclasses
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.board import kicad
from hexlume_hw.board.fabricator import fabricator_problems
from hexlume_hw.board.gerber_netlist_check import ReadCopper, compare, copper_problems, read_copper
from hexlume_hw.board.layout_check import mark_problems, netlist_problems, site_problems
from hexlume_hw.board.marks import probes
from hexlume_hw.board.reading import ReadBoard, read_board
from hexlume_hw.board.write import BoardFiles, check_board
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import outline
from tests.hardware.written import Written

pytestmark = pytest.mark.integration

Check = Callable[[ReadBoard, Netlist], list[str]]
CHECKS = {
    "board: KiCad's design rules",
    "board against the circuit",
    "sensors' places",
    "test points and fiducials",
    "Gerbers' copper against the circuit",
    "a fabricator's rules",
}


def _copy(made: BoardFiles, folder: Path) -> Path:
    for file in (made.board, made.project):
        shutil.copy(file, folder)
    return folder / made.board.name


def _block(text: str, start: int) -> str:
    """Return the bracket that opens at a place."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return text[start : index + 1]
    raise AssertionError("the bracket never closes")


def _part(text: str, ref: str) -> str:
    """Return a footprint's block in a board file."""
    at = text.index(f'(fp_text reference "{ref}"')
    return _block(text, text.rindex("(footprint ", 0, at))


def marks_of(board: ReadBoard, _circuit: Netlist) -> list[str]:
    return mark_problems(board, "hex4")


@pytest.fixture(scope="module")
def copper(made: BoardFiles) -> ReadCopper:
    return read_copper(made.plots, "hex4")


# The board comes with its whole package.
@pytest.mark.timeout(1200)
def test_a_board_is_clean_under_every_check(written: Written) -> None:
    found = {check.name: check.problems for check in written.package.checks}
    assert len(CHECKS & found.keys()) == len(CHECKS)
    assert [found[name] for name in CHECKS if found[name]] == []


def test_each_check_tells_of_a_fault_that_only_it_looks_for(made: BoardFiles, circuit: Netlist, tmp_path: Path) -> None:
    """Every check is run, on the files in the folder: each has a fault of its own there."""
    files = dataclasses.replace(made, folder=Path(shutil.copytree(made.folder, tmp_path / "board")))
    text = files.board.read_text()
    for ref, pattern, by in (
        ("B7", r"\(at ([-\d.]+) ", lambda at: f"(at {float(at[1]) + 0.05:.6f} "),
        ("TP6", r'\(net \d+ "MUX0"\)', lambda net: '(net 1 "MUX1")'),
        ("R1", '"Resistor_SMD:[^"]*"', lambda name: '"Resistor_SMD:R_1206"'),
    ):
        part = _part(text, ref)
        text = text.replace(part, re.sub(pattern, by, part, count=1))
    files.board.write_text(text)
    drill = next(files.plots.glob("*-PTH.drl"))
    drill.write_text("".join(line for line in drill.read_text().splitlines(keepends=True) if "G85" not in line))
    files.report.write_text("** Found 1 DRC violations **\n[clearance]: Too near\n** Found 0 unconnected pads **\n")
    found = {name: problems for name, _, problems in check_board(files, circuit, print, lambda: ["A via."])}
    assert found.pop("Gerbers' copper against the circuit")[0].startswith("The drill file has no hole for pad")
    (moved,) = found.pop("sensors' places")
    assert "B7, is 0.050 mm" in moved
    assert found == {
        "board: KiCad's design rules": ["KiCad: Too near (clearance)."],
        "board against the circuit": [
            f"R1 has the footprint Resistor_SMD:R_1206 on the board and {circuit.parts['R1'].footprint} in the circuit."
        ],
        "test points and fiducials": ["Test point MUX0 is on MUX1."],
        "a fabricator's rules": ["A via."],
    }


def test_the_archive_has_all_that_a_fabricator_needs_and_no_marks_of_drills(made: BoardFiles) -> None:
    with zipfile.ZipFile(made.archive) as packed:
        names = {name.partition("-")[2] for name in packed.namelist()}
    layers = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "F_Paste", "Edge_Cuts")
    assert {*(f"{layer}.gbr" for layer in layers), "PTH.drl", "NPTH.drl"} <= names
    assert not any(b"C,0.350000*" in plot.read_bytes() for plot in made.plots.glob("*.gbr"))


def test_leds_lie_alike_in_every_cell(board: ReadBoard, circuit: Netlist) -> None:
    grid = panel_grid("hex4")
    offsets = set()
    for part in circuit.parts.values():
        if part.kind == "led" and part.cell >= 0:
            site = cell_site(grid, part.cell)
            x, y = board.places[part.ref]
            sensor = board.places[f"B{part.cell + 1}"]
            offsets.add((round(x - sensor[0], 3), round(y - sensor[1], 3)))
            assert site.led == part.cell or grid.name(part.cell)[0] in "bdf"
    assert offsets == {(0.0, 0.0)}


def test_drawn_copper_that_joins_two_nets_and_a_slot_that_is_not_drilled_are_found(
    made: BoardFiles, board: ReadBoard, circuit: Netlist, tmp_path: Path
) -> None:
    """Ground reaches both sides of the power socket's stakes anyway, so that their copper alone looks joined."""
    plots = shutil.copytree(made.plots, tmp_path / "plots")
    layer, drill = next(plots.glob("*-F_Cu.gbr")), next(plots.glob("*-PTH.drl"))
    strokes = ["%ADD99C,0.3*%", "D99*", "G01*"]
    # From one pin of a multiplexer to its neighbour.
    for number, draw in (("8", "D02"), ("9", "D01")):
        (pad,) = [pad for pad in board.pads if (pad.ref, pad.number) == ("U1", number)]
        x, y = board.from_centre(pad.x, pad.y, outline("hex4"))
        strokes.append(f"X{round(x * 1e6)}Y{round(y * 1e6)}{draw}*")
    layer.write_text(layer.read_text().replace("M02*", "\n".join([*strokes, "M02*"])))
    lines = drill.read_text().splitlines(keepends=True)
    slot = next(line for line in lines if "G85" in line)
    drill.write_text("".join(line for line in lines if line != slot))
    assert copper_problems(plots, board, circuit) == [
        "The drill file has no hole for pad S1 of J1.",
        "A short joins the nets SENSE_a1 (pad 3 of B1), SENSE_a4 (pad 3 of B4).",
    ]


def test_two_nets_that_the_circuit_joins_and_the_copper_does_not_are_found(
    copper: ReadCopper, board: ReadBoard, circuit: Netlist
) -> None:
    assert compare(copper, board, circuit) == []
    for one, other in (("SENSE_a1", "SENSE_a2"), ("+5V", "GND"), ("DATA1", "EN0")):
        nets = {name: pads for name, pads in circuit.nets.items() if name != other}
        nets[one] |= circuit.nets[other]
        joined = dataclasses.replace(circuit, nets=nets)
        found = [words for words in compare(copper, board, joined) if not words.startswith("A short")]
        assert len(found) == 1 and f"The net {one} is open" in found[0]


def test_a_pad_without_copper_is_found(copper: ReadCopper, board: ReadBoard, circuit: Netlist) -> None:
    pad = next(pad for pad in board.pads if (pad.ref, pad.number) == ("U16", "2"))
    bare = dataclasses.replace(pad, x=board.left + 0.2, y=board.top + 0.2)
    moved = dataclasses.replace(board, pads=tuple(bare if one is pad else one for one in board.pads))
    assert compare(copper, moved, circuit) == ["There is no copper for pad 2 of U16 on F.Cu."]


@pytest.mark.parametrize(
    ("ref", "pattern", "by", "check", "complaint"),
    [
        (
            *("B1", r'\(net \d+ "SENSE_a1"\)', '(net 1 "SENSE_a2")', netlist_problems),
            "Pad 3 of B1 is on SENSE_a2 on the board and on SENSE_a1 in the circuit.",
        ),
        ("CB5", r"(?s).+", "", netlist_problems, "CB5 is missing on the board."),
        (
            *("B7", r'(\(pad "2" thru_hole oval) \(at -4.5 ', r"\1 (at -4.4 ", site_problems),
            "The leads of B7 are not 4.5 mm from its cell's centre.",
        ),
        ("TP2", r"(?s).+", "", marks_of, "Test point 5V is missing."),
        ("FID1", r"(?s).+", "", marks_of, "There are 2 fiducials instead of 3."),
    ],
)
def test_a_part_that_is_missing_moved_or_on_a_wrong_net_is_found(
    ref: str, pattern: str, by: str, check: Check, complaint: str, made: BoardFiles, circuit: Netlist, tmp_path: Path
) -> None:
    board = _copy(made, tmp_path)
    text = board.read_text()
    part = _part(text, ref)
    changed = re.sub(pattern, by, part, count=1)
    assert changed != part
    board.write_text(text.replace(part, changed, 1))
    assert check(read_board(board), circuit) == [complaint]


def test_the_silk_screen_names_every_part_and_test_point(made: BoardFiles, circuit: Netlist) -> None:
    """KiCad's rules find none of these words over pads, over each other or over the edge."""
    words = re.findall(r'\(gr_text "([^"]+)" .*\(layer "F.SilkS"\)', made.board.read_text())
    assert set(circuit.parts) <= set(words)
    assert {point.label for point in probes("hex4")} <= set(words)
    assert len(words) == len(set(words))


def test_a_via_in_a_pad_is_found_by_the_fabricators_rules(made: BoardFiles, tmp_path: Path) -> None:
    board = _copy(made, tmp_path)
    text = board.read_text()
    pad = next(pad for pad in read_board(board).pads if (pad.ref, pad.number) == ("C3", "2"))
    net = re.search(r'\(net (\d+) "GND"\)', text)
    assert net
    via = f'(via (at {pad.x:.4f} {pad.y:.4f}) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net {net[1]}))'
    board.write_text(text.replace("(via ", via + "\n  (via ", 1))
    assert any("via_in_pad" in words for words in fabricator_problems(board, ("via_in_pad",)))


def test_kicads_report_is_read_whole(tmp_path: Path) -> None:
    report = tmp_path / "drc.txt"
    words = "[unconnected_items]: Missing connection between items\n    @(1.0 mm, 2.0 mm): Pad 1 of B1\n"
    report.write_text(f"** Found 0 DRC violations **\n** Found 1 unconnected pads **\n{words}")
    assert kicad.reported(report) == [
        "KiCad: Missing connection between items (unconnected_items); Pad 1 of B1 at 1.0 mm, 2.0 mm."
    ]
    for torn in (report.read_text().replace("Found 1", "Found 2"), "** Found 0 DRC violations **\n"):
        report.write_text(torn)
        with pytest.raises(HardwareError, match="cannot be read"):
            kicad.reported(report)

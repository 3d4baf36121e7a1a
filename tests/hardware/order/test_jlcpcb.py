"""JLCPCB's files lie as the board does, and every fault planted in them is found when they are read back."""

import csv
import math
import re
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_hw.board import fabrication
from hexlume_hw.board.footprints import footprint, turned
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.board.write import BoardFiles
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import jlcpcb
from hexlume_hw.order.bom import bom
from hexlume_hw.order.jlcpcb_parts import STOCK
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.parts import KINDS
from tests.hardware.written import Written

pytestmark = pytest.mark.integration

TURNED = {"top left": (-1, 1), "bottom left": (-1, -1), "bottom right": (1, -1), "left": (-1, 0), "right": (1, 0)}


@pytest.fixture
def upload(written: Written, tmp_path: Path) -> jlcpcb.Upload:
    """A copy of the package's files to upload."""
    shutil.copytree(written.folder / "jlcpcb", tmp_path / "jlcpcb")
    return jlcpcb.Upload(tmp_path / "jlcpcb", "hex4")


@pytest.fixture
def found(upload: jlcpcb.Upload, circuit: Netlist, board: ReadBoard, made: BoardFiles) -> Callable[[], list[str]]:
    """Reads the copy back and returns what is wrong."""
    return lambda: jlcpcb.problems(upload, circuit, board, fabrication.plots(made.plots))


def edit(path: Path, pattern: str, by: str) -> None:
    """Replace the first match in a file, which must have one."""
    text, count = re.subn(pattern, by, path.read_bytes().decode(), count=1, flags=re.MULTILINE)
    assert count == 1
    path.write_bytes(text.encode())


@pytest.mark.parametrize("kind", [kind for kind, stock in STOCK.items() if stock.pin_1])
def test_the_turns_of_the_tables_put_pin_1_where_the_assemblers_drawing_has_it(kind: str) -> None:
    """KiCad's footprint, turned back by what is added, has pad 1 in the drawing's corner: two sources, one answer."""
    stock, pad = STOCK[kind], footprint(KINDS[kind].footprint).pads[0]
    assert pad.number == "1"
    x, y = turned(pad.x, pad.y, -stock.turn)
    sides = tuple(0 if abs(value) < 0.1 else math.copysign(1, value) for value in (x, y))
    assert sides == TURNED[stock.pin_1]


def test_parts_whose_pins_differ_have_a_known_orientation() -> None:
    for kind, stock in STOCK.items():
        assert bool(stock.pin_1) == (KINDS[kind].name not in ("resistor", "ceramic capacitor")), kind
        assert re.fullmatch(r"C\d{4,8}", stock.number) and not KINDS[kind].hole
    assert len({stock.number for stock in STOCK.values()}) == len(STOCK)


@pytest.mark.parametrize(
    ("file", "pattern", "by", "complaint"),
    [
        ("cpl", r"^(D1,.*,)180", r"\g<1>0", "The placement file turns D1: its pin 1 is not on pad 1."),
        ("cpl", r"^(U1,.*,)\d+", r"\g<1>45", "The placement file turns U1: its pin 1 is not on pad 1."),
        ("cpl", r"^D1,.*\r\n", "", "The placement file lacks D1."),
        ("cpl", r"^(D2,)", r"D1,", "The placement file has D1 twice."),
        ("cpl", r"^(D3,.*),Top,", r"\g<1>,Bottom,", "The placement file has D3 on the layer Bottom."),
        ("cpl", r"^(D4,)(-?\d+)", r"\g<1>9\g<2>", "The placement file has D4"),
        ("cpl", r"Rotation", "Turn", "The placement file lacks D1."),
        ("bom", r"C2761795", "C114586", "The bill has D1 as C114586 in LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm."),
        ("bom", r",D7,", ",", "The bill lacks D7."),
        ("bom", r",D7,", ",D7,B7,", "The bill has B7 that is not placed."),
    ],
)  # fmt: skip
def test_a_fault_in_the_files_is_found(
    upload: jlcpcb.Upload, found: Callable[[], list[str]], file: str, pattern: str, by: str, complaint: str
) -> None:
    edit(upload.cpl if file == "cpl" else upload.bom, pattern, by)
    assert any(line.startswith(complaint) for line in found())


def test_a_line_of_more_than_200_references_is_found(upload: jlcpcb.Upload, found: Callable[[], list[str]]) -> None:
    edit(upload.bom, r'"D1,', '"' + "D1," * 200)
    assert any("references, JLCPCB reads 200" in line for line in found())


def test_an_archive_with_other_gerbers_is_found(upload: jlcpcb.Upload, found: Callable[[], list[str]]) -> None:
    with zipfile.ZipFile(upload.gerbers, "a") as packed:
        packed.writestr("old-F_Cu.gbr", "")
    assert found() == ["old-F_Cu.gbr in the archive is not the file that was checked."]


def test_long_lines_of_the_bill_are_split(circuit: Netlist, made: BoardFiles, tmp_path: Path) -> None:
    large = netlist("hex7")
    upload = jlcpcb.Upload(tmp_path, "hex7")
    jlcpcb.write(large, dict.fromkeys(large.parts, (0.0, 0.0, 0.0)), made.archive, upload)
    with upload.bom.open(newline="") as file:
        rows = [(row["Designator"].split(","), row["JLCPCB Part #"]) for row in csv.DictReader(file)]
    assert max(len(refs) for refs, _ in rows) <= jlcpcb.REFS_A_LINE
    assert Counter(ref for refs, _ in rows for ref in refs) == Counter(list(jlcpcb.placed(large)))
    assert len(rows) > len({number for _, number in rows}), "hex7 has kinds of more than 200 parts"


def test_what_is_not_placed_is_bought_and_soldered_by_hand(circuit: Netlist) -> None:
    items = jlcpcb.by_hand(circuit, bom(circuit))
    refs = {ref for item in items for ref in item.refs}
    assert refs == circuit.parts.keys() - jlcpcb.placed(circuit).keys()
    assert {item.name for item in items if not item.refs} == {
        "microcontroller board", "pin header for the Pico", "USB-C power supply"
    }  # fmt: skip

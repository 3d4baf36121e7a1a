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

from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.board import fabrication
from hexlume_hw.board.footprints import footprint, turned
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.board.write import BoardFiles
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import jlcpcb, prices, shopping
from hexlume_hw.order.bom import bom
from hexlume_hw.order.jlcpcb_parts import STOCK
from hexlume_hw.order.substitutes import SUBSTITUTES
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import FLOOR_MM, RECESS_DEPTH_MM, RECESS_DIAMETER_MM
from hexlume_hw.solids.plate import plate
from hexlume_hw.solids.write import DENSITY
from tests.hardware.first_page import first_page
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


def test_the_placement_file_has_every_part_that_is_placed_and_no_other(upload: jlcpcb.Upload, circuit: Netlist) -> None:
    with upload.cpl.open(newline="") as file:
        turns = {row["Designator"]: row["Rotation"] for row in csv.DictReader(file)}
    assert len(turns) == len(jlcpcb.placed(circuit)) > 120
    assert {"CB1", "D1", "U1"} <= turns.keys()
    assert not {"B1", "SW1", "A1", "J1"} & turns.keys()


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


def test_the_cost_has_a_fee_for_each_kind_of_part(circuit: Netlist) -> None:
    costs = jlcpcb.costs(circuit)
    fee = next(euros for words, euros in costs if words.startswith(f"loading {len(STOCK)} kinds of parts"))
    assert fee == pytest.approx(len(STOCK) * prices.JLC_LOADING * prices.EUR_PER_USD)
    assert sum(euros for _, euros in jlcpcb.costs(circuit, 5)) > sum(euros for _, euros in costs)


def test_every_part_has_two_alternates_and_something_that_must_never_replace_it() -> None:
    kinds = {"pico_1_20" if kind.startswith("pico_") else kind for kind in KINDS}
    assert SUBSTITUTES.keys() == kinds
    for kind, substitutes in SUBSTITUTES.items():
        assert len(substitutes.alternates) == 2, kind
        assert substitutes.never and KINDS[kind].number not in substitutes.alternates


def test_the_page_offers_two_other_parts_for_each_that_is_ordered(written: Written) -> None:
    page = (written.folder / "index.html").read_text(encoding="utf-8")
    rows = re.findall(r"<tr><td>[^<]*</td><td>([^<]*), (?:C\d+|by hand)</td><td>([^<]*)</td>", page)
    assert len(rows) == len(SUBSTITUTES)
    for part, alternates in rows:
        others = alternates.split(", ")
        assert part not in others and len(others) >= 2, part


def test_the_page_names_the_places_that_the_assembler_leaves_empty(circuit: Netlist) -> None:
    page = first_page("hex4", assembler="jlcpcb")
    assert "Empty are the places of A1, A2, B1 to B37, F1, J1, LS1, Q1, SW1 to SW3, U17." in page


def test_the_shop_list_has_what_is_used_up_and_leaders_only_if_there_are_some() -> None:
    lines = {line.what: line for line in shopping.shopping("square9", [], "", [])}
    assert {"USB cable for the Pico", "solder", "superglue", "glue for acrylic", "paint marker"} <= lines.keys()
    assert "leaders" not in lines["disc magnet"].care
    assert "plate/plate-floor.dxf" in lines["floor of the face plate"].specification


@pytest.mark.parametrize("panel", ORDERABLE)
def test_the_filament_is_enough_for_a_face_plate_printed_in_two_colours(panel: str) -> None:
    made = plate(panel)
    rim = made.whole.area - len(made.recesses) * math.pi * RECESS_DIAMETER_MM**2 / 4
    grams = {"white": made.whole.area * FLOOR_MM * DENSITY, "dark": rim * RECESS_DEPTH_MM * DENSITY}
    lines = shopping.shopping(panel, [], "", [("white up to the recesses' floor, then dark", sum(grams.values()))])
    bought = {line.what.removeprefix("PLA, "): line.how_many for line in lines if line.shop == "filament"}
    assert all(bought[colour] >= grams[colour] for colour in grams)


def test_a_board_larger_than_usual_is_asked_for_first() -> None:
    asked = {panel for panel in ("hex5", "hex7") if "Ask first" in first_page(panel, assembler="jlcpcb")}
    assert asked == {"hex7"}


def test_electronics_with_something_to_look_at_are_on_the_bill(circuit: Netlist) -> None:
    assert shopping.CARE.keys() <= {item.number for item in bom(circuit)}


def test_the_page_begins_with_the_order_and_its_total(written: Written, circuit: Netlist) -> None:
    page = (written.folder / "index.html").read_text(encoding="utf-8")
    assert page.index("<h2>Order</h2>") < page.index("<h2>What was checked</h2>") < page.index("<h2>Assembly</h2>")
    with (written.folder / "shopping.csv").open(encoding="utf-8") as file:
        bought = float(list(csv.reader(file))[-1][4])
    everything = bought + sum(euros for _, euros in jlcpcb.costs(circuit))
    assert f"<strong>{everything:.0f} €</strong>" in page
    assert f"It must find {len(jlcpcb.placed(circuit))} parts" in page
    assert "--for jlcpcb" in first_page("hex4")


def test_the_shop_list_counts_magnets_and_screws_and_has_their_sum(written: Written) -> None:
    with (written.folder / "shopping.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    grid = panel_grid("hex4")
    assert [row["how many"] for row in rows if row["shop"] == "magnets"] == [str(grid.cells + 8)]
    assert [row["how many"] for row in rows if row["what"] in ("heat-set insert", "screw")] == ["4", "4"]
    assert float(rows[-1]["EUR"]) == pytest.approx(sum(float(row["EUR"]) for row in rows[:-1]), abs=0.01 * len(rows))


@pytest.mark.soak
def test_the_shop_list_counts_the_filament_of_every_colour(whole: Written) -> None:
    with (whole.folder / "shopping.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert all(int(row["how many"]) > 1 for row in rows if row["shop"] == "filament")
    assert {row["what"] for row in rows if row["shop"] == "filament"} == {
        f"PLA, {colour}" for colour in shopping.COLOURS
    }

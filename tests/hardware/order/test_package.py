"""A panel's whole package: written, checked, and told on its first page."""

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.board.footprints import footprint, library
from hexlume_hw.board.marks import probes
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.checks import power, temperatures
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import write
from hexlume_hw.order.assembly_drawings import assembly_drawing, close_up, point_drawing
from hexlume_hw.order.package import REPORT, CheckLine, Package
from hexlume_hw.order.soldering_steps import steps as assembly_steps
from hexlume_hw.order.templates import guide_table
from hexlume_hw.order.write import steps
from hexlume_hw.panel.netlist import Place
from hexlume_hw.panel.outline import PICO_MM, outline
from hexlume_hw.panel.parts import KINDS
from tests.hardware.first_page import first_page
from tests.hardware.written import Written
from tests.in_process import Hexlume

pytestmark = pytest.mark.integration

GUIDE = (Path(__file__).parents[3] / "docs/build.md").read_text(encoding="utf-8")
CHECKS = {
    "magnets and sensors",
    "electrical rules",
    "circuit against the panel",
    "power",
    "temperatures",
    "settling",
    "wiring table",
    "bill of materials",
    "board: KiCad's design rules",
    "board against the circuit",
    "sensors' places",
    "test points and fiducials",
    "schematic against the board",
    "Gerbers' copper against the circuit",
    "a fabricator's rules",
    "face plate",
    "assembler's files",
}


def check(written: Written, solids: bool) -> None:
    """Fail unless a package is complete and none of its checks complains."""
    package, folder, heard = written
    assert package.problems == []
    assert {check.name for check in package.checks} == CHECKS | ({"solids"} if solids else set())
    assert [step for step, _ in heard] == sorted(step for step, _ in heard)
    assert {step for step, _ in heard} == set(range(len(steps(solids))))
    for path in package.files:
        assert (folder / path).exists(), path
    page = (folder / "index.html").read_text(encoding="utf-8")
    for path in package.files:
        assert f"href='{path}'" in page
    assert f"{panel_grid(package.panel).cells} cells" in page
    for probe in probes(package.panel):
        assert f">{probe.label}</text>" in page
    report = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    assert report["finished"] and report["panel"] == package.panel


@pytest.mark.timeout(1200)
def test_a_package_is_complete_and_no_check_complains(written: Written) -> None:
    check(written, False)


def test_each_check_of_the_circuit_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sensors whose outputs are exchanged, and each other limit set too low."""
    sound = netlist("hex4")
    one, other = sound.nets["SENSE_a1"], sound.nets["SENSE_a2"]
    nets = sound.nets | {
        "SENSE_a1": one - {("B1", "3")} | {("B2", "3")},
        "SENSE_a2": other - {("B2", "3")} | {("B1", "3")},
    }
    monkeypatch.setattr(write, "complaints", lambda panel: ["An output is open."])
    monkeypatch.setattr(write, "SETTLE_US", 1)
    monkeypatch.setattr(power, "CHARGER_MA", 100)
    monkeypatch.setattr(temperatures, "LED_K_PER_W", 10_000.0)
    work = write._Work(Package("hex4"), tmp_path, replace(sound, nets=nets))
    write._check_circuit(work, print)
    found = {check.name: check.problems for check in work.package.checks}
    named = ("electrical rules", "circuit against the panel", "power", "temperatures", "settling", "wiring table")
    assert tuple(found) == named and all(found.values()), found


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("panel", [panel for panel in ORDERABLE if panel != "hex4"])
def test_every_panels_package_is_complete_and_no_check_of_ours_complains(panel: str) -> None:
    check(Written.quickly(panel), False)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_a_package_with_its_solids_is_complete_and_no_check_complains(whole: Written) -> None:
    check(whole, True)


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("panel", ["hex5", "hex7", "square9"])
def test_every_package_is_complete_and_no_check_complains(panel: str, tmp_path: Path) -> None:
    check(Written.of(panel, tmp_path, True), True)


@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_part_is_soldered_in_exactly_one_step(panel: str) -> None:
    circuit = netlist(panel)
    refs = [ref for step in assembly_steps(circuit) for ref in step.refs]
    assert sorted(refs) == sorted(circuit.parts)
    assert len(assembly_steps(circuit)) == 6


def test_the_sensors_step_measures_their_output_pin() -> None:
    """DRV5055's datasheet, TO-92: pin 3 is the output, pin 2 in the middle is ground; pin 1's pad is square."""
    (words,) = [step.words for step in assembly_steps(netlist("hex4")) if step.title == "The sensors"]
    pins = {pin.number: pin for pin in KINDS["sensor"].pins}
    ((out, first),) = re.findall(
        r"output, pin (\d) \(pin (\d) is in the square pad, ground in the middle", " ".join(words)
    )
    assert (pins[out].name, pins[first].name) == ("OUT", "VCC")
    pads = {pad.number: pad for pad in footprint(KINDS["sensor"].footprint).pads}
    ground = next(number for number, pin in pins.items() if pin.name == "GND")
    assert pads[ground].y == 0.0 and pads[out].y == -pads[first].y
    own = library("hexlume") / "Hall_TO-92_Flat.kicad_mod"
    assert re.findall(r'\(pad "(\d)" thru_hole rect', own.read_text(encoding="utf-8")) == [first]


def test_the_pico_is_plugged_in_before_the_hood_covers_it() -> None:
    page = first_page("hex4", files=["print/printing.md"])
    order = [
        "Put the short pins of the two pin headers through the Pico",
        "Run hexlume deploy",
        "write HEXLUME_PANEL",
        "Eject the drive",
        "Solder the two sockets",
        "Plug the Pico into its sockets",
        "set the hood on",
    ]
    assert [page.count(words) for words in order] == [1] * len(order)
    assert [page.index(words) for words in order] == sorted(page.index(words) for words in order)


def test_the_page_has_the_guides_tables() -> None:
    page = unescape(first_page("hex4", assembler="jlcpcb"))
    for title, count in (("By symptom", 4), ("What is known, and how", 2)):
        heads, rows = guide_table(title)
        assert len(rows) > 9 and all(len(row) == len(heads) == count for row in rows)
        assert all("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) in page for row in rows)
    assert page.index("nobody has built one") < page.index("Upload to JLCPCB")


def test_a_stage_needs_nothing_that_is_made_later() -> None:
    """The last stage of soldering lays discs into their recesses; only the case comes after it."""
    page = first_page("hex5", files=["print/printing.md"])
    order = ["glue the rim on the floor", "a disc around a magnet", "the disc on each cell", "Make the other discs"]
    assert [page.index(words) for words in order] == sorted(page.index(words) for words in order)
    assert page.index("Make the leaders") < page.index("--learn") < page.index("--examine") < page.index("--report")


def test_what_a_panel_lacks_is_not_on_its_page() -> None:
    """Square panels have no leaders."""
    page = first_page("square9", files=["print/printing.md"])
    assert "Make the leaders" not in page and "--examine" in page


def test_small_parts_are_named_and_drawn_closer_and_what_is_everywhere_is_not() -> None:
    circuit = netlist("hex4")
    # Resistors in a corner, sensors all over the board; ways round matter to the sensors only.
    small = [ref for ref, part in circuit.parts.items() if part.kind == "r1k"]
    sensors = [ref for ref, part in circuit.parts.items() if part.kind == "sensor"]
    places = {ref: Place(-60.0, -60.0, 0.0) for ref in circuit.parts}
    places |= {ref: Place(-100.0 + 4 * index, -90.0, 90.0) for index, ref in enumerate(small)}
    places |= {ref: Place(-90.0 + 5 * index, 3.0 * index, 0.0) for index, ref in enumerate(sensors)}
    closer = close_up(circuit, places, small)
    assert all(f">{ref}</text>" in closer for ref in small) and 'class="first"' not in closer
    width = float(closer.partition('viewBox="')[2].split()[2])
    assert width == 70.0 + 2 * 4.0
    assert close_up(circuit, places, sensors) == ""
    whole = assembly_drawing(circuit, places, sensors)
    assert whole.count('class="first"') == len(sensors) == 37
    assert "<text" in whole and "NaN" not in whole


def test_the_page_shows_where_the_test_points_lie() -> None:
    circuit = netlist("hex4")
    places = dict.fromkeys(circuit.parts, Place(0.0, 0.0, 0.0))
    points = {"5V": (-98.0, -110.65), "MUX0": (-16.25, -1.5)}
    drawn = point_drawing(circuit, places, points)
    for x, y in ((-98, 110.65), (-16.25, 1.5)):
        assert f'<circle class="first" cx="{x}" cy="{y}"' in drawn
    assert re.findall(r">(\w+)</text>", drawn) == list(points)
    assert drawn in first_page("hex4", points=points)


def test_the_page_names_another_ground_as_the_pico_covers_the_test_point(board: ReadBoard) -> None:
    edges = outline("hex4")
    x, y = board.from_centre(*board.places["TP1"], edges)
    off = x - edges.pico[0], y - edges.pico[1]
    assert all(abs(way) < size / 2 for way, size in zip(off, PICO_MM, strict=True))
    shell = next(pin.number for pin in KINDS["usb_c"].pins if pin.name == "SHIELD")
    assert {pad.net for pad in board.pads if (pad.ref, pad.number) in (("J1", shell), ("TP1", "1"))} == {"GND"}
    page = first_page("hex4")
    for text in (page, GUIDE):
        assert "while it is in, measure to the power socket's metal shell instead" in " ".join(text.split())


def test_every_line_of_parts_has_a_tick_for_sourced_and_placed() -> None:
    circuit = netlist("hex4")
    page = first_page("hex4")
    keys = re.findall(r"data-key='([^']+)'", page)
    lines = sum(len({circuit.parts[ref].kind for ref in step.refs}) for step in assembly_steps(circuit))
    assert len(keys) == len(set(keys)) == 2 * lines
    assert "localStorage" in page


def test_the_stages_say_what_an_assembler_has_placed() -> None:
    placed = r"<td>([^<]*)(?: <span class='faint'>placed by the assembler</span>)</td>"
    rows = re.findall(placed, first_page("hex4", assembler="jlcpcb"))
    assert {"C2, C3", "D1 to D41", "U1 to U3", "V2"} <= set(rows)
    assert not {"J1", "U17", "B1 to B37", "A1"} & set(rows)
    assert "placed by the assembler" not in first_page("hex4")


def test_the_page_tells_what_is_wrong_and_shows_strings_as_text() -> None:
    check = CheckLine("copper", "110 nets", ["<b>GND</b> is in two parts"])
    page = first_page("hex4", [check], ["a&b.csv"])
    assert "&lt;b&gt;GND&lt;/b&gt; is in two parts" in page and "<b>GND" not in page
    assert "a&amp;b.csv" in page and "<h3>Last: the case</h3>" not in page
    assert "<h3>Last: the case</h3>" in first_page("hex4", files=["print/printing.md"])


def test_a_tool_that_is_missing_is_named(hexlume: Hexlume, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = hexlume("hardware", "hex4", "--out", tmp_path / "out", "--no-solids")
    assert ran.code == 1
    assert "install the Debian package ngspice" in ran.err
    assert len(ran.err.splitlines()) == 1

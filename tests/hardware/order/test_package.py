"""A panel's whole package: written, checked, and told on its first page."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.board.marks import probes
from hexlume_hw.checks import power, temperatures
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import write
from hexlume_hw.order.package import REPORT, CheckLine, Package
from hexlume_hw.order.soldering_steps import steps as assembly_steps
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
    package, folder = written
    assert package.problems == []
    assert {check.name for check in package.checks} == CHECKS | ({"solids"} if solids else set())
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
@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_package_with_its_solids_is_complete_and_no_check_complains(panel: str, tmp_path: Path) -> None:
    check(Written.of(panel, tmp_path, True), True)


@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_part_is_soldered_in_exactly_one_step(panel: str) -> None:
    circuit = netlist(panel)
    refs = [ref for step in assembly_steps(circuit) for ref in step.refs]
    assert sorted(refs) == sorted(circuit.parts)
    assert len(assembly_steps(circuit)) == 6


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

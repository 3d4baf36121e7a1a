"""The interactive bill: every part of the board with its number, and a plain sentence where its program is missing."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlume_hw.board.reading import read_board
from hexlume_hw.errors import HardwareError
from hexlume_hw.order import interactive_bom
from hexlume_hw.panel.netlist import Netlist
from tests.hardware.first_page import first_page
from tests.hardware.written import Written

pytestmark = pytest.mark.integration

needs_program = pytest.mark.skipif(
    not interactive_bom.installed(), reason="InteractiveHtmlBom is not installed: tools/setup.sh installs it"
)


def changed(written: Written, folder: Path, change: Callable[[Any], None]) -> Path:
    """A copy of the package's page with its data changed."""
    text = (written.folder / interactive_bom.PAGE).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("var pcbdata = "))
    data = json.loads(line.removeprefix("var pcbdata = ").rstrip(";"))
    change(data)
    page = folder / interactive_bom.PAGE
    page.write_text(text.replace(line, f"var pcbdata = {json.dumps(data)}"), encoding="utf-8")
    return page


def index_of(data: Any, ref: str) -> int:
    return next(index for line in data["bom"]["both"] for name, index in line if name == ref)


def drop(data: Any) -> None:
    data["bom"]["both"][0].pop()


def add(data: Any) -> None:
    data["bom"]["both"][0].append(["TP1", 0])


def renumber(data: Any) -> None:
    data["bom"]["fields"][str(index_of(data, "U17"))][2] = "AMS1117-3.3"


def move(data: Any) -> None:
    data["footprints"][index_of(data, "B1")]["bbox"]["pos"][0] += 0.01


def rewire(data: Any) -> None:
    data["footprints"][index_of(data, "B1")]["pads"][0]["net"] = "GATE"


@needs_program
def test_the_interactive_bill_has_ticks_and_needs_nothing_from_the_net(written: Written) -> None:
    page = (written.folder / interactive_bom.PAGE).read_text(encoding="utf-8")
    assert '"checkboxes": "Sourced,Placed"' in page
    # Its help links to the program's own site.
    assert not re.findall(r"<link|src=[\"']https?:|@import|url\([\"']?https?:", page)


@pytest.mark.sample(2)
@needs_program
@pytest.mark.parametrize("change", [drop, add, renumber, move, rewire])
def test_a_fault_in_the_interactive_bill_is_found(
    change: Callable[[Any], None], written: Written, circuit: Netlist, tmp_path: Path
) -> None:
    board = read_board(written.folder / "board" / "hex4.kicad_pcb")
    assert interactive_bom.problems(changed(written, tmp_path, lambda data: None), circuit, board) == []
    assert len(interactive_bom.problems(changed(written, tmp_path, change), circuit, board)) == 1


@needs_program
def test_a_page_without_parts_is_refused(written: Written, circuit: Netlist, tmp_path: Path) -> None:
    board = read_board(written.folder / "board" / "hex4.kicad_pcb")
    (tmp_path / "empty.html").write_text("<html></html>", encoding="utf-8")
    with pytest.raises(HardwareError):
        interactive_bom.problems(tmp_path / "empty.html", circuit, board)


def test_without_its_program_the_bill_is_left_out_with_one_sentence(
    circuit: Netlist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not interactive_bom.installed()
    with pytest.raises(HardwareError, match="not installed"):
        interactive_bom.write(tmp_path / "hex4.kicad_pcb", circuit, tmp_path / interactive_bom.PAGE)
    page = first_page("hex4", notes=[interactive_bom.MISSING])
    assert page.count("InteractiveHtmlBom is not installed") == 1

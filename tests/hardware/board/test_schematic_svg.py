"""The picture of the schematic: the one in the docs is of the circuit as it is."""

from pathlib import Path

import pytest

from hexlume_hw.board.marks import POINT, probes
from hexlume_hw.board.schematic_svg import schematic_svg
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.circuit.schematic import TestPoint as Point
from hexlume_hw.circuit.schematic import schematic

PANEL = "hex4"
PICTURE = Path(__file__).parents[3] / "docs" / "hardware" / "pictures" / "schematic.svg"

pytestmark = pytest.mark.integration


def test_the_docs_schematic_is_drawn_of_hex4(tmp_path: Path) -> None:
    path = tmp_path / "hex4.kicad_sch"
    points = [Point(f"TP{number}", *point, POINT) for number, point in enumerate(probes(PANEL), 1)]
    path.write_text(schematic(netlist(PANEL), points), encoding="utf-8")
    drawn = schematic_svg(path)
    assert PICTURE.read_text(encoding="utf-8") == drawn, f"draw {PICTURE.name} again: docs/hardware/circuit.md says how"

"""The picture of the schematic: it shows all that the file has, and the one in the docs is of the circuit as it is."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexlume_hw.board.marks import POINT, probes
from hexlume_hw.board.schematic_svg import schematic_svg
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.circuit.schematic import TestPoint as Point
from hexlume_hw.circuit.schematic import schematic

PANEL = "hex4"
PICTURE = Path(__file__).parents[3] / "docs" / "hardware" / "pictures" / "schematic.svg"

pytestmark = pytest.mark.integration


def test_the_docs_schematic_shows_every_part_and_every_label_of_hex4(tmp_path: Path) -> None:
    path = tmp_path / "hex4.kicad_sch"
    circuit = netlist(PANEL)
    points = [Point(f"TP{number}", *point, POINT) for number, point in enumerate(probes(PANEL), 1)]
    path.write_text(schematic(circuit, points), encoding="utf-8")
    drawn = schematic_svg(path)
    tree = ElementTree.fromstring(drawn)
    words = [("".join(one.itertext()), one.get("class")) for one in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert {*circuit.parts, *(point.ref for point in points)} <= {text for text, _ in words}
    labels = sorted(re.findall(r'\(global_label "([^"]+)"', path.read_text(encoding="utf-8")))
    assert sorted(text.strip("\N{NO-BREAK SPACE}") for text, style in words if style == "net") == labels
    assert set(labels) == {net for net, pads in circuit.nets.items() if pads}
    assert PICTURE.read_text(encoding="utf-8") == drawn, f"draw {PICTURE.name} again: docs/hardware/circuit.md says how"

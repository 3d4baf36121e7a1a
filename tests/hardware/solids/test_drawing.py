"""The face plate's sheets: what is cut is where the cells are, and planted faults are found."""

import math
from pathlib import Path

import ezdxf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.panel.stackup import RECESS_DIAMETER_MM
from hexlume_hw.solids import drawing
from hexlume_hw.solids.plate import plate

pytestmark = pytest.mark.integration


@pytest.mark.sample(1)
@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_panels_sheets_are_well(panel: str) -> None:
    assert drawing.problems(panel) == []


@pytest.mark.parametrize("panel", ORDERABLE)
def test_the_cases_page_has_every_sheets_size(panel: str) -> None:
    left, near, right, far = plate(panel).whole.bounds
    text = (Path(__file__).parents[3] / "docs/hardware/case.md").read_text(encoding="utf-8")
    assert f"| {panel} | {right - left:.0f} x {far - near:.0f} |\n" in text


def test_what_is_written_reads_back_with_a_hole_at_every_cell(tmp_path: Path) -> None:
    told: list[str] = []
    floor, rim = drawing.write_drawings("hex5", tmp_path, told.append)
    assert told == [drawing.sheet_size("hex5")] and "296.0 x" in told[0]
    document = ezdxf.readfile(rim)
    assert not document.audit().errors
    holes = {
        (round(circle.dxf.center.x, 6), round(circle.dxf.center.y, 6))
        for circle in document.modelspace().query('CIRCLE[layer=="CUT"]')
        if circle.dxf.radius == RECESS_DIAMETER_MM / 2
    }
    grid = panel_grid("hex5")
    sites = [cell_site(grid, cell) for cell in range(grid.cells)]
    assert holes == {(round(site.x_mm, 6), round(site.y_mm, 6)) for site in sites}
    # Two neighbours of 61 cells are joined by one engraved line each.
    lines = document.modelspace().query('LINE[layer=="ENGRAVE"]')
    assert len(lines) == sum(len(around) for around in grid.neighbours) // 2
    assert not ezdxf.readfile(floor).modelspace().query('*[layer=="ENGRAVE"]')


@given(st.integers(0, 36), st.floats(0.01, 4.0), st.floats(0, 2 * math.pi))
def test_a_moved_hole_is_found(cell: int, aside: float, way: float) -> None:
    document = drawing.rim_sheet("hex4", plate("hex4"))
    holes = [c for c in document.modelspace().query("CIRCLE") if c.dxf.radius == RECESS_DIAMETER_MM / 2]
    holes[cell].translate(aside * math.cos(way), aside * math.sin(way), 0)
    name = panel_grid("hex4").name(cell)
    assert any(f"the recess of {name}" in line for line in drawing.problems("hex4", rim=document))


def test_a_wide_hole_a_lost_hole_a_strange_layer_and_a_short_outline_are_found() -> None:
    made = plate("hex4")
    document = drawing.rim_sheet("hex4", made)
    space = document.modelspace()
    holes = [c for c in space.query("CIRCLE") if c.dxf.radius == RECESS_DIAMETER_MM / 2]
    holes[3].dxf.radius = 15.6
    space.delete_entity(holes[4])
    space.add_circle((0, 0), 1.0, dxfattribs={"layer": "NOTES"})
    found = drawing.problems("hex4", rim=document)
    assert any("leaves a disc 3.10 mm" in line for line in found)
    assert any("36 recesses for 37 cells" in line for line in found)
    assert any("on layer NOTES" in line for line in found)
    short = drawing.floor_sheet(made)
    short.modelspace().query("LWPOLYLINE").first.translate(1, 0, 0)
    assert "plate-floor: its outline is not the face plate's" in drawing.problems("hex4", floor=short)

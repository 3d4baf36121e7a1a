"""The solids: sound, apart, printable, and keeping discs where sensing needs them; planted faults are found."""

import dataclasses
import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from build123d import Vector, export_stl
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import box

from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.checks import solids as checks
from hexlume_hw.panel import stackup, well
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import (
    DISC_DIAMETER_MM,
    DISC_HEIGHT_MM,
    HALL_TO_FLOOR_MM,
    LEADER_GAP_MM,
    LEADER_HEIGHT_MM,
    PAWN_GAP_MM,
    RECESS_DIAMETER_MM,
)
from hexlume_hw.solids import hat, hood, light_grid, pieces, plate, regions, sizes, tray
from hexlume_hw.solids.assembly import Assembly, Placed, assemble
from hexlume_hw.solids.bodies import Body
from hexlume_hw.solids.mesh import thinnest
from hexlume_hw.solids.prism import block, cylinder, without
from hexlume_hw.solids.sizes import DECK, SEGMENT
from hexlume_hw.solids.write import stl_problem

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def hex4() -> Assembly:
    return assemble("hex4")


def with_recess(made: plate.Plate, cell: int, dx: float = 0.0, wider: float = 0.0) -> plate.Plate:
    """Plant a fault: a recess moved along x or made wider."""
    x, y, radius = made.recesses[cell]
    recesses = list(made.recesses)
    recesses[cell] = (x + dx, y, radius + wider)
    return dataclasses.replace(made, recesses=tuple(recesses))


def faulty_plate(recesses: plate.Plate) -> list[str]:
    """Return what the recesses' check says of a hex4's face plate."""
    parts = plate.printables("hex4", recesses)
    placed = tuple(Placed(part.name, part.solid, part.name) for part in parts)
    return list(checks.recesses(Assembly("hex4", recesses, tuple(parts), (), (), placed)))


@pytest.mark.soak
@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_panel_is_well(panel: str) -> None:
    assert checks.problems(panel) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "panel",
    [pytest.param(panel, marks=[] if panel in ("hex4", "hex7") else pytest.mark.soak) for panel in ORDERABLE],
)
def test_the_largest_segments_fit_the_printer_and_hold_every_cell(panel: str) -> None:
    parts = [
        *plate.printables(panel, plate.plate(panel)),
        *tray.printables(panel, tray.pillars(panel), tray.PILLAR_TOP),
    ]
    parts += hood.printables(panel)
    assert [line for part in parts for line in checks.too_large(part)] == []
    assert sorted(cell for part in parts for cell in part.seats) == list(range(panel_grid(panel).cells))


@pytest.mark.parametrize("panel", ORDERABLE)
def test_the_light_grid_is_cut_into_pieces_that_leave_a_printer_some_room(panel: str) -> None:
    left, near, right, far = light_grid.walls(panel).bounds
    for low, high, across in ((left, right, True), (near, far, False)):
        ends = [low, *light_grid.seams(panel, low, high, across), high]
        assert all(0.0 < end - start <= SEGMENT for start, end in itertools.pairwise(ends))


def test_the_disc_carries_its_magnet_at_mid_height_as_the_study_assumes() -> None:
    # A disc gives the same field whichever side is up, or turning it over would not only change its sign.
    halves = pieces.disc()
    magnet = halves[2].bounding_box()
    assert pytest.approx(DISC_HEIGHT_MM - magnet.max.Z, abs=1e-6) == magnet.min.Z
    assert pytest.approx(PAWN_GAP_MM, abs=1e-6) == HALL_TO_FLOOR_MM + magnet.min.Z
    assert pytest.approx(LEADER_GAP_MM, abs=1e-6) == HALL_TO_FLOOR_MM + pieces.leader_magnet().bounding_box().min.Z


def test_a_hat_holds_its_sensor_at_the_height_that_the_study_assumes() -> None:
    """The sensor lies on the pocket's floor, its element under the cell's middle, and is no looser than a layer."""
    assert well.SENSOR.low + well.ELEMENT_MM == pytest.approx(stackup.HALL_HEIGHT_MM)
    inside = hat.hat().intersect(block(-0.5, -0.5, 0.0, 0.5, 0.5, well.HAT_HIGH_MM))
    assert inside is not None
    floor, roof = sorted((solid.bounding_box() for solid in inside), key=lambda bounds: bounds.min.Z)
    assert pytest.approx((well.HAT_LOW_MM, well.SENSOR.low)) == (floor.min.Z, floor.max.Z)
    assert 0.0 < roof.min.Z - well.SENSOR.high < 0.15
    assert KINDS["led"].height_mm + 0.5 <= well.HAT_LOW_MM


def test_a_hat_stands_over_every_cell(hex4: Assembly) -> None:
    places = [place.position for place in hat.places("hex4")]
    assert sorted((round(at.X, 3), round(at.Y, 3)) for at in places) == sorted(
        (round(x, 3), round(y, 3)) for x, y in regions.centres("hex4")
    )
    assert sum(placed.part == hat.NAME for placed in hex4.placed) == len(places) == 37


def test_a_sensor_too_high_for_its_hat_and_a_pillar_through_board_and_disc_are_found(hex4: Assembly) -> None:
    at = hat.places("hex4")[0].position
    high = dataclasses.replace(well.SENSOR, low=well.SENSOR.low + 0.3, high=well.SENSOR.high + 0.3)
    body = Body("B1", at.X + high.left, at.Y + high.near, at.X + high.right, at.Y + high.far, high.high, high.low)
    sensor = Placed("B1", block(body.left, body.near, body.low, body.right, body.far, body.top))
    x, y = regions.centres("hex4")[panel_grid("hex4").cell("d3")]
    pillar = Placed("pillar", cylinder(x, y, 3.0, sizes.TRAY_TOP, DECK + 5.0))
    placed = [one for one in hex4.placed if one.name in ("circuit board", hat.NAME)]
    found = list(checks.overlaps(dataclasses.replace(hex4, bodies=(body,), placed=(*placed, pillar, sensor))))
    assert [line.partition(" share")[0] for line in found] == [
        "circuit board and pillar",
        "B1 and hat",
        "a disc on d3 and pillar",
    ]


def test_a_tall_part_under_the_face_plate_is_found(hex4: Assembly) -> None:
    assert list(checks.headroom(hex4)) == []
    tall = dataclasses.replace(hex4, bodies=(*hex4.bodies, Body("C99", -4.0, -20.0, 4.0, -12.0, 10.2)))
    assert list(checks.headroom(tall)) == ["C99 is 10.20 mm high and under the face plate"]


def test_a_disc_lies_flat_on_either_side_and_a_leader_is_another_shape() -> None:
    black, white, _ = pieces.disc()
    both = black.fuse(white).bounding_box()
    assert pytest.approx((0.0, DISC_HEIGHT_MM), abs=1e-6) == (both.min.Z, both.max.Z)
    assert pytest.approx(DISC_DIAMETER_MM, abs=1e-3) == both.size.X
    leader = pieces.leader_body(True)
    assert pytest.approx(LEADER_HEIGHT_MM, abs=1e-6) == leader.bounding_box().max.Z
    # Its waist can be felt: half as wide as a disc, at a height at which a disc is full.
    waist = leader.intersect(block(-20, -20, 8.3, 20, 20, 8.5))
    assert waist is not None and max(solid.bounding_box().size.X for solid in waist) < 0.6 * DISC_DIAMETER_MM


@pytest.mark.parametrize("make", [pieces.white_half, pieces.black_half])
def test_each_side_has_a_mark_of_its_own_to_be_felt(make: Callable[[], object]) -> None:
    # Promise 4: colour is never the only difference. Probes in the face find grooves 0.8 mm deep in other places.
    solid = make()
    ring = [(7.3 * np.cos(a), 7.3 * np.sin(a)) for a in np.radians([45, 135, 225, 315])]
    cross = [(4.0, 0.0), (-4.0, 0.0), (0.0, 4.0), (0.0, -4.0)]
    filled = [solid.is_inside(Vector(x, y, pieces.GROOVE / 2)) for x, y in ring + cross]  # type: ignore[attr-defined]
    white = make is pieces.white_half
    assert filled == [not white] * 4 + [white] * 4


def test_a_moved_recess_is_found() -> None:
    made = plate.plate("hex4")
    found = faulty_plate(with_recess(made, 18, dx=2 * checks.PLACE_MM))
    assert any("the recess of d4 is" in line and "off its cell" in line for line in found)
    assert not faulty_plate(with_recess(made, 18, dx=checks.PLACE_MM / 2))


def test_a_recess_too_wide_or_too_narrow_is_found() -> None:
    # 3 mm off centre is what sensing bears: the play of a disc counts together with the recess's own place.
    widest = 2 * (checks.OFF_CENTRE_MM + DISC_DIAMETER_MM / 2) - RECESS_DIAMETER_MM
    made = plate.plate("hex4")
    wide = faulty_plate(with_recess(made, 5, wider=widest / 2 + 0.05))
    assert [line for line in wide if "3.05 mm off centre" in line]
    assert not faulty_plate(with_recess(made, 5, wider=widest / 2 - 0.05))
    assert [line for line in faulty_plate(with_recess(made, 5, wider=-0.9)) if "too narrow" in line]


def test_a_missing_recess_is_found() -> None:
    made = plate.plate("hex4")
    lost = dataclasses.replace(made, recesses=made.recesses[:-1])
    assert faulty_plate(lost) == ["g4 has 0 recesses"]


def test_a_pillar_on_a_seam_is_refused() -> None:
    with pytest.raises(ValueError, match="stands on a seam"):
        tray.printables("hex4", [(0.0, 0.0)], tray.PILLAR_TOP)


def test_a_file_that_lost_or_turned_a_triangle_or_is_of_another_size_is_found(tmp_path: Path) -> None:
    path = tmp_path / "block.stl"
    assert export_stl(block(0, 0, 0, 10, 10, 10), path)
    assert stl_problem(path, 1000.0) == ""
    assert stl_problem(path, 1010.0) == "block.stl holds 1000 mm3, its solid 1010 mm3"
    data = path.read_bytes()
    path.write_bytes(data[:80] + (11).to_bytes(4, "little") + data[84:-50])
    assert "not closed" in stl_problem(path, 1000.0)
    # The last triangle: normal, three corners of 12 bytes each, two bytes more.
    path.write_bytes(data[:-38] + data[-26:-14] + data[-38:-26] + data[-14:])
    assert "one sense" in stl_problem(path, 1000.0)


@given(st.floats(1.0, 4.0))
@settings(max_examples=10)
def test_the_thinnest_wall_is_measured(wall: float) -> None:
    solid = without(block(0, 0, 0, 40, 30, 20), block(wall, 5, 5, 35, 25, 21))
    assert thinnest(solid)[0] == pytest.approx(wall, abs=1e-6)


@pytest.mark.sample(1)
@pytest.mark.parametrize("panel", ORDERABLE)
def test_no_seam_of_the_face_plate_runs_through_a_recess(panel: str) -> None:
    made = plate.plate(panel)
    for shift in (-plate.LAP, plate.LAP):
        segments = regions.tiled_segments(panel, made.whole, shift)
        whole = sum(
            segment.buffer(0.2).contains(box(x - r, y - r, x + r, y + r).centroid.buffer(r))
            for x, y, r in made.recesses
            for segment in segments
        )
        assert whole == len(made.recesses)


@pytest.mark.parametrize("panel", ORDERABLE)
def test_nothing_under_the_hood_is_cut_by_its_seams_or_under_a_pillar(panel: str) -> None:
    edges = outline(panel)
    for seam in hood.seams(panel):
        assert all(abs(seam - x) > 4.0 for x, _ in (*edges.buttons, *edges.status, edges.buzzer))
        assert abs(seam - edges.pico[0]) > 25.5
    # A push button's leads go through the board 3.25 mm from its middle.
    for x, y in tray.pillars(panel):
        assert all(np.hypot(x - a, y - b) > 7.0 for a, b in edges.buttons)
        assert all(np.hypot(x - a, y - b) > 8.0 for a, b in edges.holes)


def test_a_stick_through_the_hood_reaches_the_bootsel_button(hex4: Assembly) -> None:
    """A stick of 3 mm, also 1 mm off: nothing is in its way, and it ends at the button."""
    edges = outline("hex4")
    # The Pico's USB is at the left and pin 1 in the near row: 12 mm from that end, 3.5 mm towards the player.
    assert edges.bootsel == pytest.approx((edges.left + 8.0 + 12.0, edges.pico[1] - 3.5))

    def hit(off: float, low: float) -> set[str]:
        stick = cylinder(edges.bootsel[0] + off, edges.bootsel[1], 1.5, low, sizes.HOOD_TOP + 5.0)
        near = [one for one in hex4.placed if one.name.startswith(("hood", "Pico"))]
        return {one.name for one in near if one.solid.volume - one.solid.cut(stick).volume > checks.TOUCH_MM3}

    assert [hit(off, sizes.BOOTSEL_TOP) for off in (-0.95, 0.0, 0.95)] == [set(), set(), set()]
    assert hit(0.0, sizes.BOOTSEL_TOP - 0.3) == {"Pico's BOOTSEL"}
    assert hit(1.5, sizes.BOOTSEL_TOP) == {"hood-1"}

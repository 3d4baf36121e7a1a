"""Magnets and sensors, against the closed formula and the bands of the panel design."""

from itertools import product
from math import cos, pi, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexlume.hardware.cell_site import PITCH_MM
from hexlume_hw.panel.stackup import MAGNET_DIAMETER_MM, MAGNET_HEIGHT_MM, REMANENCE_MT
from hexlume_hw.physics.converter import RP2350
from hexlume_sim.twin import Twin
from hexlume_sim.world.magnets import FARTHEST_MM, LEADER_GAP_MM, NEAREST_MM, PAWN_GAP_MM, FieldTable
from hexlume_sim.world.sensors import Disc
from tests.simulator.surface_charge import field_mt, field_on_axis_mt

OFF_CENTRE_MM = 3.0
"""The face plate's recess keeps discs this near their cell's centre."""


FIELDS = FieldTable()


@given(st.floats(4.0, 60.0))
def test_field_table_on_the_axis_equals_the_closed_formula(gap: float) -> None:
    assert FIELDS.mt(0.0, gap) == pytest.approx(field_on_axis_mt(gap), rel=0.005)


@given(st.floats(0.0, 2 * pi))
def test_field_of_a_distant_magnet_is_a_dipoles(angle: float) -> None:
    """An independent model: B = m (3 cos^2 - 1) / (4 pi r^3), with m = Br V / mu0."""
    distance = 60.0
    aside, down = distance * abs(sin(angle)), distance * cos(angle)
    moment = REMANENCE_MT * pi * (MAGNET_DIAMETER_MM / 2) ** 2 * MAGNET_HEIGHT_MM / (4 * pi)
    dipole = moment * (3 * cos(angle) ** 2 - 1) / distance**3
    gap = down - MAGNET_HEIGHT_MM / 2
    assume(gap >= NEAREST_MM)
    assert FIELDS.mt(aside, gap) == pytest.approx(dipole, abs=moment / distance**3 * 0.03)


@given(st.floats(0.0, 70.0), st.floats(LEADER_GAP_MM, 90.0))
def test_field_table_interpolation_is_accurate(aside: float, gap: float) -> None:
    """Against the surface-charge model, which shares nothing with the table."""
    assert FIELDS.mt(aside, gap) == pytest.approx(field_mt(aside, gap), abs=0.005 * field_mt(0.0, gap))


@given(st.floats(0.0, 200.0), st.floats(-5.0, 200.0))
def test_field_table_covers_every_point(aside: float, gap: float) -> None:
    """A hand may carry a disc anywhere; nearer than the table's first row, a magnet is felt as from there."""
    assert abs(FIELDS.mt(aside, gap)) <= FIELDS.mt(0.0, NEAREST_MM)


def test_magnet_high_above_has_no_field() -> None:
    """A count is 0.027 mT."""
    assert field_mt(0.0, FARTHEST_MM) < 0.027
    assert FIELDS.mt(0.0, FARTHEST_MM + 1) == 0.0


def test_readings_of_resting_pieces_are_in_their_bands() -> None:
    """Leader 40 to 80 mT, pawn 15 to 24 mT, up to 3 mm off centre and with gaps 0.4 mm off."""
    for aside, wrong in product((0.0, OFF_CENTRE_MM), (-0.4, 0.4)):
        assert 15 <= field_mt(aside, PAWN_GAP_MM + wrong) <= 24
        assert 40 <= field_mt(aside, LEADER_GAP_MM + wrong) <= 80


def test_worst_case_field_of_neighbours_is_below_3_mt() -> None:
    twin = Twin("hex4")
    discs = []
    for corner in range(6):
        direction = corner * pi / 3
        distance = PITCH_MM - OFF_CENTRE_MM
        discs.append(Disc(True, True, distance * cos(direction), distance * sin(direction)))
    centre = twin.grid.cell("d4")
    # The computed facts give 3.0 mT for the same arrangement; a leader's own field is fifteen times that.
    assert 1.0 < abs(twin.sensors.field_mt(centre, discs)) < 3.05


def test_field_of_a_hovering_leader_is_as_documented() -> None:
    """A hovering leader at 15 mm gives 5.9 mT, at 20 mm 2.7 mT."""
    assert field_mt(0.0, 15.0) == pytest.approx(5.9, abs=0.2)
    assert field_mt(0.0, 20.0) == pytest.approx(2.7, abs=0.2)


def counts(twin: Twin, cell: str) -> float:
    place = twin.grid.cell(cell)
    site = twin.sensors.sites[place]
    return twin.front.levels[site.adc][(1 << (4 + site.enable)) | site.address] / 16


def test_white_raises_the_reading_and_black_lowers_it() -> None:
    twin = Twin("hex5", seed=3)
    zero = counts(twin, "e5")
    twin.table.put("e5", "white")
    white = counts(twin, "e5") - zero
    twin.table.flip("e5")
    black = counts(twin, "e5") - zero
    # The field is the same both ways; the converter is not quite.
    assert white == pytest.approx(-black, abs=RP2350.bent_counts / 2)
    assert 417 < white < 1053
    twin.table.lift("e5")
    assert counts(twin, "e5") == zero
    twin.table.put("e5", "black leader")
    assert counts(twin, "e5") - zero < -1316


def test_sensors_differ_within_their_tolerance() -> None:
    twin = Twin("hex9", seed=5)
    zeros = [counts(twin, twin.grid.name(cell)) for cell in range(twin.grid.cells)]
    assert len(set(zeros)) > 100
    assert all(abs(zero - 2048) < 5 * 6.3 for zero in zeros)
    assert all(0.95 <= sensitivity <= 1.05 for sensitivity in twin.sensors.sensitivity)


@given(st.lists(st.tuples(st.integers(0, 36), st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_counts_do_not_depend_on_earlier_gestures(steps: list[tuple[int, bool, bool]]) -> None:
    twin, fresh = Twin("hex4"), Twin("hex4")
    final: dict[str, str] = {}
    for cell, white, leader in steps:
        name = twin.grid.name(cell)
        if name in final:
            twin.table.lift(name)
        final[name] = ("white" if white else "black") + (" leader" if leader else "")
        twin.table.put(name, final[name])
    for name, piece in final.items():
        fresh.table.put(name, piece)
    assert twin.front.levels == fresh.front.levels

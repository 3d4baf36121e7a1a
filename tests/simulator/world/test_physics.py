"""Magnets and sensors, against the closed formula and the bands of the panel design."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_hw.physics.converter import RP2350
from hexlume_sim.twin import Twin
from hexlume_sim.world.magnets import NEAREST_MM, FieldTable

OFF_CENTRE_MM = 3.0
"""The face plate's recess keeps discs this near their cell's centre."""


FIELDS = FieldTable()


@given(st.floats(0.0, 200.0), st.floats(-5.0, 200.0))
def test_field_table_covers_every_point(aside: float, gap: float) -> None:
    """A hand may carry a disc anywhere; nearer than the table's first row, a magnet is felt as from there."""
    assert abs(FIELDS.mt(aside, gap)) <= FIELDS.mt(0.0, NEAREST_MM)


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

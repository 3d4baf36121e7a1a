"""What sensors feel of tilted magnets, against magpylib's own rotations."""

from math import cos, radians, sin

import magpylib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_hw.physics.design import DESIGN
from hexlume_hw.physics.field import field_mt, tilted_field_mt


@given(st.floats(0, 70), st.floats(3, 60), st.floats(0, 20), st.floats(0, 360))
def test_a_tilted_magnet_is_a_rotated_one(aside: float, gap: float, tilt: float, towards: float) -> None:
    dimension = (DESIGN.magnet_diameter_mm, DESIGN.magnet_height_mm)
    magnet = magpylib.magnet.Cylinder(polarization=(0, 0, DESIGN.remanence_mt), dimension=dimension)
    magnet.rotate_from_angax(tilt, (-sin(radians(towards)), cos(radians(towards)), 0))
    magnet.position = (aside, 0, gap + DESIGN.magnet_height_mm / 2)
    expected = magnet.getB((0, 0, 0))[2]
    found = tilted_field_mt(DESIGN, *(np.array([value]) for value in (aside, gap, tilt, towards)))[0]
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-7)


def test_bands_of_good_pieces_are_those_the_panel_was_designed_by() -> None:
    """Leader 40 to 80 mT, pawn 15 to 24 mT, a hovering leader 5.9 mT at 15 mm and 2.7 mT at 20 mm."""
    zero = np.zeros(1)
    for gap, field in ((9.0, 20.57), (5.0, 67.0), (15.0, 5.9), (20.0, 2.7)):
        assert field_mt(DESIGN, zero, zero + gap)[0] == pytest.approx(field, abs=0.1)

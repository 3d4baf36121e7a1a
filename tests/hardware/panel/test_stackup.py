"""The stack's heights: that a leader is as the study takes it, and prints."""

import pytest

from hexlume_hw.panel import stackup

LAYER_MM = 0.2


def test_a_leaders_magnet_lies_lower_with_a_floor_that_prints() -> None:
    assert pytest.approx(stackup.LEADER_GAP_MM) == stackup.HALL_TO_FLOOR_MM + stackup.LEADER_MAGNET_MM
    assert pytest.approx(0.8) == stackup.LEADER_MAGNET_MM
    assert round(stackup.LEADER_MAGNET_MM / LAYER_MM, 6) == 4
    assert stackup.LEADER_HEIGHT_MM > stackup.DISC_HEIGHT_MM + 2

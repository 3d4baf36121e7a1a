"""The stack's heights: that parts fit, and that both kinds of pieces are as the study takes them."""

import pytest

from hexlume_hw.panel import stackup

TALLEST_PART_MM = 2.65
"""A SOIC-24W's height at most (JEDEC MS-013): the multiplexers."""
LAYER_MM = 0.2


def test_a_disc_is_the_same_with_either_side_up() -> None:
    below = stackup.PAWN_GAP_MM - stackup.HALL_TO_FLOOR_MM
    assert pytest.approx(2 * below + stackup.MAGNET_HEIGHT_MM) == stackup.DISC_HEIGHT_MM
    assert pytest.approx(12.6) == stackup.DISC_HEIGHT_MM


def test_a_leaders_magnet_lies_lower_with_a_floor_that_prints() -> None:
    assert pytest.approx(stackup.LEADER_GAP_MM) == stackup.HALL_TO_FLOOR_MM + stackup.LEADER_MAGNET_MM
    assert pytest.approx(0.8) == stackup.LEADER_MAGNET_MM
    assert round(stackup.LEADER_MAGNET_MM / LAYER_MM, 6) == 4
    assert stackup.LEADER_HEIGHT_MM > stackup.DISC_HEIGHT_MM + 2


def test_parts_fit_under_the_plate() -> None:
    assert stackup.PLATE_ABOVE_BOARD_MM >= TALLEST_PART_MM + 0.5
    assert (
        pytest.approx(stackup.PLATE_ABOVE_BOARD_MM + stackup.FLOOR_MM)
        == stackup.HALL_HEIGHT_MM + stackup.HALL_TO_FLOOR_MM
    )


def test_recesses_keep_discs_near_their_cells_centres() -> None:
    play = (stackup.RECESS_DIAMETER_MM - stackup.DISC_DIAMETER_MM) / 2
    assert 0.5 <= play <= 3.0
    assert stackup.RECESS_DIAMETER_MM < stackup.PITCH_MM

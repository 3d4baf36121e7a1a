"""The stack's heights: that parts fit, and that both kinds of pieces are as the study takes them."""

import pytest

from hexlume_hw import stack

TALLEST_PART_MM = 2.65
"""A SOIC-24W's height at most (JEDEC MS-013): the multiplexers."""
LAYER_MM = 0.2


def test_a_disc_is_the_same_with_either_side_up() -> None:
    below = stack.PAWN_GAP_MM - stack.HALL_TO_FLOOR_MM
    assert pytest.approx(2 * below + stack.MAGNET_HEIGHT_MM) == stack.DISC_HEIGHT_MM
    assert pytest.approx(12.6) == stack.DISC_HEIGHT_MM


def test_a_leaders_magnet_lies_lower_with_a_floor_that_prints() -> None:
    assert pytest.approx(stack.LEADER_GAP_MM) == stack.HALL_TO_FLOOR_MM + stack.LEADER_MAGNET_MM
    assert pytest.approx(0.8) == stack.LEADER_MAGNET_MM
    assert round(stack.LEADER_MAGNET_MM / LAYER_MM, 6) == 4
    assert stack.LEADER_HEIGHT_MM > stack.DISC_HEIGHT_MM + 2


def test_parts_fit_under_the_plate() -> None:
    assert stack.PLATE_ABOVE_BOARD_MM >= TALLEST_PART_MM + 0.5
    assert pytest.approx(stack.PLATE_ABOVE_BOARD_MM + stack.FLOOR_MM) == stack.HALL_HEIGHT_MM + stack.HALL_TO_FLOOR_MM


def test_recesses_keep_discs_near_their_cells_centres() -> None:
    play = (stack.RECESS_DIAMETER_MM - stack.DISC_DIAMETER_MM) / 2
    assert 0.5 <= play <= 3.0
    assert stack.RECESS_DIAMETER_MM < stack.PITCH_MM

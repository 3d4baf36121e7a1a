"""The converters' curves: monotonous, as far from straight as measured, and jumping where the chips jump."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_hw.physics.converter import CONVERTERS, RP2040, RP2350, Converter
from hexlume_hw.physics.sensor import FULL_SCALE, MIDDLE

RANGE = (256, 3840)
"""The counts that a DRV5055 can give: it ends 0.2 V before either rail."""
NEAR_ZERO = 40
"""Counts from ``MIDDLE`` within which sensors rest: six times the standard deviation of their zeros."""
BY_CHIP = pytest.mark.parametrize("converter", CONVERTERS, ids=lambda converter: converter.name)


def error(converter: Converter, level: float) -> float:
    return converter.reading(level) - level


@BY_CHIP
@given(one=st.floats(0, FULL_SCALE), other=st.floats(0, FULL_SCALE))
def test_a_converter_never_runs_backwards(converter: Converter, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert converter.reading(low) <= converter.reading(high) + 1e-9
    assert -1e-9 <= converter.reading(low) <= FULL_SCALE + 1e-9


@BY_CHIP
def test_readings_keep_within_the_bound_from_any_zero(converter: Converter) -> None:
    zeros = [error(converter, MIDDLE + off / 4) for off in range(-4 * NEAR_ZERO, 4 * NEAR_ZERO)]
    errors = [error(converter, level / 4) for level in range(4 * RANGE[0], 4 * RANGE[1])]
    worst = max(max(errors) - min(zeros), max(zeros) - min(errors))
    # The curves average five boards, the bound is the worst board's.
    assert converter.bent_counts / 2 < worst <= converter.bent_counts


@pytest.mark.parametrize("code", [512, 1536, 2560, 3584])
def test_an_rp2040_sticks_at_its_wide_steps(code: int) -> None:
    """RP2040 datasheet, 4.9.4; a step there is 9 to 11 counts wide."""
    stuck = {round(RP2040.reading(code + off), 1) for off in (-4, -1, 1, 4)}
    assert len(stuck) == 1
    assert RP2040.reading(code - 7) < min(stuck) < RP2040.reading(code + 7)


@pytest.mark.parametrize("code", [1536, 2048, 2560])
def test_an_rp2350_has_no_readings_at_its_jumps(code: int) -> None:
    jump = RP2350.reading(code) - RP2350.reading(code - 1e-6)
    assert 0.5 < jump < 2.5


def test_an_rp2350_has_none_of_the_rp2040s_wide_steps() -> None:
    """RP2350 datasheet, 12.4.1: they are removed. What is left are steps of two counts."""
    for level in range(RANGE[0], RANGE[1] - 3):
        assert RP2350.reading(level + 3) > RP2350.reading(level)
    widest = max(before - after for before, after in RP2040.errors)
    assert widest > 9 > 4 * max(before - after for before, after in RP2350.errors)


@BY_CHIP
def test_a_curve_covers_the_whole_scale(converter: Converter) -> None:
    assert len(converter.errors) == FULL_SCALE // 256 + 1
    ends = [(after, before) for (_, after), (before, _) in pairwise(converter.errors)]
    assert max(abs(before - after) for after, before in ends) < 3.5

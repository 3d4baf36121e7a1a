"""The converters' curves: monotonous, as far from straight as measured, and jumping where the chips jump."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_hw.physics.converter import CONVERTERS, Converter
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

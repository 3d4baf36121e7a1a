"""Elo differences and their intervals, against figures from the sources."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume_engine.search.elo import elo, estimate, wilson

pytestmark = pytest.mark.integration


def test_elo_of_known_shares():
    # Elo's table: 64 % is 100 points, 76 % is 200 points.
    assert elo(0.5) == 0
    assert elo(0.64) == pytest.approx(100, abs=1)
    assert elo(0.76) == pytest.approx(200, abs=1)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


def test_wilson_of_known_samples():
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15 / 148, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


@settings(deadline=None)
@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_the_interval_holds_the_share_and_mirrors(wins, draws, losses):
    if wins + draws + losses == 0:
        return
    one, other = estimate(wins, draws, losses), estimate(losses, draws, wins)
    assert 0 <= one.share_low <= one.share <= one.share_high <= 1
    assert one.share_low == pytest.approx(1 - other.share_high)
    assert one.elo_low <= one.elo <= one.elo_high

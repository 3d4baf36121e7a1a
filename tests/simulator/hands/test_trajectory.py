"""Trajectories of discs: smooth, at a person's speed, with the right end."""

from itertools import pairwise
from math import dist
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_sim.hands.trajectory import (
    GRAVITY_MM,
    REBOUND,
    STEP_MS,
    Point,
    carry,
    distance_mm,
    fall,
    hold_still,
    lower,
    progress,
    reach,
)

places = st.floats(-300, 300)
points = st.builds(Point, places, places, st.floats(0, 60))
times_ms = st.floats(100, 3000)


@given(points, points, times_ms)
def test_a_reach_begins_and_ends_at_rest(start: Point, end: Point, ms: float) -> None:
    way = [start, *reach(start, end, ms)]
    assert way[-1] == pytest.approx(end, abs=1e-9)
    assert len(way) - 1 == pytest.approx(ms / STEP_MS, abs=1)
    fastest = max(dist(a, b) for a, b in pairwise(way))
    # By minimum jerk the middle is 15/8 as fast as the mean, and the ends stand still.
    assert fastest <= 15 / 8 * dist(start, end) / (len(way) - 1) + 1e-9
    assert dist(way[0], way[1]) <= fastest
    assert dist(way[-2], way[-1]) <= fastest


@given(st.floats(0, 0.5))
def test_reach_accelerates_as_long_as_it_brakes(part: float) -> None:
    assert progress(part) == pytest.approx(1 - progress(1 - part))


@given(points, points, st.floats(60, 100), times_ms)
def test_a_carried_disc_goes_up_over_and_down(start: Point, end: Point, height_mm: float, ms: float) -> None:
    lifts = [start.lift_mm, *(at.lift_mm for at in carry(start, end, height_mm, ms))]
    top = lifts.index(max(lifts))
    assert lifts[top] == pytest.approx(height_mm, rel=0.05)
    assert lifts[: top + 1] == sorted(lifts[: top + 1])
    assert lifts[top:] == sorted(lifts[top:], reverse=True)
    assert lifts[-1] == pytest.approx(end.lift_mm, abs=1e-9)


@given(st.floats(20, 100), st.floats(10, 30))
def test_a_disc_is_lowered_at_a_constant_speed(speed_mm_s: float, from_mm: float) -> None:
    lifts = [from_mm, *(at.lift_mm for at in lower(Point(0, 0, from_mm), 0.0, speed_mm_s))]
    falls = [a - b for a, b in pairwise(lifts)]
    assert falls == pytest.approx([falls[0]] * len(falls))
    assert falls[0] / (STEP_MS / 1000) == pytest.approx(speed_mm_s, rel=0.1)


@given(st.floats(13, 40))
def test_fumbled_disc_falls_freely_and_bounces_once(height_mm: float) -> None:
    way = list(fall(Point(0, 0, height_mm), Point(2, 1)))
    lifts = [at.lift_mm for at in way]
    touches = [number for number, lift in enumerate(lifts) if lift == 0]
    fallen_s = (touches[0] + 1) * STEP_MS / 1000
    assert fallen_s == pytest.approx((2 * height_mm / GRAVITY_MM) ** 0.5, abs=STEP_MS / 1000)
    assert max(lifts[touches[0] :]) <= REBOUND * height_mm + 1e-9
    assert way[-1] == (2, 1, 0)


def test_hand_that_holds_still_trembles_around_the_point() -> None:
    at = Point(10, -5, 17)
    way = list(hold_still(at, 2000, 0.3, Random(1)))
    assert all(distance_mm(each, at) < 1.5 and each.lift_mm == 17 for each in way)
    assert len({each.x_mm for each in way}) > 100
    assert way[-1] == at

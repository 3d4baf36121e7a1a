"""Trajectories of discs in a hand: points in millimetres, one every few milliseconds.

Hands reach with minimum jerk: after a share p of the time the position is 10 p^3 - 15 p^4 + 6 p^5
(T. Flash and N. Hogan, Journal of Neuroscience 5:1688, 1985). A trajectory excludes its start and
includes its end.
"""

from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import NamedTuple

STEP_MS = 5.0
"""Interval between two points of a trajectory, in ms: half of that between two scans of the firmware."""
GRAVITY_MM = 9806.65
"""Acceleration of a falling disc, in mm/s^2."""
REBOUND = 0.15
"""Height of a bounce, as a share of the fall."""


class Point(NamedTuple):
    """A disc's centre in mm from the panel's centre, and its height above its resting place."""

    x_mm: float
    y_mm: float
    lift_mm: float = 0.0


Trajectory = Iterator[Point]


def progress(part: float) -> float:
    """Return the share of a reach that is done after a share of its time, both 0 to 1."""
    return part * part * part * (10 - 15 * part + 6 * part * part)


def reach(start: Point, end: Point, ms: float) -> Trajectory:
    """Move straight from point to point in a time in ms, by minimum jerk."""
    steps = _steps(ms)
    for step in range(1, steps + 1):
        yield _between(start, end, progress(step / steps))


def carry(start: Point, end: Point, height_mm: float, ms: float) -> Trajectory:
    """Carry a disc in a time in ms: up, across, and down in the last two fifths of the time."""
    steps = _steps(ms)
    for step in range(1, steps + 1):
        part = step / steps
        across = _between(start, end, progress(part))
        up = start.lift_mm + (height_mm - start.lift_mm) * progress(min(1.0, part / 0.4))
        down = (height_mm - end.lift_mm) * progress(max(0.0, (part - 0.6) / 0.4))
        yield Point(across.x_mm, across.y_mm, max(0.0, up - down))


def lower(start: Point, lift_mm: float, speed_mm_s: float) -> Trajectory:
    """Move straight up or down to a height at a constant speed."""
    steps = _steps(1000 * abs(start.lift_mm - lift_mm) / speed_mm_s)
    for step in range(1, steps + 1):
        yield _between(start, Point(start.x_mm, start.y_mm, lift_mm), step / steps)


def hold_still(at: Point, ms: float, tremor_mm: float, choice: Random) -> Trajectory:
    """Hold a disc over a point with a hand's tremor, given as standard deviation."""
    for _ in range(_steps(ms) - 1):
        yield Point(at.x_mm + choice.gauss(0, tremor_mm), at.y_mm + choice.gauss(0, tremor_mm), at.lift_mm)
    yield at


def fall(start: Point, end: Point) -> Trajectory:
    """Fall freely, bounce once while moving aside, and rest at the end."""
    down_s = sqrt(2 * start.lift_mm / GRAVITY_MM)
    steps = _steps(1000 * down_s)
    for step in range(1, steps):
        fallen = GRAVITY_MM * (down_s * step / steps) ** 2 / 2
        yield start._replace(lift_mm=max(0.0, start.lift_mm - fallen))
    height = REBOUND * start.lift_mm
    steps = _steps(2000 * sqrt(2 * height / GRAVITY_MM))
    for step in range(steps + 1):
        part = step / steps
        yield _between(start._replace(lift_mm=0.0), end, part)._replace(lift_mm=4 * height * part * (1 - part))


def distance_mm(one: Point, other: Point) -> float:
    """Return the distance of two points on the table, regardless of their heights."""
    return sqrt((one.x_mm - other.x_mm) ** 2 + (one.y_mm - other.y_mm) ** 2)


def _steps(ms: float) -> int:
    return max(1, round(ms / STEP_MS))


def _between(start: Point, end: Point, part: float) -> Point:
    return Point(
        start.x_mm + part * (end.x_mm - start.x_mm),
        start.y_mm + part * (end.y_mm - start.y_mm),
        start.lift_mm + part * (end.lift_mm - start.lift_mm),
    )

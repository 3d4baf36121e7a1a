"""Discs in slow motion, read by the firmware's own sensing.

None is read as a disc at rest, and one at rest is recognised soon. The limits are those of
``hexlume.sensing.sense``. Paths start anywhere between two scans and pass at any angle.
"""

from collections.abc import Iterator
from math import cos, hypot, pi, sin

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hexlume.games.pieces import NAMES, WHITE
from hexlume.hardware.cell_site import PITCH_MM
from hexlume_sim.hands.trajectory import STEP_MS, Point, carry, fall, lower
from tests.firmware.sensing.twin_sensing import PASS_US, TwinSensing

pytestmark = pytest.mark.integration

STEP_US = 2_500
PIECES = NAMES[WHITE:]
CELLS = ("d4", "c3", "b1", "a1", "d1", "g4")
"""Cells inside the panel, on its edges and in its corners."""
MOTION = settings(suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def board() -> TwinSensing:
    board = TwinSensing("hex4", 3)
    board.run(0.5)
    assert board.sense.known
    return board


def cleared(board: TwinSensing) -> None:
    board.twin.table.clear()
    while any(board.sense.pieces):
        board.run(0.02)
    board.run(0.1)


def centre(board: TwinSensing, cell: str) -> Point:
    site = board.twin.sensors.sites[board.grid.cell(cell)]
    return Point(site.x_mm, site.y_mm)


def straight(start: Point, end: Point, mm_s: float) -> Iterator[Point]:
    """Go from point to point at a constant speed."""
    way = hypot(*(b - a for a, b in zip(start, end, strict=True)))
    steps = max(1, round(way / mm_s * 1e6 / STEP_US))
    for step in range(1, steps):
        yield Point(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
    yield end


def seen(
    board: TwinSensing,
    way: Iterator[Point],
    piece: str,
    *,
    rest: str = "",
    strength: float = 1.0,
    us: float = STEP_US,
    phase: int = 0,
) -> list[tuple[float, str, int]]:
    """Let a hand move a disc along a way, and set it down on a cell or keep it.

    Return the changes that sensing saw as (ms since the way's end, cell, piece code).
    """
    twin, sensing = board.twin, board.sense
    twin.clock.advance(phase)
    ended: list[int] = []

    def script() -> Iterator[float]:
        for point in way:
            twin.table.hold("hand", piece, *point, strength)
            yield us
        if rest:
            twin.table.set_down("hand", rest)
        else:
            twin.table.let_go("hand")
        ended.append(twin.clock.now)

    twin.clock.run_script(script())  # type: ignore[arg-type]
    changes: list[tuple[int, str, int]] = []
    while not ended or twin.clock.now < ended[0] + 700_000:
        due = twin.clock.now + PASS_US
        before = bytes(sensing.pieces)
        board.scan.read()
        sensing.update()
        changes += [
            (twin.clock.now, board.grid.name(cell), after)
            for cell, (old, after) in enumerate(zip(before, sensing.pieces, strict=True))
            if old != after
        ]
        twin.clock.advance(max(0, due - twin.clock.now))
    return [((now - ended[0]) / 1000, cell, after) for now, cell, after in changes]


@given(
    piece=st.sampled_from(PIECES),
    cell=st.sampled_from(CELLS),
    mm_s=st.floats(20, 300),
    angle=st.floats(0, 2 * pi),
    aside=st.floats(-8, 8),
    strength=st.floats(0.96, 1.04),
    phase=st.integers(0, PASS_US),
)
@example(piece="white leader", cell="d4", mm_s=100, angle=0, aside=0, strength=1, phase=0)
@example(piece="black", cell="d4", mm_s=50, angle=0, aside=0, strength=1, phase=0)
@MOTION
def test_disc_sliding_over_a_cell_is_never_read_as_one_at_rest(
    board: TwinSensing, piece: str, cell: str, mm_s: float, angle: float, aside: float, strength: float, phase: int
) -> None:
    cleared(board)
    at = centre(board, cell)
    x, y = at.x_mm - aside * sin(angle), at.y_mm + aside * cos(angle)
    start, end = (Point(x + reach * cos(angle), y + reach * sin(angle)) for reach in (-PITCH_MM / 2, PITCH_MM / 2))
    assert not seen(board, straight(start, end, mm_s), piece, strength=strength, phase=phase)


@given(
    piece=st.sampled_from(PIECES),
    cell=st.sampled_from(CELLS),
    manner=st.sampled_from(("put", "lowered", "carried", "fallen")),
    angle=st.floats(0, 2 * pi),
    away=st.floats(0, 3),
    mm_s=st.floats(30, 200),
    phase=st.integers(0, PASS_US),
)
@MOTION
def test_disc_that_comes_to_rest_is_recognised_soon(
    board: TwinSensing, piece: str, cell: str, manner: str, angle: float, away: float, mm_s: float, phase: int
) -> None:
    """Sensing takes the twin 40 ms, and longer where a hand brings a disc to rest ever more slowly: of 19,800 discs
    all but 4 counted within 330 ms, and the last after 430 ms."""
    cleared(board)
    at = centre(board, cell)
    rest = Point(at.x_mm + away * cos(angle), at.y_mm + away * sin(angle))
    us = 1_000 * STEP_MS
    if manner == "put":
        way: Iterator[Point] = iter([rest])
    elif manner == "lowered":
        way, us = straight(rest._replace(lift_mm=20.0), rest, mm_s), STEP_US
    elif manner == "carried":
        start = Point(rest.x_mm + 200 * cos(angle), rest.y_mm + 200 * sin(angle), 30.0)
        way = carry(start, rest, 40.0, max(350.0, 200 / (2 * mm_s + 100) * 1000))
    else:
        way = fall(rest._replace(lift_mm=15.0), rest)
    changes = seen(board, way, piece, rest=cell, us=us, phase=phase)
    assert [(where, NAMES[found]) for _, where, found in changes] == [(cell, piece)]
    assert changes[0][0] <= (500 if manner in ("lowered", "carried") else 60)


def test_leader_held_where_it_reads_as_a_faint_pawn_is_not_accepted_for_half_a_second(
    board: TwinSensing,
) -> None:
    cleared(board)
    still = centre(board, "d4")._replace(lift_mm=7.6)
    hover = [*lower(still._replace(lift_mm=20.0), 7.6, 100.0), *[still] * 90]
    assert not seen(board, iter(hover), "white leader", us=1_000 * STEP_MS)

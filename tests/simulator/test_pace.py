"""Virtual time against the wall clock."""

from types import SimpleNamespace
from typing import Any

import pytest

from hexlume_sim.pace import MAX_LAG_US, Pace
from hexlume_sim.twin import Twin


@pytest.mark.parametrize(
    ("real", "waits"),
    [(False, [0, 0, 0]), (True, [0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1])],
)
def test_gestures_are_looked_for_and_at_real_pace_the_wall_clock_is_waited_for(
    real: bool, waits: list[int], twin: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, wall, exchanged = list[int](), [0], list[int]()

    def wait(ms: int) -> None:
        asked.append(ms)
        wall[0] += 1000 * ms

    board: Any = SimpleNamespace(
        clock=twin.clock, data=SimpleNamespace(exchange=lambda: exchanged.append(twin.clock.now))
    )
    pace = Pace(board, wait, real)
    monkeypatch.setattr(pace, "_wall_us", lambda: wall[0])
    pace.start()
    twin.clock.advance(11_000)
    assert asked == waits and len(exchanged) == len(asked)
    if real:
        # A stopped process does not hurry afterwards.
        wall[0] += MAX_LAG_US + 2000
        asked.clear()
        twin.clock.advance(3_000)
        assert asked == [0, 0, 1, 0, 1] and wall[0] > MAX_LAG_US

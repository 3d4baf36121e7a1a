"""Board time, and the interval of the loop's passes."""

import pytest

from hexlume.const import _PERIOD as PERIOD
from hexlume.hardware.board_time import PASS_MS, Clock


def test_passes_start_every_10_ms_and_after_a_late_one_10_ms_from_that() -> None:
    now, slept, fed = [PERIOD - 25], [], []

    def sleep(seconds: float) -> None:
        slept.append(round(seconds * 1000))
        now[0] = (now[0] + slept[-1]) % PERIOD

    clock = Clock(lambda: now[0], sleep, lambda: fed.append(clock.ms))
    begun = []
    for took in (0, 4, 10, 27, 3, 0, 12, 0):
        now[0] = (now[0] + took) % PERIOD
        clock.wait_for_pass()
        begun.append(clock.tick())
    assert slept == [10, 6, 7, 10, 10] and begun == [10, 20, 30, 57, 67, 77, 89, 99]
    assert len(fed) == 8 and PASS_MS == 10


@pytest.mark.parametrize("wraps", [0, 1, 2])
def test_time_since_the_start_never_wraps(wraps: int) -> None:
    now = [7]
    clock = Clock(lambda: now[0] % PERIOD, lambda seconds: None, lambda: None)
    for passed in range(wraps):
        now[0] = 7 + (passed + 1) * PERIOD - 5
        clock.tick()
        now[0] += 10
        assert clock.tick() == 5
    now[0] += 100
    ms = clock.tick()
    assert clock.since_start(ms) == now[0] - 7
    assert clock.since_start(ms + 1) == (wraps - 1) * PERIOD + ms + 1

"""The watchdog ends a run that does not feed it."""

from collections.abc import Callable

import pytest

from hexlume_sim.firmware_run import Ending

WATCH = """
import microcontroller, time, watchdog
dog = microcontroller.watchdog
dog.timeout = 2
dog.mode = watchdog.WatchDogMode.RESET
"""


def test_it_ends_a_firmware_that_hangs(run: Callable[..., Ending]) -> None:
    ending = run(WATCH + "time.sleep(3)")
    assert ending == Ending("The watchdog was not fed for 2 s, so the board was reset (code.py, line 6).", True)


def test_it_cannot_be_caught(run: Callable[..., Ending]) -> None:
    assert run(WATCH + "while True:\n    try:\n        time.sleep(1)\n    except Exception:\n        pass").failed


def test_feeding_keeps_it_off(run: Callable[..., Ending]) -> None:
    assert not run(WATCH + "for _ in range(20):\n    time.sleep(1.9)\n    dog.feed()").failed


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("dog.timeout = 9", "ValueError: timeout duration exceeded"),
        ("dog.mode = None", "NotImplementedError: WatchDogTimer cannot be disabled"),
        ("dog.mode = watchdog.WatchDogMode.RAISE", "NotImplementedError: RAISE mode"),
    ],
)
def test_it_knows_the_chips_limits(run: Callable[..., Ending], code: str, error: str) -> None:
    assert error in run(WATCH + code).message

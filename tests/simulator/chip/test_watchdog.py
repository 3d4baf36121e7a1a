"""The watchdog, which resets a board that does not feed it (CircuitPython 9, ports/raspberrypi)."""

from collections.abc import Callable

import pytest

from hexlume_sim.cpython.firmware_run import Ending

WATCH = """
import microcontroller, time, watchdog
dog = microcontroller.watchdog
dog.timeout = 2
dog.mode = watchdog.WatchDogMode.RESET
"""


TELL = "import microcontroller, supervisor\nprint(microcontroller.cpu.reset_reason, supervisor.runtime.run_reason)\n"


def test_watchdog_resets_firmware_that_hangs(run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]) -> None:
    code = (
        TELL
        + "import time\nif microcontroller.cpu.reset_reason == 'POWER_ON':\n    "
        + "    ".join((WATCH.strip() + "\ntime.sleep(3)\n").splitlines(keepends=True))
    )
    assert run(code, "print('boot')") == Ending("code.py came to its end.", False)
    told = capsys.readouterr()
    assert told.out.splitlines() == ["boot", "POWER_ON STARTUP", "boot", "WATCHDOG STARTUP"]
    assert "The board starts again: The watchdog was not fed for 2 s (code.py, line" in told.err


def test_watchdog_reset_cannot_be_caught_by_the_firmware(
    run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]
) -> None:
    run(TELL + WATCH + "while True:\n    try:\n        time.sleep(1)\n    except Exception:\n        pass")
    assert capsys.readouterr().out.splitlines()[1:3] == ["WATCHDOG STARTUP"] * 2


@pytest.mark.parametrize("off", ["dog.mode = None", "import supervisor\nsupervisor.reload()"])
def test_watchdog_is_off_after_mode_none_and_after_a_reload(
    run: Callable[..., Ending], capsys: pytest.CaptureFixture[str], off: str
) -> None:
    """shared-module/watchdog: a reload, the end of the program and Ctrl-C switch it off."""
    code = TELL + WATCH + "if supervisor.runtime.run_reason == 'STARTUP':\n    " + off.replace("\n", "\n    ")
    run(code + "\ndog.mode = None\ntime.sleep(20)")
    assert "WATCHDOG" not in capsys.readouterr().out


def test_feeding_the_watchdog_prevents_a_reset(run: Callable[..., Ending]) -> None:
    assert not run(WATCH + "for _ in range(20):\n    time.sleep(1.9)\n    dog.feed()").failed

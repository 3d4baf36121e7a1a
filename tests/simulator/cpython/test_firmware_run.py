"""Runs of boot.py and code.py: modules, settings, the drive, resets and crashes."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_sim.cpython.firmware_run import Ending, run_firmware
from hexlume_sim.twin import Twin


def test_stand_in_modules_come_first_and_are_removed_after_the_run(run: Callable[..., Ending]) -> None:
    before = set(sys.modules)
    path = list(sys.path)
    ending = run(
        """
        import analogio, board, digitalio, keypad, microcontroller, neopixel, neopixel_write, os, pwmio
        import storage, supervisor, time, usb_cdc, watchdog, hexlume.hardware.panel
        for module in (analogio, board, digitalio, keypad, microcontroller, neopixel_write, pwmio, storage):
            assert "hexlume_sim" in module.__file__, module
        assert "site-packages" in neopixel.__file__
        """
    )
    assert ending == Ending("code.py came to its end.", False)
    assert sys.path == path
    assert sys.modules["time"] is time
    assert sys.modules["os"] is os
    assert not {"board", "neopixel", "usb_cdc"} & (set(sys.modules) - before)


def test_code_py_starts_in_a_fresh_interpreter(run: Callable[..., Ending]) -> None:
    boot = "import board, digitalio, hexlume, usb_cdc\nhexlume.mark = 1\nline = digitalio.DigitalInOut(board.GP2)"
    code = """
        import board, digitalio, hexlume, usb_cdc
        assert not hasattr(hexlume, "mark")
        assert usb_cdc.data is None
        line = digitalio.DigitalInOut(board.GP2)
        """
    assert run(code, boot) == Ending("code.py came to its end.", False)


def test_drive_is_read_only_while_usb_owns_it(run: Callable[..., Ending], tmp_path: Path) -> None:
    ending = run("print(open('/settings.toml').read())\nopen('/new', 'wb')", settings="A = 1")
    assert ending.message == "The firmware crashed: OSError: [Errno 30] Read-only filesystem (code.py, line 2)."
    assert not (tmp_path / "drive" / "new").exists()


def test_reset_starts_boot_py_again(run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]) -> None:
    code = """
        import microcontroller, supervisor
        nvm = microcontroller.nvm
        boots = sum(1 for byte in nvm[0:8] if byte != 255)
        print("code", microcontroller.cpu.reset_reason, boots, supervisor.ticks_ms() > 2**29 - 70000)
        if boots < 2:
            nvm[boots:boots + 1] = b"\1"
            microcontroller.reset()
        """
    assert not run(code, "print('boot')").failed
    printed = capsys.readouterr().out.splitlines()
    assert printed[::2] == ["boot"] * 3
    assert printed[1::2] == ["code POWER_ON 0 True", "code SOFTWARE 1 True", "code SOFTWARE 2 True"]


def test_firmware_crash_gives_one_sentence_and_a_traceback(
    run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]
) -> None:
    ending = run("from hexlume.hardware.panel import panel_grid\npanel_grid('hex3')")
    assert ending.failed
    assert ending.message.startswith("The firmware crashed: ValueError: there is no panel hex3")
    assert "(panel.py, line " in ending.message
    assert "Traceback" in capsys.readouterr().err


def test_failing_script_is_not_reported_as_a_firmware_crash(twin: Twin, drive: Callable[..., Path]) -> None:
    twin.clock.at(5_000_000, lambda: 1 // 0)
    code = "import time\nwhile True:\n    try:\n        time.sleep(1)\n    except Exception:\n        pass"
    ending = run_firmware(twin, drive(code))
    assert ending == Ending(
        "Scripted hands or a listener failed: ZeroDivisionError('integer division or modulo by zero')", True
    )

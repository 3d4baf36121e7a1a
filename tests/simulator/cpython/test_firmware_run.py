"""Runs of boot.py and code.py: modules, settings, the drive, resets and crashes."""

import os
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from hexlume_sim.chip.power import SafeModeEntered
from hexlume_sim.chip.supervisor import SafeModeReason
from hexlume_sim.cpython.firmware_run import Ending, default_drive, run_firmware
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


def test_usb_cdc_data_exists_if_boot_py_enabled_it(run: Callable[..., Ending]) -> None:
    code = "import usb_cdc\nassert usb_cdc.data.timeout is None and not usb_cdc.data.connected\nusb_cdc.enable()"
    assert "RuntimeError: Cannot change USB devices now" in run(code).message


def test_getenv_returns_only_settings(run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]) -> None:
    run("import os\nprint(os.getenv('A'), os.getenv('HOME'), os.getenv('B', 7))", settings='A = "x"')
    assert capsys.readouterr().out == "x None 7\n"


def test_drive_is_read_only_while_usb_owns_it(run: Callable[..., Ending], tmp_path: Path) -> None:
    ending = run("print(open('/settings.toml').read())\nopen('/new', 'wb')", settings="A = 1")
    assert ending.message == "The firmware crashed: OSError: [Errno 30] Read-only filesystem (code.py, line 2)."
    assert not (tmp_path / "drive" / "new").exists()


def test_boot_py_can_take_the_drive(run: Callable[..., Ending], tmp_path: Path) -> None:
    code = """
        file = open("new", "wb")
        file.write(b"kept")
        file.close()
        """
    assert not run(code, "import storage\nstorage.remount('/', readonly=False)").failed
    assert (tmp_path / "drive" / "new").read_text() == "kept"


def test_code_py_cannot_take_the_drive_from_a_usb_host(twin: Twin, run: Callable[..., Ending]) -> None:
    code = "import storage\nstorage.remount('/', readonly=False)"
    assert "RuntimeError: Cannot remount path when visible via USB (code.py" in run(code).message


def test_firmware_cannot_open_files_outside_its_drive(run: Callable[..., Ending]) -> None:
    assert "No such file or directory" in run("open('../../../../../../etc/passwd')").message


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


def test_reload_runs_only_code_py(run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]) -> None:
    code = """
        import supervisor
        print(supervisor.runtime.run_reason)
        if supervisor.runtime.run_reason == supervisor.RunReason.STARTUP:
            supervisor.reload()
        """
    run(code, "print('boot')")
    assert capsys.readouterr().out.splitlines() == ["boot", "STARTUP", "SUPERVISOR_RELOAD"]


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


def test_folder_without_code_py_is_refused(twin: Twin, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"There is no code.py in"):
        run_firmware(twin, tmp_path)


def test_the_default_drive_is_the_repositorys_firmware() -> None:
    assert default_drive() == Path(__file__).parents[3] / "firmware"


SAFE = """
import microcontroller, supervisor
print("safe", supervisor.runtime.safe_mode_reason == supervisor.SafeModeReason.HARD_FAULT)
"""


@pytest.mark.parametrize("leaves", [True, False])
def test_safe_mode_runs_only_safemode_py_and_can_be_left(
    twin: Twin, drive: Callable[..., Path], capsys: pytest.CaptureFixture[str], leaves: bool
) -> None:
    """CircuitPython's main.c: safemode.py runs instead of boot.py and code.py; a reset leaves safe mode."""
    folder = drive("print('code')\nimport time\nwhile True:\n    time.sleep(1)", "print('boot')")
    (folder / "safemode.py").write_text(SAFE + ("microcontroller.reset()" if leaves else ""))

    def faults() -> Generator[float, None, None]:
        yield 5e6
        raise SafeModeEntered(SafeModeReason.HARD_FAULT)

    def ends() -> Generator[float, None, None]:
        yield 20e6
        twin.stop()

    twin.clock.run_script(faults())
    twin.clock.run_script(ends())
    ending = run_firmware(twin, folder)
    printed = capsys.readouterr().out.splitlines()
    assert printed[:3] == ["boot", "code", "safe True"]
    assert printed[3:] == (["boot", "code"] if leaves else [])
    assert ending.failed is not leaves
    assert leaves or ending.message == "The board stays in safe mode: supervisor.SafeModeReason.HARD_FAULT."

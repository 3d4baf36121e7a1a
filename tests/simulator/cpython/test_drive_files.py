"""The CIRCUITPY drive for the firmware, and the files that outlast the twin."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume.journal.archive import FILE_SIZE
from hexlume_sim.cpython.firmware_run import Ending, default_drive, flash_file, run_firmware
from hexlume_sim.twin import Twin

TAKE = "import storage\nstorage.remount('/', readonly=False)"


def test_drive_files_are_created_changed_and_removed(run: Callable[..., Ending], tmp_path: Path) -> None:
    code = """
        import os
        os.mkdir("/made")
        file = open("/made/a", "wb")
        assert file.write(b"0123456789") == 10
        file.close()
        file = open("/made/a", "r+b")
        file.seek(4)
        file.write(b"xy")
        os.sync()
        assert file.read() == b"6789"
        file.close()
        assert open("/made/a", "rb").read() == b"0123xy6789"
        assert os.stat("/made/a")[6] == 10 and os.statvfs("/")[0] == 512 and 0 < os.statvfs("/")[3] < 6100
        open("/empty", "wb").close()
        os.remove("/empty")
        for refused, mode in (("/not/there", "wb"), ("/empty", "rb"), ("/gone", "r+b"), ("../out", "wb")):
            try:
                open(refused, mode)
            except OSError:
                continue
            raise AssertionError(refused)
        """
    assert run(code, TAKE) == Ending("code.py came to its end.", False)
    assert (tmp_path / "drive" / "made" / "a").read_bytes() == b"0123xy6789"


def test_power_cut_during_a_directory_write_destroys_the_drive(
    twin: Twin, run: Callable[..., Ending], drive: Callable[..., Path], tmp_path: Path
) -> None:
    twin.faults.set("nvm_cut", 3)
    message = "A power cut while the drive's folder was written destroyed its file system."
    assert run("open('/new', 'wb').close()", TAKE) == Ending(message, False)
    again = run_firmware(Twin("hex4"), tmp_path / "drive")
    assert again.failed and again.message.startswith(message) and "delete" in again.message


@pytest.mark.parametrize(("held", "readonly"), [(False, "False"), (True, "True")])
def test_firmware_owns_the_drive_unless_act_is_held_at_power_on(
    twin: Twin, run: Callable[..., Ending], capsys: pytest.CaptureFixture[str], held: bool, readonly: str
) -> None:
    if held:
        twin.press("act")
    boot = (default_drive() / "boot.py").read_text()
    run("import storage\nprint('readonly', storage.getmount('/').readonly)", boot)
    assert f"readonly {readonly}" in capsys.readouterr().out


def test_firmware_folder_is_unchanged_and_writes_are_stored_beside_the_flash_file(tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in default_drive().rglob("*.py")}
    twin = Twin("hex4")
    with flash_file(twin, tmp_path / "flash"):
        twin.clock.at(3_500_000, twin.stop)
        run_firmware(twin, default_drive())
    for copy in "ab":
        assert (tmp_path / "flash-drive" / "journal" / copy / "ring").stat().st_size == FILE_SIZE
    assert {path: path.stat().st_mtime_ns for path in default_drive().rglob("*.py")} == before
    assert not (default_drive() / "journal").exists()

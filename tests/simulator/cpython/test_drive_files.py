"""The CIRCUITPY drive for the firmware, and the files that outlast the twin."""

import textwrap
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


def test_write_in_place_reaches_the_flash_at_sync_without_a_directory_write(
    twin: Twin, run: Callable[..., Ending], tmp_path: Path
) -> None:
    (tmp_path / "drive").mkdir()
    (tmp_path / "drive" / "log").write_bytes(bytes(4096))
    code = """
        import os, time
        file = open("/log", "r+b")
        file.seek(512)
        file.write(b"x" * 512)
        {}
        time.sleep(0.1)
        while True:
            time.sleep(10)
        """
    twin.faults.set("nvm_cut", 4096 + 2)
    twin.clock.at(60_000_000, twin.stop)
    assert run(code.format("os.sync()"), TAKE).message.startswith("The power was cut")
    assert (tmp_path / "drive" / "log").read_bytes() == bytes(512) + b"x" * 512 + bytes(3072)
    assert not (tmp_path / "drive" / ".file-system-lost").exists()


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


JOURNAL = """
    import os, storage, microcontroller
    from hexlume.journal.archive_format import set_up
    from hexlume.journal.journal import Journal
    from hexlume.journal.archive import Archive
    from hexlume.journal.flash_log import FlashLog
    from hexlume.journal.flash_log import count_boot
    writable = not storage.getmount("/").readonly
    print("files", set_up(open, os) if writable else "as they are")
    archive = Archive(open, os.sync, microcontroller.cpu.uid.hex(), writable)
    memory = FlashLog(microcontroller.nvm, archive)
    boot = count_boot(memory, os.urandom)
    journal = kept = Journal(memory)
    games = [game.count for game in kept.games() if game is not None]
    print("found", games, archive.log_numbers(), kept.last_unfinished() is not None)
    if games != {told}:
        raise AssertionError(games)
    {work}
    """
PLAY = """
    for number in (1, 2, 3):
        journal.begin(number, 5, "orochi", "hex4", "", "none")
        for ms in range(100):
            assert journal.add(("action", 1 << 20 | 5 << 10, 1, -2), 1000 * ms + 10)
        assert journal.add(("abandon", 0, 0, -2), 200000)
    """


def test_journal_on_the_twins_drive_survives_power_cuts(
    drive: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(work: str, told: list[int], cut: int = -1, boot: str = TAKE) -> str:
        folder = drive(JOURNAL.format(work=work, told=told), boot)
        twin = Twin("hex4")
        with flash_file(twin, tmp_path / "flash"):
            if cut > 0:
                twin.faults.set("nvm_cut", cut)
            ending = run_firmware(twin, folder)
        assert ending.message.startswith("The power was cut" if cut > 0 else "code.py came to its end"), ending
        return capsys.readouterr().out

    assert "files True\nfound [] [] False" in run("", [])
    run(textwrap.indent(textwrap.dedent(PLAY), "    ").strip(), [])
    games = [102, 102, 102]
    for cut in range(30, 12000, 1597):
        assert "files True" in run("memory.make_room()", games, cut)
    run("assert memory.make_room()", games)
    # With the act button held the computer has the drive: it is read all the same.
    assert "files as they are\nfound [102, 102, 102] [1" in run("", games, boot="")

"""``hexlume deploy``: every option, on folders that stand in for drives."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.host.flash.board_drives import (
    BOOT_OUT,
    lights_up,
    new_drive,
    read_only,
    small_file_system,
    tree,
    version,
)
from tests.host.flash.board_drives import deployed as deployed_to

pytestmark = pytest.mark.integration

PICO_2 = "Raspberry Pi Pico 2 (rp2350a) with CircuitPython 9.2.8"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return new_drive(tmp_path / "CIRCUITPY")


def test_deploy_says_what_it_did_and_what_to_do(hexlume: Any, drive: Path) -> None:
    ran = hexlume("deploy", drive)
    assert (ran.code, ran.err) == (0, "")
    first, second, panel, third, last = ran.out.splitlines()
    assert first == f"{drive}: {PICO_2}."
    count = len(tree(drive)) - len(("boot_out.txt", "hexlume-files.json"))
    assert second.startswith(f"Hexlume 0.1.0: {count} files (") and second.endswith(
        " kB) written and read back, 0 the same, 0 deleted."
    )
    assert panel == (
        "The panel is hex4: for another one change HEXLUME_PANEL in settings.toml, before you eject the drive."
    )
    assert (
        third == "At its first start the board makes its journal's files: leave it plugged in until the cells light up."
    )
    assert last == (
        "Eject the drive, unplug the board and plug it in again without holding act: it starts with this firmware."
    )
    assert lights_up(drive)
    again = hexlume("deploy", drive)
    # The twin made the journal's files.
    assert again.out == f"{drive}: {PICO_2}.\nHexlume 0.1.0 is there already: {count} files are the same.\n"
    assert again.code == 0


def test_the_build_page_shows_what_deploy_prints(hexlume: Any, drive: Path) -> None:
    """The number and size of the files change with the firmware, so the page leaves them out."""
    printed = hexlume("deploy", drive).out.replace(str(drive), "/media/me/CIRCUITPY")
    shown = re.sub(r"\d+ files \(\d+ kB\)", "… files (… kB)", printed)
    page = (Path(__file__).parents[3] / "docs/build.md").read_text(encoding="utf-8")
    assert "".join(f"    {line}\n" for line in shown.splitlines()) in page


def test_check_lists_what_would_be_done_and_writes_nothing(hexlume: Any, drive: Path) -> None:
    deployed_to(version("old", retired=True), drive)
    before = tree(drive)
    ran = hexlume("deploy", drive, "--check")
    assert (ran.code, ran.err) == (1, "")
    assert tree(drive) == before
    lines = ran.out.splitlines()
    assert lines[1] == "write   hexlume_b/__init__.py"
    assert "replace code.py" in lines and "delete  hexlume/retired.py" in lines
    assert " to write, " in lines[-1] and lines[-1].endswith(" to delete.")


def test_check_exits_with_1_if_something_differs(hexlume: Any, drive: Path) -> None:
    ran = hexlume("deploy", drive, "--check")
    assert ran.code == 1 and "write   hexlume/app.py" in ran.out
    assert (drive / "code.py").read_text() == 'print("Hello World!")\n'
    hexlume("deploy", drive)
    assert hexlume("deploy", drive, "--check").code == 0
    (drive / "hexlume/app.py").write_text("")
    ran = hexlume("deploy", drive, "--check")
    assert (ran.code, ran.out.splitlines()[1]) == (1, "replace hexlume/app.py")
    assert (drive / "hexlume/app.py").read_text() == ""
    hexlume("deploy", drive)
    (drive / "hexlume-files.json").unlink()
    ran = hexlume("deploy", drive, "--check")
    assert ran.code == 1 and "Only the list of the files that are hexlume's is not up to date." in ran.out


def test_deploy_prints_its_steps_as_json(hexlume: Any, drive: Path) -> None:
    told = json.loads(hexlume("deploy", drive, "--json", "--check").out)
    assert (told["deployed"], told["up_to_date"], told["same"], told["deleted"]) == (False, False, 0, [])
    assert told["written"][-1] == "code.py"
    assert told["board"] == {
        "name": "Raspberry Pi Pico 2",
        "identity": "raspberry_pi_pico2",
        "chip": "rp2350a",
        "circuitpython": "9.2.8",
    }
    assert json.loads(hexlume("deploy", drive, "--json").out)["deployed"] is True
    told = json.loads(hexlume("deploy", drive, "--json").out)
    assert (told["written"], told["deleted"], told["up_to_date"]) == ([], [], True)
    assert (told["drive"], told["firmware"]) == (str(drive), "0.1.0")


def test_settings_of_ones_own_are_told_of(hexlume: Any, drive: Path) -> None:
    (drive / "settings.toml").write_text('HEXLUME_PANEL = "hex5"\n')
    out = hexlume("deploy", drive).out
    assert "settings.toml is yours and stays; new in this firmware, with what holds without them: HEXLUME_GAME" in out


def test_a_board_of_another_make_is_told_of_its_pins(hexlume: Any, tmp_path: Path) -> None:
    drive = new_drive(tmp_path / "CIRCUITPY", BOOT_OUT.replace("raspberry_pi_pico2", "adafruit_feather_rp2350"))
    assert "This board is no Raspberry Pi Pico: it needs the pins GP2 to GP28" in hexlume("deploy", drive).out


@pytest.mark.parametrize(
    ("boot_out", "sentence"),
    [
        (
            BOOT_OUT.replace("9.2.8", "8.2.0"),
            "CircuitPython 8.2.0 on {} is too old, hexlume needs 9 or later: download ",
        ),
        (BOOT_OUT.replace("rp2350a", "samd51j20"), "Raspberry Pi Pico 2 has the chip samd51j20, and hexlume runs on "),
        ("", "{}/boot_out.txt does not say which CircuitPython runs there: download "),
    ],
)
@pytest.mark.parametrize("option", ["--check", "--json", None])
def test_a_board_that_will_not_do_is_one_sentence(
    boot_out: str, sentence: str, option: str | None, hexlume: Any, tmp_path: Path
) -> None:
    drive = new_drive(tmp_path / "CIRCUITPY", boot_out)
    before = tree(drive)
    ran = hexlume("deploy", drive, *([option] if option else []))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(sentence.format(drive)) and ran.err.count("\n") == 1
    assert tree(drive) == before


def test_a_folder_that_is_no_drive_is_one_sentence(hexlume: Any, tmp_path: Path) -> None:
    ran = hexlume("deploy", tmp_path / "nothing")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert hexlume("deploy", tmp_path).err.startswith(
        f"There is no boot_out.txt in {tmp_path}, as CircuitPython writes"
    )


def test_a_drive_that_is_read_only_says_how_to_start_the_board(hexlume: Any, tmp_path: Path) -> None:
    """``boot.py`` gives the drive to the firmware unless act is held. What is up to date need not be written."""
    drive = tmp_path / "CIRCUITPY"
    with small_file_system(drive, 4096):
        shutil.copytree(new_drive(tmp_path / "new"), drive, dirs_exist_ok=True)
        with read_only(drive) as forbidden:
            if forbidden:
                ran = hexlume("deploy", drive)
                assert (ran.code, ran.out) == (1, "")
                assert ran.err == (
                    f"The drive {drive} is read-only, since the board keeps its games on it: unplug the board, hold "
                    "act while you plug it in again, and run hexlume deploy again.\n"
                )
            assert hexlume("deploy", drive, "--check").code == 1
        assert hexlume("deploy", drive).code == 0
        with read_only(drive):
            assert hexlume("deploy", drive).code == 0
            assert hexlume("deploy", drive, "--check").code == 0


def test_a_drive_that_is_full_is_one_sentence(hexlume: Any, tmp_path: Path) -> None:
    drive = tmp_path / "CIRCUITPY"
    with small_file_system(drive, 256) as small:
        shutil.copytree(new_drive(tmp_path / "new"), drive, dirs_exist_ok=True)
        ran = hexlume("deploy", drive)
        if small:
            assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
            assert ran.err.startswith(f"The drive {drive} has ") and ran.err.endswith("; nothing was written.\n")
        assert (drive / "hexlume").exists() != small


def test_on_a_terminal_it_shows_how_far_it_is(drive: Path) -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", "deploy", str(drive)]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    shown = b""
    with subprocess.Popen(command, stdout=terminal, stderr=terminal, stdin=terminal, env=environment) as process:
        os.close(terminal)
        while True:
            try:
                some = os.read(controller, 4096)
            except OSError:  # the terminal has gone with its last user
                break
            if not some:
                break
            shown += some
    os.close(controller)
    assert process.returncode == 0
    assert b"Writing and reading back" in shown and b"written and read back" in shown

"""``hexlume deploy``: every option, on folders that stand in for drives."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.flash.errors import read_only
from tests.host.flash.board_drives import BOOT_OUT, PICO, lights_up, new_drive, tree

pytestmark = pytest.mark.integration


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return new_drive(tmp_path / "CIRCUITPY")


def test_deploy_says_what_it_did_and_what_to_do(hexlume: Any, drive: Path) -> None:
    """As the build page shows it, which leaves out what changes with the firmware: the files' number and size."""
    ran = hexlume("deploy", drive)
    assert (ran.code, ran.err) == (0, "")
    shown = re.sub(r"\d+ files \(\d+ kB\)", "… files (… kB)", ran.out.replace(str(drive), "/media/me/CIRCUITPY"))
    page = (Path(__file__).parents[3] / "docs/build.md").read_text(encoding="utf-8")
    assert "".join(f"    {line}\n" for line in shown.splitlines()) in page
    count = len(tree(drive).keys() - {"boot_out.txt"})
    assert f": {count} files (" in ran.out
    again = hexlume("deploy", drive)
    assert again.code == 0 and f"Hexlume 0.1.0 is there already: {count} files are the same.\n" in again.out
    assert lights_up(drive)


def test_deploy_tells_a_board_of_another_make_of_its_pins(hexlume: Any, tmp_path: Path) -> None:
    drive = new_drive(tmp_path / "CIRCUITPY", BOOT_OUT.replace("raspberry_pi_pico2", "adafruit_feather_rp2350"))
    assert "it needs the pins GP2 to GP28" in hexlume("deploy", drive).out


@pytest.mark.parametrize(
    ("boot_out", "words"),
    [
        (BOOT_OUT.replace("9.2.8", "8.2.0"), "CircuitPython 8.2.0 on {} is too old, hexlume needs 9 or later: "),
        (PICO, "Raspberry Pi Pico has too little memory to compile the firmware itself: "),
    ],
)
def test_a_board_that_will_not_do_is_one_sentence(hexlume: Any, tmp_path: Path, boot_out: str, words: str) -> None:
    drive = new_drive(tmp_path / "CIRCUITPY", boot_out)
    before = tree(drive)
    ran = hexlume("deploy", drive)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.startswith(words.format(drive))
    assert tree(drive) == before


def test_a_drive_that_is_read_only_says_how_to_start_the_board(
    hexlume: Any, drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``boot.py`` gives the drive to the firmware unless act is held. What is up to date need not be written."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    ran = hexlume("deploy", drive)
    assert (ran.code, ran.out, ran.err) == (1, "", f"{read_only(str(drive))}\n")
    assert "hold act while you plug it in again" in ran.err and "code.py" in tree(drive)
    monkeypatch.undo()
    hexlume("deploy", drive)
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert hexlume("deploy", drive).code == 0

"""Where drives are mounted on the systems that people have."""

from pathlib import Path

import pytest

from hexlume_host.flash.discovery import find_drive, found_drives
from hexlume_host.flash.errors import DeployError


@pytest.mark.parametrize(
    "place", ["media/ann/CIRCUITPY", "run/media/ann/CIRCUITPY", "Volumes/CIRCUITPY", "media/CIRCUITPY", "mnt/CIRCUITPY"]
)
def test_the_only_drive_is_taken(place: str, tmp_path: Path) -> None:
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place).with_name("CIRCUITPYTHON").mkdir()
    (tmp_path / place).with_name("BACKUP").mkdir()
    assert find_drive(None, tmp_path) == tmp_path / place


def test_a_named_drive_is_taken_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "media/ann/CIRCUITPY").mkdir(parents=True)
    assert find_drive(tmp_path, tmp_path) == tmp_path


def test_of_two_drives_one_must_be_named(tmp_path: Path) -> None:
    for name in ("CIRCUITPY", "CIRCUITPY1"):
        (tmp_path / "media/ann" / name).mkdir(parents=True)
    assert len(found_drives(tmp_path)) == 2
    with pytest.raises(DeployError, match=r"^There are 2 drives: name the DRIVE, one of .*CIRCUITPY, .*CIRCUITPY1\.$"):
        find_drive(None, tmp_path)


def test_missing_drive_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"^No drive CIRCUITPY is found: plug a board in with act held, or name the"):
        find_drive(None, tmp_path)


def test_a_name_that_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"^There is no drive .*/nothing: name the folder"):
        find_drive(tmp_path / "nothing", tmp_path)


@pytest.mark.parametrize("name", ["RPI-RP2", "RP2350"])
def test_a_board_in_its_bootloader(name: str, tmp_path: Path) -> None:
    (tmp_path / "media/ann" / name).mkdir(parents=True)
    with pytest.raises(DeployError, match=rf"^The board at .*/{name} has no CircuitPython: download "):
        find_drive(None, tmp_path)


def test_a_drive_that_nobody_mounted(tmp_path: Path) -> None:
    (tmp_path / "dev/disk/by-label").mkdir(parents=True)
    (tmp_path / "dev/disk/by-label/CIRCUITPY").touch()
    with pytest.raises(DeployError, match=r"^A drive CIRCUITPY is plugged in and not mounted: mount it \(udisksctl "):
        find_drive(None, tmp_path)

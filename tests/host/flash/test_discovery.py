"""Where drives are mounted on the systems that people have."""

from pathlib import Path

import pytest

from hexlume_host.flash.discovery import find_drive
from hexlume_host.flash.errors import DeployError


@pytest.mark.parametrize(
    "place", ["media/ann/CIRCUITPY", "run/media/ann/CIRCUITPY", "Volumes/CIRCUITPY", "media/CIRCUITPY", "mnt/CIRCUITPY"]
)
def test_the_only_drive_is_taken_unless_another_is_named(place: str, tmp_path: Path) -> None:
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place).with_name("CIRCUITPYTHON").mkdir()
    (tmp_path / place).with_name("BACKUP").mkdir()
    assert find_drive(None, tmp_path) == tmp_path / place
    assert find_drive(tmp_path, tmp_path) == tmp_path


@pytest.mark.parametrize(
    ("places", "named", "words"),
    [
        (["media/CIRCUITPY", "media/CIRCUITPY1"], None, r"There are 2 drives: name .*CIRCUITPY, .*CIRCUITPY1\.$"),
        ([], None, "No drive CIRCUITPY is found: plug a board in with act held, or name the"),
        ([], "nothing", "There is no drive .*/nothing: name the folder"),
        (["media/ann/RPI-RP2"], None, "The board at .*/RPI-RP2 has no CircuitPython: download "),
        (["media/ann/RP2350"], None, "The board at .*/RP2350 has no CircuitPython: download "),
        (["dev/disk/by-label/CIRCUITPY"], None, r"A drive CIRCUITPY is plugged in and not mounted: mount it \(udisks"),
    ],
)
def test_what_is_no_drive_to_write_is_one_sentence(
    places: list[str], named: str | None, words: str, tmp_path: Path
) -> None:
    for place in places:
        (tmp_path / place).mkdir(parents=True)
    with pytest.raises(DeployError, match=f"^{words}"):
        find_drive(named and tmp_path / named, tmp_path)

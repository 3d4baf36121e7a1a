"""A board's drive: no operation leaves it, whatever links it has, and whenever it goes away."""

import os
from pathlib import Path

import pytest

from hexlume_host.flash.board_kind import read_board_kind
from hexlume_host.flash.drive import Drive
from hexlume_host.flash.errors import DeployError
from hexlume_host.flash.firmware_files import packaged_firmware
from hexlume_host.flash.plan import make_plan
from tests.host.flash.board_drives import deployed

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(os.name == "nt", reason="Windows makes links for administrators only"),
]

NOW = packaged_firmware()
LINK = r"^{} on .* is a link or another drive, and a board's drive has neither: "
GONE = r"^The drive .*CIRCUITPY has gone: plug the board in again with act held, "
WORDS = "another program's"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder of this computer, with files of the names that a deploy writes."""
    folder = tmp_path / "outside"
    for name in ("app.py", "code.py", "retired.py", "settings.toml", "boot.py"):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(WORDS)
    return folder


LINKS = [
    *((path, False) for path in ("code.py", "boot.py", "settings.toml", "lib/neopixel.py")),
    *((path, False) for path in ("hexlume/app.py", "hexlume", "lib", "hexlume/games")),
    *((path, True) for path in ("code.py", "hexlume/app.py")),
    *((path, True) for path in ("hexlume/app.py.new", "code.py.new")),
]
"""Files and folders that are links, and whether that is on a drive that is deployed to again."""


@pytest.mark.parametrize(("path", "is_again"), LINKS)
def test_what_is_a_link_is_neither_read_nor_written(drive: Path, outside: Path, path: str, is_again: bool) -> None:
    """Only the folder that is named may itself be a link to the drive."""
    named = drive.with_name("board")
    named.symlink_to(drive, target_is_directory=True)
    if is_again:
        deployed(NOW, drive)
        for changed in ("hexlume/app.py", "code.py"):
            (drive / changed).write_bytes(b"# damaged\n")
    (drive / path).parent.mkdir(exist_ok=True)
    (drive / path).rmdir() if path == "lib" else (drive / path).unlink(missing_ok=True)
    (drive / path).symlink_to(outside / "app.py" if "." in path else outside)
    with pytest.raises(DeployError, match=LINK.format(path)):
        deployed(NOW, named)
    assert [file.read_text() for file in outside.iterdir()] == [WORDS] * 5
    (drive / path).unlink()
    deployed(NOW, named)
    assert make_plan(NOW, Drive(drive)).nothing


def test_the_board_is_not_recognised_by_a_file_behind_a_link(drive: Path, outside: Path) -> None:
    (drive / "boot_out.txt").rename(outside / "boot_out.txt")
    (drive / "boot_out.txt").symlink_to(outside / "boot_out.txt")
    with pytest.raises(DeployError, match=LINK.format(r"boot_out\.txt")):
        read_board_kind(drive)


@pytest.mark.parametrize("left", [[], None], ids=["empty folder", "no folder"])
def test_nothing_is_written_where_the_drive_was(drive: Path, left: list[Path] | None) -> None:
    """It is unplugged at the 40th operation."""
    operations: list[str] = []

    def unplug(operation: str, path: str) -> None:
        operations.append(operation)
        if len(operations) == 40:
            drive.rename(drive.with_name("unplugged"))
            if left is not None:
                drive.mkdir()

    with pytest.raises(DeployError, match=GONE):
        deployed(NOW, drive, unplug)
    assert (list(drive.iterdir()) if drive.exists() else None) == left
    deployed(NOW, drive.with_name("unplugged"))
    assert make_plan(NOW, Drive(drive.with_name("unplugged"))).nothing

"""A board's drive: no operation leaves it, whatever links it has, and whenever it goes away."""

import os
from collections.abc import Callable
from pathlib import Path
from subprocess import run

import pytest

from hexlume_host.flash.board_kind import read_board_kind
from hexlume_host.flash.deploy import carry_out
from hexlume_host.flash.drive import Drive
from hexlume_host.flash.errors import DeployError
from hexlume_host.flash.firmware_files import packaged_firmware
from hexlume_host.flash.plan import make_plan
from tests.host.flash.board_drives import deployed, new_drive, small_file_system, tree

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(os.name == "nt", reason="Windows makes links for administrators only"),
]

NOW = packaged_firmware()
LINK = r"^{} on .* is a link or another drive, and a board's drive has neither: "
GONE = r"^The drive .*CIRCUITPY has gone: plug the board in again with act held, "
WORDS = "another program's"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return new_drive(tmp_path / "CIRCUITPY")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder of this computer, with files of the names that a deploy writes."""
    folder = tmp_path / "outside"
    for name in ("app.py", "code.py", "retired.py", "hexlume-files.json", "settings.toml", "boot.py"):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(WORDS)
    return folder


def is_untouched(outside: Path) -> bool:
    return {path.read_text() for path in outside.iterdir()} == {WORDS} and len(list(outside.iterdir())) == 6


PATHS = ["code.py", "boot.py", "settings.toml", "hexlume-files.json", "lib/neopixel.py", "hexlume/app.py"]


@pytest.mark.parametrize("path", [*PATHS, "code.py again", "hexlume/app.py again"])
def test_a_file_that_is_a_link_is_neither_read_nor_written(drive: Path, outside: Path, path: str) -> None:
    """On a new drive, and on one that is deployed again."""
    path, again, _ = path.partition(" again")
    if again:
        deployed(NOW, drive)
    place = drive / path
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    place.symlink_to(outside / "app.py")
    before = set(tree(drive))
    with pytest.raises(DeployError, match=LINK.format(path)):
        deployed(NOW, drive)
    assert is_untouched(outside)
    assert set(tree(drive)) == before
    place.unlink()
    deployed(NOW, drive)
    assert make_plan(NOW, Drive(drive)).nothing


def test_the_board_is_not_told_from_a_file_behind_a_link(drive: Path, tmp_path: Path) -> None:
    (drive / "boot_out.txt").rename(tmp_path / "boot_out.txt")
    (drive / "boot_out.txt").symlink_to(tmp_path / "boot_out.txt")
    with pytest.raises(DeployError, match=LINK.format(r"boot_out\.txt")):
        read_board_kind(drive)


@pytest.mark.parametrize("folder", ["hexlume", "lib", "hexlume/games"])
def test_a_folder_that_is_a_link_is_not_entered(drive: Path, outside: Path, folder: str) -> None:
    (drive / "lib").rmdir()
    (drive / folder).parent.mkdir(exist_ok=True)
    (drive / folder).symlink_to(outside, target_is_directory=True)
    with pytest.raises(DeployError, match=LINK.format(folder)):
        deployed(NOW, drive)
    assert is_untouched(outside)


@pytest.mark.parametrize("path", ["hexlume/app.py.new", "hexlume-files.json.new", "code.py.new"])
def test_an_unfinished_file_that_is_a_link_is_not_written_through(drive: Path, outside: Path, path: str) -> None:
    deployed(NOW, drive)
    for changed in ("hexlume/app.py", "code.py"):
        (drive / changed).write_bytes(b"# damaged\n")
    (drive / path).symlink_to(outside / "app.py")
    with pytest.raises(DeployError, match=LINK.format(path)):
        deployed(NOW, drive)
    assert is_untouched(outside)


def test_the_folder_that_is_named_may_itself_be_a_link_to_the_drive(drive: Path, tmp_path: Path) -> None:
    (tmp_path / "board").symlink_to(drive, target_is_directory=True)
    deployed(NOW, tmp_path / "board")
    assert make_plan(NOW, Drive(drive)).nothing


def stopped_at(drive: Path, stop: Callable[[], object]) -> None:
    """Deploy, and do something in the middle of it; it must be noticed."""
    operations = 0

    def watch(operation: str, path: str) -> None:
        nonlocal operations
        operations += 1
        if operations == 40:
            stop()

    one = Drive(drive, watch)
    with pytest.raises(DeployError, match=GONE):
        carry_out(make_plan(NOW, one), one)


@pytest.mark.parametrize("is_left", [True, False], ids=["empty folder", "no folder"])
def test_nothing_is_written_where_the_drive_was(drive: Path, is_left: bool) -> None:
    def unplug() -> None:
        drive.rename(drive.with_name("unplugged"))
        if is_left:
            drive.mkdir()

    stopped_at(drive, unplug)
    assert drive.exists() == is_left
    if is_left:
        assert list(drive.iterdir()) == []
        drive.rmdir()
    drive.with_name("unplugged").rename(drive)
    deployed(NOW, drive)
    assert make_plan(NOW, Drive(drive)).nothing


def test_nothing_is_written_into_the_mount_point_of_a_drive_that_was_unmounted(tmp_path: Path) -> None:
    root = tmp_path / "CIRCUITPY"
    with small_file_system(root, 4096) as mounted:
        if not mounted:
            pytest.skip("mounting is not allowed here")
        (root / "boot_out.txt").write_text("")
        stopped_at(root, lambda: run(["umount", "--lazy", str(root)], check=True))
        assert list(root.iterdir()) == []
        # For the end, which unmounts it.
        run(["mount", "-t", "tmpfs", "tmpfs", str(root)], check=True)


def test_another_drive_mounted_on_the_drive_is_not_entered(drive: Path) -> None:
    with small_file_system(drive / "hexlume", 1024) as mounted:
        if not mounted:
            pytest.skip("mounting is not allowed here")
        with pytest.raises(DeployError, match=LINK.format("hexlume")):
            deployed(NOW, drive)
        assert os.listdir(drive / "hexlume") == []

"""A deploy that ends after any of its file operations leaves a board that starts, and the next deploy completes it."""

import re
import shutil
from pathlib import Path

import pytest

from hexlume_host.flash.drive import Drive
from hexlume_host.flash.firmware_files import Firmware, packaged_firmware
from hexlume_host.flash.plan import make_plan
from tests.host.flash.board_drives import Killed, deployed, killed_at, lights_up, new_drive, tree, version

pytestmark = pytest.mark.integration

SETTINGS = 'HEXLUME_GAME = "sibling"  # mine\n'


def starts(root: Path, scratch: Path) -> bool:
    """Return whether a board with a copy of a drive starts; the copy takes what the board writes."""
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(root, scratch)
    return lights_up(scratch)


UPDATES = {
    "update": (lambda: version("old", retired=True), packaged_firmware),
    "downgrade": (packaged_firmware, lambda: version("old", retired=True)),
}


@pytest.mark.parametrize(
    ("name", "stride"),
    [("update", 1193), *(pytest.param(name, 7, marks=pytest.mark.soak) for name in UPDATES)],
)
def test_the_board_starts_whenever_an_update_ends(name: str, stride: int, tmp_path: Path) -> None:
    """After every operation the files in use are looked at, and run when they are none that ran before.

    After every ``stride``-th one the deploy really ends there, what is on the drive is run, and another deploy
    completes it.
    """
    before, after = (make() for make in UPDATES[name])
    start = new_drive(tmp_path / "start")
    (start / "settings.toml").write_text(SETTINGS)
    deployed(before, start)
    wanted = shutil.copytree(start, tmp_path / "wanted")
    count, states = watched(after, wanted, tmp_path / "board")
    # The former, the new one, and the new boot.py with the former code.py.
    assert states == 3
    for operation in range(count, 0, -stride):
        drive = shutil.copytree(start, tmp_path / str(operation))
        with pytest.raises(Killed):
            deployed(after, drive, killed_at(operation))
        assert starts(drive, tmp_path / "board"), operation
        deployed(after, drive)
        assert tree(drive) == tree(wanted), operation
        assert tree(drive)["settings.toml"].decode() == SETTINGS
        shutil.rmtree(drive)


def test_the_board_starts_whenever_a_deploy_ends_that_follows_one_which_ended_between_two_programs(
    tmp_path: Path,
) -> None:
    """``boot.py`` imports the new copy then, and ``code.py`` still the former one."""
    drive = new_drive(tmp_path / "drive")
    deployed(version("old"), drive)

    def end(operation: str, path: str) -> None:
        if (operation, path) == ("replaced", "boot.py"):
            raise Killed

    with pytest.raises(Killed):
        deployed(packaged_firmware(), drive, end)
    watched(version("next", retired=True), drive, tmp_path / "board")
    assert make_plan(version("next", retired=True), Drive(drive)).nothing


def watched(firmware: Firmware, drive: Path, scratch: Path) -> tuple[int, int]:
    """Deploy, and see that the board starts from the drive as it is after each operation.

    Return how many operations there were, and how many different states of the files in use.
    """
    seen: list[dict[str, bytes]] = []
    done: list[str] = []

    def look(operation: str, path: str) -> None:
        done.append(path)
        state = in_use(tree(drive))
        if state not in seen:
            seen.append(state)
            assert starts(drive, scratch), (len(done), operation, path)

    deployed(firmware, drive, look)
    assert starts(drive, scratch)
    return len(done), len(seen)


def in_use(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files that a start of the board reads."""
    programs = files["boot.py"] + files["code.py"]
    packages = {name for name in ("hexlume", "hexlume_b") if re.search(rf"from {name}[ .]".encode(), programs)}
    return {
        path: contents
        for path, contents in files.items()
        if path in ("boot.py", "code.py", "settings.toml")
        or (path.split("/")[0] in {*packages, "lib"} and path.endswith(".py"))
    }


def test_a_drive_with_modules_of_two_versions_does_not_start(tmp_path: Path) -> None:
    """The check above can fail."""
    drive = new_drive(tmp_path / "drive")
    deployed(version("old"), drive)
    assert starts(drive, tmp_path / "board")
    (drive / "hexlume/sensing/sense.py").write_bytes(version("new").package["sensing/sense.py"])
    assert not starts(drive, tmp_path / "board")


def test_a_first_deploy_that_ends_early_leaves_the_new_boards_own_program(tmp_path: Path) -> None:
    """``code.py`` comes last, so until then the board does what it did."""
    firmware = packaged_firmware()
    done: list[tuple[str, str]] = []
    whole = new_drive(tmp_path / "whole")
    deployed(firmware, whole, lambda operation, path: done.append((operation, path)))
    commit = done.index(("replaced", "code.py")) + 1
    assert commit == len(done)
    for operation in (1, 2, 3, 40, commit - 1, commit):
        drive = new_drive(tmp_path / str(operation))
        with pytest.raises(Killed):
            deployed(firmware, drive, killed_at(operation))
        code = (drive / "code.py").read_bytes()
        assert (code != b'print("Hello World!")\n') == (operation >= commit)
        deployed(firmware, drive)
        assert tree(drive) == tree(whole)
        shutil.rmtree(drive)

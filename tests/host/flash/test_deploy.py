"""A deploy that ends after any of its file operations leaves a board that starts, and the next deploy completes it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_host.flash.drive import Drive
from hexlume_host.flash.firmware_files import Firmware, packaged_firmware
from hexlume_host.flash.manifest import MANIFEST
from hexlume_host.flash.plan import make_plan
from tests.host.flash.board_drives import deployed, lights_up, new_drive, sum_of, tree, version

pytestmark = pytest.mark.integration

SETTINGS = 'HEXLUME_GAME = "sibling"  # mine\n'


class Killed(BaseException):
    """The program was killed."""


def killed_at(operation: int) -> Callable[[str, str], None]:
    """Return a watcher that ends a deploy after so many operations."""
    left = operation

    def watch(_done: str, _path: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed

    return watch


def operations(firmware: Firmware, root: Path) -> int:
    """Return how many operations a deploy takes."""
    counted: list[str] = []
    deployed(firmware, root, lambda operation, path: counted.append(path))
    return len(counted)


def one_module(firmware: Firmware) -> Firmware:
    """Return a firmware of which only one module differs."""
    package = dict(firmware.package) | {"hardware/sound.py": firmware.package["hardware/sound.py"] + b"\nLOUDER = 1\n"}
    return Firmware(firmware.version, package, firmware.programs, firmware.libraries, firmware.settings)


def starts(root: Path, scratch: Path) -> bool:
    """Return whether a board with a copy of a drive starts; the copy takes what the board writes."""
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(root, scratch)
    return lights_up(scratch)


UPDATES = {
    "update": (lambda: version("old", retired=True), packaged_firmware),
    "downgrade": (packaged_firmware, lambda: version("old", retired=True)),
    "one module": (packaged_firmware, lambda: one_module(packaged_firmware())),
}


@pytest.mark.parametrize(
    ("name", "stride"),
    [("update", 1193), ("one module", 1193), *(pytest.param(name, 7, marks=pytest.mark.soak) for name in UPDATES)],
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
    assert states == (2 if name == "one module" else 3)
    for operation in range(count, 0, -stride):
        drive = shutil.copytree(start, tmp_path / str(operation))
        with pytest.raises(Killed):
            deployed(after, drive, killed_at(operation))
        assert starts(drive, tmp_path / "board"), operation
        deployed(after, drive)
        assert tree(drive) == tree(wanted), operation
        assert tree(drive)["settings.toml"].decode() == SETTINGS
        shutil.rmtree(drive)


def watched(firmware: Firmware, drive: Path, scratch: Path) -> tuple[int, int]:
    """Deploy, and see that the board starts from the drive as it is after each operation.

    Return how many operations there were, and how many different states of the files in use.
    """
    seen: set[str] = set()
    done: list[str] = []

    def look(operation: str, path: str) -> None:
        done.append(path)
        state = sum_of(in_use(tree(drive)))
        if state not in seen:
            seen.add(state)
            assert starts(drive, scratch), (len(done), operation, path)

    deployed(firmware, drive, look)
    assert starts(drive, scratch)
    return len(done), len(seen)


def in_use(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files that a start of the board reads."""
    packages = {
        name for name in ("hexlume", "hexlume_b") for path in ("boot.py", "code.py") if imports(files[path], name)
    }
    return {
        path: contents
        for path, contents in files.items()
        if path in ("boot.py", "code.py", "settings.toml")
        or (path.split("/")[0] in {*packages, "lib"} and path.endswith(".py"))
    }


def imports(source: bytes, package: str) -> bool:
    return f"from {package} ".encode() in source or f"from {package}.".encode() in source


def test_what_is_in_use_decides_whether_the_board_starts(tmp_path: Path) -> None:
    """The check above can fail: a package of two versions does not start, nor does one without its last module."""
    drive = new_drive(tmp_path / "drive")
    deployed(version("old"), drive)
    assert starts(drive, tmp_path / "board")
    (drive / "hexlume/sensing/sense.py").write_bytes(version("new").package["sensing/sense.py"])
    assert not starts(drive, tmp_path / "board")
    (drive / "hexlume/sensing/sense.py").unlink()
    assert not starts(drive, tmp_path / "board")


def test_a_first_deploy_that_ends_early_leaves_the_new_boards_own_program(tmp_path: Path) -> None:
    """``code.py`` comes last, so until then the board does what it did."""
    firmware = packaged_firmware()
    count = operations(firmware, new_drive(tmp_path / "counted"))
    wanted = tree(tmp_path / "counted")
    commit = code_at(firmware, tmp_path)
    assert count - 8 < commit < count
    for operation in (1, 2, 3, 40, count // 2, *range(count - 8, count + 1, 2)):
        drive = new_drive(tmp_path / str(operation))
        with pytest.raises(Killed):
            deployed(firmware, drive, killed_at(operation))
        code = (drive / "code.py").read_bytes()
        assert code == (wanted["code.py"] if operation >= commit else b'print("Hello World!")\n')
        deployed(firmware, drive)
        assert tree(drive) == wanted
        shutil.rmtree(drive)


def code_at(firmware: Firmware, tmp_path: Path) -> int:
    """Return the number of the operation that puts ``code.py`` in its place."""
    done: list[tuple[str, str]] = []
    place = new_drive(tmp_path / "watched")
    deployed(firmware, place, lambda operation, path: done.append((operation, path)))
    shutil.rmtree(place)
    return done.index(("replaced", "code.py")) + 1


def test_what_an_interruption_leaves_is_written_on_not_anew(tmp_path: Path) -> None:
    drive = new_drive(tmp_path / "drive")
    deployed(version("old"), drive)
    with pytest.raises(Killed):
        deployed(packaged_firmware(), drive, killed_at(100))
    half = make_plan(packaged_firmware(), Drive(drive))
    assert half.same > 10
    assert (drive / MANIFEST).is_file()
    assert not any((drive / "hexlume_b" / path).is_file() for path in ("link/wire.py", "table/prompt.py"))

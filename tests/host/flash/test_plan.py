"""What a deploy writes, deletes and leaves alone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexlume.journal.archive import FILE_SIZE
from hexlume_host.flash.deploy import carry_out
from hexlume_host.flash.drive import Drive
from hexlume_host.flash.errors import DeployError
from hexlume_host.flash.firmware_files import packaged_firmware
from hexlume_host.flash.manifest import MANIFEST, Manifest, read_manifest
from hexlume_host.flash.plan import IN_PLACE, REMOVE, WRITE, Plan, check_room, make_plan
from hexlume_host.flash.settings import missing_keys
from tests.host.flash.board_drives import (
    PicoDrive,
    deployed,
    lights_up,
    new_drive,
    small_file_system,
    tree,
    version,
)

pytestmark = pytest.mark.integration

NOW = packaged_firmware()


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return new_drive(tmp_path / "CIRCUITPY")


def touched(plan: Plan) -> set[str]:
    return {step.path for step in plan.steps}


def test_a_new_drive_gets_everything_with_code_last(drive: Path) -> None:
    plan = deployed(NOW, drive)
    assert [step.path for step in plan.steps][-1] == "code.py"
    there = tree(drive)
    assert there.keys() == {
        *(f"hexlume/{path}" for path in NOW.package),
        *NOW.programs,
        *NOW.libraries,
        "settings.toml",
        "boot_out.txt",
        MANIFEST,
    }
    assert all(there[f"hexlume/{path}"] == contents for path, contents in NOW.package.items())
    assert lights_up(drive)


def test_the_second_time_there_is_nothing_to_do(drive: Path) -> None:
    deployed(NOW, drive)
    times = {path: (drive / path).stat().st_mtime_ns for path in tree(drive)}
    plan = deployed(NOW, drive)
    assert plan.nothing and plan.same == len(NOW.package) + len(NOW.programs) + len(NOW.libraries) + 1
    assert times == {path: (drive / path).stat().st_mtime_ns for path in tree(drive)}


@pytest.mark.parametrize("path", ["hexlume/hardware/sound.py", "lib/neopixel.py", "boot.py"])
def test_only_what_changed_is_written(path: str, drive: Path) -> None:
    deployed(NOW, drive)
    (drive / path).write_bytes((drive / path).read_bytes() + b"# damaged\n")
    assert touched(deployed(NOW, drive)) == {path}
    (drive / path).unlink()
    assert touched(deployed(NOW, drive)) == {path}
    assert make_plan(NOW, Drive(drive)).nothing


def test_a_damaged_copy_is_mended_in_place(drive: Path) -> None:
    deployed(NOW, drive)
    broken = {"hexlume/app.py", "hexlume/games/grid.py", "hexlume/games/orochi/rules.py"}
    for path in broken:
        (drive / path).write_bytes(b"")
    assert touched(deployed(NOW, drive)) == broken
    assert not (drive / "hexlume_b").exists()


def test_a_new_version_lies_beside_until_it_is_in_use(drive: Path) -> None:
    deployed(version("old", retired=True), drive)
    plan = deployed(NOW, drive)
    assert (drive / "hexlume_b").is_dir() and not (drive / "hexlume").exists()
    assert {step.path for step in plan.steps if step.do == REMOVE} >= {"hexlume/retired.py", "hexlume/app.py"}
    at = [step.path for step in plan.steps]
    assert all(step.do == WRITE and step.path.startswith("hexlume_b/") for step in plan.steps[: len(NOW.package)])
    assert at.index("boot.py") < at.index("code.py") < min(at.index(path) for path in at if path.startswith("hexlume/"))
    assert b"from hexlume_b.app import App" in (drive / "code.py").read_bytes()
    deployed(version("next"), drive)
    assert (drive / "hexlume").is_dir() and not (drive / "hexlume_b").exists()


def test_a_module_that_the_firmware_has_no_more_goes(drive: Path) -> None:
    """Also where nothing else has changed (one rename less)."""
    package = dict(NOW.package) | {"retired.py": b"USED = True\n"}
    deployed(replace(NOW, package=package), drive)
    plan = deployed(NOW, drive)
    assert [(step.do, step.path) for step in plan.steps] == [(REMOVE, "hexlume/retired.py")]
    assert not (drive / "hexlume/retired.py").exists()


def test_what_is_somebodys_stays(drive: Path) -> None:
    theirs = {
        "notes.txt": b"mine",
        "hexlume/notes.py": b"mine",
        "lib/other.py": b"mine",
        "journal/a/ring": b"\x00" * FILE_SIZE,
        "journal/b/ring": b"\x00" * FILE_SIZE,
    }
    for path, contents in theirs.items():
        (drive / path).parent.mkdir(parents=True, exist_ok=True)
        (drive / path).write_bytes(contents)
    for firmware in (NOW, version("old"), NOW, version("next")):
        plan = deployed(firmware, drive)
        there = tree(drive)
        assert all(there[path] == contents for path, contents in theirs.items())
        assert not plan.archive_missing


def test_somebodys_own_program_is_kept(drive: Path) -> None:
    (drive / "code.py").write_text("print('my lamp')\n")
    (drive / "code-before-hexlume.py").write_text("print('my other lamp')\n")
    plan = deployed(NOW, drive)
    assert "Your own code.py is kept as code-before-hexlume2.py." in plan.notes
    assert (drive / "code-before-hexlume2.py").read_text() == "print('my lamp')\n"
    assert (drive / "code-before-hexlume.py").read_text() == "print('my other lamp')\n"
    assert not deployed(version("next"), drive).notes


def test_files_copied_by_hand_are_taken_over(drive: Path) -> None:
    """The firmware's folder copied to the drive, as it was done before there was this command."""
    old = version("old")
    for path, contents in {f"hexlume/{path}": contents for path, contents in old.package.items()}.items():
        (drive / path).parent.mkdir(parents=True, exist_ok=True)
        (drive / path).write_bytes(contents)
    for name, contents in old.programs.items():
        (drive / name).write_bytes(contents)
    plan = deployed(NOW, drive)
    assert not plan.notes and not (drive / "hexlume").exists()
    assert lights_up(drive)


@pytest.mark.parametrize("name", ["code.txt", "main.txt"])
def test_a_program_that_would_run_as_well_is_named(name: str, drive: Path) -> None:
    (drive / name).write_text("")
    assert f"{name} is on the drive: CircuitPython may run it as well." in make_plan(NOW, Drive(drive)).notes


# settings.toml


def test_settings_that_nobody_edited_follow_the_firmware(drive: Path) -> None:
    older = replace(version("old"), settings=b'HEXLUME_PANEL = "hex4"\n')
    deployed(older, drive)
    assert (drive / "settings.toml").read_bytes() == older.settings
    deployed(NOW, drive)
    assert (drive / "settings.toml").read_bytes() == NOW.settings


def test_edited_settings_stay_and_new_keys_are_told(drive: Path) -> None:
    older = replace(version("old"), settings=b'HEXLUME_PANEL = "hex4"\n')
    deployed(older, drive)
    own = b'HEXLUME_PANEL = "hex5"\n# HEXLUME_SIZE = "4"\nCIRCUITPY_WIFI_SSID = "home"\n'
    (drive / "settings.toml").write_bytes(own)
    plan = deployed(NOW, drive)
    assert (drive / "settings.toml").read_bytes() == own
    (note,) = plan.notes
    assert note == (
        "settings.toml is yours and stays; new in this firmware, with what holds without them: "
        'HEXLUME_GAME = "", HEXLUME_OPTIONS = "", HEXLUME_CLOCK = "none", HEXLUME_LEARN = "".'
    )
    again = deployed(version("next"), drive)
    assert (drive / "settings.toml").read_bytes() == own and "settings.toml" not in touched(again)


def test_settings_with_every_key_are_only_said_to_stay(drive: Path) -> None:
    (drive / "settings.toml").write_bytes(NOW.settings.replace(b'GAME = ""', b'GAME = "sibling"'))
    assert deployed(NOW, drive).notes == ("settings.toml is yours and stays.",)


@given(st.binary(max_size=200))
@example(b"0=")  # a key without a value does not take the next line for one
def test_no_settings_file_is_too_strange(own: bytes) -> None:
    assert missing_keys(own, NOW.settings).count(" = ") == 6
    assert 'HEXLUME_SIZE = "0"' not in missing_keys(own + b"\nHEXLUME_SIZE=1\n" + own, NOW.settings)


# The manifest is a file that anybody may have changed


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"format": 2}',
        b'{"format": 1, "files": 7}',
        b"[" * 50_000,
        b'{"format": 1, "packages": {}, "settings": "", "firmware": "", "files": "x"}' + b" " * 70_000,
    ],
)
def test_a_manifest_that_is_none_is_taken_for_an_empty_one(told: bytes, drive: Path) -> None:
    (drive / MANIFEST).write_bytes(told)
    assert read_manifest(Drive(drive)) == Manifest()
    deployed(NOW, drive)
    assert read_manifest(Drive(drive)).packages == {"hexlume": NOW.fingerprint}


def test_a_manifest_cannot_have_foreign_files_deleted(drive: Path) -> None:
    deployed(NOW, drive)
    outside = drive.parent / "outside.py"
    hostile = [
        "../outside.py",
        str(outside),
        "journal/a/ring",
        "settings.toml",
        "boot_out.txt",
        "hexlume/../../outside.py",
    ]
    told = json.loads((drive / MANIFEST).read_bytes())
    told["files"] += [*hostile, 7, None, "lib/mine.py"]
    (drive / MANIFEST).write_text(json.dumps(told))
    for path in ("journal/a/ring", "lib/mine.py"):
        (drive / path).parent.mkdir(parents=True, exist_ok=True)
        (drive / path).write_bytes(b"")
    outside.write_text("")
    plan = deployed(NOW, drive)
    assert touched(plan) == {"lib/mine.py"}
    assert outside.exists() and (drive / "journal/a/ring").exists()


# Room, and what goes wrong


class FullDrive(PicoDrive):
    """A drive on which a person's own files leave little."""

    def free(self) -> int:
        return 300 * 1024


def test_room_is_asked_for_before_anything_is_written(drive: Path) -> None:
    before = tree(drive)
    plan = make_plan(NOW, FullDrive(drive))
    with pytest.raises(DeployError, match=r"has 300 kB free and \d+ kB are needed: .* nothing was written\.$"):
        carry_out(plan, FullDrive(drive))
    assert tree(drive) == before
    assert sum(len(step.contents) for step in plan.steps) < plan.room(PicoDrive(drive)) < 600_000


def test_the_room_that_is_asked_for_is_enough(tmp_path: Path) -> None:
    """An update on a drive that has just so much, counted in the system's own blocks of 4 kB."""
    with small_file_system(tmp_path / "exact", 4096) as mounted:
        root = new_drive(tmp_path / ("exact/CIRCUITPY" if mounted else "large/CIRCUITPY"))
        deployed(version("old", retired=True), root)
        plan = make_plan(NOW, Drive(root))
        if mounted:
            spare = Drive(root).free() - plan.room(Drive(root))
            (root / "ballast").write_bytes(bytes(spare // 4096 * 4096))
        check_room(plan, Drive(root))
        carry_out(plan, Drive(root))
        assert make_plan(NOW, Drive(root)).nothing


def test_where_two_versions_do_not_fit_the_one_in_use_is_replaced_file_by_file(drive: Path) -> None:
    deployed(version("old", retired=True), drive)
    plan = make_plan(NOW, PicoDrive(drive))
    assert plan.notes[-1] == IN_PLACE
    assert not [step for step in plan.steps if step.path.startswith("hexlume_b/")]
    carry_out(plan, PicoDrive(drive))
    assert make_plan(NOW, PicoDrive(drive)).nothing
    assert not (drive / "hexlume/retired.py").exists() and lights_up(drive)


@pytest.mark.sample(1)
@pytest.mark.parametrize("operation", [3, 90, 250])
def test_an_update_in_place_that_was_interrupted_is_completed_by_the_next(drive: Path, operation: int) -> None:
    deployed(version("old", retired=True), drive)
    left = operation

    def stop(done: str, path: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        carry_out(make_plan(NOW, PicoDrive(drive)), PicoDrive(drive, stop))
    carry_out(make_plan(NOW, PicoDrive(drive)), PicoDrive(drive))
    assert make_plan(NOW, PicoDrive(drive)).nothing and lights_up(drive)


def test_what_reads_back_otherwise_ends_the_deploy(drive: Path) -> None:
    def damage(operation: str, path: str) -> None:
        if path == "hexlume/link/wire.py" and operation == "wrote":
            with (drive / path).open("r+b") as file:
                file.write(b"\xff")

    plan = make_plan(NOW, Drive(drive))
    with pytest.raises(DeployError, match=r"hexlume/link/wire\.py does not read back .* as it was written"):
        carry_out(plan, Drive(drive, damage))
    assert (drive / "code.py").read_text() == 'print("Hello World!")\n'
    deployed(NOW, drive)
    assert lights_up(drive)


def test_a_folder_in_a_files_place_is_one_sentence(drive: Path) -> None:
    (drive / "code.py").unlink()
    (drive / "code.py").mkdir()
    with pytest.raises(DeployError, match=r"^code\.py on .* cannot be used \(Is a directory\): "):
        deployed(NOW, drive)

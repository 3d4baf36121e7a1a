"""What a deploy writes, deletes and leaves alone."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexlume.journal.archive import FILE_SIZE
from hexlume_host.flash.compile import compiled, micropythons_compiler
from hexlume_host.flash.drive import Drive
from hexlume_host.flash.errors import DeployError
from hexlume_host.flash.firmware_files import packaged_firmware
from hexlume_host.flash.plan import Plan, make_plan
from hexlume_host.flash.settings import missing_keys
from tests.host.flash.board_drives import PicoDrive, deployed, tree, version

pytestmark = pytest.mark.integration

NOW = packaged_firmware()


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
    }
    assert all(there[f"hexlume/{path}"] == contents for path, contents in NOW.package.items())
    operations: list[str] = []
    again = deployed(NOW, drive, lambda operation, path: operations.append(path))
    assert again.nothing and again.same == len(plan.steps) and operations == []


@pytest.mark.parametrize("path", ["settings.toml", "lib/neopixel.py", "boot.py"])
def test_only_what_changed_is_written(path: str, drive: Path) -> None:
    deployed(NOW, drive)
    (drive / path).unlink()
    assert touched(deployed(NOW, drive)) == {path}
    assert make_plan(NOW, Drive(drive)).nothing


@pytest.mark.parametrize("damage", [b"# damaged\n", None])
def test_a_damaged_copy_in_use_is_replaced_by_a_whole_one(damage: bytes | None, drive: Path) -> None:
    deployed(NOW, drive)
    module = drive / "hexlume/hardware/sound.py"
    if damage is None:
        module.unlink()
    else:
        module.write_bytes(damage)
    deployed(NOW, drive)
    assert (drive / "hexlume_b").is_dir() and not (drive / "hexlume").exists()
    assert make_plan(NOW, Drive(drive)).nothing


def test_a_library_is_there_once_compiled_or_not(drive: Path) -> None:
    for firmware in (NOW, compiled(NOW, micropythons_compiler()), NOW):
        deployed(firmware, drive)
        assert [path for path in tree(drive) if path.startswith("lib/")] == list(firmware.libraries)


def test_a_new_version_lies_beside_until_it_is_in_use(drive: Path) -> None:
    deployed(version("old", retired=True), drive)
    for firmware, package, former in ((NOW, "hexlume_b", "hexlume"), (version("next"), "hexlume", "hexlume_b")):
        deployed(firmware, drive)
        assert (drive / package).is_dir() and not (drive / former).exists()
        assert f"from {package}.app import App".encode() in (drive / "code.py").read_bytes()


def test_what_is_somebodys_stays(drive: Path) -> None:
    """Somebody's own program is kept under another name."""
    theirs = {
        "notes.txt": b"mine",
        "lib/other.py": b"mine",
        "code.txt": b"",
        "code.py": b"print('my lamp')\n",
        "code-before-hexlume.py": b"print('my other lamp')\n",
        "journal/a/ring": b"\x00" * FILE_SIZE,
        "journal/b/ring": b"\x00" * FILE_SIZE,
    }
    for path, contents in theirs.items():
        (drive / path).parent.mkdir(parents=True, exist_ok=True)
        (drive / path).write_bytes(contents)
    plan = deployed(NOW, drive)
    theirs["code-before-hexlume2.py"] = theirs.pop("code.py")
    assert plan.notes == (
        "code.txt is on the drive: CircuitPython may run it as well.",
        "Your own code.py is kept as code-before-hexlume2.py.",
    )
    for firmware in (version("old"), NOW, version("next")):
        assert not deployed(firmware, drive).archive_missing
        assert theirs.items() <= tree(drive).items()


# settings.toml


def test_edited_settings_stay_and_new_keys_are_reported(drive: Path) -> None:
    deployed(NOW, drive)
    assert (drive / "settings.toml").read_bytes() == NOW.settings
    own = b'HEXLUME_PANEL = "hex5"\n# HEXLUME_SIZE = "4"\nCIRCUITPY_WIFI_SSID = "home"\n'
    (drive / "settings.toml").write_bytes(own)
    (note,) = deployed(NOW, drive).notes
    new = 'HEXLUME_GAME = "", HEXLUME_OPTIONS = "", HEXLUME_CLOCK = "none", HEXLUME_LEARN = ""'
    assert note.startswith("settings.toml is yours and stays") and note.endswith(f": {new}.")
    assert "settings.toml" not in touched(deployed(version("next"), drive))
    assert (drive / "settings.toml").read_bytes() == own


@given(st.binary(max_size=200))
@example(b"0=")  # a key without a value does not take the next line for one
def test_no_settings_file_is_too_strange(own: bytes) -> None:
    assert missing_keys(own, NOW.settings).count(" = ") == 6
    assert 'HEXLUME_SIZE = "0"' not in missing_keys(own + b"\nHEXLUME_SIZE=1\n" + own, NOW.settings)


# Room, and what goes wrong


def test_room_is_asked_for_before_anything_is_written(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(drive)
    assert make_plan(NOW, PicoDrive(drive)).room(PicoDrive(drive)) < 600_000
    monkeypatch.setattr(PicoDrive, "free", lambda drive: 300 * 1024)
    with pytest.raises(DeployError, match=r"has 300 kB free and \d+ kB are needed: .* nothing was written\.$"):
        deployed(NOW, drive, kind=PicoDrive)
    assert tree(drive) == before


def test_two_compiled_versions_fit_a_pico_beside_the_journal(drive: Path) -> None:
    """With 64 kB to spare at every moment, else the firmware has outgrown a Pico's drive."""
    free: list[int] = []
    for firmware in (version("old", retired=True), NOW):
        small = compiled(firmware, micropythons_compiler())
        deployed(small, drive, lambda operation, path: free.append(PicoDrive(drive).free()), PicoDrive)
    assert (drive / "hexlume_b").is_dir() and min(free) > 64 * 1024


def test_what_reads_back_otherwise_ends_the_deploy(drive: Path) -> None:
    def damage(operation: str, path: str) -> None:
        if path == "hexlume/link/wire.py" and operation == "wrote":
            with (drive / path).open("r+b") as file:
                file.write(b"\xff")

    with pytest.raises(DeployError, match=r"hexlume/link/wire\.py does not read back .* as it was written"):
        deployed(NOW, drive, damage)
    assert (drive / "code.py").read_text() == 'print("Hello World!")\n'

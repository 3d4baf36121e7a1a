"""Flash image of the emulated chip: CircuitPython, and the firmware's files on the drive."""

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import fatfs

from .circuitpython import program
from .flash import CAPACITY, DRIVE_START

LIBRARY = ("adafruit-circuitpython-neopixel", "neopixel.py")
"""The one library that is not built into CircuitPython: its distribution and module."""
_IGNORED = ("__pycache__", "py.typed", "requirements.txt")
_SETTINGS = "settings.toml"
_SECTOR = 512


def flash_image(circuitpython: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return the flash of a board with CircuitPython (a UF2 file's contents) and files."""
    flash = bytearray(b"\xff" * CAPACITY)
    program(memory := bytearray(flash[:DRIVE_START]), circuitpython)
    flash[:DRIVE_START] = memory
    flash[DRIVE_START:] = drive_image(files)
    return bytes(flash)


def drive_image(files: Mapping[str, bytes]) -> bytes:
    """Return a drive of 1 MB with files by their paths, such as ``lib/neopixel.py``."""
    storage = bytearray(b"\xff" * (CAPACITY - DRIVE_START))
    drive = fatfs.Partition(fatfs.RamDisk(storage, sector_size=_SECTOR))
    drive.mkfs()
    drive.mount()
    folders = {"/".join(path.split("/")[:depth]) for path in files for depth in range(1, path.count("/") + 1)}
    for folder in sorted(folders):
        drive.mkdir("/" + folder)
    for path, contents in files.items():
        with drive.open("/" + path, "wb") as file:
            file.write(contents)
    drive.unmount()
    return bytes(storage)


def drive_files(folder: Path, settings: bytes) -> dict[str, bytes]:
    """Return the files of a drive's folder by path, with the library and with this settings.toml."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part in _IGNORED for part in path.relative_to(folder).parts)
    }
    if not any(name.startswith("lib/neopixel.") for name in files):
        distribution, module = LIBRARY
        library = Path(str(metadata.distribution(distribution).locate_file(module)))
        files["lib/" + module] = library.read_bytes()
    files[_SETTINGS] = settings
    return files

"""Discovery of the CIRCUITPY drives that are plugged into this computer."""

import re
import string
import sys
from pathlib import Path

from .board_kind import BOOT_OUT, how_to_install
from .errors import DeployError

LABEL = re.compile(r"CIRCUITPY ?\d*")
"""A second drive of the name gets a number."""
BOOTLOADERS = ("RPI-RP2", "RP2350")
_PARENTS = ("media", "media/*", "run/media/*", "mnt", "Volumes")
"""Where the systems mount drives, below the root."""


def find_drive(named: Path | None, root: Path = Path("/")) -> Path:
    """Return the drive to write: the one that was named, or the only one there is; raises ``DeployError``.

    ``root`` is where the file system begins.
    """
    if named is not None:
        if not named.is_dir():
            raise DeployError(f"There is no drive {named}: name the folder at which CIRCUITPY is mounted.")
        return named
    found = found_drives(root)
    if len(found) > 1:
        raise DeployError(f"There are {len(found)} drives: name the DRIVE, one of {', '.join(map(str, found))}.")
    if found:
        return found[0]
    bootloaders = [path for path in _mounted(root) if path.name in BOOTLOADERS]
    if bootloaders:
        raise DeployError(f"The board at {bootloaders[0]} has no CircuitPython: {how_to_install()}")
    device = root / "dev/disk/by-label/CIRCUITPY"
    if device.exists():
        raise DeployError(
            f"A drive CIRCUITPY is plugged in and not mounted: mount it (udisksctl mount -b {device}) and run hexlume "
            "deploy again."
        )
    raise DeployError(
        "No drive CIRCUITPY is found: plug a board in with act held, or name the DRIVE, the folder at which it is "
        "mounted."
    )


def found_drives(root: Path = Path("/")) -> list[Path]:
    """Return the mounted drives of boards that run CircuitPython."""
    return [path for path in _mounted(root) if LABEL.fullmatch(path.name)] + _windows_drives()


def _mounted(root: Path) -> list[Path]:
    found = []
    for parent in _PARENTS:
        for folder in sorted(root.glob(parent)):
            try:
                found += sorted(path for path in folder.iterdir() if path.is_dir())
            except OSError:
                continue  # another user's
    return found


def _windows_drives() -> list[Path]:
    """Return the drive letters under which CircuitPython runs; none elsewhere than on Windows."""
    if sys.platform != "win32":
        return []
    import msvcrt  # noqa: PLC0415

    # Without this an empty card reader asks for a disk in a window of its own.
    msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS)
    drives = [Path(f"{letter}:\\") for letter in string.ascii_uppercase]
    return [drive for drive in drives if (drive / BOOT_OUT).is_file()]

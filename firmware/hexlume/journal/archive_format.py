"""Makes the archive's files, once, on a drive that has none.

This is the only time that the firmware changes the file allocation table, and so the only time that a power cut can
cost the drive its files: six to seven seconds at the first start after the firmware was copied. The journal itself
lies in the non-volatile memory then. The files are made at the drive's upper end, where deleted files have left no
holes: a filler takes the lower free space meanwhile, and what is made then lies in one piece, in this order:

    4 kB of padding, folder a, its ring (begins with padding, ends with it), folder b, its ring

so that no flash sector which is ever written again holds a byte of anything else, wherever sectors begin.
"""

from ..const import const
from .archive import COPIES, FILE_SIZE, FILLER
from .log_format import SECTOR

if False:  # for type checkers only
    from typing import Any, Callable

_FOLDER = const("/journal")
_PADDING = const("/journal/padding")
SLACK = const(8192)
"""Bytes for folders and for the space between what is free by count and by place."""


def set_up(open_file: "Callable[[str, str], Any]", os: "Any") -> bool:
    """Make what is missing of the archive's files; return whether they are there.

    Takes ``open`` and the module ``os``. A file of the right size stays as it is. Nothing is made on a drive that has
    no room for them; a drive that can't be written is left alone.
    """
    missing = [path for path in COPIES if _size(os, path) != FILE_SIZE]
    if not missing and _size(os, FILLER) < 0:
        return True
    try:
        _try(os.mkdir, _FOLDER)
        for name in [FILLER] + missing:
            _try(os.remove, name)
        if missing:
            stat = os.statvfs("/")
            spare = stat[0] * stat[3] - len(missing) * (FILE_SIZE + SECTOR) - SLACK
            if spare < 1:
                return False
            _make(open_file, FILLER, spare)
            if _size(os, _PADDING) < 0:
                _make(open_file, _PADDING, SECTOR)
            for path in missing:
                _try(os.mkdir, path[: path.rindex("/")])
                _make(open_file, path, FILE_SIZE)
            os.remove(FILLER)
        os.sync()
    except OSError:
        return False
    return True


def _make(open_file: "Callable[[str, str], Any]", name: str, size: int) -> None:
    """Make a file of a size; its bytes are whatever was there."""
    file = open_file(name, "wb")
    file.seek(size - 1)
    file.write(b"\xff")
    file.close()


def _size(os: "Any", name: str) -> int:
    """Return a file's size, -1 if there is none; of a folder any number but that."""
    try:
        return int(os.stat(name)[6])
    except OSError:
        return -1


def _try(change: "Callable[[str], None]", name: str) -> None:
    """Make a folder that may be there, or remove a file that may not."""
    try:
        change(name)
    except OSError:
        pass

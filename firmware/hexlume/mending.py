"""Mends the board's memory at a start: what a power cut left of its sector is written again from the archive."""

from .bookmark import NOWHERE, Bookmark
from .constant import const
from .entries import AREA_START, BASE, BOOT, boot_payload, entries, number
from .memory import MOST_BOOTS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .memory import Memory

_BOOTS_SKIPPED = const(1000)
"""Numbers that no start gets after the sector had to be written again from the archive."""


def mend(memory: "Memory") -> None:
    """Mend the memory, whose entries have been read; called once, before anything is written."""
    archive = memory.archive
    newest = archive.newest() if archive is not None else 0
    if memory.mark.base == NOWHERE:
        if newest and (not memory.mark.events or _is_rest_of(memory, newest)):
            _rebuild(memory, newest)
        else:
            _begin(memory, newest)
    elif newest and memory.mark.base == newest - 1 and not _still_holds(memory, newest):
        _rebuild(memory, newest)


def _still_holds(memory: "Memory", serial: int) -> bool:
    """Return whether the log still holds all that the archive's copy of it has, or has gone on since.

    Otherwise an erase was cut short: it begins only when the copy has everything.
    """
    if memory.archive is None:
        return True
    end = memory.archive.end_of(serial)
    if memory.whole > end:
        return True
    at = AREA_START
    while at < end:
        count = min(64, end - at)
        if memory.bytes_at(at, count) != memory.archive.read(serial, at, count):
            return False
        at += count
    return True


def _is_rest_of(memory: "Memory", serial: int) -> bool:
    """Return whether every bit that is programmed here is so in the archive's copy: what a cut erase leaves."""
    if memory.archive is None:
        return False
    at = AREA_START
    end = memory.archive.end_of(serial)
    while at < end:
        count = min(64, end - at)
        here, there = memory.bytes_at(at, count), memory.archive.read(serial, at, count)
        for i in range(count):
            if here[i] & there[i] != there[i]:
                return False
        at += count
    return True


def _rebuild(memory: "Memory", serial: int) -> None:
    """Write the sector as it was to be after log number ``serial`` had been moved to the archive."""
    archive = memory.archive
    if archive is None:
        return

    def read(at: int, count: int) -> bytes:
        return archive.read(serial, at, count)

    mark = Bookmark(serial)
    for at, kind, start, size, payload in entries(read, AREA_START, archive.end_of(serial)):
        mark.take(at, kind, start, size, payload)
    if mark.boot != NOWHERE:
        # Where the computer had the drive, starts since then are lost, and a host may know their games.
        mark.boot = mark.boot + _BOOTS_SKIPPED & MOST_BOOTS
    memory.write_log(mark, read, serial)


def _begin(memory: "Memory", base: int) -> None:
    """Begin the log after log number ``base`` in a sector that does not tell which it is."""
    memory.mark.serial = base + 1
    torn = memory.end != memory.whole
    if torn and memory.mark.boot != NOWHERE:
        torn = not memory.append(BOOT, boot_payload(memory.mark.boot))
    if torn or not memory.append(BASE, number(base, 4)):
        memory.write_anew(base)

"""What the board's memory does at a start: reads its sector, writes what a power cut left of it again from the archive,
and counts the start."""

from ..constant import const
from .archive import OLDER, ArchivedLogs
from .log_format import AREA_START, BASE, BOOT, FORMAT, base_payload, boot_payload
from .log_scanner import NOWHERE, Bookmark, entries, scan, take
from .rotation import write_anew, write_log

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    from .flash_log import FlashLog

MOST_BOOTS = const(0x7FFFFFFF)
_BOOTS_SKIPPED = const(1000)
"""Numbers that no start gets after the sector had to be written again from the archive."""


def recover(memory: "FlashLog") -> None:
    """Read what the memory holds, and recover it; called once, before anything is written."""
    scan(memory)
    if memory.archive is not None and memory.mark.format < FORMAT:
        memory.archive.complaint = memory.archive.complaint or OLDER % (memory.mark.format, FORMAT)
    archived = ArchivedLogs(memory.archive)
    newest = archived.newest()
    if memory.mark.base == NOWHERE:
        if newest and (not memory.mark.events or _is_rest_of(memory, archived, newest)):
            _rebuild(memory, archived, newest)
        else:
            _begin(memory, newest)
    elif newest and memory.mark.base == newest - 1 and not _still_holds(memory, archived, newest):
        _rebuild(memory, archived, newest)


def _still_holds(memory: "FlashLog", archived: ArchivedLogs, serial: int) -> bool:
    """Return whether the log still holds all that the archive's copy of it has, or has gone on since.

    Otherwise an erase was cut short: it begins only when the copy has everything.
    """
    end = archived.end_of(serial)
    if memory.whole > end:
        return True
    at = AREA_START
    while at < end:
        count = min(64, end - at)
        if memory.bytes_at(at, count) != archived.read(serial, at, count):
            return False
        at += count
    return True


def _is_rest_of(memory: "FlashLog", archived: ArchivedLogs, serial: int) -> bool:
    """Return whether every bit that is programmed here is so in the archive's copy: what a cut erase leaves."""
    at = AREA_START
    end = archived.end_of(serial)
    while at < end:
        count = min(64, end - at)
        here, there = memory.bytes_at(at, count), archived.read(serial, at, count)
        for i in range(count):
            if here[i] & there[i] != there[i]:
                return False
        at += count
    return True


def _rebuild(memory: "FlashLog", archived: ArchivedLogs, serial: int) -> None:
    """Write the sector as it was to be after log number ``serial`` had been moved to the archive."""

    def read(at: int, count: int) -> bytes:
        return archived.read(serial, at, count)

    mark = Bookmark(serial)
    for at, kind, start, size, payload in entries(read, AREA_START, archived.end_of(serial)):
        take(mark, at, kind, start, size, payload)
    if mark.boot != NOWHERE:
        # Where the computer had the drive, starts since then are lost, and a host may know their games.
        mark.boot = mark.boot + _BOOTS_SKIPPED & MOST_BOOTS
    write_log(memory, mark, read, serial)


def _begin(memory: "FlashLog", base: int) -> None:
    """Begin the log after log number ``base`` in a sector that does not tell which it is."""
    mark = memory.mark
    mark.serial = base + 1
    torn = memory.end != memory.whole
    if torn and mark.boot != NOWHERE:
        torn = not memory.append(BOOT, boot_payload(mark.boot))
        mark.ms = 0
    if torn or not memory.append(BASE, base_payload(base)):
        write_anew(memory, base)
    else:
        mark.base = base


def count_boot(memory: "FlashLog", random: "Callable[[int], bytes]") -> int:
    """Count this start of the board and return its number; called once, before anything else is written.

    A memory that never counted, or lost its count, begins at a number that ``random`` (such as ``os.urandom``)
    chooses, so that games never get the ids of earlier ones; so does one that has no room left to count.
    """
    mark = memory.mark
    boot = _chosen(random) if mark.boot == NOWHERE else mark.boot + 1 & MOST_BOOTS
    counted = memory.append(BOOT, boot_payload(boot))
    mark.boot = boot
    mark.ms = 0
    if not counted and not memory.make_room():
        boot = mark.boot = _chosen(random)
    return boot


def _chosen(random: "Callable[[int], bytes]") -> int:
    some = random(3)
    return (some[0] << 16 | some[1] << 8 | some[2]) + 1

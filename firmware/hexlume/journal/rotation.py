"""Moves the memory's log to the archive, in small steps, and begins the next log.

The log is written to one copy of the archive, which is synchronised and read back, then to the other, and only when
both hold all of it is the non-volatile memory erased. What is appended meanwhile lets it start again, in the same
slot. At a start ``recover`` writes what a power cut left of a log again from the archive.
"""

import binascii

from ..const import const
from .archive import BLOCK, COPIES, MAGIC, OLDER, PAD, SLOTS, STRIDE, ArchivedLogs, read_slot
from .log_format import (
    ACKED,
    AREA_START,
    BASE,
    BOOT,
    FORMAT,
    GAP,
    GOES_ON,
    KEPT_VALUE,
    SECTOR,
    base_payload,
    boot_payload,
    entry,
    number,
    varint,
)
from .log_scanner import NOWHERE, Bookmark, acked_payload, entries, scan, take

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    from .archive import Archive
    from .flash_log import FlashLog

MOST_BOOTS = const(0x7FFFFFFF)
BOOTS_SKIPPED = const(1 << 20)
"""So far the boot count jumps where starts may lie between that were not counted, or whose count was lost."""

IDLE = const(0)
_SUM = const(1)
_WRITE = const(2)
_SYNC = const(3)
_VERIFY = const(4)
_ERASE = const(5)


class LogRotation:
    """The steps of moving a log. ``stage`` is ``IDLE`` when it is at its end."""

    def __init__(self, memory: "FlashLog", archive: "Archive") -> None:
        """Take the memory and the archive, and begin."""
        self._memory = memory
        self._archive = archive
        self._block = bytearray(BLOCK)
        self.begin()

    def begin(self) -> bool:
        """Begin to move the log as it is now; return whether the archive can take it."""
        self.stage = IDLE
        self._slot = _slot_for(self._archive, self._memory.mark.serial)
        if not self._archive.may_write or self._slot < 0:
            return False
        self._end = self._memory.end
        self._copy = self._check = self._at = 0
        self.stage = _SUM
        return True

    def step(self) -> None:
        """Do one step: a few ms, or about 55 ms where a sector of the drive or the memory is erased."""
        if self.stage == IDLE or (self._memory.end != self._end and not self.begin()):
            return
        try:
            self._step()
        except OSError:
            # The drive is not to be trusted again before the next start.
            self._archive.may_write = False
            self.stage = IDLE

    def run(self) -> bool:
        """Move the log at once; return whether it was moved."""
        if not self.begin():
            return False
        while self.stage != IDLE:
            self.step()
        return self._archive.may_write

    def _step(self) -> None:
        archive, memory = self._archive, self._memory
        if self.stage == _ERASE:
            self.stage = IDLE
            write_anew(memory, memory.mark.serial)
            return
        if self.stage == _SYNC:
            archive.sync()
            self.stage = _VERIFY
            return
        block, at = self._block, self._at
        block[:] = memory.bytes_at(at, BLOCK)
        if self.stage == _SUM:
            first = AREA_START if at == 0 else 0
            self._check = binascii.crc32(memoryview(block)[first : self._end - at], self._check) & 0xFFFFFFFF
        elif at == 0:
            block[:AREA_START] = self._header()
        file = archive.copies[self._copy]
        if self.stage == _WRITE:
            # From now on the slot does not hold what it held.
            archive.held[self._copy][self._slot] = 0
            file.seek(PAD + self._slot * STRIDE + at)
            if file.write(block) != BLOCK:
                raise OSError(5, "the drive did not take a block of the archive")
        elif self.stage == _VERIFY and read_slot(file, self._slot, at, BLOCK) != block:
            self.stage = IDLE
            archive.bad[self._slot] = 1
            archive.may_write = archive.may_write and _slot_for(archive, 0) >= 0
            self.begin()
            return
        self._at += BLOCK
        if self._at >= self._end:
            self._at = 0
            self._next_stage()

    def _next_stage(self) -> None:
        self.stage += 1
        if self.stage > _VERIFY:
            self._archive.held[self._copy][self._slot] = self._memory.mark.serial
            self._copy += 1
            self.stage = _WRITE if self._copy < len(COPIES) else _ERASE

    def _header(self) -> bytes:
        """Return the header of the log, as long as what lies before one."""
        head = MAGIC + bytes((48 + FORMAT,)) + number(self._archive.board_sum, 4)
        head += number(self._memory.mark.serial, 4) + number(self._end, 4) + number(self._check, 4)
        head += number(binascii.crc32(head), 4)
        return head + b"\xff" * (AREA_START - len(head))


def make_room(memory: "FlashLog") -> bool:
    """Move the log at once, or drop what a host has; return whether the log is nearly empty now."""
    archive = memory.archive
    if archive is not None and (memory.spill or LogRotation(memory, archive)).run():
        return True
    if not memory.mark.all_acked:
        return False
    write_anew(memory, max(memory.mark.serial, ArchivedLogs(archive).newest()))
    return True


def write_anew(memory: "FlashLog", base: int) -> None:
    """Erase the sector and begin the log that follows log number ``base``, with what it is to know."""
    write_log(memory, memory.mark, memory.bytes_at, base)


def write_log(memory: "FlashLog", mark: Bookmark, read: "Callable[[int, int], bytes]", base: int) -> None:
    """Erase the sector and begin the log after number ``base`` with what a bookmark of bytes to read tells."""
    memory.nvm[AREA_START:SECTOR] = _image(memory, mark, read, base)
    memory.unwritten.clear()
    scan(memory)


def _slot_for(archive: "Archive", serial: int) -> int:
    """Return the slot that a log is to be written to: the one it was begun in, an empty one, or the oldest."""
    best, best_serial = -1, -1
    for slot in range(SLOTS):
        first, second = archive.held[0][slot], archive.held[1][slot]
        if archive.bad[slot]:
            continue
        if serial in (first, second):
            return slot
        newest = max(first, second)
        if best == -1 or newest < best_serial:
            best, best_serial = slot, newest
    return best


def _image(memory: "FlashLog", mark: Bookmark, read: "Callable[[int, int], bytes]", base: int) -> bytearray:
    """Return the sector from ``AREA_START`` on as a log begins; ``BASE`` comes last and says that it is whole."""
    # In a full heap there is room for one part of this size, not for two.
    image = bytearray(SECTOR - AREA_START)
    blank = b"\xff" * BLOCK
    for first in range(0, len(image), BLOCK):
        image[first : first + BLOCK] = blank[: len(image) - first]
    at = AREA_START
    if mark.boot != NOWHERE:
        at = _put(image, at, BOOT, boot_payload(mark.boot))
    for kind in sorted(set(mark.kept) | set(memory.unwritten)):
        if kind in memory.unwritten:
            value = memory.unwritten[kind]
        else:
            value = read(mark.kept[kind][0], mark.kept[kind][1])
        at = _put(image, at, KEPT_VALUE, bytes((kind,)) + value)
    for kind, payload in _carried(mark):
        at = _put(image, at, kind, payload)
    _put(image, at, BASE, base_payload(base))
    return image


def _carried(mark: Bookmark) -> "list[tuple[int, bytes]]":
    """Return (kind, payload) of what the next log is to know, kept values aside."""
    found = []
    if mark.acked[0] != NOWHERE:
        found.append((ACKED, acked_payload(mark)))
    if mark.game_boot != NOWHERE:
        payload = number(mark.game_boot, 4) + number(mark.game_number, 2) + number(mark.begun_serial, 4)
        payload += number(mark.begun_at, 2) + number(mark.seq, 2) + bytes((1 if mark.over else 0,))
        found.append((GOES_ON, payload + varint(mark.ms)))
    if mark.gap:
        found.append((GAP, b""))
    return found


def _put(buffer: bytearray, at: int, kind: int, payload: bytes) -> int:
    """Put an entry into an image of the area; return where the next one begins."""
    whole = entry(kind, payload, at)
    buffer[at - AREA_START : at - AREA_START + len(whole)] = whole
    return at + len(whole)


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


def _still_holds(memory: "FlashLog", archive: ArchivedLogs, serial: int) -> bool:
    """Return whether the log still holds all that the archive's copy of it has, or has gone on since.

    Otherwise an erase was cut short: it begins only when the copy has everything.
    """
    end = archive.end_of(serial)
    if memory.whole > end:
        return True
    at = AREA_START
    while at < end:
        count = min(64, end - at)
        if memory.bytes_at(at, count) != archive.read(serial, at, count):
            return False
        at += count
    return True


def _is_rest_of(memory: "FlashLog", archive: ArchivedLogs, serial: int) -> bool:
    """Return whether every bit that is programmed here is so in the archive's copy: what a cut erase leaves."""
    at = AREA_START
    end = archive.end_of(serial)
    while at < end:
        count = min(64, end - at)
        here, there = memory.bytes_at(at, count), archive.read(serial, at, count)
        for i in range(count):
            if here[i] & there[i] != there[i]:
                return False
        at += count
    return True


def _rebuild(memory: "FlashLog", archive: ArchivedLogs, serial: int) -> None:
    """Write the sector as it was to be after log number ``serial`` had been moved to the archive."""

    def read(at: int, count: int) -> bytes:
        return archive.read(serial, at, count)

    mark = Bookmark(serial)
    for at, kind, start, size, payload in entries(read, AREA_START, archive.end_of(serial)):
        take(mark, at, kind, start, size, payload)
    if mark.boot != NOWHERE:
        # Where the computer had the drive, starts since then are lost, and a host may know their games.
        mark.boot = mark.boot + BOOTS_SKIPPED & MOST_BOOTS
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
    chooses, so that games never get the ids of earlier ones. A start that there is no room to count gets a chosen
    number between those that are counted: its games too come after all earlier ones and before all later ones.
    """
    mark = memory.mark
    counted = mark.boot
    boot = mark.boot = _chosen(random) if counted == NOWHERE else counted + 1 & MOST_BOOTS
    mark.ms = 0
    if memory.append(BOOT, boot_payload(boot)):
        return boot
    if counted != NOWHERE:
        mark.boot = counted + BOOTS_SKIPPED & MOST_BOOTS
    if not memory.make_room() and counted != NOWHERE:
        mark.boot = boot + _chosen(random) % (BOOTS_SKIPPED // 2) & MOST_BOOTS
    return mark.boot


def _chosen(random: "Callable[[int], bytes]") -> int:
    some = random(3)
    return (some[0] << 16 | some[1] << 8 | some[2]) + 1

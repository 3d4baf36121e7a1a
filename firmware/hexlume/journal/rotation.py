"""Moves the memory's log to the archive, in small steps, and begins the next log.

The log is written to one copy of the archive, which is synchronised and read back, then to the other, and only when
both hold all of it is the non-volatile memory erased. What is appended meanwhile lets it start again, in the same
slot. At a start ``recover`` writes what a power cut left of a log again from the archive.
"""

import binascii

from ..const import const
from .archive import BLOCK, COPIES, MAGIC, read_slot
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
from .log_scanner import NOWHERE, Bookmark, acked_payload, entries

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable, Iterator

    from .flash_log import FlashLog

MOST_BOOTS = const(0x7FFFFFFF)
BOOTS_SKIPPED = const(1 << 20)
"""So far the boot count jumps where starts may lie between that were not counted, or whose count was lost."""


class LogRotation:
    """Moves one log. ``steps`` are those that are left, ``None`` when it is at its end."""

    def __init__(self, memory: "FlashLog") -> None:
        """Take the memory, and begin."""
        self._memory = memory
        self._block = bytearray(BLOCK)
        self.begin()

    def begin(self) -> bool:
        """Begin to move the log as it is now; return whether the archive can take it."""
        self.steps: "Iterator[None] | None" = None
        self._end = self._memory.end
        slot = self._memory.archive.slot_for(self._memory.mark.serial)
        if not self._memory.archive.may_write or slot < 0:
            return False
        self.steps = self._move(slot)
        return True

    def step(self) -> None:
        """Do one step: a few ms, or about 55 ms where a sector of the drive or the memory is erased."""
        if self.steps is None or (self._memory.end != self._end and not self.begin()):
            return
        steps = self.steps
        try:
            for _ in steps:
                return
        except OSError:
            self._memory.archive.stop()
        if self.steps is steps:
            self.steps = None

    def run(self) -> bool:
        """Move the log at once; return whether it was moved."""
        if not self.begin():
            return False
        while self.steps is not None:
            self.step()
        return self._memory.archive.may_write

    def _move(self, slot: int) -> "Iterator[None]":
        """Move the log to a slot of the archive, a step each time."""
        archive, memory = self._memory.archive, self._memory
        serial = memory.mark.serial
        check = 0
        for at in range(0, self._end, BLOCK):
            some = memory.bytes_at(at, min(BLOCK, self._end - at))
            check = binascii.crc32(some[AREA_START:] if at == 0 else some, check)
            yield
        header = self._header(check & 0xFFFFFFFF)
        for copy in range(len(COPIES)):
            for at in range(0, self._end, BLOCK):
                archive.write(copy, slot, at, self._filled(at, header))
                yield
            archive.sync()
            yield
            for at in range(0, self._end, BLOCK):
                if read_slot(archive.copies[copy], slot, at, BLOCK) != self._filled(at, header):
                    archive.spoil(slot)
                    self.begin()
                    return
                yield
            archive.hold(copy, slot, serial)
        write_anew(memory, serial)

    def _filled(self, at: int, header: bytes) -> bytearray:
        """Return the block of a slot at a place; the first begins with the header."""
        self._block[:] = self._memory.bytes_at(at, BLOCK)
        if at == 0:
            self._block[:AREA_START] = header
        return self._block

    def _header(self, check: int) -> bytes:
        """Return the header of the log, as long as what lies before one."""
        head = MAGIC + bytes((48 + FORMAT,)) + number(self._memory.archive.board_sum, 4)
        head += number(self._memory.mark.serial, 4) + number(self._end, 4) + number(check, 4)
        head += number(binascii.crc32(head), 4)
        return head + b"\xff" * (AREA_START - len(head))


def write_anew(memory: "FlashLog", base: int) -> None:
    """Erase the sector and begin the log that follows log number ``base``, with what it is to know."""
    memory.replace(_image(memory, memory.mark, memory.bytes_at, base))


def _image(memory: "FlashLog", mark: Bookmark, read: "Callable[[int, int], bytes]", base: int) -> bytearray:
    """Return the sector from ``AREA_START`` on as the log after number ``base`` begins.

    ``mark`` is of what ``read`` reads, and has what the log is to know; ``BASE`` comes last and says that it is whole.
    """
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
    if mark.acked[0] != NOWHERE:
        at = _put(image, at, ACKED, acked_payload(mark))
    if mark.game_boot != NOWHERE:
        payload = number(mark.game_boot, 4) + number(mark.game_number, 2) + number(mark.begun_serial, 4)
        payload += number(mark.begun_at, 2) + number(mark.seq, 2) + bytes((1 if mark.over else 0,))
        at = _put(image, at, GOES_ON, payload + varint(mark.ms))
    if mark.gap:
        at = _put(image, at, GAP, b"")
    _put(image, at, BASE, base_payload(base))
    return image


def _put(buffer: bytearray, at: int, kind: int, payload: bytes) -> int:
    """Put an entry into an image of the area; return where the next one begins."""
    whole = entry(kind, payload, at)
    buffer[at - AREA_START : at - AREA_START + len(whole)] = whole
    return at + len(whole)


def recover(memory: "FlashLog") -> None:
    """Recover what a power cut left of the log; called once, before anything is written."""
    if memory.mark.format < FORMAT:
        memory.archive.note_format(memory.mark.format)
    newest = memory.archive.newest()
    if memory.mark.base == NOWHERE:
        if newest and (not memory.mark.events or _agrees(memory, newest, erased=True)):
            _rebuild(memory, newest)
        else:
            _begin(memory, newest)
    elif newest and memory.mark.base == newest - 1 and memory.whole <= memory.archive.end_of(newest):
        # The log has not gone on since it was copied. If it lacks something, an erase was cut short: that begins only
        # when the copy has everything.
        if not _agrees(memory, newest, erased=False):
            _rebuild(memory, newest)


def _agrees(memory: "FlashLog", serial: int, erased: bool) -> bool:
    """Return whether the log is as the archive's copy; or may be what a cut erase has left of it, more bits set."""
    at = AREA_START
    end = memory.archive.end_of(serial)
    while at < end:
        count = min(64, end - at)
        here, there = memory.bytes_at(at, count), memory.archive.read(serial, at, count)
        if erased:
            here = bytes([here[i] & there[i] for i in range(len(there))])
        if here != there:
            return False
        at += count
    return True


def _rebuild(memory: "FlashLog", serial: int) -> None:
    """Write the sector as it was to be after log number ``serial`` had been moved to the archive."""

    def read(at: int, count: int) -> bytes:
        return memory.archive.read(serial, at, count)

    mark = Bookmark(serial)
    for found in entries(read, AREA_START, memory.archive.end_of(serial)):
        mark.take(*found)
    if mark.boot != NOWHERE:
        # Where the computer had the drive, starts since then are lost, and a host may know their games.
        mark.start(mark.boot + BOOTS_SKIPPED & MOST_BOOTS)
    memory.replace(_image(memory, mark, read, serial))


def _begin(memory: "FlashLog", base: int) -> None:
    """Begin the log after log number ``base`` in a sector that does not name it."""
    torn = memory.end != memory.whole
    if torn and memory.mark.boot != NOWHERE:
        torn = not memory.append(BOOT, boot_payload(memory.mark.boot))
    if torn or not memory.append(BASE, base_payload(base)):
        write_anew(memory, base)


def count_boot(memory: "FlashLog", random: "Callable[[int], bytes]") -> int:
    """Count this start of the board and return its number; called once, before anything else is written.

    A memory that never counted, or lost its count, begins at a number that ``random`` (such as ``os.urandom``)
    chooses, so that games never get the ids of earlier ones. A start that there is no room to count gets a chosen
    number between those that are counted: its games too come after all earlier ones and before all later ones.
    """
    mark = memory.mark
    counted = mark.boot
    boot = counted + 1 & MOST_BOOTS if counted != NOWHERE else int.from_bytes(random(3), "big") + 1
    mark.start(boot)
    if memory.append(BOOT, boot_payload(boot)):
        return boot
    if counted != NOWHERE:
        mark.start(counted + BOOTS_SKIPPED & MOST_BOOTS)
    if not memory.make_room() and counted != NOWHERE:
        mark.start(boot + (int.from_bytes(random(3), "big") + 1) % (BOOTS_SKIPPED // 2) & MOST_BOOTS)
    return mark.boot

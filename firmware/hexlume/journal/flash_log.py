"""The board's memory: a log in ``microcontroller.nvm``, one 4 kB sector of flash.

Assigning to bytes that are all 0xFF programs them in place; assigning to anything else erases the whole sector first,
and a power cut before it is written again loses everything in it. So entries (``hexlume.journal.log_format``) are only
appended: boots, kept values (preferences, calibration) and the events of games (``hexlume.journal.journal``). A log
that is nearly full is moved to the archive, and the next one begins with what it is to know.

**What is guaranteed.** When ``append`` or ``write`` has returned true, the entry outlasts any later power cut, however
many there are and wherever they fall, also those while the memory recovers at the next start: the sector is erased only
when both copies of the archive hold all of it and have been read back, and a sector found half erased or half
written at a start is written again from there. Without an archive that can be written (the computer has the
drive) the sector is written anew only when a host has every event in it; a cut in those 52 ms (erase 45 ms, 16 pages of
0.4 ms, W25Q16JV) loses the kept values and the boot count, which then begins at a random number: no event, and no
game's id comes twice.
"""

from ..const import const
from .log_format import (
    ACKED,
    AREA_START,
    BASE,
    BOOT,
    BOOT_ALIGN,
    GAP,
    KEPT_VALUE,
    NOWHERE,
    SECTOR,
    Bookmark,
    base_payload,
    boot_payload,
    claimed_end,
    entries,
    entry,
)

if False:  # for type checkers only
    from typing import Callable, Iterator

    import nvm

    from .archive import Archive

PREFERENCES = const(1)
CALIBRATION = const(2)
SETTINGS = const(3)
INCIDENTS = const(4)
IN_A_ROW = const(5)
PROGRESS = const(6)
"""Kinds of kept values."""

MOST_PAYLOAD = const(1024)
"""The longest kept value in bytes: its kind goes before it in an entry's payload (``log_format.MOST_PAYLOAD``)."""
_MOST_KEPT = const(2048)
"""The most bytes of all kept values together, so that a sector always has room for events."""
_RESERVE = const(128)
"""Bytes at the sector's end that no event takes: starts of the board and acknowledgements still fit in."""
_GAP_SIZE = const(3)
"""The last of them, which nothing takes but a ``GAP``."""
_SETTLED_MS = const(60000)
"""After so long a start is no part of a row of incidents (``hexlume.journal.incidents``)."""
MOST_BOOTS = const(0x7FFFFFFF)
_BOOTS_SKIPPED = const(1 << 20)
"""So far the boot count jumps where starts may lie between that were not counted, or whose count was lost."""


class FlashLog:
    """The log in non-volatile memory. ``end`` is where its next entry begins, ``mark`` what its entries add up to.

    ``whole`` is where the last whole entry ended that a start found.
    ``rotation`` are the steps that are left of copying the log to the archive, ``None`` when that is not under way.
    """

    def __init__(self, nvm: "nvm.ByteArray", archive: "Archive") -> None:
        """Take ``microcontroller.nvm`` and the archive, find what they hold, and recover what a power cut left."""
        self.nvm = nvm
        self.archive = archive
        self.rotation: "Iterator[bool] | None" = None
        self._scan()
        self._recover()

    # Reading

    def bytes_at(self, at: int, count: int) -> bytes:
        """Return ``count`` bytes at an offset of the sector."""
        return bytes(self.nvm[at : at + count])

    def read(self, kind: int) -> bytes | None:
        """Return the value that was last written of a kind, or ``None`` if there is none."""
        return self.mark.values.get(kind)

    def _scan(self) -> None:
        """Find what the sector holds and where its next entry begins."""
        self.mark = Bookmark(0)
        self.whole = AREA_START
        for at, kind, payload, end in entries(self.bytes_at, AREA_START):
            self.mark.advance(at, kind, payload)
            self.whole = end
        self.end = self.whole
        for at in range(self.whole, SECTOR, 64):
            programmed = self.bytes_at(at, min(64, SECTOR - at)).rstrip(b"\xff")
            if programmed:
                # Behind a torn entry too, and all that it was to have: later bytes there could make it whole.
                claimed = claimed_end(self.bytes_at(self.whole, 3), self.whole)
                self.end = max(at + len(programmed), min(claimed, SECTOR))

    # Writing

    def write(self, kind: int, payload: bytes) -> bool:
        """Keep a value as the last of its kind (1 to 255); one that is the last already costs nothing.

        Returns whether it was written; one without room yet is written when there is some.
        Raises ``ValueError``, with nothing changed, for one that can't be kept at all.
        """
        values = self.mark.values
        if values.get(kind) == payload:
            return True
        others = sum([len(values[other]) for other in values if other != kind])
        if len(payload) > MOST_PAYLOAD or others + len(payload) > _MOST_KEPT:
            raise ValueError("the board's memory has no room for %d bytes more" % len(payload))
        # At once: a log that is begun to make room begins with it.
        values[kind] = payload
        return self.append(KEPT_VALUE, bytes((kind,)) + payload) or self.make_room()

    def settle(self, ms: int) -> None:
        """Forget how many incidents came in a row, once the board has run for a minute; called once a pass."""
        if ms >= _SETTLED_MS and self.mark.values.get(IN_A_ROW, b"\x00") != b"\x00":
            self.write(IN_A_ROW, b"\x00")

    def append(self, kind: int, payload: bytes, ms: "int | None" = None) -> bool:
        """Append an entry, which ``mark`` takes in; return whether there was room, and it was read back as written.

        ``ms`` is the board's time, of an event of a game that has begun.
        """
        boot = self.mark.boot
        limit = SECTOR - (0 if kind == GAP else _GAP_SIZE if kind in (BASE, BOOT, ACKED) else _RESERVE)
        for _ in range(2):
            at = self.end
            if kind == BOOT:
                at = (at + BOOT_ALIGN - 1) // BOOT_ALIGN * BOOT_ALIGN
            timed = self.mark.timed(payload, ms)
            whole = entry(kind, timed, at)
            if at + len(whole) > limit:
                return False
            # What is being copied to the archive has changed: that begins again.
            self.rotation = None
            self.nvm[at : at + len(whole)] = whole
            self.end = at + len(whole)
            if self.bytes_at(at, len(whole)) == whole:
                self.mark.advance(at, kind, timed)
                return True
            # A worn byte: this start's entry again lets readers find what follows, and times count from the start.
            if kind == BOOT or not self.append(BOOT, boot_payload(max(0, boot))):
                return False
            # The number that stands for none is no start's.
            self.mark.start(boot)
        return False

    def rotate(self) -> None:
        """Do one step of moving the log to the archive, or begin the next one when it is there."""
        if self.rotation is None:
            self.rotation = self.archive.store(self.mark.serial, self.end, self.bytes_at)
        try:
            for stored in self.rotation:
                if stored:
                    self.begin_log(self.mark, self.mark.serial)
                return
        except OSError:
            # The drive is not to be trusted before the next start.
            self.archive.may_write = False
        self.rotation = None

    def make_room(self) -> bool:
        """Move the log to the archive at once, or drop what a host has; return whether the log is nearly empty now.

        Takes about 0.2 s: ``rotate`` does the same in small steps, in time.
        """
        serial = self.mark.serial
        while self.archive.may_write and self.mark.serial == serial:
            self.rotate()
        if self.mark.serial == serial and self.mark.all_acked:
            self.begin_log(self.mark, max(serial, self.archive.newest()))
        return self.mark.serial != serial

    def begin_log(self, mark: Bookmark, base: int) -> None:
        """Erase the sector and begin the log that follows log number ``base``, with what ``mark`` has, in one go."""
        self.rotation = None
        # In a full heap there is room for one part of this size, not for two.
        image = bytearray(SECTOR - AREA_START)
        for at in range(0, len(image), 32):
            image[at : at + 32] = b"\xff" * 32
        at = AREA_START
        for kind, payload in mark.opening(base):
            whole = entry(kind, payload, at)
            image[at - AREA_START : at - AREA_START + len(whole)] = whole
            at += len(whole)
        self.nvm[AREA_START:SECTOR] = image
        self._scan()

    # A start

    def _recover(self) -> None:
        """Recover what a power cut left of the log; called once, before anything is written."""
        mark, newest = self.mark, self.archive.newest()
        # Its beginning was not written to the end.
        begun = not (mark.serial or mark.has_events)
        if newest and (begun or (mark.serial in (0, newest) and self._is_remnant(newest))):
            # The sector is written as it was to be after this log had been moved to the archive.

            def read(at: int, count: int) -> bytes:
                return self.archive.read(newest, at, count)

            mark = Bookmark(newest)
            for at, kind, payload, _ in entries(read, AREA_START):
                mark.advance(at, kind, payload)
            if mark.boot != NOWHERE:
                # Where the computer had the drive, starts since then are lost, and a host may know their games.
                mark.start(mark.boot + _BOOTS_SKIPPED & MOST_BOOTS)
            self.begin_log(mark, newest)
        elif not mark.serial:
            torn = self.end != self.whole and (mark.boot == NOWHERE or not self.append(BOOT, boot_payload(mark.boot)))
            if torn or not self.append(BASE, base_payload(newest, mark.games)):
                self.begin_log(mark, newest)

    def _is_remnant(self, serial: int) -> bool:
        """Return whether the sector is what a cut erase has left of a log in the archive: it has more bits set."""
        end = self.archive.end_of(serial)
        differs = False
        for at in range(AREA_START, end, 64):
            count = min(64, end - at)
            here, there = self.bytes_at(at, count), self.archive.read(serial, at, count)
            if bytes([here[i] & there[i] for i in range(len(there))]) != there:
                return False
            differs = differs or here != there
        return differs and self.whole <= end


def count_boot(memory: "FlashLog", random: "Callable[[int], bytes]") -> int:
    """Count this start of the board and return its number; called once, before anything else is written.

    A memory that never counted, or lost its count, begins at a number that ``random`` (such as ``os.urandom``)
    chooses, so that games never get the ids of earlier ones. A start that there is no room to count gets a chosen
    number between those that are counted: its games too come after all earlier ones and before all later ones.
    """
    mark = memory.mark
    counted = mark.boot
    boot = counted + 1 & MOST_BOOTS if counted != NOWHERE else int.from_bytes(random(3), "big") + 1
    if memory.append(BOOT, boot_payload(boot)):
        return boot
    mark.start(boot if counted == NOWHERE else counted + _BOOTS_SKIPPED & MOST_BOOTS)
    if not memory.make_room() and counted != NOWHERE:
        mark.start(boot + (int.from_bytes(random(3), "big") + 1) % (_BOOTS_SKIPPED // 2) & MOST_BOOTS)
    return mark.boot

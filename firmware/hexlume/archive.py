"""The archive: the last logs of the board's memory, kept twice on its drive.

Two files, ``/journal/a/ring`` and ``/journal/b/ring``, are made once by ``hexlume.archive_setup``. Each is a ring of
``SLOTS`` slots; a slot holds one log: a header, then the bytes of the sector as they were, in the same places. They are
written in place and in whole blocks of ``BLOCK`` bytes, and never grow, are flushed or closed: neither the file
allocation table nor a folder is ever written. What a power cut can destroy is the flash sector being written
(4 kB, wherever it begins): every slot has 4 kB before and behind it that nothing else uses, so it is this one slot, in
this one copy.

A header (32 bytes): ``MAGIC``, the board (CRC-32 of its id), the log's number, where the log ends (2 bytes, then two of
zero), CRC-32 of the log, CRC-32 of the header so far; numbers with the low byte first.
"""

import binascii
from array import array

from .constant import const
from .entries import AREA_START, SECTOR, number, read_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable

    Open = Callable[[str, str], Any]

FOLDER = "/journal"
COPIES = ("a", "b")
SLOTS = const(16)
PAD = SECTOR
STRIDE = 2 * SECTOR
FILE_SIZE = PAD + SLOTS * STRIDE
BLOCK = const(512)
MAGIC = b"HxJ1"
_HEADER = const(24)


class Archive:
    """The two rings of logs. ``writable`` is false when the computer has the drive, or a write failed."""

    def __init__(self, open_file: "Open", sync: "Callable[[], None]", board: str, writable: bool) -> None:
        """Take ``open``, ``os.sync``, the board's id, and whether the firmware may write the drive."""
        self._sync = sync
        self._owner = binascii.crc32(board.encode()) & 0xFFFFFFFF
        self._files: "list[Any]" = []
        self._serials = [array("L", [0] * SLOTS) for _ in COPIES]
        self._bad = bytearray(SLOTS)
        self._found = self._copy = self._slot = self._end = 0
        self.writable = writable
        for copy in range(len(COPIES)):
            self._files.append(_opened(open_file, path(copy), "r+b" if writable else "rb"))
            if self._files[copy] is None:
                self.writable = False
                continue
            for slot in range(SLOTS):
                self._serials[copy][slot] = self._read_header(copy, slot)[0]

    # Reading

    def serials(self) -> list[int]:
        """Return the numbers of the logs that are there, oldest first; one may still prove unreadable."""
        found = set(self._serials[0]) | set(self._serials[1])
        return sorted([serial for serial in found if serial])

    def newest(self) -> int:
        """Return the number of the newest log that can be read, 0 if there is none."""
        for serial in reversed(self.serials()):
            if self._find(serial):
                return serial
        return 0

    def end_of(self, serial: int) -> int:
        """Return where a log ends in its sector; ``AREA_START`` if it is gone."""
        return self._end if self._find(serial) else AREA_START

    def read(self, serial: int, at: int, count: int) -> bytes:
        """Return bytes of a log by their place in its sector; none if it is gone."""
        if not self._find(serial):
            return b""
        return self._read(self._copy, self._slot, at, min(count, self._end - at))

    def _find(self, serial: int) -> bool:
        """Find a copy of a log that is whole."""
        if serial and serial == self._found:
            return True
        for copy in range(len(COPIES)):
            for slot in range(SLOTS):
                if serial and self._serials[copy][slot] == serial:
                    kept, end, check = self._read_header(copy, slot)
                    if kept == serial and self._sum(copy, slot, end) == check:
                        self._found, self._copy, self._slot, self._end = serial, copy, slot, end
                        return True
        return False

    def _sum(self, copy: int, slot: int, end: int) -> int:
        check = 0
        at = AREA_START
        while at < end:
            some = self._read(copy, slot, at, min(BLOCK - at % BLOCK, end - at))
            if not some:
                return -1
            check = binascii.crc32(some, check)
            at += len(some)
        return check & 0xFFFFFFFF

    def _read_header(self, copy: int, slot: int) -> tuple[int, int, int]:
        """Return number, end and checksum of the log that a slot's header tells of; zeros if there is none."""
        head = self._read(copy, slot, 0, _HEADER)
        if len(head) < _HEADER or head[: len(MAGIC)] != MAGIC or read_number(head, 4, 4) != self._owner:
            return 0, 0, 0
        if binascii.crc32(head[: _HEADER - 4]) & 0xFFFFFFFF != read_number(head, _HEADER - 4, 4):
            return 0, 0, 0
        return read_number(head, 8, 4), min(read_number(head, 12, 2), SECTOR), read_number(head, 16, 4)

    def _read(self, copy: int, slot: int, at: int, count: int) -> bytes:
        file = self._files[copy]
        if file is None or count <= 0:
            return b""
        try:
            file.seek(PAD + slot * STRIDE + at)
            return bytes(file.read(count))
        except OSError:
            return b""

    # Writing: hexlume.spill does it in steps

    def slot_for(self, serial: int) -> int:
        """Return the slot that a log is to be written to: the one it was begun in, an empty one, or the oldest."""
        best, best_serial = -1, -1
        for slot in range(SLOTS):
            first, second = self._serials[0][slot], self._serials[1][slot]
            if self._bad[slot]:
                continue
            if serial in (first, second):
                return slot
            newest = max(first, second)
            if best == -1 or newest < best_serial:
                best, best_serial = slot, newest
        return best

    def header(self, serial: int, end: int, check: int) -> bytes:
        """Return the header of a log, as long as what lies before one."""
        head = MAGIC + number(self._owner, 4) + number(serial, 4) + number(end, 2) + b"\x00\x00" + number(check, 4)
        head += number(binascii.crc32(head), 4)
        return head + b"\xff" * (AREA_START - len(head))

    def begin(self, copy: int, slot: int) -> None:
        """Forget what a slot held: it is written from now on."""
        self._serials[copy][slot] = 0
        if self._copy == copy and self._slot == slot:
            self._found = 0

    def write(self, copy: int, slot: int, at: int, block: bytearray) -> None:
        """Write one block of a slot; raises ``OSError`` when the drive does not take it."""
        file = self._files[copy]
        file.seek(PAD + slot * STRIDE + at)
        if file.write(block) != len(block):
            raise OSError(5, "the drive did not take a block of the archive")

    def sync(self) -> None:
        """Have the drive's one-sector cache written; not ``file.flush``, that would write the folder too."""
        self._sync()

    def verify(self, copy: int, slot: int, at: int, block: bytearray) -> bool:
        """Return whether a block of a slot reads back as it was to be written."""
        return self._read(copy, slot, at, len(block)) == block

    def done(self, copy: int, slot: int, serial: int) -> None:
        """Note that a slot's copy holds a log and was read back."""
        self._serials[copy][slot] = serial

    def give_up(self, slot: int) -> bool:
        """Use a slot that does not read back no more; return whether there are others."""
        self._bad[slot] = 1
        self.writable = self.writable and self.slot_for(0) >= 0
        return self.writable


def path(copy: int) -> str:
    """Return the path of a copy's file."""
    return "%s/%s/ring" % (FOLDER, COPIES[copy])


def _opened(open_file: "Open", name: str, mode: str) -> "Any":
    """Return a file of the right size opened, or ``None``."""
    try:
        file = open_file(name, mode)
        if file.seek(0, 2) == FILE_SIZE:
            return file
        file.close()
    except OSError:
        pass
    return None

"""The archive: the last logs of the board's memory, kept twice on its drive; found and read here, written by
``hexlume.journal.rotation``.

Two files, ``/journal/a/ring`` and ``/journal/b/ring``, are made once by ``hexlume.journal.archive_format``. Each is a
ring of ``SLOTS`` slots; a slot holds one log: a header, then the bytes of the sector as they were, in the same places.
They are written in place and in whole blocks of ``BLOCK`` bytes, and never grow, are flushed or closed: neither the
file allocation table nor a folder is ever written. What a power cut can destroy is the flash sector being written
(4 kB, wherever it begins): every slot has 4 kB before and behind it that nothing else uses, so it is this one slot, in
this one copy.

A header (32 bytes): ``MAGIC`` and the digit of the log's version (``log_format.FORMAT``), the board (CRC-32 of its id),
the log's number, where the log ends (2 bytes, then two of zero), CRC-32 of the log, CRC-32 of the header so far;
numbers with the low byte first.
"""

import binascii
from array import array

from ..const import const
from .log_format import AREA_START, FORMAT, SECTOR, read_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable

    Open = Callable[[str, str], Any]

FOLDER = "/journal"
COPIES = ("a", "b")
FILLER = "/journal/filler"
"""A file that is there while the others are made (``hexlume.journal.archive_format``)."""
SLOTS = const(16)
PAD = SECTOR
STRIDE = 2 * SECTOR
FILE_SIZE = PAD + SLOTS * STRIDE
BLOCK = const(512)
MAGIC = b"HxJ"
_OLDER = const("its format is %d, of an older firmware: nothing of it is lost, and it goes on in format %d")
_NEWER = const(
    "its format on the drive is %d, of a newer firmware: it is left as it is, and games are kept in 4 kB only"
)
_HEADER = const(24)


class Archive:
    """The archive on the drive: two files that keep the last logs twice.

    ``may_write`` is false when the computer has the drive, or a write failed. ``copies`` are the files, ``None`` where
    there is none, ``held[copy][slot]`` the number of the log that a slot holds (0: none), and ``bad[slot]`` is 1 where
    a slot did not read back. ``complaint`` is a sentence about a journal of another format, empty for none.
    ``board_sum`` is the CRC-32 of the board's id, ``sync`` has the drive's one-sector cache written; not
    ``file.flush``, that would write the folder too.
    """

    def __init__(self, open_file: "Open", sync: "Callable[[], None]", board: str, writable: bool) -> None:
        """Take ``open``, ``os.sync``, the board's id, and whether the firmware may write the drive."""
        self.sync = sync
        self.may_write = writable
        self.complaint = ""
        self.board_sum = binascii.crc32(board.encode()) & 0xFFFFFFFF
        self.bad = bytearray(SLOTS)
        self.copies: "list[Any]" = []
        self.held: "list[array[int]]" = []
        mode = "r+b" if writable else "rb"
        for copy in range(len(COPIES)):
            file = _opened(open_file, path(copy), mode)
            self.copies.append(file)
            self.held.append(array("L", [self._log_in(file, slot) for slot in range(SLOTS)]))
            if file is None:
                self.may_write = False
        self._found = self._copy = self._slot = self._end = 0

    def is_unmade(self, os: "Any") -> bool:
        """Return whether the drive lacks a file, or the power went while they were made. Takes the module ``os``."""
        if None in self.copies:
            return True
        try:
            os.stat(FILLER)
        except OSError:
            return False
        return True

    def _log_in(self, file: "Any", slot: int) -> int:
        """Return the number of the log that a slot holds, 0 if there is none that can be read.

        A log of a newer format is not to be written over: the archive is only read then.
        """
        serial, _, _, version = _read_header(file, slot, self.board_sum)
        if version > FORMAT:
            self.may_write = False
            self.complaint = _NEWER % version
            return 0
        if 0 < version < FORMAT:
            self.note_format(version)
        return serial

    def log_numbers(self) -> list[int]:
        """Return the numbers of the logs that are there, oldest first; one may still prove unreadable."""
        first, second = self.held
        return sorted([serial for serial in set(first) | set(second) if serial])

    def newest(self) -> int:
        """Return the number of the newest log that can be read, 0 if there is none."""
        for serial in reversed(self.log_numbers()):
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
        return read_slot(self.copies[self._copy], self._slot, at, min(count, self._end - at))

    def _find(self, serial: int) -> bool:
        """Find a copy of a log that is whole."""
        if not serial:
            return False
        # Meanwhile another log may have begun to be written there.
        if serial == self._found and self.held[self._copy][self._slot] == serial:
            return True
        for copy in range(len(COPIES)):
            for slot in range(SLOTS):
                if self.held[copy][slot] == serial:
                    file = self.copies[copy]
                    kept, end, check, _ = _read_header(file, slot, self.board_sum)
                    if kept == serial and _sum(file, slot, end) == check:
                        self._found, self._copy, self._slot, self._end = serial, copy, slot, end
                        return True
        return False

    def slot_for(self, serial: int) -> int:
        """Return the slot that a log is to be written to: the one it was begun in, an empty one, the oldest; or -1."""
        best, best_serial = -1, -1
        for slot in range(SLOTS):
            first, second = self.held[0][slot], self.held[1][slot]
            if self.bad[slot]:
                continue
            if serial in (first, second):
                return slot
            newest = max(first, second)
            if best == -1 or newest < best_serial:
                best, best_serial = slot, newest
        return best

    def write(self, copy: int, slot: int, at: int, block: bytearray) -> None:
        """Write a block of a slot, which from now on does not hold what it held; raises ``OSError``."""
        self.held[copy][slot] = 0
        self.copies[copy].seek(PAD + slot * STRIDE + at)
        if self.copies[copy].write(block) != BLOCK:
            raise OSError(5, "the drive did not take a block of the archive")

    def hold(self, copy: int, slot: int, serial: int) -> None:
        """Note that a slot holds a log."""
        self.held[copy][slot] = serial

    def spoil(self, slot: int) -> None:
        """Use a slot no more: it did not read back."""
        self.bad[slot] = 1
        self.may_write = not all(self.bad)

    def stop(self) -> None:
        """Write no more before the next start: the drive is not to be trusted."""
        self.may_write = False

    def note_format(self, version: int) -> None:
        """Note that a log has the format of an older firmware."""
        self.complaint = self.complaint or _OLDER % (version, FORMAT)


def path(copy: int) -> str:
    """Return the path of a copy's file."""
    return "/journal/%s/ring" % COPIES[copy]


def read_slot(file: "Any", slot: int, at: int, count: int) -> bytes:
    """Return bytes of a slot by their place in it; none where they cannot be read."""
    if file is None or count <= 0:
        return b""
    try:
        file.seek(PAD + slot * STRIDE + at)
        return bytes(file.read(count))
    except OSError:
        return b""


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


def _sum(file: "Any", slot: int, end: int) -> int:
    check = 0
    at = AREA_START
    while at < end:
        some = read_slot(file, slot, at, min(BLOCK - at % BLOCK, end - at))
        if not some:
            return -1
        check = binascii.crc32(some, check)
        at += len(some)
    return check & 0xFFFFFFFF


def _read_header(file: "Any", slot: int, board_sum: int) -> tuple[int, int, int, int]:
    """Return number, end, checksum and version of the log from a slot's header; zeros without a valid header."""
    head = read_slot(file, slot, 0, _HEADER)
    if len(head) < _HEADER or head[: len(MAGIC)] != MAGIC or read_number(head, 4, 4) != board_sum:
        return 0, 0, 0, 0
    if binascii.crc32(head[: _HEADER - 4]) & 0xFFFFFFFF != read_number(head, _HEADER - 4, 4):
        return 0, 0, 0, 0
    return read_number(head, 8, 4), min(read_number(head, 12, 2), SECTOR), read_number(head, 16, 4), head[3] - 48

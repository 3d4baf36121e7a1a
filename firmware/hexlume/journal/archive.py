"""The archive: the last logs of the board's memory, kept twice on its drive.

Two files, ``/journal/a/ring`` and ``/journal/b/ring``, are made once by ``hexlume.journal.archive_format``. Each is a
ring of ``_SLOTS`` slots; a slot holds one log: a header, then the bytes of the sector as they were, in the same places.
They are written in place and in whole blocks of ``_BLOCK`` bytes, and never grow, are flushed or closed: neither the
file allocation table nor a folder is ever written. What a power cut can destroy is the flash sector being written
(4 kB, wherever it begins): every slot has 4 kB before and behind it that nothing else uses, so it is this one slot, in
this one copy.

A header (32 bytes): ``_MAGIC`` and the digit of the log's version (``log_format.FORMAT``), the board (CRC-32 of its
id), the log's number, where the log ends, CRC-32 of the log, CRC-32 of the header so far; numbers of 4 bytes with the
low byte first, then eight of 0xFF.
"""

from array import array
from binascii import crc32
from struct import pack, unpack_from

from ..const import const
from .log_format import AREA_START, FORMAT, SECTOR

if False:  # for type checkers only
    from typing import Any, Callable, Iterator

COPIES = ("/journal/a/ring", "/journal/b/ring")
FILLER = "/journal/filler"
"""A file that is there while the others are made (``hexlume.journal.archive_format``)."""
_SLOTS = const(16)
_STRIDE = const(8192)
FILE_SIZE = const(135168)
"""``_SLOTS`` slots and the 4 kB before the first."""
_BLOCK = const(512)
_MAGIC = const(b"HxJ")
_NEWER = const(
    "its format on the drive is %d, of a newer firmware: it is left as it is, and games are kept in 4 kB only"
)


class Archive:
    """The archive on the drive: two files that keep the last logs twice.

    ``may_write`` is false when the computer has the drive, or a write failed. ``held[copy][slot]`` is the number of the
    log that a slot holds (0: none), and ``bad[slot]`` is 1 where a slot did not read back. ``complaint`` is a sentence
    about a journal of a newer format, empty for none. ``board`` is the board's id.
    """

    def __init__(
        self, open_file: "Callable[[str, str], Any]", sync: "Callable[[], None]", device: str, writable: bool
    ) -> None:
        """Take ``open``, ``os.sync``, the board's id, and whether the firmware may write the drive.

        ``sync`` has the drive's one-sector cache written; not ``file.flush``, that would write the folder too.
        """
        self.device = device
        self.complaint = ""
        self.bad = bytearray(_SLOTS)
        self._sync = sync
        # ``None`` where there is no file.
        self.copies = [_opened(open_file, path, writable) for path in COPIES]
        self.may_write = writable and None not in self.copies
        self.held = [
            array("I", [self._header_in(file, slot)[0] if file else 0 for slot in range(_SLOTS)])
            for file in self.copies
        ]
        # The log that ``end_of`` found last: its number, copy, slot and end.
        self._found = (0, 0, 0, 0)

    def is_unmade(self, os: "Any") -> bool:
        """Return whether the drive lacks a file, or the power went while they were made. Takes the module ``os``."""
        try:
            os.stat(FILLER)
        except OSError:
            return None in self.copies
        return True

    def _header_in(self, file: "Any", slot: int) -> tuple[int, ...]:
        """Return number, end and checksum of the log from a slot's header; zeros without a valid header.

        A log of a newer format is not to be written over: the archive is only read then.
        """
        head = _read(file, slot, 0, 24)
        if head[:3] == _MAGIC:
            device, serial, end, check, own = unpack_from("<LLLLL", head, 4)
            if device == crc32(self.device.encode()) and own == crc32(head[:20]):
                version = head[3] - 48
                if version <= FORMAT:
                    return serial, min(end, SECTOR), check
                self.complaint = _NEWER % version
                self.may_write = False
        return 0, 0, 0

    def _end_in(self, copy: int, slot: int, serial: int) -> int:
        """Return where a log ends in a slot, 0 if the slot does not hold it whole."""
        file = self.copies[copy]
        held, end, check = self._header_in(file, slot)
        found = 0
        for at in range(AREA_START, end, _BLOCK):
            found = crc32(_read(file, slot, at, min(_BLOCK, end - at)), found)
        return end if held == serial and found == check else 0

    def log_numbers(self) -> list[int]:
        """Return the numbers of the logs that are there, oldest first; one may still prove unreadable."""
        return sorted((set(self.held[0]) | set(self.held[1])) - {0})

    def newest(self) -> int:
        """Return the number of the newest log that can be read, 0 if there is none."""
        return max([0] + [serial for serial in self.log_numbers() if self.end_of(serial)])

    def read(self, serial: int, at: int, count: int) -> bytes:
        """Return bytes of a log by their place in its sector; none if it is gone."""
        count = min(count, self.end_of(serial) - at)
        _, copy, slot, _ = self._found
        return _read(self.copies[copy], slot, at, count) if count > 0 else b""

    def end_of(self, serial: int) -> int:
        """Find a copy of a log that is whole, and return where it ends in its sector; 0 if it is gone."""
        # Meanwhile another log may have begun to be written there.
        found, copy, slot, end = self._found
        if serial == found and self.held[copy][slot] == serial:
            return end
        for copy in range(len(COPIES)):
            for slot in range(_SLOTS):
                if serial and self.held[copy][slot] == serial:
                    end = self._end_in(copy, slot, serial)
                    if end > AREA_START:
                        self._found = serial, copy, slot, end
                        return end
        return 0

    def store(self, serial: int, end: int, read: "Callable[[int, int], bytes]") -> "Iterator[bool]":
        """Write a log to both copies, a step each time; yield true when both have been read back.

        Takes its number, where it ends, and what returns its bytes by place and count.
        A step takes a few ms, or about 57 ms where a sector of the drive is erased. The slot is the one in which
        storing the same log began, else an empty one, else that of the oldest log. One that does not read back is not
        used again. Raises ``OSError`` where the drive fails.
        """
        first, second = self.held
        slots = [slot for slot in range(_SLOTS) if not self.bad[slot]]
        _, slot = min([(-1 if serial in (first[i], second[i]) else max(first[i], second[i]), i) for i in slots])
        check = 0
        for at in range(AREA_START, end, _BLOCK):
            check = crc32(read(at, min(_BLOCK, end - at)), check)
        head = pack("<3sBLLLL", _MAGIC, 48 + FORMAT, crc32(self.device.encode()), serial, end, check)
        head += pack("<L", crc32(head)) + 8 * b"\xff"
        for copy in range(len(COPIES)):
            file = self.copies[copy]
            self.held[copy][slot] = 0
            for at in range(0, end, _BLOCK):
                block = read(at, _BLOCK)
                if at == 0:
                    block = head + block[AREA_START:]
                file.seek(SECTOR + slot * _STRIDE + at)
                if file.write(block) != _BLOCK:
                    raise OSError(5, "the drive did not take a block of the archive")
                yield False
            self._sync()
            yield False
            if self._end_in(copy, slot, serial) != end:
                self.bad[slot] = 1
                self.may_write = not all(self.bad)
                return
            self.held[copy][slot] = serial
        yield True


def _read(file: "Any", slot: int, at: int, count: int) -> bytes:
    """Return bytes of a slot by their place in it; none where they cannot be read."""
    try:
        file.seek(SECTOR + slot * _STRIDE + at)
        return bytes(file.read(count))
    except OSError:
        return b""


def _opened(open_file: "Callable[[str, str], Any]", name: str, writable: bool) -> "Any":
    """Return a file of the right size opened, or ``None``."""
    try:
        file = open_file(name, "r+b" if writable else "rb")
        if file.seek(0, 2) == FILE_SIZE:
            return file
        file.close()
    except OSError:
        pass
    return None

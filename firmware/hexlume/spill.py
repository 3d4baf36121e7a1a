"""Moves the memory's log to the archive, in small steps, and begins the next log.

The log is written to one copy of the archive, which is synchronised and read back, then to the other, and only when
both hold all of it is the non-volatile memory erased. What is appended meanwhile lets it start again, in the same
slot.
"""

import binascii

from .archive import BLOCK, COPIES
from .constant import const
from .entries import AREA_START

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .archive import Archive
    from .memory import Memory

IDLE = const(0)
_SUM = const(1)
WRITE = const(2)
SYNC = const(3)
_VERIFY = const(4)
_ERASE = const(5)
_AFTER = {_SUM: WRITE, WRITE: SYNC, SYNC: _VERIFY}


class Spill:
    """The steps of moving a log. ``stage`` is ``IDLE`` when nothing is being moved."""

    def __init__(self, memory: "Memory", archive: "Archive") -> None:
        """Take the memory and the archive."""
        self._memory = memory
        self._archive = archive
        self._block = bytearray(BLOCK)
        self.stage = IDLE
        self._slot = self._copy = self._at = self._end = self._check = 0

    def begin(self) -> bool:
        """Begin to move the log as it is now; return whether the archive can take it."""
        self.stage = IDLE
        self._slot = self._archive.slot_for(self._memory.mark.serial)
        if not self._archive.writable or self._slot < 0:
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
            self._archive.writable = False
            self.stage = IDLE

    def run(self) -> bool:
        """Move the log at once; return whether it was moved."""
        if not self.begin():
            return False
        while self.stage != IDLE:
            self.step()
        return self._archive.writable

    def _step(self) -> None:
        if self.stage == _ERASE:
            self.stage = IDLE
            self._memory.write_anew(self._memory.mark.serial)
            return
        if self.stage == SYNC:
            self._archive.sync()
            self.stage = _VERIFY
            return
        self._fill()
        if self.stage == _SUM:
            first = AREA_START if self._at == 0 else 0
            self._check = binascii.crc32(memoryview(self._block)[first : self._end - self._at], self._check)
        elif self.stage == WRITE:
            if self._at == 0:
                self._archive.begin(self._copy, self._slot)
            self._archive.write(self._copy, self._slot, self._at, self._block)
        elif not self._archive.verify(self._copy, self._slot, self._at, self._block):
            self.stage = IDLE
            if self._archive.give_up(self._slot):
                self.begin()
            return
        self._at += BLOCK
        if self._at >= self._end:
            self._at = 0
            self._next_stage()

    def _next_stage(self) -> None:
        if self.stage != _VERIFY:
            self.stage = _AFTER[self.stage]
            return
        self._archive.done(self._copy, self._slot, self._memory.mark.serial)
        self._copy += 1
        self.stage = WRITE if self._copy < len(COPIES) else _ERASE

    def _fill(self) -> None:
        """Put this step's block of the slot into the buffer."""
        some = self._memory.bytes_at(self._at, BLOCK)
        self._block[:] = some
        if self._at == 0 and self.stage != _SUM:
            head = self._archive.header(self._memory.mark.serial, self._end, self._check & 0xFFFFFFFF)
            self._block[: len(head)] = head

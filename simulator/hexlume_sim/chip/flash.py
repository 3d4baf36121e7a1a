"""``microcontroller.nvm``: one 4 kB sector of flash, as CircuitPython writes it on an RP2040.

Assigning to bytes that are all 0xFF programs them in place, page by page. Assigning to anything else copies the sector
to RAM, erases it and programs all of it: a power cut in between loses the sector. Program and erase times are the
typical ones of the Pico's W25Q16JV (Winbond datasheet, table 9.6).
"""

from .clock import CALL_US, Clock
from .power import PowerCut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SECTOR = 4096
PAGE = 256
PROGRAM_PAGE_US = 400
ERASE_SECTOR_US = 45000


class Flash:
    """The sector's cells, what wears them and where they are kept.

    ``keep`` is called with the first byte's index and the bytes after every change, so that a file can follow.
    ``cut_after`` is how many more bytes are programmed before the power goes; None for no cut. 0 means before the next
    byte, which is after the erase when there is one.
    """

    def __init__(self, clock: Clock, contents: "bytes | None" = None) -> None:
        if contents is not None and len(contents) != SECTOR:
            raise ValueError(f"flash contents are {len(contents)} bytes, not {SECTOR}")
        self.cells = bytearray(b"\xff" * SECTOR if contents is None else contents)
        self.erases = 0
        self.programmed = 0
        self.cut_after: int | None = None
        self.keep: Callable[[int, bytes], None] | None = None
        self._clock = clock

    def program(self, start: int, values: bytes) -> None:
        """Program bytes within one page; flash can only turn ones into zeros."""
        self._clock.advance(PROGRAM_PAGE_US)
        count = len(values)
        cut = self.cut_after is not None and self.cut_after <= count
        if cut and self.cut_after is not None:
            count = self.cut_after
        for i in range(count):
            self.cells[start + i] &= values[i]
        self.programmed += count
        if self.cut_after is not None:
            self.cut_after -= count
        if self.keep is not None:
            self.keep(start, bytes(self.cells[start : start + count]))
        if cut:
            raise PowerCut("The power was cut within a write to the flash, as its knob asked.")

    def erase(self) -> None:
        """Erase the sector: every byte becomes 0xFF."""
        self._clock.advance(ERASE_SECTOR_US)
        for i in range(SECTOR):
            self.cells[i] = 0xFF
        self.erases += 1
        if self.keep is not None:
            self.keep(0, bytes(self.cells))

    def write(self, start: int, values: bytes) -> None:
        """Write bytes as CircuitPython does: in place where all is 0xFF, otherwise by erasing the sector."""
        end = start + len(values)
        if bytes(self.cells[start:end]) != b"\xff" * len(values):
            sector = bytearray(self.cells)
            sector[start:end] = values
            self.erase()
            start, end, values = 0, SECTOR, bytes(sector)
        at = start
        while at < end:
            page_end = min(end, (at // PAGE + 1) * PAGE)
            self.program(at, values[at - start : page_end - start])
            at = page_end


class ByteArray:
    """``microcontroller.nvm``: the flash as a byte array of fixed length."""

    def __init__(self, clock: Clock, flash: Flash) -> None:
        self._clock = clock
        self._flash = flash

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return SECTOR

    def __getitem__(self, index: "int | slice") -> "int | bytearray":
        self._clock.advance(CALL_US)
        if isinstance(index, slice):
            start, stop = _bounds(index)
            return bytearray(self._flash.cells[start:stop])
        return self._flash.cells[_place(index)]

    def __setitem__(self, index: "int | slice", value: "int | bytes | bytearray | memoryview") -> None:
        self._clock.advance(CALL_US)
        if isinstance(index, slice):
            start, stop = _bounds(index)
            if isinstance(value, int):
                raise TypeError("object with buffer protocol required")
            if len(value) != stop - start:
                raise ValueError("Slice and value different lengths.")
            if len(value):
                self._flash.write(start, bytes(value))
            return
        if not isinstance(value, int) or not 0 <= value <= 255:
            raise ValueError("Bytes must be between 0 and 255.")
        self._flash.write(_place(index), bytes([value]))


def _bounds(index: slice) -> "tuple[int, int]":
    if index.step not in (None, 1):
        raise NotImplementedError("only slices with step=1 (aka None) are supported")
    start = 0 if index.start is None else index.start
    stop = SECTOR if index.stop is None else index.stop
    if start < 0:
        start += SECTOR
    if stop < 0:
        stop += SECTOR
    start = max(0, min(SECTOR, start))
    return start, max(start, min(SECTOR, stop))


def _place(index: int) -> int:
    place = index + SECTOR if index < 0 else index
    if not 0 <= place < SECTOR:
        raise IndexError("index out of range")
    return place

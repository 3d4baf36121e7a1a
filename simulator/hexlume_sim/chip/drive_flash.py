"""Flash of the CIRCUITPY drive, and the files in it as CircuitPython writes them.

Writes go through a cache of one sector (``ports/raspberrypi/supervisor/internal_flash.c``). It is
written back, by an erase and sixteen pages, when another sector is touched, at any read, at
``sync``, and about a second later. Files do not start at flash sectors, so a sector may hold the
end of one file and the start of another.

Closing a written file rewrites its directory. Creating, growing or removing a file also rewrites the
file allocation table. A power cut during that destroys the directory's files
or all files; ``lost`` is then a sentence about it.
"""

from collections.abc import Callable

from .clock import Clock
from .flash import PAGE, SECTOR, Flash
from .power import PowerCut, Supply

SKEW = 1536
"""Offset of the first file in a flash sector: clusters of 512 bytes follow the tables."""
BLOCK = 512
READ_BLOCK_US = 30
"""Time to read a block through the file system, in us: a guess, with 4 us of copying."""
FLUSH_US = 1000000


class DriveFlash:
    """The drive's flash with the files that the firmware has written or may write, by path.

    ``files`` maps a path to (first byte, size). After every change in the flash ``on_change`` is
    called with the path, the offset in the file and the bytes. ``on_lost`` is called with ``lost``.
    ``table_writes`` counts the writes of a directory or the allocation table.
    """

    def __init__(self, clock: Clock, supply: Supply | None = None) -> None:
        self.flash = Flash(clock, None, clock.costs.drive_bytes // SECTOR, supply)
        self.flash.on_change = self._flash_changed
        self.files: dict[str, tuple[int, int]] = {}
        self.on_change: Callable[[str, int, bytes], None] | None = None
        self.lost: str | None = None
        self.on_lost: Callable[[str], None] | None = None
        self.table_writes = 0
        self._clock = clock
        self._cached = -1
        self._cache = bytearray(SECTOR)
        self._flush_due = False
        self._next_free = SKEW

    def load(self, path: str, contents: bytes) -> None:
        """Place a file in the flash. Raises ``OSError`` (no space) if the drive is full."""
        start = self._next_free
        if start + len(contents) + SECTOR > len(self.flash.cells):
            raise OSError(28, "No space left on device")
        self.files[path] = (start, len(contents))
        self.flash.cells[start : start + len(contents)] = contents
        self._next_free = start + (len(contents) + BLOCK - 1) // BLOCK * BLOCK

    def contents(self, path: str) -> bytes:
        """Return a file's contents in the flash."""
        start, size = self.files[path]
        return bytes(self.flash.cells[start : start + size])

    def read(self, path: str, at: int, count: int) -> bytes:
        """Read bytes of a file, after a flush of the cache."""
        self.flush()
        start, size = self.files[path]
        count = max(0, min(count, size - at))
        self._clock.advance(self._clock.costs.call + READ_BLOCK_US * (1 + count // BLOCK))
        return bytes(self.flash.cells[start + at : start + at + count])

    def write(self, path: str, at: int, data: bytes) -> None:
        """Write bytes of a file, which grows if necessary."""
        if at + len(data) > self.files[path][1]:
            self._grow(path, at + len(data))
        self._clock.advance(self._clock.costs.call)
        place = self.files[path][0] + at
        while data:
            sector = place // SECTOR
            if sector != self._cached:
                self.flush()
                self._cache[:] = self.flash.cells[sector * SECTOR : (sector + 1) * SECTOR]
                self._cached = sector
                if not self._flush_due:
                    self._flush_due = True
                    self._clock.after(FLUSH_US, self._flush_in_background)
            count = min(len(data), (sector + 1) * SECTOR - place)
            first = place - sector * SECTOR
            self._cache[first : first + count] = data[:count]
            place, data = place + count, data[count:]

    def flush(self) -> None:
        """Write the cache back, as ``os.sync`` does."""
        self._clock.advance(self._clock.costs.call)
        if self._cached >= 0:
            sector, self._cached = self._cached, -1
            self.flash.erase(sector)
            self.flash.program_pages(sector * SECTOR, bytes(self._cache))

    def drop_cache(self) -> None:
        """Discard the cache, as an unexpected reset does."""
        self._cached = -1

    def write_table(self, what: str) -> None:
        """Rewrite a sector of the file system's own. A power cut during it loses ``what``."""
        self.flush()
        self.table_writes += 1
        pages = SECTOR // PAGE
        self._clock.advance(self._clock.costs.flash.erase_sector + pages * self._clock.costs.flash.program_page)
        self._clock.empty_cache()
        self.flash.supply.steps(1 + pages)
        if self.flash.supply.gone:
            self.lost = f"A power cut while the drive's {what} was written destroyed its file system."
            if self.on_lost is not None:
                self.on_lost(self.lost)
            raise PowerCut(self.lost)

    def remove(self, path: str) -> None:
        """Remove a file. Does nothing if there is none of that name."""
        self.files.pop(path, None)

    def _grow(self, path: str, size: int) -> None:
        old = self.contents(path) if path in self.files else b""
        self._clock.advance((size - len(old)) / BLOCK * self._clock.costs.grow_block)
        self.write_table("file allocation table")
        self.load(path, old + bytes(size - len(old)))
        if self.on_change is not None:
            self.on_change(path, len(old), bytes(size - len(old)))

    def _flash_changed(self, start: int, changed: bytes) -> None:
        if self.on_change is None:
            return
        for path, (first, size) in self.files.items():
            begin, end = max(start, first), min(start + len(changed), first + size)
            if begin < end:
                self.on_change(path, begin - first, changed[begin - start : end - start])

    def _flush_in_background(self) -> None:
        """Write the cache back between two steps of the firmware.

        A callback must not wait, so the firmware owes the time.
        """
        self._flush_due = False
        clock = self._clock
        self._clock = self.flash.clock = Clock(clock.costs)
        try:
            self.flush()
        finally:
            clock.spend(self._clock.now)
            clock.empty_cache()
            self._clock = self.flash.clock = clock


class DriveFile:
    """An open binary file of the drive, unbuffered."""

    def __init__(self, drive: DriveFlash, path: str, writable: bool) -> None:
        self._drive = drive
        self._path = path
        self._at = 0
        self._writable = writable
        self._modified = False
        self.closed = False

    def read(self, count: int = -1) -> bytes:
        """Return ``count`` bytes from the current position, or all."""
        self._check()
        size = self._drive.files[self._path][1]
        data = self._drive.read(self._path, self._at, size if count < 0 else count)
        self._at += len(data)
        return data

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Write at the current position. Raises ``OSError`` if the file is open for reading."""
        self._check()
        if not self._writable:
            raise OSError(9, "Bad file number")
        self._drive.write(self._path, self._at, bytes(data))
        self._at += len(data)
        self._modified = True
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Set the current position and return it."""
        self._check()
        size = self._drive.files[self._path][1]
        self._at = offset + (0, self._at, size)[whence]
        return self._at

    def close(self) -> None:
        """Close the file, and write its directory entry if it was modified."""
        if not self.closed:
            self.closed = True
            if self._modified:
                self._drive.write_table("folder")

    def _check(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file")

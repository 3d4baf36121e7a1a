"""The flash under the CIRCUITPY drive, and the files that lie in it, as CircuitPython writes them.

Writes go through a cache of one sector (``ports/raspberrypi/supervisor/internal_flash.c``): it is written back, by an
erase and sixteen pages, when another sector is touched, at any read, at ``sync``, and about a second later. Files lie
where they lie: their sectors are not the flash's, so a sector may hold the end of one and the beginning of another.

Closing or flushing a file that was written rewrites its folder; making, growing, removing or renaming one rewrites the
file allocation table too. A power cut there takes the folder's files, or all: ``lost`` then says so in a sentence.
"""

from .clock import Clock
from .flash import PAGE, SECTOR, Flash
from .power import PowerCut, Supply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SKEW = 1536
"""Where in a sector of the flash files begin: clusters of 512 bytes follow a table of any length."""
BLOCK = 512
READ_BLOCK_US = 30
"""A block read through the file system, in us: a guess, with 4 us of copying."""
FLUSH_US = 1000000


class DriveFlash:
    """The drive's flash with the files that the firmware has written or may write, by path.

    ``files`` maps a path to (first byte, size). ``keep`` is called with a path, the place in it and the bytes after
    every change in the flash, ``on_lost`` with ``lost``. ``table_writes`` counts how often a folder or the
    allocation table was written.
    """

    def __init__(self, clock: Clock, supply: "Supply | None" = None) -> None:
        self.flash = Flash(clock, None, clock.costs.drive_bytes // SECTOR, supply)
        self.flash.keep = self._kept
        self.files: dict[str, tuple[int, int]] = {}
        self.keep: Callable[[str, int, bytes], None] | None = None
        self.lost: str | None = None
        self.on_lost: Callable[[str], None] | None = None
        self.table_writes = 0
        self._clock = clock
        self._cached = -1
        self._cache = bytearray(SECTOR)
        self._flush_due = False
        self._next = SKEW

    def load(self, path: str, contents: bytes) -> None:
        """Have a file in the flash, as it was found there; raises ``OSError`` (no space) when the drive is full."""
        start = self._next
        if start + len(contents) + SECTOR > len(self.flash.cells):
            raise OSError(28, "No space left on device")
        self.files[path] = (start, len(contents))
        self.flash.cells[start : start + len(contents)] = contents
        self._next = start + (len(contents) + BLOCK - 1) // BLOCK * BLOCK

    def contents(self, path: str) -> bytes:
        """Return what the flash holds of a file."""
        start, size = self.files[path]
        return bytes(self.flash.cells[start : start + size])

    def read(self, path: str, at: int, count: int) -> bytes:
        """Read bytes of a file; whatever is in the cache is written first."""
        self.flush()
        start, size = self.files[path]
        count = max(0, min(count, size - at))
        self._clock.advance(self._clock.costs.call + READ_BLOCK_US * (1 + count // BLOCK))
        return bytes(self.flash.cells[start + at : start + at + count])

    def write(self, path: str, at: int, some: bytes) -> None:
        """Write bytes of a file, which grows if it has to."""
        if at + len(some) > self.files[path][1]:
            self._grow(path, at + len(some))
        self._clock.advance(self._clock.costs.call)
        place = self.files[path][0] + at
        while some:
            sector = place // SECTOR
            if sector != self._cached:
                self.flush()
                self._cache[:] = self.flash.cells[sector * SECTOR : (sector + 1) * SECTOR]
                self._cached = sector
                if not self._flush_due:
                    self._flush_due = True
                    self._clock.after(FLUSH_US, self._flush_in_background)
            count = min(len(some), (sector + 1) * SECTOR - place)
            first = place - sector * SECTOR
            self._cache[first : first + count] = some[:count]
            place, some = place + count, some[count:]

    def flush(self) -> None:
        """Write the cache back: ``os.sync``."""
        self._clock.advance(self._clock.costs.call)
        if self._cached >= 0:
            sector, self._cached = self._cached, -1
            self.flash.erase(sector)
            self.flash.program_pages(sector * SECTOR, bytes(self._cache))

    def drop_cache(self) -> None:
        """Forget what is cached, as a reset does that nobody asked for."""
        self._cached = -1

    def write_table(self, what: str) -> None:
        """Rewrite a sector of the file system's own; a cut within it loses ``what``."""
        self.flush()
        self.table_writes += 1
        pages = SECTOR // PAGE
        self._clock.advance(self._clock.costs.flash.erase_sector + pages * self._clock.costs.flash.program_page)
        self.flash.supply.steps(1 + pages)
        if self.flash.supply.gone:
            self.lost = f"A power cut while the drive's {what} was written destroyed its file system."
            if self.on_lost is not None:
                self.on_lost(self.lost)
            raise PowerCut(self.lost)

    def forget(self, path: str) -> None:
        """Have a file no more; nothing when there is none of the name."""
        self.files.pop(path, None)

    def _grow(self, path: str, size: int) -> None:
        old = self.contents(path) if path in self.files else b""
        self._clock.advance((size - len(old)) / BLOCK * self._clock.costs.grow_block)
        self.write_table("file allocation table")
        self.load(path, old + bytes(size - len(old)))
        if self.keep is not None:
            self.keep(path, len(old), bytes(size - len(old)))

    def _kept(self, start: int, changed: bytes) -> None:
        if self.keep is None:
            return
        for path, (first, size) in self.files.items():
            begin, end = max(start, first), min(start + len(changed), first + size)
            if begin < end:
                self.keep(path, begin - first, changed[begin - start : end - start])

    def _flush_in_background(self) -> None:
        """Write the cache back between two steps of the firmware, which owes the time: a callback may not wait."""
        self._flush_due = False
        clock = self._clock
        self._clock = self.flash.clock = Clock(clock.costs)
        try:
            self.flush()
        finally:
            clock.spend(self._clock.now)
            self._clock = self.flash.clock = clock


class DriveFile:
    """A file of the drive as the firmware has it open, unbuffered; as text where ``text`` says so."""

    def __init__(self, drive: DriveFlash, path: str, writable: bool, text: bool = False) -> None:
        self._drive = drive
        self._path = path
        self._at = 0
        self._writable = writable
        self._text = text
        self._modified = False
        self.closed = False

    def read(self, count: int = -1) -> "bytes | str":
        """Return so many bytes from here on, or all."""
        self._check()
        size = self._drive.files[self._path][1]
        some = self._drive.read(self._path, self._at, size if count < 0 else count)
        self._at += len(some)
        return some.decode() if self._text else some

    def write(self, some: "bytes | bytearray | memoryview | str") -> int:
        """Write bytes from here on; raises ``OSError`` where the file was opened for reading."""
        self._check()
        if not self._writable:
            raise OSError(9, "Bad file number")
        whole = some.encode() if isinstance(some, str) else bytes(some)
        self._drive.write(self._path, self._at, whole)
        self._at += len(whole)
        self._modified = True
        return len(some)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place; return it."""
        self._check()
        size = self._drive.files[self._path][1]
        self._at = offset + (0, self._at, size)[whence]
        return self._at

    def tell(self) -> int:
        """Return the place."""
        return self._at

    def flush(self) -> None:
        """Write what is cached, and the file's entry in its folder if it was written."""
        self._check()
        if self._modified:
            self._modified = False
            self._drive.write_table("folder")

    def close(self) -> None:
        """Close it; a file that was written has its entry in its folder written."""
        if not self.closed:
            self.flush()
            self.closed = True

    def __enter__(self) -> "DriveFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file")

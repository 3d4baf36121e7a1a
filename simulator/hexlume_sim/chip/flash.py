"""Flash memory: sectors to erase, pages to program, and ``microcontroller.nvm`` in one of them.

Erase and program times are the chip's (``costs``). Erased bytes are 0xFF; programming only clears
bits. A power cut leaves what was done up to then. A flash in a file outlasts its twin.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from .clock import Clock
from .power import PowerCut, Supply

SECTOR = 4096
PAGE = 256
ERASE_STEPS = 2
"""Steps of the supply for an erase. After the first, any of its bits may be erased."""


class Flash:
    """The cells of some sectors, their wear and their power supply.

    ``on_change`` is called with the first byte's index and the bytes after every change, so that a
    file can follow. ``supply`` determines when the power fails: each programmed byte is one step,
    an erase ``ERASE_STEPS``. ``wear`` counts the erases of each sector, ``programmed`` the bytes.
    """

    def __init__(
        self, clock: Clock, contents: bytes | None = None, sectors: int = 1, supply: Supply | None = None
    ) -> None:
        if contents is not None and len(contents) != SECTOR * sectors:
            raise ValueError(f"flash contents are {len(contents)} bytes, not {SECTOR * sectors}")
        self.cells = bytearray(b"\xff" * SECTOR * sectors if contents is None else contents)
        self.wear = [0] * sectors
        self.programmed = 0
        self.supply = Supply() if supply is None else supply
        self.on_change: Callable[[int, bytes], None] | None = None
        self.clock = clock
        self._erased = b"\xff" * SECTOR

    @property
    def erases(self) -> int:
        """The number of erases of all sectors."""
        return sum(self.wear)

    def program(self, start: int, values: bytes) -> None:
        """Program bytes within one page: bits can only change from one to zero."""
        self.clock.advance(self.clock.costs.flash.program_page)
        self.clock.empty_cache()
        count = self.supply.steps(len(values))
        done = bytes(values[:count])
        end = start + count
        if bytes(self.cells[start:end]) == self._erased[:count]:
            self.cells[start:end] = done
        else:
            for i in range(count):
                self.cells[start + i] &= done[i]
        self.programmed += count
        if self.on_change is not None:
            self.on_change(start, bytes(self.cells[start:end]))
        self._check_power("a write to")

    def erase(self, sector: int = 0) -> None:
        """Erase a sector: every byte becomes 0xFF.

        After a power cut half way some of its bits are erased; the seed determines which.
        """
        self.clock.advance(self.clock.costs.flash.erase_sector)
        self.clock.empty_cache()
        done = self.supply.steps(ERASE_STEPS)
        start = sector * SECTOR
        if done == ERASE_STEPS:
            self.cells[start : start + SECTOR] = self._erased
        elif done:
            noise = Random(self.supply.seed)
            # Most cells flip at about the same time: some cuts come before that, some after.
            bits = noise.getrandbits(8 * SECTOR)
            for _ in range(noise.randrange(6)):
                more = noise.getrandbits(8 * SECTOR)
                bits = bits & more if self.supply.seed % 2 else bits | more
            half = int.from_bytes(self.cells[start : start + SECTOR], "little") | bits
            self.cells[start : start + SECTOR] = half.to_bytes(SECTOR, "little")
        if done:
            self.wear[sector] += 1
        if self.on_change is not None:
            self.on_change(start, bytes(self.cells[start : start + SECTOR]))
        self._check_power("an erase of")

    def program_pages(self, start: int, values: bytes) -> None:
        """Program bytes of one sector, page by page."""
        end = start + len(values)
        at = start
        while at < end:
            page_end = min(end, (at // PAGE + 1) * PAGE)
            self.program(at, values[at - start : page_end - start])
            at = page_end

    def write(self, start: int, values: bytes) -> None:
        """Write bytes of one sector as ``nvm`` does.

        Erased bytes are programmed in place; otherwise the sector is erased first.
        """
        if bytes(self.cells[start : start + len(values)]) != self._erased[: len(values)]:
            first = start // SECTOR * SECTOR
            sector = bytearray(self.cells[first : first + SECTOR])
            sector[start - first : start - first + len(values)] = values
            self.erase(first // SECTOR)
            start, values = first, bytes(sector)
        self.program_pages(start, values)

    def _check_power(self, during: str) -> None:
        if self.supply.gone:
            raise PowerCut(f"The power was cut within {during} the flash, as its knob asked.")


class ByteArray:
    """``microcontroller.nvm``: the flash as a byte array of fixed length."""

    def __init__(self, clock: Clock, flash: Flash) -> None:
        self._clock = clock
        self._flash = flash

    def __len__(self) -> int:
        return SECTOR

    def __getitem__(self, index: int | slice) -> int | bytearray:
        self._clock.advance(self._clock.costs.call)
        return self._flash.cells[index]

    def __setitem__(self, index: slice, value: bytes | bytearray | memoryview) -> None:
        self._clock.advance(self._clock.costs.call)
        places = range(SECTOR)[index]
        if places.step != 1:
            raise NotImplementedError("only slices with step=1 (aka None) are supported")
        if len(value) != len(places):
            raise ValueError("Slice and value different lengths.")
        if value:
            self._flash.write(places.start, bytes(value))


@contextmanager
def flash_in_file(
    path: Path, size: int, fresh: Callable[[], bytes]
) -> Iterator[tuple[bytes, Callable[[int, bytes], None]]]:
    """Yield a flash's contents, and what is to be called with the first byte's index and the bytes of each change.

    A missing file is made with what ``fresh`` returns. Raises ``ValueError`` for a file of another size.
    """
    with path.open("r+b" if path.exists() else "x+b", buffering=0) as file:
        contents = file.read()
        if not contents:
            contents = fresh()
            file.write(contents)
        if len(contents) != size:
            raise ValueError(f"{path} is no file of this flash: it has {len(contents)} bytes, not {size}.")

        def write_through(start: int, changed: bytes) -> None:
            os.pwrite(file.fileno(), changed, start)

        yield contents, write_through

"""The board's memory: a log in ``microcontroller.nvm``, one 4 kB sector of flash.

Assigning to bytes that are all 0xFF programs them in place; assigning to anything else erases the whole sector first,
and a power cut before it is written again loses everything in it. So entries (``hexlume.entries``) are only appended:
boots, kept values (preferences, calibration) and the events of games (``hexlume.journal``).

**What is guaranteed.** When ``append`` or ``write`` has returned true, the entry outlasts any later power cut, however
many there are and wherever they fall, also those while the memory recovers at the next start: the sector is erased only
when both copies of the archive hold all of it and have been read back, and a sector found half erased or half
written at a start is written again from there. Without an archive that can be written (the computer has the
drive) the sector is written anew only when a host has every event in it; a cut in those 52 ms (erase 45 ms, 16 pages of
0.4 ms, W25Q16JV) loses the kept values and the boot count, which then begins at a random number: no event, and no
game's id comes twice.
"""

from .bookmark import NOWHERE, Bookmark
from .constant import const
from .entries import (
    ACKED,
    AREA_START,
    BASE,
    BOOT,
    BOOT_ALIGN,
    KEPT,
    SECTOR,
    boot_payload,
    claimed_end,
    entries,
    entry,
    number,
)
from .entries import MOST_PAYLOAD as _MOST
from .on_demand import give_back
from .spill import Spill

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    import nvm

    from .archive import Archive

PREFERENCES = 1
CALIBRATION = 2
SETTINGS = 3
INCIDENTS = 4
IN_A_ROW = const(5)
"""Kinds of kept values."""

MOST_PAYLOAD = _MOST - 1
"""The longest kept value in bytes."""
MOST_KEPT = 2048
"""The most bytes of all kept values together, so that a sector always has room for events."""
RESERVE = 128
"""Bytes at the sector's end that no event takes: starts of the board and acknowledgements still fit in."""
MOST_BOOTS = const(0x7FFFFFFF)
SETTLED_MS = 60000
"""After so long a start is no part of a row of incidents (``hexlume.incidents``)."""


class Memory:
    """The log in non-volatile memory. ``end`` is where its next entry begins, ``mark`` what its entries add up to.

    ``whole`` is where the last whole entry ended that a start found.
    """

    def __init__(self, nvm: "nvm.ByteArray", archive: "Archive | None" = None) -> None:
        """Take ``microcontroller.nvm`` and the archive, find what they hold, and mend what a power cut left."""
        self._nvm = nvm
        self._unwritten: dict[int, bytes] = {}
        self.end = self.whole = AREA_START
        self.archive = archive
        self.spill = Spill(self, archive) if archive is not None else None
        self._scan()
        # Only a start needs it.
        from .mending import mend

        mend(self)
        give_back("mending")
        self._settled = (self.read(IN_A_ROW) or b"\x00") == b"\x00"

    # Reading

    def bytes_at(self, at: int, count: int) -> bytes:
        """Return so many bytes from a place in the sector."""
        return bytes(self._nvm[at : at + count])

    def bytes_of(self, serial: int, at: int, count: int) -> bytes:
        """Return bytes of log number ``serial``, be it this one or one in the archive; none when it is gone."""
        if serial == self.mark.serial:
            return self.bytes_at(at, count)
        return self.archive.read(serial, at, count) if self.archive is not None else b""

    def read(self, kind: int) -> bytes | None:
        """Return the value that was last written of a kind, or ``None`` if there is none."""
        if kind in self._unwritten:
            return self._unwritten[kind]
        if kind not in self.mark.kept:
            return None
        at, size = self.mark.kept[kind]
        return self.bytes_at(at, size)

    # Writing

    def write(self, kind: int, payload: bytes) -> bool:
        """Keep a value as the last of its kind (1 to 255); one that is kept already costs nothing.

        Returns whether it outlasts a power cut from now on; one without room yet is written when there is some.
        Raises ``ValueError``, with nothing changed, for one that can't be kept at all.
        """
        if not 1 <= kind <= 255 or len(payload) > MOST_PAYLOAD:
            raise ValueError(
                "the memory keeps kinds 1 to 255 of at most %d bytes, not kind %d of %d bytes"
                % (MOST_PAYLOAD, kind, len(payload))
            )
        if self.read(kind) == payload:
            return kind not in self._unwritten
        total = len(payload)
        for other in set(self.mark.kept) | set(self._unwritten):
            if other != kind:
                total += len(self.read(other) or b"")
        if total > MOST_KEPT:
            raise ValueError("the board's memory has no room for %d bytes more" % len(payload))
        self._unwritten[kind] = payload
        if self.append(KEPT, bytes((kind,)) + payload):
            self._unwritten.pop(kind, None)
        elif self.make_room():
            self._write_unwritten()
        return kind not in self._unwritten

    def settle(self, ms: int) -> None:
        """Forget how many incidents came in a row, once the board has run for a minute; called once a pass."""
        if ms >= SETTLED_MS and not self._settled:
            self._settled = True
            self.write(IN_A_ROW, b"\x00")

    def append(self, kind: int, payload: bytes) -> bool:
        """Append an entry; return whether there was room, and it was read back as written."""
        limit = SECTOR if kind in (BASE, BOOT, ACKED) else SECTOR - RESERVE
        for _ in range(2):
            at = self.end
            if kind == BOOT:
                at = (at + BOOT_ALIGN - 1) // BOOT_ALIGN * BOOT_ALIGN
            whole = entry(kind, payload, at)
            if at + len(whole) > limit:
                return False
            self._nvm[at : at + len(whole)] = whole
            self.end = at + len(whole)
            if self.bytes_at(at, len(whole)) == whole:
                long = 3 if len(whole) > len(payload) + 3 else 1
                self.mark.take(at, kind, at + long, len(payload), payload)
                return True
            # A worn byte: this start's entry again lets readers find what follows.
            if kind == BOOT or not self.append(BOOT, boot_payload(max(0, self.mark.boot))):
                return False
        return False

    def count_boot(self, random: "Callable[[int], bytes]") -> int:
        """Count this start of the board and return its number; called once, before anything else is written.

        A memory that never counted, or lost its count, begins at a number that ``random`` (such as ``os.urandom``)
        chooses, so that games never get the ids of earlier ones; so does one that has no room left to count.
        """
        if self.mark.boot == NOWHERE:
            boot = self._chosen(random)
        else:
            boot = self.mark.boot + 1 & MOST_BOOTS
        if not self.append(BOOT, boot_payload(boot)):
            self.mark.boot = boot
            self.mark.ms = 0
            if not self.make_room():
                boot = self.mark.boot = self._chosen(random)
        return boot

    def make_room(self) -> bool:
        """Move the log to the archive at once, or drop what a host has; return whether the log is nearly empty now.

        Takes about 0.2 s: ``Spill.step`` does the same in small steps, in time.
        """
        if self.spill is not None and self.spill.run():
            return True
        if not self.mark.all_acked:
            return False
        self.write_anew(max(self.mark.serial, self.archive.newest() if self.archive is not None else 0))
        return True

    def write_anew(self, base: int) -> None:
        """Erase the sector and begin the log that follows log number ``base``, with what it is to know."""
        self.write_log(self.mark, self.bytes_at, base)

    def write_log(self, mark: Bookmark, read: "Callable[[int, int], bytes]", base: int) -> None:
        """Erase the sector and begin the log after number ``base`` with what a bookmark of bytes to read tells."""
        image = self._image(mark, read, base)
        self._nvm[AREA_START:SECTOR] = image
        del image
        self._unwritten.clear()
        self._scan()

    def _write_unwritten(self) -> None:
        for kind in list(self._unwritten):
            if self.append(KEPT, bytes((kind,)) + self._unwritten[kind]):
                del self._unwritten[kind]

    def _chosen(self, random: "Callable[[int], bytes]") -> int:
        some = random(3)
        return (some[0] << 16 | some[1] << 8 | some[2]) + 1

    def _scan(self) -> None:
        """Find what the sector holds and where its next entry begins."""
        self.mark = Bookmark(0)
        self.end = self.whole = AREA_START
        for at, kind, start, size, payload in entries(self.bytes_at, AREA_START, SECTOR):
            self.mark.take(at, kind, start, size, payload)
            self.end = self.whole = start + size + 2
        programmed = SECTOR
        while programmed > self.end:
            some = self.bytes_at(max(self.end, programmed - 64), programmed - max(self.end, programmed - 64))
            rest = some.rstrip(b"\xff")
            programmed -= len(some) - len(rest)
            if rest:
                # Behind a torn entry too, and all that it was to have: later bytes there could make it whole.
                self.end = max(programmed, claimed_end(self.bytes_at, self.end))
                break

    def _image(self, mark: Bookmark, read: "Callable[[int, int], bytes]", base: int) -> bytearray:
        """Return the sector from ``AREA_START`` on as a log begins; ``BASE`` comes last and says that it is whole."""
        image = bytearray(b"\xff" * (SECTOR - AREA_START))
        at = AREA_START
        if mark.boot != NOWHERE:
            at = _put(image, at, BOOT, boot_payload(mark.boot))
        for kind in sorted(set(mark.kept) | set(self._unwritten)):
            if kind in self._unwritten:
                value = self._unwritten[kind]
            else:
                value = read(mark.kept[kind][0], mark.kept[kind][1])
            at = _put(image, at, KEPT, bytes((kind,)) + value)
        for kind, payload in mark.carried():
            at = _put(image, at, kind, payload)
        _put(image, at, BASE, number(base, 4))
        return image


def _put(image: bytearray, at: int, kind: int, payload: bytes) -> int:
    """Put an entry into an image of the area; return where the next one begins."""
    whole = entry(kind, payload, at)
    image[at - AREA_START : at - AREA_START + len(whole)] = whole
    return at + len(whole)

"""The board's memory: a log in ``microcontroller.nvm``, one 4 kB sector of flash.

Assigning to bytes that are all 0xFF programs them in place; assigning to anything else erases the whole sector first,
and a power cut before it is written again loses everything in it. So entries (``hexlume.journal.log_format``) are only
appended: boots, kept values (preferences, calibration) and the events of games (``hexlume.journal.journal``).

**What is guaranteed.** When ``append`` or ``write`` has returned true, the entry outlasts any later power cut, however
many there are and wherever they fall, also those while the memory recovers at the next start: the sector is erased only
when both copies of the archive hold all of it and have been read back, and a sector found half erased or half
written at a start is written again from there. Without an archive that can be written (the computer has the
drive) the sector is written anew only when a host has every event in it; a cut in those 52 ms (erase 45 ms, 16 pages of
0.4 ms, W25Q16JV) loses the kept values and the boot count, which then begins at a random number: no event, and no
game's id comes twice.
"""

from ..const import const
from .log_format import ACKED, AREA_START, BASE, BOOT, BOOT_ALIGN, GAP, KEPT_VALUE, SECTOR, boot_payload, entry
from .log_format import MOST_PAYLOAD as _MOST
from .log_scanner import Bookmark, claimed_end, entries
from .rotation import LogRotation, recover, write_anew

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    import nvm

    from .archive import Archive

PREFERENCES = 1
CALIBRATION = 2
SETTINGS = 3
INCIDENTS = 4
IN_A_ROW = const(5)
PROGRESS = 6
"""Kinds of kept values."""

MOST_PAYLOAD = _MOST - 1
"""The longest kept value in bytes."""
_MOST_KEPT = const(2048)
"""The most bytes of all kept values together, so that a sector always has room for events."""
_RESERVE = const(128)
"""Bytes at the sector's end that no event takes: starts of the board and acknowledgements still fit in."""
_GAP_SIZE = const(3)
"""The last of them, which nothing takes but a ``GAP``."""
SETTLED_MS = 60000
"""After so long a start is no part of a row of incidents (``hexlume.journal.incidents``)."""


class FlashLog:
    """The log in non-volatile memory. ``end`` is where its next entry begins, ``mark`` what its entries add up to.

    ``whole`` is where the last whole entry ended that a start found, ``at`` the place of the entry last appended.
    ``spill`` moves the log to the archive while that goes on.
    """

    def __init__(self, nvm: "nvm.ByteArray", archive: "Archive") -> None:
        """Take ``microcontroller.nvm`` and the archive, find what they hold, and recover what a power cut left."""
        self.nvm = nvm
        self.unwritten: dict[int, bytes] = {}
        self.at = AREA_START
        self.archive = archive
        self.spill: LogRotation | None = None
        self._scan()
        recover(self)
        self._settled = (self.read(IN_A_ROW) or b"\x00") == b"\x00"

    # Reading

    def bytes_at(self, at: int, count: int) -> bytes:
        """Return ``count`` bytes at an offset of the sector."""
        return bytes(self.nvm[at : at + count])

    def read(self, kind: int) -> bytes | None:
        """Return the value that was last written of a kind, or ``None`` if there is none."""
        if kind in self.unwritten:
            return self.unwritten[kind]
        if kind not in self.mark.kept:
            return None
        at, size = self.mark.kept[kind]
        return self.bytes_at(at, size)

    def _scan(self) -> None:
        """Find what the sector holds and where its next entry begins."""
        self.mark = Bookmark(0)
        self.end = self.whole = AREA_START
        for found in entries(self.bytes_at, AREA_START, SECTOR):
            self.mark.take(*found)
            self.end = self.whole = found[2] + found[3] + 2
        programmed = SECTOR
        while programmed > self.end:
            some = self.bytes_at(max(self.end, programmed - 64), programmed - max(self.end, programmed - 64))
            rest = some.rstrip(b"\xff")
            programmed -= len(some) - len(rest)
            if rest:
                # Behind a torn entry too, and all that it was to have: later bytes there could make it whole.
                self.end = max(programmed, claimed_end(self.bytes_at, self.end))
                break

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
            return kind not in self.unwritten
        total = len(payload)
        for other in sorted(set(self.mark.kept) | set(self.unwritten)):
            if other != kind:
                total += len(self.read(other) or b"")
        if total > _MOST_KEPT:
            raise ValueError("the board's memory has no room for %d bytes more" % len(payload))
        self.unwritten[kind] = payload
        if self.append(KEPT_VALUE, bytes((kind,)) + payload):
            del self.unwritten[kind]
        else:
            # A log that begins anew begins with all that is unwritten.
            self.make_room()
        return kind not in self.unwritten

    def settle(self, ms: int) -> None:
        """Forget how many incidents came in a row, once the board has run for a minute; called once a pass."""
        if ms >= SETTLED_MS and not self._settled:
            self._settled = True
            self.write(IN_A_ROW, b"\x00")

    def append(self, kind: int, payload: bytes) -> bool:
        """Append an entry; return whether there was room, and it was read back as written.

        ``at`` is its place then, and ``mark`` has taken it in.
        """
        boot = self.mark.boot
        limit = SECTOR - _RESERVE
        if kind == GAP:
            limit = SECTOR
        elif kind in (BASE, BOOT, ACKED):
            limit = SECTOR - _GAP_SIZE
        for _ in range(2):
            at = self.end
            if kind == BOOT:
                at = (at + BOOT_ALIGN - 1) // BOOT_ALIGN * BOOT_ALIGN
            whole = entry(kind, payload, at)
            if at + len(whole) > limit:
                return False
            self.nvm[at : at + len(whole)] = whole
            self.end = at + len(whole)
            if self.bytes_at(at, len(whole)) == whole:
                self.at = at
                self.mark.take(at, kind, self.end - 2 - len(payload), len(payload), payload)
                return True
            # A worn byte: this start's entry again lets readers find what follows.
            if kind == BOOT or not self.append(BOOT, boot_payload(max(0, boot))):
                return False
            # The number that stands for none is no start's.
            self.mark.start(boot)
        return False

    def rotate(self) -> None:
        """Do one step of moving the log to the archive, from its beginning to its end."""
        self.spill = self.spill or LogRotation(self)
        self.spill.step()
        if self.spill.steps is None:
            self.spill = None

    def make_room(self) -> bool:
        """Move the log to the archive at once, or drop what a host has; return whether the log is nearly empty now.

        Takes about 0.2 s: ``rotate`` does the same in small steps, in time.
        """
        moved = self.archive.may_write and (self.spill or LogRotation(self)).run()
        self.spill = None
        if moved:
            return True
        if not self.mark.all_acked:
            return False
        write_anew(self, max(self.mark.serial, self.archive.newest()))
        return True

    def replace(self, image: bytearray) -> None:
        """Erase the sector and write another log, with all that is unwritten, in one go."""
        self.nvm[AREA_START:SECTOR] = image
        self.unwritten.clear()
        self._scan()

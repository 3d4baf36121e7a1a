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

from .constant import const
from .entries import (
    ABANDON,
    ACKED,
    AREA_START,
    BASE,
    BOOT,
    BOOT_ALIGN,
    CONCLUDE,
    GAP,
    KEPT_VALUE,
    LONG,
    RESULT,
    SECTOR,
    boot_payload,
    entry,
    number,
)
from .entries import MOST_PAYLOAD as _MOST
from .on_demand import give_back

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from array import array
    from typing import Any, Callable

    import nvm

    from .spill import Spill

    Open = Callable[[str, str], Any]

NOWHERE = const(-1)

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
_GAP_SIZE = const(3)
"""The last of them, which nothing takes but a ``GAP``."""
SETTLED_MS = 60000
"""After so long a start is no part of a row of incidents (``hexlume.incidents``)."""


class Bookmark:
    """Where a log stands: what its entries so far add up to, so that the next log can go on from there.

    ``hexlume.log_reading.take`` is given every entry of a log in order; what the next log begins with is made of it
    (``hexlume.spill``). Whoever reads games takes the entries the same way: after each event the bookmark tells which
    game's it is, its number in that game, and its time.

    ``boot`` is the boot count, ``NOWHERE`` if none was told; ``base`` the number of the log before this one,
    ``NOWHERE`` until it is told; ``kept`` maps kinds of kept values to (place, length).

    The last game: ``game_boot`` and ``game_number`` (``NOWHERE``: none yet), ``begun_serial`` and ``begun_at`` (the log
    and the place of its ``BEGIN``), ``seq`` (the number its next event gets), ``over`` and ``ms``, the board's time at
    its last event in this boot, 0 before the first. ``events`` counts the events in this log. ``gap`` is whether
    further events of that game, and later games, are not kept.

    ``acked`` is (boot, number, event) of the last event that a host has committed or knows as lost; logs before number
    ``unsent_serial`` hold nothing later.
    """

    def __init__(self, serial: int) -> None:
        """Begin before the first entry of log number ``serial``."""
        self.serial = serial
        self.boot = NOWHERE
        self.base = NOWHERE
        self.kept: dict[int, tuple[int, int]] = {}
        self.game_boot = self.game_number = NOWHERE
        self.begun_serial = self.begun_at = 0
        self.seq = 0
        self.over = True
        self.ms = 0
        self.events = 0
        self.gap = False
        self.acked = (NOWHERE, NOWHERE, NOWHERE)
        self.unsent_serial = 1

    @property
    def all_acked(self) -> bool:
        """Return whether a host has committed every event up to here, those of earlier logs included."""
        return self.game_boot == NOWHERE or self.acked == (self.game_boot, self.game_number, self.seq - 1)

    def begin(self, game: int, serial: int, at: int) -> None:
        """Begin game number ``game`` of this start: its ``BEGIN`` lies in that log and at that place."""
        self.game_boot, self.game_number = self.boot, game
        self.begun_serial, self.begun_at = serial, at
        self.seq = self.ms = 0

    def count(self, kind: int, since: int) -> None:
        """Count an event of the last game, so many ms after the one before it."""
        self.seq += 1
        self.ms += since
        self.over = kind == RESULT or kind == CONCLUDE or kind == ABANDON


class Archive:
    """The archive on the drive: two files that keep the last logs twice (``hexlume.archive``, ``hexlume.spill``).

    ``may_write`` is false when the computer has the drive, or a write failed. ``copies`` are the files, ``None`` where
    there is none, ``held[copy][slot]`` the number of the log that a slot holds (0: none), and ``bad[slot]`` is 1 where
    a slot did not read back. ``board_sum`` is the CRC-32 of the board's id, ``sync`` has the drive's one-sector cache
    written; not ``file.flush``, that would write the folder too.
    """

    def __init__(self, open_file: "Open", sync: "Callable[[], None]", board: str, writable: bool) -> None:
        """Take ``open``, ``os.sync``, the board's id, and whether the firmware may write the drive."""
        self.sync = sync
        self.may_write = writable
        self.board_sum = 0
        self.copies: "list[Any]" = []
        self.held: "list[array[int]]" = []
        self.bad = bytearray()
        from .archive import find_logs

        find_logs(self, open_file, board)


class Memory:
    """The log in non-volatile memory. ``end`` is where its next entry begins, ``mark`` what its entries add up to.

    ``whole`` is where the last whole entry ended that a start found, ``at`` the place of the entry last appended.
    ``spill`` moves the log to the archive while that goes on.
    """

    def __init__(self, nvm: "nvm.ByteArray", archive: "Archive | None" = None) -> None:
        """Take ``microcontroller.nvm`` and the archive, find what they hold, and mend what a power cut left."""
        self.nvm = nvm
        self.unwritten: dict[int, bytes] = {}
        self.mark: Bookmark
        self.end = self.whole = self.at = AREA_START
        self.archive = archive
        self.spill: Spill | None = None
        # Only a start needs it: code.py gives it back.
        from .mending import mend

        mend(self)
        self._settled = (self.read(IN_A_ROW) or b"\x00") == b"\x00"

    # Reading

    def bytes_at(self, at: int, count: int) -> bytes:
        """Return so many bytes from a place in the sector."""
        return bytes(self.nvm[at : at + count])

    def read(self, kind: int) -> bytes | None:
        """Return the value that was last written of a kind, or ``None`` if there is none."""
        if kind in self.unwritten:
            return self.unwritten[kind]
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
            return kind not in self.unwritten
        total = len(payload)
        for other in set(self.mark.kept) | set(self.unwritten):
            if other != kind:
                total += len(self.read(other) or b"")
        if total > MOST_KEPT:
            raise ValueError("the board's memory has no room for %d bytes more" % len(payload))
        self.unwritten[kind] = payload
        if self.append(KEPT_VALUE, bytes((kind,)) + payload):
            self.mark.kept[kind] = (self.at + (2 if len(payload) + 1 < LONG else 4), len(payload))
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

        ``at`` is its place then; what it tells is for the caller to note in ``mark``.
        """
        limit = SECTOR - RESERVE
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
                return True
            # A worn byte: this start's entry again lets readers find what follows.
            if kind == BOOT or not self.append(BOOT, boot_payload(max(0, self.mark.boot))):
                return False
            self.mark.ms = 0
        return False

    def make_room(self) -> bool:
        """Move the log to the archive at once, or drop what a host has; return whether the log is nearly empty now.

        Takes about 0.2 s: ``Spill.step`` does the same in small steps, in time.
        """
        if not self.mark.all_acked and (self.archive is None or not self.archive.may_write):
            return False
        from .spill import make_room

        made = make_room(self)
        self.end_spill()
        return made

    def end_spill(self) -> None:
        """Give back what moving the log took."""
        self.spill = None
        give_back("spill", "log_reading", "archive")


def acked_payload(mark: Bookmark) -> bytes:
    """Return the payload of an ``ACKED`` entry."""
    boot, game, seq = mark.acked
    return number(boot, 4) + number(game, 2) + number(seq, 2) + number(mark.unsent_serial, 4)

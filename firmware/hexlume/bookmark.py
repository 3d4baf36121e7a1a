"""Where a log stands: what its entries add up to, so that the next log can go on from there.

``Bookmark.take`` is given every entry of a log in order; ``Bookmark.carried`` are the entries that the next log begins
with. Whoever reads games takes the entries the same way: after each event the bookmark tells which game's it is,
its number in that game, and its time.
"""

from .constant import const
from .entries import (
    ABANDON,
    ACKED,
    BASE,
    BEGIN,
    BOOT,
    BOOT_MARK,
    CONCLUDE,
    GOES_ON,
    KEPT,
    RESULT,
    number,
    read_number,
    read_varint,
    varint,
)

NOWHERE = const(-1)


class Bookmark:
    """What the entries so far add up to.

    ``boot`` is the boot count, ``NOWHERE`` if none was told; ``base`` the number of the log before this one,
    ``NOWHERE`` until it is told; ``kept`` maps kinds of kept values to (place, length).

    The last game: ``game_boot`` and ``game_number`` (``NOWHERE``: none yet), ``begun_serial`` and ``begun_at`` (the log
    and the place of its ``BEGIN``), ``seq`` (the number its next event gets), ``over`` and ``ms``, the board's time at
    its last event in this boot, 0 before the first. ``events`` counts the events in this log, ``acked`` is (boot,
    number, event) of the last event that a host has committed.
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
        self.acked = (NOWHERE, NOWHERE, NOWHERE)

    @property
    def all_acked(self) -> bool:
        """Return whether a host has committed every event up to here, those of earlier logs included."""
        return self.game_boot == NOWHERE or self.acked == (self.game_boot, self.game_number, self.seq - 1)

    def take(self, at: int, kind: int, start: int, size: int, payload: bytes) -> None:
        """Take in the next entry, as ``entries`` gives it; one that only looks sound changes nothing that matters."""
        try:
            self._take(at, kind, start, size, payload)
        except IndexError:
            pass

    def _take(self, at: int, kind: int, start: int, size: int, payload: bytes) -> None:
        if kind == KEPT:
            self.kept[payload[0]] = (start + 1, size - 1)
        elif kind == BOOT:
            self.boot = read_number(payload, len(BOOT_MARK), 4)
            self.ms = 0
        elif kind == BASE:
            self.base = read_number(payload, 0, 4)
            self.serial = self.base + 1
        elif kind == ACKED:
            self.acked = (read_number(payload, 0, 4), read_number(payload, 4, 2), read_number(payload, 6, 2))
        elif kind == GOES_ON:
            self.game_boot, self.game_number = read_number(payload, 0, 4), read_number(payload, 4, 2)
            self.begun_serial, self.begun_at = read_number(payload, 6, 4), read_number(payload, 10, 2)
            self.seq = read_number(payload, 12, 2)
            self.over = payload[14] != 0
            self.ms, _ = read_varint(payload, 15)
        else:
            self._take_event(payload, at, kind)

    def _take_event(self, payload: bytes, at: int, kind: int) -> None:
        self.events += 1
        if kind == BEGIN:
            self.game_boot, self.game_number = self.boot, read_number(payload, 0, 2)
            self.begun_serial, self.begun_at = self.serial, at
            self.seq = 0
            self.ms = 0
        since, _ = read_varint(payload, 2 if kind == BEGIN else 0)
        self.seq += 1
        self.ms += since
        self.over = kind == RESULT or kind == CONCLUDE or kind == ABANDON

    def carried(self) -> "list[tuple[int, bytes]]":
        """Return (kind, payload) of what the next log is to know, kept values aside."""
        found = []
        if self.acked[0] != NOWHERE:
            found.append((ACKED, acked_payload(self.acked[0], self.acked[1], self.acked[2])))
        if self.game_boot != NOWHERE:
            payload = number(self.game_boot, 4) + number(self.game_number, 2) + number(self.begun_serial, 4)
            payload += number(self.begun_at, 2) + number(self.seq, 2) + bytes((1 if self.over else 0,))
            found.append((GOES_ON, payload + varint(self.ms)))
        return found


def acked_payload(boot: int, game: int, seq: int) -> bytes:
    """Return the payload of an ``ACKED`` entry."""
    return number(boot, 4) + number(game, 2) + number(seq, 2)

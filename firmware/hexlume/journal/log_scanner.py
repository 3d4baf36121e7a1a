"""Reads a log: finds its entries, also behind what a power cut tore, and what they add up to."""

import binascii

from ..const import const
from .log_format import (
    ABANDON,
    ACKED,
    BASE,
    BEGIN,
    BOOT,
    BOOT_ALIGN,
    BOOT_MARK,
    CONCLUDE,
    FORMAT,
    GAP,
    GOES_ON,
    KEPT_VALUE,
    LONG,
    MOST_PAYLOAD,
    RESULT,
    check_of,
    number,
    read_number,
    read_varint,
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable, Iterator

    """Return ``count`` bytes at an offset of the sector; fewer at its end."""
    Read = Callable[[int, int], bytes]

NOWHERE = const(-1)

WINDOW = const(128)
"""Bytes read at a time."""
SHOWN = const(32)

_BOOT_BEGINNING = bytes((BOOT << 4 | 12,)) + BOOT_MARK


class Bookmark:
    """Where a log stands: what its entries so far add up to, so that the next log can go on from there.

    ``take`` is given every entry of a log in order; what the next log begins with is made of it
    (``hexlume.journal.rotation``). Whoever reads games takes the entries the same way: after each event the bookmark
    says which game's it is, its number in that game, and its time.

    ``boot`` is the boot count, ``NOWHERE`` if none is known; ``base`` the number of the log before this one,
    ``NOWHERE`` until it is known; ``format`` the version of this log (``log_format.FORMAT``); ``kept`` maps kinds of
    kept values to (place, length).

    The last game: ``game_boot`` and ``game_number`` (``NOWHERE``: none yet), ``begun_serial`` and ``begun_at`` (the log
    and the place of its ``BEGIN``), ``seq`` (the number its next event gets), ``over`` and ``ms``, the board's time at
    its last event in this boot, 0 before the first. ``events`` counts the events in this log. ``gap`` is whether
    further events of that game, and later games, are not kept.

    ``acked`` is (boot, number, event) of the last event that a host has committed or knows as lost; logs before number
    ``unsent_serial`` hold nothing later.
    """

    def __init__(self, serial: int, boot: int = NOWHERE) -> None:
        """Begin before the first entry of log number ``serial``, in start number ``boot`` if that is known."""
        self.serial = serial
        self.boot = boot
        self.base = NOWHERE
        self.format = FORMAT
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
        if self.game_boot == NOWHERE:
            return True
        boot, game, seq = self.acked
        return boot == self.game_boot and game == self.game_number and seq == self.seq - 1

    def begin(self, game: int, serial: int, at: int) -> None:
        """Begin game number ``game`` of this start: its ``BEGIN`` lies in that log and at that place."""
        self.game_boot, self.game_number = self.boot, game
        self.begun_serial, self.begun_at = serial, at
        self.seq = self.ms = 0

    def count(self, kind: int, ms: int) -> None:
        """Count an event of the last game, ``ms`` ms after the previous one."""
        self.seq += 1
        self.ms += ms
        self.over = kind == RESULT or kind == CONCLUDE or kind == ABANDON

    def start(self, boot: int) -> None:
        """Begin with start number ``boot`` of the board."""
        self.boot = boot
        self.ms = 0

    def follow(self, base: int) -> None:
        """Note that this is the log after number ``base``."""
        self.base = base
        self.serial = base + 1

    def acknowledge(self, boot: int, game: int, seq: int, serial: int, full: bool) -> bool:
        """Note an acknowledgement, as ``Journal.acknowledge`` takes it; return whether that is to outlast a power cut.

        ``full`` is whether events are counted that are not kept.
        """
        self.acked = (boot, game, seq)
        outlasts = serial == 0 or serial > self.unsent_serial
        if (boot, game) == (self.game_boot, self.game_number):
            outlasts = self.over and self.all_acked
            serial = self.serial if outlasts else self.begun_serial
        self.unsent_serial = max(self.unsent_serial, serial)
        # A host has, or knows as lost, what is not kept.
        self.gap = self.gap and not (full and self.all_acked)
        return outlasts

    def take(self, at: int, kind: int, start: int, size: int, payload: bytes) -> None:
        """Take in the next entry, as ``entries`` gives it; one that only looks sound changes nothing that matters."""
        try:
            self._take(at, kind, start, size, payload)
        except IndexError:
            pass

    def _take(self, at: int, kind: int, start: int, size: int, payload: bytes) -> None:
        if kind == KEPT_VALUE:
            self.kept[payload[0]] = (start + 1, size - 1)
        elif kind == BOOT:
            self.start(read_number(payload, len(BOOT_MARK), 4))
        elif kind == BASE:
            self.follow(read_number(payload, 0, 4))
            self.format = payload[4] if size > 4 else 1
        elif kind == ACKED:
            self.acked = (read_number(payload, 0, 4), read_number(payload, 4, 2), read_number(payload, 6, 2))
            self.unsent_serial = read_number(payload, 8, 4)
        elif kind == GOES_ON:
            self.game_boot, self.game_number = read_number(payload, 0, 4), read_number(payload, 4, 2)
            self.begun_serial, self.begun_at = read_number(payload, 6, 4), read_number(payload, 10, 2)
            self.seq = read_number(payload, 12, 2)
            self.over = payload[14] != 0
            self.ms, _ = read_varint(payload, 15)
        elif kind == GAP:
            self.gap = True
        else:
            self.events += 1
            if kind == BEGIN:
                self.gap = False
                self.begin(read_number(payload, 0, 2), self.serial, at)
            self.count(kind, read_varint(payload, 2 if kind == BEGIN else 0)[0])


def acked_payload(mark: Bookmark) -> bytes:
    """Return the payload of an ``ACKED`` entry."""
    boot, game, seq = mark.acked
    return number(boot, 4) + number(game, 2) + number(seq, 2) + number(mark.unsent_serial, 4)


def entries(read: "Read", at: int, stop: int) -> "Iterator[tuple[int, int, int, int, bytes]]":
    """Yield (place, kind, place of the payload, its length, payload) of every whole entry from ``at`` up to ``stop``.

    Of a payload longer than ``SHOWN`` bytes only these are given.
    """
    window, base = b"", at
    while at < stop:
        if base + len(window) < min(at + LONG + 3, stop):
            base = at
            window = read(at, min(WINDOW, stop - at))
            if not window:
                return
        head = window[at - base]
        start = at + 1
        size = head & 15
        if size == LONG and at + 3 <= stop:
            start = at + 3
            size = window[at - base + 1] | window[at - base + 2] << 8
        end = start + size
        if BASE <= head >> 4 <= GAP and size <= MOST_PAYLOAD and end + 2 <= stop:
            if end + 2 <= base + len(window):
                check = check_of(binascii.crc32(window[at - base : end - base], at))
                sound = window[end - base] == check & 255 and window[end - base + 1] == check >> 8
            else:
                sound = _long_is_sound(read, at, end)
            if sound:
                if start + min(size, SHOWN) <= base + len(window):
                    yield at, head >> 4, start, size, window[start - base : min(end, start + SHOWN) - base]
                else:
                    yield at, head >> 4, start, size, read(start, min(size, SHOWN))
                at = end + 2
                continue
        at = _next_boot(read, at, stop)


def claimed_end(read: "Read", at: int) -> int:
    """Return where an entry that begins at a place would end by its own head, whole or torn."""
    head = read(at, 3)
    if len(head) < 3 or head[0] == 0xFF:
        return at
    size = head[0] & 15
    if size < LONG:
        return at + size + 3
    size = head[1] | head[2] << 8
    return at + size + 5 if size <= MOST_PAYLOAD else at


def _long_is_sound(read: "Read", at: int, end: int) -> bool:
    check, place = at, at
    while place < end:
        some = read(place, min(WINDOW, end - place))
        if not some:
            return False
        check = binascii.crc32(some, check)
        place += len(some)
    return read(end, 2) == number(check_of(check), 2)


def _next_boot(read: "Read", at: int, stop: int) -> int:
    """Return where the next entry of a start lies behind a place, or ``stop``."""
    at = at // BOOT_ALIGN * BOOT_ALIGN + BOOT_ALIGN
    while at + LONG <= stop:
        if read(at, 1) == _BOOT_BEGINNING[:1] and read(at, len(_BOOT_BEGINNING)) == _BOOT_BEGINNING:
            return at
        at += BOOT_ALIGN
    return stop

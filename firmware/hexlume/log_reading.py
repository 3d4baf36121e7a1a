"""Reads a log: finds its entries, also behind what a power cut tore, and what they add up to.

Imported when the memory's sector or an archived log is read: at a start, for a host, and when a log begins.
"""

import binascii

from .constant import const
from .entries import (
    ACKED,
    AREA_START,
    BASE,
    BEGIN,
    BOOT,
    BOOT_ALIGN,
    BOOT_MARK,
    GAP,
    GOES_ON,
    KEPT_VALUE,
    LONG,
    MOST_PAYLOAD,
    SECTOR,
    check_of,
    number,
)
from .memory import Bookmark

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable, Iterator

    from .memory import Memory

    """Returns so many bytes from a place in the sector; fewer when the sector is gone."""
    Read = Callable[[int, int], bytes]

WINDOW = const(128)
"""Bytes read at a time."""
SHOWN = const(32)

_BOOT_BEGINNING = bytes((BOOT << 4 | 12,)) + BOOT_MARK


def scan(memory: "Memory") -> None:
    """Find what the memory's sector holds and where its next entry begins."""
    memory.mark = Bookmark(0)
    memory.end = memory.whole = AREA_START
    for at, kind, start, size, payload in entries(memory.bytes_at, AREA_START, SECTOR):
        take(memory.mark, at, kind, start, size, payload)
        memory.end = memory.whole = start + size + 2
    programmed = SECTOR
    while programmed > memory.end:
        some = memory.bytes_at(max(memory.end, programmed - 64), programmed - max(memory.end, programmed - 64))
        rest = some.rstrip(b"\xff")
        programmed -= len(some) - len(rest)
        if rest:
            # Behind a torn entry too, and all that it was to have: later bytes there could make it whole.
            memory.end = max(programmed, claimed_end(memory.bytes_at, memory.end))
            break


def take(mark: Bookmark, at: int, kind: int, start: int, size: int, payload: bytes) -> None:
    """Have a bookmark take in the next entry, as ``entries`` gives it.

    One that only looks sound changes nothing that matters.
    """
    try:
        _take(mark, at, kind, start, size, payload)
    except IndexError:
        pass


def _take(mark: Bookmark, at: int, kind: int, start: int, size: int, payload: bytes) -> None:
    if kind == KEPT_VALUE:
        mark.kept[payload[0]] = (start + 1, size - 1)
    elif kind == BOOT:
        mark.boot = read_number(payload, len(BOOT_MARK), 4)
        mark.ms = 0
    elif kind == BASE:
        mark.base = read_number(payload, 0, 4)
        mark.serial = mark.base + 1
    elif kind == ACKED:
        mark.acked = (read_number(payload, 0, 4), read_number(payload, 4, 2), read_number(payload, 6, 2))
        mark.unsent_serial = read_number(payload, 8, 4)
    elif kind == GOES_ON:
        mark.game_boot, mark.game_number = read_number(payload, 0, 4), read_number(payload, 4, 2)
        mark.begun_serial, mark.begun_at = read_number(payload, 6, 4), read_number(payload, 10, 2)
        mark.seq = read_number(payload, 12, 2)
        mark.over = payload[14] != 0
        mark.ms, _ = read_varint(payload, 15)
    elif kind == GAP:
        mark.gap = True
    else:
        mark.events += 1
        if kind == BEGIN:
            mark.gap = False
            mark.begin(read_number(payload, 0, 2), mark.serial, at)
        mark.count(kind, read_varint(payload, 2 if kind == BEGIN else 0)[0])


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
    """Return where an entry that begins at a place would end by what it tells itself, whole or torn."""
    head = read(at, 3)
    if len(head) < 3 or head[0] == 0xFF:
        return at
    size = head[0] & 15
    if size < LONG:
        return at + size + 3
    size = head[1] | head[2] << 8
    return at + size + 5 if size <= MOST_PAYLOAD else at


def read_number(payload: bytes, at: int, count: int) -> int:
    """Return the number of so many bytes at a place."""
    value = 0
    for i in range(count):
        value |= payload[at + i] << 8 * i
    return value


def read_varint(payload: bytes, at: int) -> tuple[int, int]:
    """Return a number that ``varint`` wrote at a place, and the place behind it."""
    value = shift = 0
    while at < len(payload):
        byte = payload[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    return value, at


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

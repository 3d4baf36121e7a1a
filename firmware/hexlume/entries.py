"""Entries of an append-only log: how they lie in a sector, and how they are found again after a power cut.

A log lies from ``AREA_START`` on in a sector of ``SECTOR`` bytes: the board's non-volatile memory, or a copy of it in
the archive. An entry is a head byte (kind << 4 | length of the payload), for payloads of ``LONG`` bytes and more two
bytes of length (low byte first), the payload, and two bytes of checksum: the lower half of a CRC-32 over all before,
begun with the entry's place, so that a copy elsewhere is no entry. No head byte is 0xFF, and no checksum 0xFFFF (0
stands for it): erased bytes are no entry, and none whose writing was cut before its checksum is taken for whole.

An entry torn by a power cut fails its checksum. Every start of the board writes a ``BOOT`` entry, at a multiple of
``BOOT_ALIGN`` behind whatever is torn and with eight bytes that a reader can find again. So an event costs no
alignment, and what is torn is passed over without a guess.
"""

import binascii

from .constant import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable, Iterator

    """Returns so many bytes from a place in the sector; fewer when the sector is gone."""
    Read = Callable[[int, int], bytes]

SECTOR = 4096
AREA_START = 32
"""The first byte of a log. In the archive a header lies before it; in the non-volatile memory nothing does."""

BASE = 1
"""Ends what a newly written sector begins with: the number of the log before it (4 bytes)."""
BOOT = 2
"""The board was switched on: ``BOOT_MARK`` and its boot count (4 bytes)."""
KEPT = 3
"""A value that outlasts everything, such as the preferences: its kind, then the value."""
ACKED = 4
"""A host has committed everything up to an event: boot (4 bytes) and number (2) of its game, and the event's (2)."""
GOES_ON = 5
"""A game goes on from an earlier log: see ``hexlume.bookmark``."""
BEGIN = 6
WHITE_ACTS = 7
BLACK_ACTS = 8
UNDO = 9
RESULT = 10
CONCLUDE = 11
ABANDON = 12
"""The events of a game: see ``hexlume.journal``."""

MOST_PAYLOAD = const(1025)
LONG = const(15)
BOOT_ALIGN = const(16)
BOOT_MARK = b"\x1eHexlume"
WINDOW = const(128)
"""Bytes read at a time."""
SHOWN = const(32)

_BOOT_BEGINNING = bytes((BOOT << 4 | 12,)) + BOOT_MARK


def entry(kind: int, payload: bytes, at: int) -> bytes:
    """Return an entry for a place in the sector."""
    size = len(payload)
    if size < LONG:
        whole = bytes((kind << 4 | size,)) + payload
    else:
        whole = bytes((kind << 4 | LONG, size & 255, size >> 8)) + payload
    return whole + number(_check(binascii.crc32(whole, at)), 2)


def boot_payload(boot: int) -> bytes:
    """Return the payload of a ``BOOT`` entry."""
    return BOOT_MARK + number(boot, 4)


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
        if BASE <= head >> 4 <= ABANDON and size <= MOST_PAYLOAD and end + 2 <= stop:
            if end + 2 <= base + len(window):
                check = _check(binascii.crc32(window[at - base : end - base], at))
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


def number(value: int, count: int) -> bytes:
    """Return a number as so many bytes, low byte first."""
    return bytes([value >> 8 * i & 255 for i in range(count)])


def read_number(payload: bytes, at: int, count: int) -> int:
    """Return the number of so many bytes at a place."""
    value = 0
    for i in range(count):
        value |= payload[at + i] << 8 * i
    return value


def varint(value: int) -> bytes:
    """Return a number of 0 or more in as few bytes as it needs, seven bits each, the low ones first."""
    some = []
    while value > 127:
        some.append(value & 127 | 128)
        value >>= 7
    some.append(value)
    return bytes(some)


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


def _check(crc: int) -> int:
    """Return the checksum of an entry by the CRC-32 of what lies before it."""
    check = crc & 0xFFFF
    return 0 if check == 0xFFFF else check


def _long_is_sound(read: "Read", at: int, end: int) -> bool:
    check, place = at, at
    while place < end:
        some = read(place, min(WINDOW, end - place))
        if not some:
            return False
        check = binascii.crc32(some, check)
        place += len(some)
    return read(end, 2) == number(_check(check), 2)


def _next_boot(read: "Read", at: int, stop: int) -> int:
    """Return where the next entry of a start lies behind a place, or ``stop``."""
    at = at // BOOT_ALIGN * BOOT_ALIGN + BOOT_ALIGN
    while at + LONG <= stop:
        if read(at, 1) == _BOOT_BEGINNING[:1] and read(at, len(_BOOT_BEGINNING)) == _BOOT_BEGINNING:
            return at
        at += BOOT_ALIGN
    return stop

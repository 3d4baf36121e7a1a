"""Entries of an append-only log: how they lie in a sector. ``hexlume.journal.log_scanner`` finds them again after a
power cut.

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

from ..const import const

SECTOR = 4096
AREA_START = 32
"""The first byte of a log. In the archive a header lies before it; in the non-volatile memory nothing does."""

FORMAT = 2
"""The version of what a log holds. It goes up where a reader of the version before would go wrong; every earlier one is
still read. 2: ``GAP``, and the last number of ``ACKED``."""
BASE = 1
"""Ends what a newly written sector begins with: the number of the log before it (4 bytes), and ``FORMAT`` (1; logs of
version 1 lack it)."""
BOOT = 2
"""The board was switched on: ``BOOT_MARK`` and its boot count (4 bytes)."""
KEPT_VALUE = 3
"""A value that outlasts everything, such as the preferences: its kind, then the value."""
ACKED = 4
"""A host has committed, or knows as lost, everything up to an event: boot (4 bytes) and number (2) of its game, and the
event's (2); and the first log (4) that may hold anything later."""
GOES_ON = 5
"""A game goes on from an earlier log: see ``log_scanner.Bookmark``."""
BEGIN = 6
WHITE_ACTS = 7
BLACK_ACTS = 8
UNDO = 9
RESULT = 10
CONCLUDE = 11
ABANDON = 12
"""The events of a game: see ``hexlume.journal.journal``."""
GAP = 13
"""Events from here to the next game's ``BEGIN`` are not kept: there was no room."""

MOST_PAYLOAD = const(1025)
LONG = const(15)
BOOT_ALIGN = const(16)
BOOT_MARK = b"\x1eHexlume"


def entry(kind: int, payload: bytes, at: int) -> bytes:
    """Return an entry for a place in the sector."""
    size = len(payload)
    if size < LONG:
        whole = bytes((kind << 4 | size,)) + payload
    else:
        whole = bytes((kind << 4 | LONG, size & 255, size >> 8)) + payload
    return whole + number(check_of(binascii.crc32(whole, at)), 2)


def base_payload(base: int) -> bytes:
    """Return the payload of a ``BASE`` entry."""
    return number(base, 4) + bytes((FORMAT,))


def boot_payload(boot: int) -> bytes:
    """Return the payload of a ``BOOT`` entry."""
    return BOOT_MARK + number(boot, 4)


def number(value: int, count: int) -> bytes:
    """Return a number as ``count`` bytes, low byte first."""
    return bytes([value >> 8 * i & 255 for i in range(count)])


def varint(value: int) -> bytes:
    """Return a number of 0 or more in as few bytes as it needs, seven bits each, the low ones first."""
    some = []
    while value > 127:
        some.append(value & 127 | 128)
        value >>= 7
    some.append(value)
    return bytes(some)


def read_number(payload: bytes, at: int, count: int) -> int:
    """Return the number in ``count`` bytes at an offset."""
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


def check_of(value: int) -> int:
    """Return the checksum of an entry by the CRC-32 of what lies before it."""
    check = value & 0xFFFF
    return 0 if check == 0xFFFF else check

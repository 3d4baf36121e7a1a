"""The board's memory: small entries in non-volatile memory that outlast a power cut.

``microcontroller.nvm`` is one 4 kB sector of flash. Assigning to bytes that are all 0xFF programs
them in place; assigning to anything else erases the whole sector first, and a power cut before it is
written again loses everything in it. So entries are only appended, each with a checksum, and the last
good one of a kind counts. An entry torn by a power cut fails its checksum: the one before it stands.

Only when the area is full is the sector written anew, with the last entry of each kind. This is the
one moment (about 52 ms: erase 45 ms, program 16 pages of 0.4 ms, W25Q16JV) in which a power cut loses
entries: all of them, the boot count of ``boots`` included, or those not yet programmed. An entry of
120 bytes reaches it once in 28 changes. Nothing is ever read that was not written.

Layout of an entry, at a multiple of ``SLOT`` bytes from ``AREA_START``: ``MARK``, kind, length (2 bytes,
low byte first), CRC-32 (4 bytes, low byte first) over kind, length and payload, begun with the entry's
place so that a copy elsewhere is no entry; then the payload.
"""

import binascii

from .boots import AREA

TYPE_CHECKING = False
if TYPE_CHECKING:
    import nvm

PREFERENCES = 1
CALIBRATION = 2
"""Kinds of entries. When the sector is written anew, lower kinds are safe first."""

AREA_START = AREA
"""The first byte of the area; those before it are the boot count's."""
AREA_END = 4096
SLOT = 8
MARK = 0xA5
HEADER = 8
MOST_PAYLOAD = 1024
"""The longest payload in bytes."""


class Memory:
    """The last entry of each kind, in non-volatile memory.

    ``end`` is how many bytes of the area are used up; the next entry begins there.
    """

    def __init__(self, nvm: "nvm.ByteArray") -> None:
        """Take ``microcontroller.nvm`` and find what it holds; whatever is no entry is passed over."""
        self._nvm = nvm
        self._places: dict[int, int] = {}
        area = bytes(nvm[AREA_START:AREA_END])
        at = 0
        while at < len(area):
            length = _payload_length(area, at)
            if length < 0:
                at += SLOT
            else:
                self._places[area[at + 1]] = at
                at += _slots(HEADER + length)
        # The next entry begins behind every byte that is programmed, and behind all that a torn entry was to have: a
        # later entry's first bytes there could make it whole.
        self.end = _slots(len(area.rstrip(b"\xff")))
        for at in range(0, self.end, SLOT):
            if area[at] == MARK:
                self.end = max(self.end, at + _slots(HEADER + _claimed_length(area, at)))

    def read(self, kind: int) -> bytes | None:
        """Return the payload that was last written of a kind, or ``None`` if there is none."""
        if kind not in self._places:
            return None
        at = AREA_START + self._places[kind]
        head = bytes(self._nvm[at : at + HEADER])
        return bytes(self._nvm[at + HEADER : at + HEADER + (head[2] | head[3] << 8)])

    def write(self, kind: int, payload: bytes) -> None:
        """Keep a payload as the last of its kind (1 to 255); one that is kept already costs nothing.

        Raises ``ValueError``, with nothing changed, for a payload that is too long or has no room.
        """
        if not 1 <= kind <= 255 or len(payload) > MOST_PAYLOAD:
            raise ValueError(
                "the memory keeps kinds 1 to 255 of at most %d bytes, not kind %d of %d bytes"
                % (MOST_PAYLOAD, kind, len(payload))
            )
        if self.read(kind) == payload:
            return
        at = self.end
        if at + HEADER + len(payload) > AREA_END - AREA_START:
            self._write_anew(kind, payload)
            return
        entry = _entry(kind, payload, at)
        self._nvm[AREA_START + at : AREA_START + at + len(entry)] = entry
        self._places[kind] = at
        self.end = at + _slots(len(entry))

    def _write_anew(self, kind: int, payload: bytes) -> None:
        """Write the sector anew with the last entry of each kind; the bytes before the area stay as they are."""
        places: dict[int, int] = {}
        area = bytearray(b"\xff" * (AREA_END - AREA_START))
        at = 0
        for each in sorted(set(self._places) | {kind}):
            kept = payload if each == kind else self.read(each)
            entry = _entry(each, kept or b"", at)
            if at + len(entry) > len(area):
                raise ValueError("the board's memory has no room for %d bytes more" % len(payload))
            area[at : at + len(entry)] = entry
            places[each] = at
            at += _slots(len(entry))
        self._nvm[AREA_START:AREA_END] = area
        self._places = places
        self.end = at


def _slots(length: int) -> int:
    """Return a length in bytes rounded up to whole slots."""
    return (length + SLOT - 1) // SLOT * SLOT


def _entry(kind: int, payload: bytes, at: int) -> bytes:
    """Return an entry for a place in the area."""
    head = bytes((kind, len(payload) & 255, len(payload) >> 8))
    check = binascii.crc32(payload, binascii.crc32(head, at)) & 0xFFFFFFFF
    return bytes((MARK,)) + head + bytes([check >> shift & 255 for shift in (0, 8, 16, 24)]) + payload


def _claimed_length(area: bytes, at: int) -> int:
    """Return the payload's length that a header tells, whole or torn; -1 if no entry can ever have it."""
    length = area[at + 2] | area[at + 3] << 8
    return -1 if length > MOST_PAYLOAD or at + HEADER + length > len(area) else length


def _payload_length(area: bytes, at: int) -> int:
    """Return the payload's length of the entry at a place, or -1 if there is no whole entry."""
    if area[at] != MARK:
        return -1
    length = _claimed_length(area, at)
    if length < 0:
        return -1
    payload = memoryview(area)[at + HEADER : at + HEADER + length]
    check = binascii.crc32(payload, binascii.crc32(area[at + 1 : at + 4], at)) & 0xFFFFFFFF
    kept = area[at + 4] | area[at + 5] << 8 | area[at + 6] << 16 | area[at + 7] << 24
    return length if check == kept else -1

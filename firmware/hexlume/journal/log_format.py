"""The format of an append-only log: its entries, found again behind what a power cut tore, and what they add up to.

A log lies from ``AREA_START`` on in a sector of ``SECTOR`` bytes: the board's non-volatile memory, or a copy of it in
the archive. An entry is a head byte (kind << 4 | length of the payload), for payloads of ``_LONG`` bytes and more two
bytes of length (low byte first), the payload, and two bytes of checksum: the lower half of a CRC-32 over all before,
begun with the entry's place, so that a copy elsewhere is no entry. No head byte is 0xFF, and no checksum 0xFFFF (0
stands for it): erased bytes are no entry, and none whose writing was cut before its checksum is taken for whole.

An entry torn by a power cut fails its checksum. Every start of the board writes a ``BOOT`` entry, at a multiple of
``BOOT_ALIGN`` behind whatever is torn and with eight bytes that a reader can find again. So an event costs no
alignment, and what is torn is passed over without a guess.
"""

from binascii import crc32
from struct import pack, unpack_from

from ..const import const, read_varint, varint

if False:  # for type checkers only
    from typing import Callable, Iterator

SECTOR = const(4096)
AREA_START = const(32)
"""The first byte of a log. In the archive a header lies before it; in the non-volatile memory nothing does."""

FORMAT = const(3)
"""The version of what a log holds. It goes up where a reader of the version before would go wrong; every earlier one is
still read. 2: ``GAP``, and the last number of ``ACKED``. 3: what a colour has left after an action."""
BASE = const(1)
"""Ends what a newly written sector begins with: the number of the log before it (4 bytes), ``FORMAT`` (1; logs of
version 1 lack it), and ``Bookmark.games`` (4; earlier firmware lacks it)."""
BOOT = const(2)
"""The board was switched on: eight bytes that are always the same, and its boot count (4 bytes)."""
KEPT_VALUE = const(3)
"""A value that outlasts everything, such as the preferences: its kind, then the value."""
ACKED = const(4)
"""A host has committed, or knows as lost, everything up to an event: boot (4 bytes) and number (2) of its game, and the
event's (2); the first log (4) that may hold anything later; and ``Bookmark.known_games`` (4; earlier firmware lacks
it)."""
GOES_ON = const(5)
"""A game goes on from an earlier log: boot (4 bytes) and number (2) of the game, the log (4) and the place (2) of its
beginning, its next event's number (2), whether it is over (1), and the time of its last event in this start."""
BEGIN = const(6)
_RESULT = const(10)
"""The events of a game from ``BEGIN`` on, in the order of ``hexlume.match.events.KINDS``; from here on they end it."""
GAP = const(13)
"""Events from here to the next game's ``BEGIN`` are not kept: there was no room."""
_LEAST = const(b"\x00\x04\x0c\x01\x08\x0f\x02\x00\x00\x00\x00\x00\x00\x00")
"""The shortest payload of each kind."""
_OLDER_BASE = const(b"\x00\x00\x00\x00\x01\xff\xff\xff\xff")
_OLDER_ACKED = const(b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff")
"""What the payloads of earlier firmware lack at their ends: version 1, no log, and a number that is not known."""

MOST_PAYLOAD = const(1025)
_LONG = const(15)
BOOT_ALIGN = const(16)
_BOOT_HEAD = const(b"\x2c\x1eHexlume")
"""What every ``BOOT`` entry begins with."""
NOWHERE = const(-1)


class Bookmark:
    """Where a log stands: what its entries so far add up to, so that the next log can go on from there.

    ``take`` is given every entry of a log in order; ``opening`` is what the next log begins with. Whoever reads games
    takes the entries the same way: after each event the bookmark says which game's it is, its number in that game, and
    its time.

    ``boot`` is the boot count, ``NOWHERE`` if none is known; ``serial`` the number of this log, 0 until it is
    known; ``values`` are the kept values by their kinds.

    The last game: ``game`` is its start and number (``NOWHERE``: none yet), ``begun`` the log and the place of its
    ``BEGIN``, ``seq`` the number its next event gets, ``over`` and ``ms``, the board's time at its last event in this
    boot, 0 before the first. ``has_events`` is whether this log holds any; ``gap`` whether further events of that game,
    and later games, are not kept.

    ``acked`` is (boot, number, event) of the last event that a host has committed or knows as lost; logs before number
    ``unsent_serial`` hold nothing later.

    ``games`` counts the games begun, ``known_games`` those before the first that a host may lack, from the same one on:
    their difference is how many those are. A negative number is an unknown one.
    """

    def __init__(self, serial: int, boot: int = NOWHERE) -> None:
        """Begin before the first entry of a log, with its number and that of the start, as far as these are known."""
        self.serial = serial
        self.boot = boot
        self.values: dict[int, bytes] = {}
        self.game = (NOWHERE, NOWHERE)
        self.begun = (0, 0)
        self.seq = self.ms = self.games = self.known_games = 0
        self.over = True
        self.has_events = self.gap = False
        self.acked = (NOWHERE, NOWHERE, NOWHERE)
        self.unsent_serial = 1

    @property
    def all_acked(self) -> bool:
        """Return whether a host has committed every event up to here, those of earlier logs included."""
        boot, number, seq = self.acked
        return self.game[0] == NOWHERE or (seq == self.seq - 1 and boot == self.game[0] and number == self.game[1])

    def timed(self, payload: bytes, ms: "int | None") -> bytes:
        """Return the payload of an event at the board's time ``ms``, of which the time since the last one is kept."""
        return payload if ms is None else varint(max(0, ms - self.ms)) + payload

    def start(self, boot: int) -> None:
        """Begin with start number ``boot`` of the board."""
        self.boot = boot
        self.ms = 0
        if self.gap:
            # Games that were not kept before the power went are counted nowhere.
            self.games = NOWHERE

    def advance(self, at: int, kind: int, payload: bytes) -> None:
        """Take in the next entry, as ``entries`` gives it; one that only looks sound changes nothing that matters."""
        size = len(payload)
        if size < _LEAST[kind]:
            return
        if kind == KEPT_VALUE:
            self.values[payload[0]] = payload[1:]
        elif kind == BOOT:
            self.start(unpack_from("<L", payload, 8)[0])
        elif kind == BASE:
            base, _, self.games = unpack_from("<LBl", payload + _OLDER_BASE[size:])
            self.serial = base + 1
        elif kind == ACKED:
            boot, number, seq, unsent, self.known_games = unpack_from("<LHHLl", payload + _OLDER_ACKED[size:])
            self.acked = boot, number, seq
            self.unsent_serial = max(self.unsent_serial, unsent)
        elif kind == GOES_ON:
            boot, number, serial, place, self.seq, over = unpack_from("<LHLHHB", payload)
            self.game, self.begun, self.over = (boot, number), (serial, place), over != 0
            self.ms, _ = read_varint(payload, 15)
        elif kind == GAP:
            self.gap = True
        else:
            if kind == BEGIN:
                self.gap = False
                self.games += self.games >= 0
                self.game = self.boot, payload[0] | payload[1] << 8
                self.begun = self.serial, at
                self.seq = self.ms = 0
            self.has_events = True
            self.seq += 1
            self.ms += read_varint(payload, 2 if kind == BEGIN else 0)[0]
            self.over = kind >= _RESULT

    def acked_payload(self) -> bytes:
        """Return the payload of an ``ACKED`` entry."""
        return pack("<LHHLl", *self.acked, self.unsent_serial, self.known_games)

    def opening(self, base: int) -> "Iterator[tuple[int, bytes]]":
        """Yield (kind, payload) of every entry that the log after number ``base`` begins with.

        ``BASE`` comes last and says that all is there.
        """
        if self.all_acked and min(self.games, self.known_games) < 0:
            # What is unknown is over: from here on it is counted.
            self.games, self.known_games = int(self.game[0] != NOWHERE), 0
        if self.boot != NOWHERE:
            yield BOOT, boot_payload(self.boot)
        for kind in sorted(self.values):
            yield KEPT_VALUE, bytes((kind,)) + self.values[kind]
        if self.acked[0] != NOWHERE:
            yield ACKED, self.acked_payload()
        if self.game[0] != NOWHERE:
            yield GOES_ON, pack("<LHLHHB", *self.game, *self.begun, self.seq, self.over) + varint(self.ms)
        if self.gap:
            yield GAP, b""
        yield BASE, base_payload(base, self.games)


def entry(kind: int, payload: bytes, at: int) -> bytes:
    """Return an entry for a place in the sector."""
    size = len(payload)
    head = (kind << 4 | size,) if size < _LONG else (kind << 4 | _LONG, size & 255, size >> 8)
    whole = bytes(head) + payload
    return whole + _check(whole, at)


def _check(whole: bytes, at: int) -> bytes:
    """Return the checksum of an entry without it; 0 stands for 0xFFFF."""
    return ((crc32(whole, at) & 0xFFFF) % 0xFFFF).to_bytes(2, "little")


def base_payload(base: int, games: int) -> bytes:
    """Return the payload of a ``BASE`` entry."""
    return pack("<LBl", base, FORMAT, games)


def boot_payload(boot: int) -> bytes:
    """Return the payload of a ``BOOT`` entry."""
    return _BOOT_HEAD[1:] + pack("<L", boot)


def entries(read: "Callable[[int, int], bytes]", at: int) -> "Iterator[tuple[int, int, bytes, int]]":
    """Yield (place, kind, payload, place behind it) of every whole entry of a log from ``at`` on.

    ``read`` returns as many bytes at a place of the sector as it is asked for, fewer at the log's end.
    """
    sound = True
    while at < SECTOR:
        head = read(at, len(_BOOT_HEAD))
        if not head:
            return
        # Behind a torn entry only a start of the board can be told from what merely looks like an entry.
        sound = sound or head == _BOOT_HEAD
        end = claimed_end(head, at) if sound else at
        whole = read(at, end - at) if end <= SECTOR else b""
        sound = BASE <= head[0] >> 4 <= GAP and len(whole) == max(3, end - at) and whole[-2:] == _check(whole[:-2], at)
        if sound:
            yield at, head[0] >> 4, whole[3 if head[0] & 15 == _LONG else 1 : -2], end
            at = end
        else:
            at = at // BOOT_ALIGN * BOOT_ALIGN + BOOT_ALIGN


def claimed_end(head: bytes, at: int) -> int:
    """Return where an entry that begins at a place would end by its first bytes, whole or torn."""
    size = head[0] & 15
    if size < _LONG or len(head) < 3:
        return at + size + 3
    size = head[1] | head[2] << 8
    return at + size + 5 if size <= MOST_PAYLOAD else at

"""The journal: every game on this board, event by event, safe the moment ``add`` returns.

Events are appended to the board's memory (``hexlume.memory``), which moves them to the archive on the drive in time.
An event's payload is the time since the game's last event in ms (a ``varint``; after another start of the board, since
that) and what its kind needs:

- ``BEGIN``: the game's number since the start (2 bytes), the board's time, then rules, board, options and clock,
  lines of text
- ``WHITE_ACTS``, ``BLACK_ACTS``: the action's code, high byte first: ``kind << 10 | first`` in 2 bytes, or with a
  second cell ``1 << 31 | code`` in 4
- ``RESULT``, ``CONCLUDE``: the result as an index of ``RESULTS``, then the reason's text
- ``UNDO``, ``ABANDON``: nothing

So an action costs 7 or 8 bytes.
"""

from . import record
from .bookmark import NOWHERE, Bookmark, acked_payload
from .constant import const
from .entries import (
    ABANDON,
    ACKED,
    AREA_START,
    BEGIN,
    BLACK_ACTS,
    CONCLUDE,
    GOES_ON,
    MOST_PAYLOAD,
    RESULT,
    SECTOR,
    SHOWN,
    UNDO,
    WHITE_ACTS,
    entries,
    number,
    read_number,
    read_varint,
    varint,
)
from .pieces import BLACK, WHITE
from .spill import IDLE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .memory import Memory

RESULTS = ("0", "W+", "B+")
_MOST_REASON = const(100)
"""The most characters of a reason that are kept."""
EARLY = SECTOR * 3 // 4
"""From so many bytes on, the log is moved to the archive when the table is quiet."""
LATE = SECTOR * 15 // 16
"""From so many bytes on, it is moved at once, a step each pass."""
SLICE = 4
"""Entries read between two times that ``games`` gives the loop back."""

_KINDS = {
    UNDO: record.UNDO,
    ABANDON: record.ABANDON,
    RESULT: record.RESULT,
    CONCLUDE: record.CONCLUDE,
    WHITE_ACTS: record.ACTION,
    BLACK_ACTS: record.ACTION,
}


class KeptGame:
    """A game in the journal: the start and number that make its id, how many events it has, whether it is over.

    ``whole`` is whether none of its events is missing. ``acked`` is whether a host has committed all of them.
    """

    def __init__(self, boot: int, game: int, serial: int, at: int) -> None:
        """Take its id and the place of its beginning."""
        self.boot = boot
        self.number = game
        self.serial = serial
        self.at = at
        self.events = 0
        self.over = False
        self.whole = True
        self.acked = False


class Journal:
    """The games on this board, oldest first.

    What is guaranteed: an event for which ``begin`` or ``add`` has returned true is read back exactly once and in its
    order, whatever power cuts follow, wherever they fall and however many, until so many later games are kept that the
    archive's ring comes round to it. One during which the power was cut is there whole or not at all.
    """

    def __init__(self, memory: "Memory") -> None:
        """Take the board's memory, this start counted (``Memory.count_boot``)."""
        self._memory = memory
        self.full = False
        """Whether events are not being kept: no room, the drive not to be written, and no host that has them."""

    # Writing

    def begin(self, game: int, ms: int, rules: str, on: str, options: str, clock: str) -> bool:
        """Begin game number ``game`` of this start: its rules, board, options (in words) and time control.

        Returns whether it is kept. Earlier games are left as they are, over or not.
        """
        words = "\n".join((rules, on, options, clock)).encode()
        return self._append(BEGIN, number(game, 2) + varint(ms) + words[: MOST_PAYLOAD - 8])

    def add(self, kind: str, ms: int, first: int | str = 0, second: int | str = 0) -> bool:
        """Add an event to the last game begun (in an earlier start too); return whether it is kept.

        ``kind`` is one of ``hexlume.record``: an ``ACTION`` has a code (``hexlume.notation``) and a colour (``WHITE``
        or ``BLACK``), a ``RESULT`` or ``CONCLUDE`` a result and a reason. Takes less than 1 ms, but about 0.3 s when
        the memory is full because ``step`` had no time to make room.
        """
        payload = varint(max(0, ms - self._memory.mark.ms))
        if kind == record.ACTION and isinstance(first, int):
            if first & 0x3FF:
                packed = bytes((first >> 24 | 128, first >> 16 & 255, first >> 8 & 255, first & 255))
            else:
                packed = bytes((first >> 18, first >> 10 & 255))
            return self._append(WHITE_ACTS if second == WHITE else BLACK_ACTS, payload + packed)
        if kind == record.RESULT or kind == record.CONCLUDE:
            result = RESULTS.index(str(first)) if first in RESULTS else 0
            reason = str(second)[:_MOST_REASON].encode()
            return self._append(RESULT if kind == record.RESULT else CONCLUDE, payload + bytes((result,)) + reason)
        return self._append(UNDO if kind == record.UNDO else ABANDON, payload)

    def acknowledge(self, boot: int, game: int, seq: int) -> None:
        """Note that a host has committed a game's events up to ``seq``, and every earlier game.

        It outlasts a power cut when the game is over, or an earlier one; otherwise the host says again what it has.
        """
        mark = self._memory.mark
        if (boot, game, seq) <= mark.acked:
            return
        mark.acked = (boot, game, seq)
        if (boot, game) != (mark.game_boot, mark.game_number) or (mark.over and seq == mark.seq - 1):
            self._memory.append(ACKED, acked_payload(boot, game, seq))

    def step(self, quiet: bool) -> None:
        """Do one bounded step of making room, if it is time: a few ms, now and then about 55 ms.

        Called once a pass; ``quiet`` says that nothing moves on the table just now.
        """
        memory = self._memory
        if memory.end < EARLY or (memory.end < LATE and not quiet):
            return
        if memory.spill is not None and memory.spill.stage != IDLE:
            memory.spill.step()
        elif memory.spill is None or not memory.spill.begin():
            if memory.mark.all_acked:
                memory.make_room()
                self.full = False

    def _append(self, kind: int, payload: bytes) -> bool:
        memory = self._memory
        if self.full:
            # Nothing may follow a gap but a log that tells of it.
            self.full = not memory.make_room()
        if not self.full and not memory.append(kind, payload):
            self.full = not (memory.make_room() and memory.append(kind, payload))
        if self.full:
            self._count_lost(kind, payload)
        return not self.full

    def _count_lost(self, kind: int, payload: bytes) -> None:
        """Count an event that is not kept, so that those after it keep their numbers."""
        mark = self._memory.mark
        if kind == BEGIN:
            mark.game_boot, mark.game_number = mark.boot, read_number(payload, 0, 2)
            mark.begun_serial = mark.seq = mark.ms = 0
        mark.seq += 1
        mark.over = kind in (RESULT, CONCLUDE, ABANDON)

    # Reading

    def last_unfinished(self) -> KeptGame | None:
        """Return the game to go on with after a start: the last one, if it is not over and its beginning is there.

        ``read`` gives all it takes to play it up to where it stood; further events are added to it by ``add``.
        """
        mark = self._memory.mark
        if mark.game_boot == NOWHERE or mark.over or not mark.begun_serial:
            return None
        kept = KeptGame(mark.game_boot, mark.game_number, mark.begun_serial, mark.begun_at)
        for _ in self.read(kept):
            kept.events += 1
        return kept if kept.events == mark.seq else None

    def games(self) -> "Iterator[KeptGame | None]":
        """Yield every game whose beginning is still kept, oldest first, the running one included.

        Yields ``None`` after every slice of work that found none, to spread it over several passes of the loop.
        """
        current: KeptGame | None = None
        serial, work = 0, 0
        while serial != self._memory.mark.serial:
            serial = self._next_log(serial)
            mark = Bookmark(serial)
            read = self._reader(serial)
            for at, kind, start, size, payload in entries(read, AREA_START, self._end_of(serial)):
                work += 1
                if work % SLICE == 0:
                    yield None
                events = mark.events
                mark.take(at, kind, start, size, payload)
                if kind == BEGIN:
                    if current is not None:
                        yield self._told(current)
                    current = KeptGame(mark.game_boot, mark.game_number, serial, at)
                if current is None or (kind != GOES_ON and mark.events == events):
                    continue
                same = (mark.game_boot, mark.game_number) == (current.boot, current.number)
                if not same or (mark.seq != current.events if kind == GOES_ON else mark.seq != current.events + 1):
                    current.whole = False
                if kind != GOES_ON and same:
                    current.events = mark.seq
                    current.over = mark.over
        if current is not None:
            yield self._told(current)

    def read(self, kept: KeptGame, seq: int = 0) -> "Iterator[tuple[int, str, int, int, Any, Any]]":
        """Yield a game's events from number ``seq`` on: (number, kind, start, ms, first, second).

        ``start`` is the boot count of the start that it happened in and ``ms`` the board's time then. ``first`` and
        ``second`` are as they were given to ``add``; a ``START`` has (rules, board, options, clock) as its first. Ends
        where the game does, or before an event that is missing.
        """
        serial, at, expected = kept.serial, kept.at, 0
        mark = Bookmark(serial)
        mark.boot = kept.boot
        while True:
            read = self._reader(serial)
            for place, kind, start, size, payload in entries(read, at, self._end_of(serial)):
                if kind == BEGIN and expected:
                    return
                mark.take(place, kind, start, size, payload)
                if kind == GOES_ON or kind >= BEGIN:
                    if (mark.game_boot, mark.game_number) != (kept.boot, kept.number):
                        return
                    if mark.seq != expected + (0 if kind == GOES_ON else 1):
                        return
                if kind >= BEGIN:
                    if expected >= seq:
                        try:
                            event = self._event(mark, payload if size <= SHOWN else read(start, size), kind)
                        except (IndexError, UnicodeError):
                            return
                        yield event
                    expected += 1
            if serial == self._memory.mark.serial:
                return
            serial, at = self._next_log(serial), AREA_START
            mark = Bookmark(serial)

    def _event(self, mark: Bookmark, payload: bytes, kind: int) -> "tuple[int, str, int, int, Any, Any]":
        _, at = read_varint(payload, 2 if kind == BEGIN else 0)
        first: "Any" = 0
        second: "Any" = 0
        if kind == BEGIN:
            first = tuple(payload[at:].decode().split("\n"))
        elif kind == WHITE_ACTS or kind == BLACK_ACTS:
            second = WHITE if kind == WHITE_ACTS else BLACK
            first = (payload[at] & 127) << 8 | payload[at + 1]
            if payload[at] & 128:
                first = first << 16 | payload[at + 2] << 8 | payload[at + 3]
            else:
                first <<= 10
        elif kind == RESULT or kind == CONCLUDE:
            first, second = RESULTS[payload[at]], payload[at + 1 :].decode()
        return mark.seq - 1, _KINDS.get(kind, record.START), mark.boot, mark.ms, first, second

    def _told(self, kept: KeptGame) -> KeptGame:
        boot, game, seq = self._memory.mark.acked
        kept.acked = (kept.boot, kept.number) < (boot, game) or (
            (kept.boot, kept.number) == (boot, game) and seq >= kept.events - 1
        )
        return kept

    def _reader(self, serial: int) -> "Any":
        memory = self._memory
        return lambda at, count: memory.bytes_of(serial, at, count)

    def _end_of(self, serial: int) -> int:
        memory = self._memory
        if serial == memory.mark.serial:
            return memory.end
        return memory.archive.end_of(serial) if memory.archive is not None else AREA_START

    def _next_log(self, serial: int) -> int:
        """Return the number of the log that comes next after one: in the archive, or this one."""
        mark = self._memory.mark
        if self._memory.archive is not None:
            for other in self._memory.archive.serials():
                if serial < other <= mark.base:
                    return other
        return mark.serial

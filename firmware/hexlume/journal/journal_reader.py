"""Reads the games that the journal keeps: a host gets them (``hexlume.link.catch_up``), a start goes on with the last.

One game at a time is in memory, as the record that its events make.
"""

from ..const import const
from ..games.outcome import RESULTS
from ..games.pieces import WHITE
from .log_format import (
    AREA_START,
    BEGIN,
    BLACK_ACTS,
    CONCLUDE,
    GAP,
    GOES_ON,
    NOWHERE,
    RESULT,
    WHITE_ACTS,
    Bookmark,
    entries,
    read_varint,
)
from .record import KINDS, Record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Iterator

    from .flash_log import FlashLog
    from .log_format import Entry

ALL_EVENTS = const(0xFFFF)
"""A game that is lost is acknowledged up to this event."""
SLICE = const(4)
"""Entries read between two times that ``games`` gives the loop back."""


class KeptGame(Record):
    """A game in the journal: ``game`` is the start and number that make its id, ``serial`` the log of its beginning.

    ``whole`` is whether none of its events is missing; those behind a missing one are left out. ``dropped_from`` is
    ``None``, or events before this game were dropped that no host has: the (start, number) of the first game of which
    some may be, ``NOWHERE`` for the very first.
    """

    def __init__(self, board: str, mark: Bookmark, payload: bytes, dropped_from: "tuple[int, int] | None") -> None:
        """Take the board's id, the bookmark that has taken the ``BEGIN``, its payload, and what was dropped before.

        Raises ``ValueError`` where the payload is no game.
        """
        self.game = mark.game
        self.serial = mark.serial
        self.whole = True
        self.dropped_from = dropped_from
        _, at = read_varint(payload, 2)
        rules, on, words, clock = payload[at:].decode().split("\n")
        super().__init__("%s-%d-%d" % ((board,) + mark.game), (rules, on, words, clock), mark.ms, mark.boot)

    def take(self, mark: Bookmark, kind: int, payload: bytes) -> None:
        """Take the event, or ``GOES_ON``, that a bookmark has taken in last."""
        expected = self.count if kind == GOES_ON else self.count + 1
        self.whole = self.whole and mark.game == self.game and mark.seq == expected
        if not self.whole or kind == GOES_ON:
            return
        _, at = read_varint(payload, 0)
        rest = payload[at:]
        first: int | str = 0
        second: int | str = 0
        try:
            if kind <= BLACK_ACTS:
                long = rest[0] & 128
                first = int.from_bytes(rest, "big") & 0x7FFFFFFF if long else int.from_bytes(rest, "big") << 10
                second = kind - WHITE_ACTS + WHITE
            elif RESULT <= kind <= CONCLUDE:
                first, second = RESULTS[rest[0]], rest[1:].decode()
        except (IndexError, ValueError):
            self.whole = False
            return
        self.go_on(mark.boot)
        self.add(KINDS[kind - BEGIN], mark.ms, first, second)


class Backlog:
    """The games of a board's journal, oldest first; what is appended meanwhile is read too."""

    def __init__(self, memory: "FlashLog") -> None:
        """Take the board's memory."""
        self._memory = memory
        self._dropped_from: "tuple[int, int] | None" = None

    def last_unfinished(self) -> KeptGame | None:
        """Return the game to go on with after a start: the last one, if it is not over and all of it is there.

        Further events are added to it by ``Journal.add``.
        """
        mark = self._memory.mark
        serial, at = mark.begun
        if serial and not mark.over and not mark.gap:
            for kept in self._games(serial, at, mark.game[0]):
                if kept is not None:
                    return kept if kept.game == mark.game and kept.count == mark.seq else None
        return None

    def games(self) -> "Iterator[KeptGame | None]":
        """Yield every game whose beginning is still kept, oldest first, the running one included.

        Yields ``None`` after every slice of work that found none, to spread it over several passes of the loop.
        """
        return self._games(self._next_log(0), AREA_START, NOWHERE)

    def _games(self, serial: int, at: int, boot: int) -> "Iterator[KeptGame | None]":
        """Yield the games from a place in a log on, where the board was in start number ``boot``."""
        memory = self._memory
        current: KeptGame | None = None
        work = 0
        running = memory.mark.game
        mark = Bookmark(serial, boot)
        while True:
            for place, kind, start, payload in self._entries(serial, at):
                work += 1
                if work % SLICE == 0:
                    yield None
                if kind == BEGIN:
                    if current is not None:
                        yield current
                    self._note_dropped(current, mark, None)
                mark.take(place, kind, start, payload)
                if kind == BEGIN:
                    try:
                        current = KeptGame(memory.archive.board, mark, payload, self._dropped_from)
                        self._dropped_from = None
                    except ValueError:
                        current = None
                elif current is not None and GOES_ON <= kind < GAP:
                    current.take(mark, kind, payload)
            if serial == memory.mark.serial:
                break
            serial, at = self._next_log(serial), AREA_START
            mark = Bookmark(serial)
        if current is not None:
            yield current
        self._note_dropped(current, mark, running)

    def take_dropped(self) -> "tuple[int, int] | None":
        """Return what was dropped after the last game that ``games`` has yielded (``KeptGame``); once."""
        dropped_from, self._dropped_from = self._dropped_from, None
        return dropped_from

    def _note_dropped(self, kept: KeptGame | None, mark: Bookmark, running: "tuple[int, int] | None") -> None:
        """Note whether events were dropped after a game, or before the first that is kept if that is ``None``.

        ``mark`` is at the end of what was read: its game may be a later one, begun in a log that is gone. Unless
        another game follows there, ``running`` is the one that was being played when reading began: it and those after
        it may go on. What a host has committed, or knows as dropped, does not count, but for a game's missing end.
        """
        goes_on = running is not None and mark.game >= running
        open_end = mark.gap or not (mark.over or goes_on)
        if kept is not None and kept.whole and not open_end:
            return
        end = mark.game + (mark.seq - 1,)
        acked = max(self._memory.mark.acked, mark.acked)
        if end > acked or (end == acked and open_end):
            first = (acked[0], acked[1] + (1 if acked[2] == ALL_EVENTS else 0))
            if kept is not None:
                first = max(first, (kept.game[0], kept.game[1] + (1 if kept.over and kept.whole else 0)))
            self._dropped_from = first

    def _entries(self, serial: int, at: int) -> "Iterator[Entry]":
        """Yield a log's entries from a place on, those too that are appended meanwhile, wherever it moves."""
        memory = self._memory

        def read(place: int, count: int) -> bytes:
            # It may move to the archive between two times.
            if serial == memory.mark.serial:
                return memory.bytes_at(place, count)
            return memory.archive.read(serial, place, count)

        while True:
            stop = memory.end if serial == memory.mark.serial else memory.archive.end_of(serial)
            if at >= stop:
                return
            yield from entries(read, at, stop)
            at = stop

    def _next_log(self, serial: int) -> int:
        """Return the number of the log that comes next after one: in the archive, or this one."""
        mark = self._memory.mark
        for other in self._memory.archive.log_numbers():
            if serial < other <= mark.base:
                return other
        return mark.serial

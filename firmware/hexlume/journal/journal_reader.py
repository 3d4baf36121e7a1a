"""Reads the games that the journal keeps, event by event, never held as a whole.

A host gets them (``hexlume.link.catch_up``), and a start goes on with the last.
"""

from .. import games
from ..const import const
from ..games import notation
from ..games.game_clock import clock_for
from ..games.grid import grid_of
from ..games.outcome import RESULTS
from ..games.pieces import BLACK, WHITE
from . import record
from .log_format import (
    ABANDON,
    AREA_START,
    BEGIN,
    BLACK_ACTS,
    CONCLUDE,
    GAP,
    GOES_ON,
    NOWHERE,
    RESULT,
    UNDO,
    WHITE_ACTS,
    Bookmark,
    entries,
    read_varint,
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Iterator

    from ..games.game import Game
    from ..games.game_clock import GameClock
    from .flash_log import FlashLog
    from .log_format import Entry, Read

ALL_EVENTS = const(0xFFFF)
"""A game that is lost is acknowledged up to this event."""
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

    ``whole`` is whether none of its events is missing. ``dropped_from`` is ``None``, or events before this game were
    dropped that no host has: the (start, number) of the first game of which some may be, ``NOWHERE`` for the very
    first.
    """

    def __init__(
        self, boot: int, game: int, serial: int, at: int, dropped_from: "tuple[int, int] | None" = None
    ) -> None:
        """Take its id, the place of its beginning, and what was dropped before it."""
        self.boot = boot
        self.number = game
        self.serial = serial
        self.at = at
        self.events = 0
        self.over = False
        self.whole = True
        self.dropped_from = dropped_from

    def note(self, mark: Bookmark, kind: int) -> None:
        """Note the event, or ``GOES_ON``, that a bookmark has taken in last."""
        before = mark.seq if kind == GOES_ON else mark.seq - 1
        same = mark.game == (self.boot, self.number)
        if not same or before != self.events:
            self.note_missing()
        if kind != GOES_ON and same:
            self.events = mark.seq
            self.over = mark.over

    def note_missing(self) -> None:
        """Note that an event is missing."""
        self.whole = False


class Backlog:
    """The games of a board's journal, oldest first; what is appended meanwhile is read too.

    ``dropped_from`` is like that of a ``KeptGame``, for what lies between the last game that ``games`` has yielded and
    those that the journal does not keep.
    """

    def __init__(self, memory: "FlashLog") -> None:
        """Take the board's memory."""
        self.dropped_from: "tuple[int, int] | None" = None
        self._memory = memory

    def last_unfinished(self) -> KeptGame | None:
        """Return the game to go on with after a start: the last one, if it is not over and its beginning is there.

        ``read`` gives all it takes to play it up to where it stood; further events are added to it by ``Journal.add``.
        """
        mark = self._memory.mark
        if mark.game[0] == NOWHERE or mark.over or mark.gap or not mark.begun[0]:
            return None
        kept = KeptGame(*mark.game, *mark.begun)
        events = 0
        for _ in self.read(kept):
            events += 1
        return kept if events == mark.seq else None

    def games(self) -> "Iterator[KeptGame | None]":
        """Yield every game whose beginning is still kept, oldest first, the running one included.

        Yields ``None`` after every slice of work that found none, to spread it over several passes of the loop.
        """
        current: KeptGame | None = None
        serial, work = 0, 0
        mark = self._memory.mark
        running = mark.game
        while serial != self._memory.mark.serial:
            serial = self._next_log(serial)
            mark = Bookmark(serial)
            for at, kind, start, payload in self._entries(serial, AREA_START):
                work += 1
                if work % SLICE == 0:
                    yield None
                if kind == BEGIN:
                    if current is not None:
                        yield current
                    self._note_dropped(current, mark, None)
                mark.take(at, kind, start, payload)
                if kind == BEGIN:
                    current = KeptGame(*mark.game, serial, at, self.take_dropped())
                if current is not None and (kind == GOES_ON or BEGIN <= kind < GAP):
                    current.note(mark, kind)
        if current is not None:
            yield current
        self._note_dropped(current, mark, running)

    def take_dropped(self) -> "tuple[int, int] | None":
        """Return ``dropped_from``, and go on as if nothing had been dropped."""
        dropped_from, self.dropped_from = self.dropped_from, None
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
                first = max(first, (kept.boot, kept.number + (1 if kept.over and kept.whole else 0)))
            self.dropped_from = first

    def read(self, kept: KeptGame, seq: int = 0) -> "Iterator[tuple[int, str, int, int, Any, Any]]":
        """Yield a game's events from number ``seq`` on: (number, kind, start, ms, first, second).

        ``start`` is the boot count of the start that it happened in and ``ms`` the board's time then. ``first`` and
        ``second`` are as they were given to ``Journal.add``; a ``START`` has (rules, board, options, clock) as its
        first. Ends where the game does, or before an event that is missing.
        """
        serial, at, expected = kept.serial, kept.at, 0
        mark = Bookmark(serial, kept.boot)
        while True:
            for place, kind, start, payload in self._entries(serial, at):
                if kind == BEGIN and expected:
                    return
                if kind == GAP:
                    return
                mark.take(place, kind, start, payload)
                if kind == GOES_ON or kind >= BEGIN:
                    if mark.game != (kept.boot, kept.number):
                        return
                    if mark.seq != expected + (0 if kind == GOES_ON else 1):
                        return
                if kind >= BEGIN:
                    if expected >= seq:
                        try:
                            event = self._event(mark, payload, kind)
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

    def _entries(self, serial: int, at: int) -> "Iterator[Entry]":
        """Yield a log's entries from a place on, those too that are appended meanwhile, wherever it moves."""
        read = self._reader(serial)
        stop = self._end_of(serial)
        while at < stop:
            for found in entries(read, at, stop):
                yield found
            at, stop = stop, self._end_of(serial)

    def _reader(self, serial: int) -> "Read":
        """Return what reads log number ``serial``, be it in the memory or in the archive."""
        memory = self._memory

        def read(at: int, count: int) -> bytes:
            # It may move to the archive between two times.
            return (
                memory.bytes_at(at, count) if serial == memory.mark.serial else memory.archive.read(serial, at, count)
            )

        return read

    def _end_of(self, serial: int) -> int:
        return self._memory.end if serial == self._memory.mark.serial else self._memory.archive.end_of(serial)

    def _next_log(self, serial: int) -> int:
        """Return the number of the log that comes next after one: in the archive, or this one."""
        mark = self._memory.mark
        for other in self._memory.archive.log_numbers():
            if serial < other <= mark.base:
                return other
        return mark.serial


def rebuilt(memory: "FlashLog", kept: "KeptGame", board: str) -> "tuple[Game, GameClock | None, record.Record] | None":
    """Return a game of a board's journal, its clock (``None``: it has none) and its record; ``None`` if it cannot be.

    The clock is as the events tell: what passed after the last of them before the power went is nobody's.
    """
    game: Game | None = None
    time = last_ms = 0
    last_boot = kept.boot
    for _, kind, boot, ms, first, second in Backlog(memory).read(kept):
        time += max(0, ms - last_ms) if boot == last_boot else 0
        last_boot, last_ms = boot, ms
        if kind == record.START:
            rules, on, words, control = first
            try:
                game = games.start(rules, grid_of(on).size, games.words_to_options(words))
                clock = clock_for(control)
            except ValueError:
                return None
            identity = "%s-%d-%d" % (board, kept.boot, kept.number)
            kept_record = record.Record(identity, rules, game.grid, game.options, ms, control, boot)
            continue
        if game is None:
            return None
        kept_record.go_on(boot)
        if kind == record.ACTION:
            colour = game.to_move
            if not game.is_legal(first):
                return None
            game.push(first)
            if clock is not None:
                clock.play(time, colour, game.to_move, notation.swaps_seats(first))
        elif kind == record.UNDO:
            if game.concluded:
                game.reopen()
            elif game.codes:
                game.pop()
                if clock is not None:
                    clock.take_back(time)
        elif kind == record.CONCLUDE and game.result is None:
            game.conclude(RESULTS.index(first), second)
        kept_record.add(kind, ms, first, second)
    if game is None:
        return None
    if clock is not None:
        clock.pause(time)
    return game, clock, kept_record

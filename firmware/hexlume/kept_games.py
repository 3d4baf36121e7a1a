"""Reads the games that the journal keeps, event by event, never held as a whole.

A host that comes is told of them, and a start goes on with the last; otherwise this module is not held.
"""

from . import games, notation, record
from .archive import ArchivedLogs
from .constant import const
from .entries import (
    ABANDON,
    AREA_START,
    BEGIN,
    BLACK_ACTS,
    CONCLUDE,
    GOES_ON,
    RESULT,
    UNDO,
    WHITE_ACTS,
)
from .games.starting import all_options, words_to_options
from .grid import grid_of
from .journal import RESULTS
from .log_reading import SHOWN, entries, read_varint, take
from .memory import NOWHERE, Bookmark
from .pieces import BLACK, WHITE
from .time_control import clock_for

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .games.contract import Game
    from .grid import HexGrid, SquareGrid
    from .journal import Journal
    from .log_reading import Read
    from .memory import Memory
    from .timing import GameClock

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


class KeptGames:
    """The games of a board's journal, oldest first; what is appended meanwhile is read too."""

    def __init__(self, memory: "Memory") -> None:
        """Take the board's memory."""
        self._memory = memory
        self._archived = ArchivedLogs(memory.archive)

    def last_unfinished(self) -> KeptGame | None:
        """Return the game to go on with after a start: the last one, if it is not over and its beginning is there.

        ``read`` gives all it takes to play it up to where it stood; further events are added to it by ``Journal.add``.
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
                take(mark, at, kind, start, size, payload)
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
        ``second`` are as they were given to ``Journal.add``; a ``START`` has (rules, board, options, clock) as its
        first. Ends where the game does, or before an event that is missing.
        """
        serial, at, expected = kept.serial, kept.at, 0
        mark = Bookmark(serial)
        mark.boot = kept.boot
        while True:
            read = self._reader(serial)
            for place, kind, start, size, payload in entries(read, at, self._end_of(serial)):
                if kind == BEGIN and expected:
                    return
                take(mark, place, kind, start, size, payload)
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

    def _reader(self, serial: int) -> "Read":
        """Return what reads log number ``serial``, be it in the memory or in the archive."""
        memory, archived = self._memory, self._archived

        def read(at: int, count: int) -> bytes:
            # It may move to the archive between two times.
            return memory.bytes_at(at, count) if serial == memory.mark.serial else archived.read(serial, at, count)

        return read

    def _end_of(self, serial: int) -> int:
        return self._memory.end if serial == self._memory.mark.serial else self._archived.end_of(serial)

    def _next_log(self, serial: int) -> int:
        """Return the number of the log that comes next after one: in the archive, or this one."""
        mark = self._memory.mark
        for other in self._archived.log_numbers():
            if serial < other <= mark.base:
                return other
        return mark.serial


def rebuilt(memory: "Memory", kept: "KeptGame", board: str) -> "tuple[Game, GameClock | None, record.Record] | None":
    """Return a game of a board's journal, its clock (``None``: it has none) and its record; ``None`` if it cannot be.

    The clock is as the events tell: what passed after the last of them before the power went is nobody's.
    """
    game: Game | None = None
    time = last_ms = 0
    last_boot = kept.boot
    for _, kind, boot, ms, first, second in KeptGames(memory).read(kept):
        time += max(0, ms - last_ms) if boot == last_boot else 0
        last_boot, last_ms = boot, ms
        if kind == record.START:
            rules, on, words, control = first
            try:
                game = games.start(rules, grid_of(on).size, words_to_options(words))
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
            if not game.allows(first):
                return None
            game.apply(first)
            if clock is not None:
                clock.play(time, colour, game.to_move, notation.swaps_seats(first))
        elif kind == record.UNDO:
            if game.concluded:
                game.reopen()
            elif game.codes:
                game.undo()
                if clock is not None:
                    clock.take_back(time)
        elif kind == record.CONCLUDE and game.result is None:
            game.conclude(first, second)
        kept_record.add(kind, ms, first, second)
    if game is None:
        return None
    if clock is not None:
        clock.pause(time)
    return game, clock, kept_record


class KeptRecord(record.Told):
    """The events of a game in the journal."""

    def __init__(self, kept_games: KeptGames, board: str, kept: KeptGame) -> None:
        """Take the journal's games, the board's id and the game."""
        super().__init__(kept.events)
        self.identity = "%s-%d-%d" % (board, kept.boot, kept.number)
        self.kept = kept
        self._games = kept_games
        self._rest: "Iterator[tuple[int, str, int, int, Any, Any]]" = iter(())
        self._next = -1
        self._grid: HexGrid | SquareGrid | None = None

    def message(self, seq: int) -> "dict[str, Any] | None":
        """Return the wire message of an event; ``None``, and the game has no more events, if it is not kept."""
        if seq != self._next:
            # Names of cells need the board that the game's start tells.
            self._rest = self._games.read(self.kept, 0 if self._grid is None else seq)
        found = None
        for entry in self._rest:
            if entry[0] >= seq:
                found = entry
                break
            self._take_start(entry[1], entry[4])
        if found is None or found[0] != seq:
            self.count = min(self.count, seq)
            return None
        self._next = seq + 1
        _, kind, boot, ms, first, second = found
        self._take_start(kind, first)
        told = record.event_message(self.identity, seq, kind, boot, ms, first, second, self._grid)
        if kind == record.START:
            rules, on, words, clock = first
            told["rules"] = rules
            told["on"] = on
            told["options"] = all_options(rules, words)
            told["clock"] = clock
        return told

    def _take_start(self, kind: str, first: "Any") -> None:
        if kind == record.START:
            self._grid = grid_of(first[1])


class KeptRecords:
    """Goes through the journal's games, the oldest first. ``over`` is whether a host has been told all of them."""

    def __init__(self, journal: "Journal", board: str) -> None:
        """Take the journal and the board's id."""
        self.over = False
        self._journal = journal
        self._board = board
        self._games = KeptGames(journal.memory)
        self._walk = self._games.games()
        self._record: KeptRecord | None = None

    def next(self, others: "list[record.Record]") -> KeptRecord | None:
        """Return the game that is to be told now, ``None`` if none is; does one slice of finding it.

        A game that is among ``others``, the link's own records, is told from there.
        """
        if self._record is not None and self._record.complete:
            self._record = None
        if self._record is None:
            for kept in self._walk:
                if kept is not None:
                    self._record = KeptRecord(self._games, self._board, kept)
                break
            else:
                self.over = True
        for other in others:
            if self._record is not None and other.identity == self._record.identity:
                self._record = None
        return self._record

    def acknowledge(self, game: "Any", seq: int) -> bool:
        """Note that a host has committed a game's events up to ``seq``; return whether it is the one being told."""
        told = self._record
        if told is None or told.identity != game:
            return False
        told.acknowledge(seq)
        self._journal.acknowledge(told.kept.boot, told.kept.number, told.acked)
        return True

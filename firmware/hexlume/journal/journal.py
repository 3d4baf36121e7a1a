"""The journal: every game on this board, event by event, safe the moment ``add`` returns.

Events are appended to the board's memory (``hexlume.journal.flash_log``), which moves them to the archive on the drive
in time. An event's payload is the time since the game's last event in ms (a ``varint``; after another start of the
board, since that) and what its kind needs:

- ``BEGIN``: the game's number since the start (2 bytes), the board's time, then rules, board, options and clock,
  lines of text
- all others: as ``hexlume.match.events.pack_event`` has it

So an action costs 7 or 8 bytes, with a clock 3 more. A host gets the games (``hexlume.link.link``), a start goes on
with the last: they are read one at a time, as the record that their events make.
"""

from ..const import const, read_varint, varint
from ..match.events import number_of, pack_event, unpack_event
from .log_format import (
    ACKED,
    AREA_START,
    BEGIN,
    GAP,
    GOES_ON,
    MOST_PAYLOAD,
    NOWHERE,
    Bookmark,
    entries,
)
from .record import Record

if False:  # for type checkers only
    from typing import Iterator

    from ..match.events import Event
    from .flash_log import FlashLog

_EARLY = const(3072)
"""Bytes in use from which the log is moved to the archive when the table is quiet."""
_LATE = const(3840)
"""Bytes in use from which it is moved at once, a step each pass."""
_HALF = const(2048)
"""Bytes in use from which the memory is nearly full where there is no archive."""

_FINE = const(0)
_LOW = const(1)
_LOSING = const(2)
"""How much room there is for games that no host has: enough; little, and a host should come; too little, and games are
being lost."""
_LOW_LOGS = const(2)
"""With room for no more logs than this, room is low: some 16 games of the smallest kind."""

ALL_EVENTS = const(0xFFFF)
"""A game that is lost is acknowledged up to this event."""
_SLICE = const(4)
"""Entries read between two times that ``games`` gives the loop back."""


class KeptGame(Record):
    """A game in the journal. ``whole`` is whether none of its events is missing; those behind a missing one are left
    out."""

    def __init__(self, device: str, mark: Bookmark, payload: bytes, dropped_from: tuple[int, ...]) -> None:
        """Take the board's id, the bookmark that has taken the ``BEGIN``, its payload, and what was dropped before.

        Raises ``ValueError`` where the payload is no game.
        """
        # Behind the time.
        rules, board, words, clock = payload[read_varint(payload, 2)[1] :].decode().split("\n")
        super().__init__(
            "%s-%d-%d" % ((device,) + mark.game), (rules, board, words, clock), mark.ms, mark.boot, 0, mark.games
        )
        self.serial = mark.serial
        self.whole = True
        self.dropped_from = dropped_from

    def add_entry(self, mark: Bookmark, kind: int, payload: bytes) -> None:
        """Take the event, or ``GOES_ON``, that a bookmark has taken in last."""
        expected = self.count if kind == GOES_ON else self.count + 1
        self.whole = self.whole and mark.game == self.game and mark.seq == expected
        if self.whole and kind != GOES_ON:
            self.go_on(mark.boot)
            try:
                # Behind the time.
                self.add(unpack_event(kind - BEGIN, payload[read_varint(payload, 0)[1] :]), mark.ms)
            except (IndexError, ValueError):
                self.whole = False


class Journal:
    """The games on this board, oldest first.

    What is guaranteed: an event for which ``begin`` or ``add`` has returned true is read back exactly once and in its
    order, whatever power cuts follow, wherever they fall and however many, until so many later games are kept that the
    archive's ring comes round to it. One during which the power was cut is there whole or not at all. What a host did
    not get in time is sent to it (``hexlume.link.link``).
    """

    def __init__(self, memory: "FlashLog") -> None:
        """Take the board's memory, this start counted (``flash_log.count_boot``)."""
        self.memory = memory
        self._acked_lasts = True
        self.dropped_from: tuple[int, ...] = ()
        """What was dropped after the last game that ``games`` has yielded, as ``Record`` has it."""
        self.full = False
        """Whether events are not being kept: no room, the drive not to be written, and no host that has them."""

    @property
    def room(self) -> int:
        """How much room there is: ``_FINE``, ``_LOW`` or ``_LOSING``."""
        mark, archive = self.memory.mark, self.memory.archive
        if self.full:
            return _LOSING
        if mark.all_acked:
            return _FINE
        if not archive.may_write:
            return _LOW if self.memory.end >= _HALF else _FINE
        free = len(archive.bad) - sum(archive.bad) - (mark.serial - mark.unsent_serial)
        if free < 0:
            return _LOSING
        return _LOW if free <= _LOW_LOGS else _FINE

    # Writing

    def begin(self, game: int, ms: int, rules: str, board: str, options: str, clock: str) -> bool:
        """Begin game number ``game`` of this start: its rules, board, options (in words) and time control.

        Returns whether it is kept. Earlier games are left as they are, over or not.
        """
        words = "\n".join((rules, board, options, clock)).encode()
        return self._append(BEGIN, game.to_bytes(2, "little") + varint(ms) + words[: MOST_PAYLOAD - 8])

    def add(self, event: "Event", ms: int) -> bool:
        """Add an event to the last game begun (in an earlier start too); return whether it is kept.

        Takes less than 1 ms, but about 0.3 s when the memory is full because ``step`` had no time to make room.
        """
        return self._append(BEGIN + number_of(event), pack_event(event), ms)

    def acknowledge(self, boot: int, game: int, seq: int, serial: int = 0, ordinal: int = NOWHERE) -> None:
        """Note that a host has committed a game's events up to ``seq``, and every earlier game, or knows them as lost.

        ``serial`` is the number of the log with the game's ``BEGIN``, 0 if that is not known, ``ordinal`` which of the
        board's games it is (``Record.ordinal``). It outlasts a power cut when the game is over, or an earlier one, of
        which only the first in each log is noted; a host says again what it has.
        """
        mark = self.memory.mark
        if (boot, game, seq) <= mark.acked:
            return
        outlasts = serial == 0 or serial > mark.unsent_serial
        if (boot, game) == mark.game:
            outlasts = mark.over and seq == mark.seq - 1
            serial = mark.serial if outlasts else mark.begun[0]
            ordinal = mark.games
        mark.acked = boot, game, seq
        mark.known_games = ordinal - (seq != ALL_EVENTS)
        mark.unsent_serial = max(mark.unsent_serial, serial)
        if self.full and mark.all_acked:
            # A host has, or knows as lost, what is not kept.
            mark.gap = False
        self._acked_lasts = False
        if outlasts:
            self.keep_acked()

    def keep_acked(self) -> None:
        """Have what was acknowledged outlast a power cut, also of a game that is not over."""
        if not self._acked_lasts:
            self._acked_lasts = self.memory.append(ACKED, self.memory.mark.acked_payload())

    def step(self, quiet: bool) -> None:
        """Do one bounded step of making room, if it is time: a few ms, now and then about 57 ms.

        Called once a pass; ``quiet`` says that nothing moves on the table just now.
        """
        memory = self.memory
        if memory.end < _EARLY or (memory.end < _LATE and not quiet):
            return
        if memory.archive.may_write:
            memory.rotate()
        elif memory.make_room():
            self.full = False

    def _append(self, kind: int, payload: bytes, ms: "int | None" = None) -> bool:
        """Append an event at the board's time ``ms``, or a ``BEGIN``; return whether it is kept."""
        memory = self.memory
        # Behind events that are not kept only a log that records the gap may go on.
        kept = not self.full and memory.append(kind, payload, ms)
        kept = kept or (memory.make_room() and memory.append(kind, payload, ms))
        if not kept:
            if not memory.mark.gap:
                # Before the event is taken for accepted: after a power cut its loss is known.
                memory.append(GAP, b"")
            # One that is not kept is counted too, so that those after it keep their numbers.
            memory.mark.advance(0, kind, memory.mark.timed(payload, ms))
            memory.mark.gap = True
        self.full = not kept
        return kept

    # Reading

    def last_unfinished(self) -> KeptGame | None:
        """Return the game to go on with after a start: the last one, if it is not over and all of it is there.

        Further events are added to it by ``add``.
        """
        mark = self.memory.mark
        serial, at = mark.begun
        if serial and not mark.over and not mark.gap:
            for kept in self.games(serial, at, mark.game[0]):
                if kept is not None:
                    return kept if kept.game == mark.game and kept.count == mark.seq else None
        return None

    def games(self, serial: int = 0, at: int = AREA_START, boot: int = NOWHERE) -> "Iterator[KeptGame | None]":
        """Yield every game whose beginning is still kept, oldest first, the running one included.

        Or those from a place in a log on, where the board was in start number ``boot``. Yields ``None`` after every
        slice of work that found none, to spread it over several passes of the loop.
        """
        memory = self.memory

        def read(place: int, count: int) -> bytes:
            """Return some of the log's bytes; it may move to the archive between two times."""
            if serial == memory.mark.serial:
                # Those too that are appended meanwhile, and none behind them.
                return memory.bytes_at(place, min(count, memory.end - place))
            return memory.archive.read(serial, place, count)

        serial = serial or self._next_log(0)
        current: KeptGame | None = None
        running = memory.mark.game
        mark = Bookmark(serial, boot)
        while True:
            for count, (place, kind, payload, _) in enumerate(entries(read, at)):
                if count % _SLICE == 0:
                    yield None
                if kind == BEGIN:
                    if current is not None:
                        yield current
                    self._note_dropped(current, mark, False)
                mark.advance(place, kind, payload)
                if kind == BEGIN:
                    try:
                        current = KeptGame(memory.archive.device, mark, payload, self.dropped_from)
                    except ValueError:
                        current = None
                elif current is not None and GOES_ON <= kind < GAP:
                    current.add_entry(mark, kind, payload)
            if serial == memory.mark.serial:
                break
            serial, at = self._next_log(serial), AREA_START
            mark = Bookmark(serial)
        if current is not None:
            yield current
        self._note_dropped(current, mark, mark.game >= running)

    def games_to_send(self, records: "list[Record]") -> "Iterator[Record | None]":
        """Yield every game that a host may lack, as ``games`` does, but one that is among ``records`` as it is there.

        ``records`` are the link's games. What was dropped after the journal's last game was dropped before one of
        them, which comes last then.
        """
        for kept in self.games():
            game: Record | None = kept
            for own in records:
                if kept is not None and own.game == kept.game:
                    own.dropped_from = kept.dropped_from
                    game = own
            yield game
        self.keep_acked()
        # Of the game that this names, and of all that followed, the link has everything.
        later = [own for own in records if own.game >= self.dropped_from[:2]]
        if self.dropped_from and later and later[0].game > self.dropped_from:
            later[0].dropped_from = self.dropped_from
            yield later[0]

    def _note_dropped(self, kept: KeptGame | None, mark: Bookmark, goes_on: bool) -> None:
        """Note whether events were dropped after a game, or before the first that is kept if that is ``None``.

        ``mark`` is at the end of what was read: its game may be a later one, begun in a log that is gone. ``goes_on``
        is whether that one may have no end yet: no other follows, and it was being played when reading began, or later.
        What a host has committed, or knows as dropped, does not count, but for a game's missing end.
        """
        self.dropped_from = ()
        open_end = mark.gap or not (mark.over or goes_on)
        end = mark.game + (mark.seq - 1,)
        now = self.memory.mark
        acked, known = max((now.acked, now.known_games), (mark.acked, mark.known_games))
        if (end > acked or (end == acked and open_end)) and (kept is None or not kept.whole or open_end):
            first = acked[0], acked[1] + (acked[2] == ALL_EVENTS), known
            if kept is not None:
                whole = kept.over and kept.whole
                first = max(first, (kept.game[0], kept.game[1] + whole, kept.ordinal - 1 + whole))
            self.dropped_from = first

    def _next_log(self, serial: int) -> int:
        """Return the number of the log that comes next after one: in the archive, or this one."""
        mark = self.memory.mark
        return min(
            [other for other in self.memory.archive.log_numbers() if serial < other < mark.serial] + [mark.serial]
        )

"""Tells a host the games that the journal keeps, and which of them it has dropped."""

from .. import games
from ..const import const
from ..games.grid import grid_of
from ..journal import record
from ..journal.journal_reader import ALL_EVENTS, Backlog
from ..journal.log_format import ACKED, NOWHERE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Iterator

    from ..games.grid import HexGrid, SquareGrid
    from ..journal.journal import Journal
    from ..journal.journal_reader import KeptGame


class KeptRecord(record.Outbox):
    """The events of a game in the journal."""

    def __init__(self, kept_games: Backlog, board: str, kept: "KeptGame") -> None:
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
            self.kept.note_missing()
            return None
        self._next = seq + 1
        _, kind, boot, ms, first, second = found
        self._take_start(kind, first)
        told = record.event_message(self.identity, seq, kind, boot, ms, first, second, self._grid)
        if kind == record.START:
            rules, on, words, clock = first
            told["rules"] = rules
            told["on"] = on
            try:
                told["options"] = games.all_options(rules, words)
            except games.OptionError:
                # A game that is no longer on the board; its host may know it.
                told["options"] = games.words_to_options(words)
            told["clock"] = clock
        return told

    def _take_start(self, kind: str, first: "Any") -> None:
        if kind == record.START:
            self._grid = grid_of(first[1])


class Dropped(record.Outbox):
    """What the journal dropped before a host came, told as a single event.

    It is what the host does not have of the games from ``dropped_from`` (start and number; ``NOWHERE``: from the very
    first one) up to the one before ``before``.
    """

    def __init__(self, board: str, dropped_from: tuple[int, int], before: str, serial: int) -> None:
        """Take the board's id, and the id and the log's number (0: not known) of the game that comes next."""
        super().__init__(1)
        self.before = before
        self.serial = serial
        self._from = None if dropped_from[0] == NOWHERE else "%s-%d-%d" % (board, dropped_from[0], dropped_from[1])

    def message(self, seq: int) -> "dict[str, Any]":
        """Return the wire message."""
        return {"type": "dropped", "from": self._from, "before": self.before}


class KeptRecords:
    """Goes through the journal's games, the oldest first. ``over`` is whether a host has been told all of them."""

    def __init__(self, journal: "Journal", board: str) -> None:
        """Take the journal and the board's id."""
        self.over = False
        self._journal = journal
        self._board = board
        self._games = Backlog(journal.memory)
        self._walk = self._games.games()
        self._record: KeptRecord | None = None
        self._dropped: Dropped | None = None
        self._acked = journal.memory.mark.acked

    def next(self, records: "list[record.Record]") -> "KeptRecord | Dropped | None":
        """Return what is to be told now: a game, or what was dropped before it; ``None`` if nothing is.

        Does one slice of finding it. A game that is among ``records``, the link's own records, is told from there.
        """
        if self._dropped is not None and self._dropped.complete:
            self._dropped = None
        elif self._record is not None and self._record.complete:
            self._record = None
        if self._dropped is None and self._record is None:
            for kept in self._walk:
                if kept is not None:
                    self._record = KeptRecord(self._games, self._board, kept)
                    if kept.dropped_from is not None:
                        self._dropped = Dropped(self._board, kept.dropped_from, self._record.identity, kept.serial)
                break
            else:
                self._finish(records)
        if self._dropped is not None:
            return self._dropped
        for other in records:
            if self._record is not None and other.identity == self._record.identity:
                self._record = None
        return self._record

    def _finish(self, records: "list[record.Record]") -> None:
        """End the walk, with what was dropped between the journal's last game and the first that only the link has."""
        memory = self._journal.memory
        if memory.mark.acked != self._acked:
            self._acked = memory.mark.acked
            memory.append(ACKED, memory.mark.acked_payload())
        dropped_from = self._games.take_dropped()
        if dropped_from is not None:
            for other in records:
                _, boot, number = other.identity.rsplit("-", 2)
                if (int(boot), int(number)) == dropped_from:
                    # The link has it whole, and all that followed.
                    break
                if (int(boot), int(number)) > dropped_from:
                    self._dropped = Dropped(self._board, dropped_from, other.identity, 0)
                    return
        self.over = True

    def acknowledge(self, game: "Any", seq: int) -> bool:
        """Note that a host has committed a game's events up to ``seq``; return whether it is the one being told."""
        told = self._record
        if told is None or told.identity != game or self._dropped is not None:
            return False
        # Of a game that is kept in part the host may have more.
        told.acknowledge(min(seq, told.count - 1))
        if told.complete:
            self._journal.acknowledge(told.kept.boot, told.kept.number, told.acked, told.kept.serial)
        return True

    def acknowledge_dropped(self, before: "Any") -> bool:
        """Note that a host knows what was dropped before a game; return whether that is being told."""
        dropped = self._dropped
        if dropped is None or dropped.before != before:
            return False
        dropped.acknowledge(0)
        _, boot, number = dropped.before.rsplit("-", 2)
        self._journal.acknowledge(int(boot), int(number) - 1, ALL_EVENTS, dropped.serial)
        return True

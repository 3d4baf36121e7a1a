"""A game of the journal as the link tells it: read event by event when it is sent, never held as a whole."""

from .constant import const
from .grid import grid_of
from .on_demand import give_back
from .record import START, Told, event_message

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .grid import HexGrid, SquareGrid
    from .journal import Journal, KeptGame


class KeptRecord(Told):
    """The events of a game in the journal."""

    def __init__(self, journal: "Journal", board: str, kept: "KeptGame") -> None:
        """Take the journal, the board's id and the game."""
        super().__init__(kept.events)
        self.identity = "%s-%d-%d" % (board, kept.boot, kept.number)
        self.kept = kept
        self._journal = journal
        self._rest: "Iterator[tuple[int, str, int, int, Any, Any]]" = iter(())
        self._next = -1
        self._grid: HexGrid | SquareGrid | None = None

    def message(self, seq: int) -> "dict[str, Any] | None":
        """Return the wire message of an event; ``None``, and the game has no more events, if it is not kept."""
        if seq != self._next:
            # Names of cells need the board that the game's start tells.
            self._rest = self._journal.read(self.kept, 0 if self._grid is None else seq)
        found = next(self._rest, None)
        while found is not None and found[0] < seq:
            self._take_start(found[1], found[4])
            found = next(self._rest, None)
        if found is None or found[0] != seq:
            self.count = min(self.count, seq)
            return None
        self._next = seq + 1
        _, kind, boot, ms, first, second = found
        self._take_start(kind, first)
        told = event_message(self.identity, seq, kind, boot, ms, first, second, self._grid)
        if kind == START:
            rules, on, words, clock = first
            told["rules"] = rules
            told["on"] = on
            # Sent once for every game, if at all.
            from .games.starting import all_options

            told["options"] = all_options(rules, words)
            give_back("games.starting")
            told["clock"] = clock
        return told

    def _take_start(self, kind: str, first: "Any") -> None:
        if kind == START:
            self._grid = grid_of(first[1])

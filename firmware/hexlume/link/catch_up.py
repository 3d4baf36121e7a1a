"""Tells a host the games that the journal keeps, and which of them it has dropped."""

from ..const import const
from ..journal.journal import ALL_EVENTS
from ..journal.log_format import ACKED, NOWHERE
from ..journal.record import game_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..journal.journal import Journal, KeptGame
    from ..journal.record import Record


class CatchUp:
    """Goes through the journal's games, the oldest first. ``over`` is whether a host has been told all of them.

    ``dropped`` is the message to be sent first, until a host acknowledges it: what it does not have of the games
    before the next one, dropped before it came; ``None`` for nothing.
    """

    def __init__(self, journal: "Journal") -> None:
        """Take the journal."""
        self.over = False
        self.dropped: "dict[str, Any] | None" = None
        self._dropped_serial = 0
        self._journal = journal
        self._walk = journal.games()
        self._game: KeptGame | None = None
        self._acked = journal.memory.mark.acked

    def next(self, records: "list[Record]") -> "KeptGame | None":
        """Return the game that is to be told now; ``None`` if none is.

        Does one slice of finding it. A game that is among ``records``, the link's own records, is told from there.
        """
        if self.dropped is not None:
            return None
        if self._game is None or self._game.complete:
            self._game = None
            for kept in self._walk:
                if kept is not None:
                    if kept.identity not in [record.identity for record in records]:
                        self._game = kept
                    self._drop(kept.dropped_from, kept.identity, kept.serial)
                break
            else:
                self._finish(records)
        return self._game if self.dropped is None else None

    def _drop(self, dropped_from: "tuple[int, int] | None", before: str, serial: int) -> None:
        """Tell that games were dropped before one, whose beginning is in log number ``serial`` (0: not known)."""
        if dropped_from is not None:
            first = None
            if dropped_from[0] != NOWHERE:
                first = "%s-%d-%d" % ((self._journal.memory.archive.board,) + dropped_from)
            self.dropped = {"type": "dropped", "from": first, "before": before}
            self._dropped_serial = serial

    def _finish(self, records: "list[Record]") -> None:
        """End the walk, with what was dropped between the journal's last game and the first that only the link has."""
        memory = self._journal.memory
        if memory.mark.acked != self._acked:
            self._acked = memory.mark.acked
            memory.append(ACKED, memory.mark.acked_payload())
        dropped_from = self._journal.take_dropped()
        for other in records:
            if dropped_from is None or game_of(other.identity) == dropped_from:
                # The link has it whole, and all that followed.
                break
            if game_of(other.identity) > dropped_from:
                self._drop(dropped_from, other.identity, 0)
                return
        self.over = True

    def acknowledge(self, game: "Any", seq: int) -> bool:
        """Note that a host has committed a game's events up to ``seq``; return whether it is the one being told."""
        told = self._game
        if told is None or told.identity != game or self.dropped is not None:
            return False
        # Of a game that is kept in part the host may have more.
        told.acknowledge(min(seq, told.count - 1))
        if told.complete:
            self._journal.acknowledge(told.game[0], told.game[1], told.acked, told.serial)
        return True

    def acknowledge_dropped(self, before: "Any") -> bool:
        """Note that a host knows what was dropped before a game; return whether that is being told."""
        if self.dropped is None or self.dropped["before"] != before:
            return False
        self.dropped = None
        boot, number = game_of(before)
        self._journal.acknowledge(boot, number - 1, ALL_EVENTS, self._dropped_serial)
        return True

"""Tells a host the games that the journal keeps, and which of them it has dropped."""

from ..journal import journal, log_format, record


class CatchUp:
    """Goes through the journal's games, the oldest first. ``over`` is whether a host has been told all of them.

    ``dropped`` is the message to be sent first, until a host acknowledges it: what it does not have of the games
    before the next one, dropped before it came; ``None`` for nothing.
    """

    def __init__(self, games: "journal.Journal") -> None:
        """Take the journal."""
        self.over = False
        self.dropped: "dict[str, object] | None" = None
        self._journal = games
        self._walk = games.games()
        self._game: "journal.KeptGame | None" = None

    def next(self, records: "list[record.Record]") -> "journal.KeptGame | None":
        """Return the game that is to be told now; ``None`` if none is.

        Does one slice of finding it. A game that is among ``records``, the link's own records, is told from there.
        """
        if self.dropped is None and (self._game is None or self._game.complete):
            self._game = None
            for kept in self._walk:
                if kept is not None:
                    if kept.identity not in [own.identity for own in records]:
                        self._game = kept
                    self._drop(kept.dropped_from, kept)
                break
            else:
                self._finish(records)
        return self._game if self.dropped is None else None

    def _drop(self, dropped_from: "tuple[int, int, int] | None", before: "record.Record") -> None:
        """Tell that games were dropped before one, and how many if that is known."""
        if dropped_from is not None:
            boot, number, known = dropped_from
            first = "%s-%d-%d" % (self._journal.board, boot, number)
            games = before.ordinal - 1 - known if 0 <= known < before.ordinal else None
            self._before = before
            self.dropped = {
                "type": "dropped",
                "from": None if boot == log_format.NOWHERE else first,
                "before": before.identity,
                "games": games,
            }

    def _finish(self, records: "list[record.Record]") -> None:
        """End the walk, with what was dropped between the journal's last game and the first that only the link has."""
        self._journal.keep_acked()
        dropped_from = self._journal.dropped_from
        for own in records:
            game = record.game_of(own.identity)
            if dropped_from is None or game == dropped_from[:2]:
                # The link has it whole, and all that followed.
                break
            if game > dropped_from:
                self._journal.dropped_from = None
                self._drop(dropped_from, own)
                return
        self.over = True

    def acknowledge(self, game: object, seq: int, before: object) -> None:
        """Note that a host has committed a game's events up to ``seq``, or knows what was dropped ``before`` a game."""
        told = self._game
        if self.dropped is not None:
            if self.dropped["before"] == before:
                boot, number = record.game_of(self._before.identity)
                self._journal.acknowledge(boot, number - 1, journal.ALL_EVENTS, 0, self._before.ordinal - 1)
                self.dropped = None
        elif told is not None and told.identity == game:
            # Of a game that is kept in part the host may have more.
            told.acknowledge(min(seq, told.count - 1))
            if told.complete:
                self._journal.acknowledge(told.game[0], told.game[1], told.acked, told.serial, told.ordinal)

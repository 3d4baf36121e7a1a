"""Player ratings: openskill's Plackett-Luce model over the finished games between two named players.

Games count in the order in which they ended. Each *scope* is rated on its own: all games, or those of one game's
rules. Nothing of it is stored: ratings are computed from the games, so they are right whatever comes late or is taken
back.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Row, select

from hexlume_host.library.filters import players_named
from hexlume_host.store.models import GameRow, PlayerRow
from hexlume_host.store.repository import Store
from hexlume_record.formats.times import time_text
from hexlume_record.game.record import FINISHED, NOBODYS

ALL_GAMES = ""
"""The scope of ratings among the games of all rules."""

AVERAGE = 1500
"""The rating of an unknown player, as shown."""
SPREAD = 24
"""Shown points in one of openskill's: a new player's deviation is 200 points."""
SETTLED_GAMES = 10
"""A rating from fewer games is provisional."""

_MODEL = PlackettLuce()
_RANKS: dict[str, list[float]] = {"W+": [1, 2], "B+": [2, 1], "0": [1, 1]}


_RATED = (
    GameRow.status == FINISHED,
    GameRow.source.not_in(NOBODYS),
    # Also false where either is null.
    GameRow.white_player != GameRow.black_player,
)


class HistoryPoint(NamedTuple):
    """A player's rating after a game, in shown points."""

    game: int
    ended_at: datetime
    points: int


@dataclass(slots=True)
class Standing:
    """A player's rating in one scope, and how it got there: a point for each rated game."""

    rating: PlackettLuceRating = field(default_factory=_MODEL.rating)
    won: int = 0
    drawn: int = 0
    history: list[HistoryPoint] = field(default_factory=list)

    @property
    def provisional(self) -> bool:
        """Whether the rating comes from too few games."""
        return len(self.history) < SETTLED_GAMES

    def as_json(self, name: str) -> dict[str, Any]:
        """Return the standing of a player, ready for JSON; ``rating`` is ``None`` without a rated game."""
        last = self.history[-1] if self.history else None
        return {
            "name": name,
            "rating": last.points if last else None,
            "deviation": round(SPREAD * self.rating.sigma) if last else None,
            "games": len(self.history),
            "won": self.won,
            "drawn": self.drawn,
            "lost": len(self.history) - self.won - self.drawn,
            "last": time_text(last.ended_at) if last else None,
            "provisional": self.provisional,
        }


class Ratings:
    """The ratings of a store's players, cached; threads may share it. Every method raises ``StoreError``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._games: Sequence[Any] = ()
        """The games that are rated, in order."""
        self._standings: dict[str, dict[int, Standing]] = {}
        """By scope and the player's number."""

    def players(
        self, scope: str = ALL_GAMES, name: str = "", limit: int = 50, offset: int = 0
    ) -> list[tuple[str, Standing]]:
        """Return players by rating, the best first, then those with a provisional one, then those without.

        ``scope`` is ``ALL_GAMES``, which also lists players without a rating, or the name of rules; ``name`` is a part
        of players' names.
        """
        query = select(PlayerRow.id, PlayerRow.name).order_by(PlayerRow.key)
        named = players_named(name, whole=False)
        if named is not None:
            query = query.where(PlayerRow.id.in_(named))
        with self._store.reading() as session:
            names = session.execute(query).all()
        standings, unrated = self._updated().get(scope, {}), Standing()
        found = [
            (name, standings.get(player, unrated))
            for player, name in names
            if player in standings or scope == ALL_GAMES
        ]
        # Players of equal rating stay in the order of their names.
        found.sort(key=lambda one: (one[1].provisional, not one[1].history, -one[1].rating.mu))
        return found[offset : offset + limit]

    def scopes(self) -> list[str]:
        """Return the names of the rules in which anybody has a rating."""
        return sorted(self._updated().keys() - {ALL_GAMES})

    def player(self, number: int) -> dict[str, Standing]:
        """Return a player's standing in each scope."""
        return {scope: standings[number] for scope, standings in sorted(self._updated().items()) if number in standings}

    def _updated(self) -> dict[str, dict[int, Standing]]:
        """Return the standings, after rating all games anew if any has changed since the last time."""
        columns = (GameRow.id, GameRow.rules, GameRow.ended_at, GameRow.result)
        query = select(*columns, GameRow.white_player, GameRow.black_player).where(*_RATED)
        with self._lock:
            with self._store.reading() as session:
                games: Sequence[Any] = session.execute(query.order_by(GameRow.ended_at, GameRow.id)).all()
            if games != self._games:
                self._games, self._standings = games, {}
                for game in games:
                    for scope in (ALL_GAMES, game.rules):
                        _rate(self._standings.setdefault(scope, {}), game)
            return self._standings


def _rate(standings: dict[int, Standing], game: Row[Any]) -> None:
    """Rate a game's players, by who had the colours at the end, in one scope."""
    seats = [standings.setdefault(player, Standing()) for player in (game.white_player, game.black_player)]
    after = _MODEL.rate([[seat.rating] for seat in seats], ranks=_RANKS[game.result])
    for seat, (rating,), won in zip(seats, after, ("W+", "B+"), strict=True):
        seat.rating = rating
        seat.won += game.result == won
        seat.drawn += game.result == "0"
        seat.history.append(HistoryPoint(game.id, game.ended_at, points(rating.mu)))


def points(mu: float) -> int:
    """Return openskill's estimate of a player in shown points."""
    return round(AVERAGE + SPREAD * (mu - 25))

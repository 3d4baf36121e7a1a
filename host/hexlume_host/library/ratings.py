"""Player ratings: openskill's Plackett-Luce model over the finished games between two named players.

Games count in the order in which they ended. Each *scope* is rated on its own: all games, or those of one game's
rules. Nothing of it is stored: ratings are computed from the games, so they are right whatever comes late or is taken
back.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Row, select

from hexlume_record.game.record import FINISHED, NOBODYS

from ..store.models import GameRow, PlayerRow
from ..store.repository import Store
from .filters import players_named

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


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating as shown: points, and their standard deviation; both ``None`` without a rated game.

    ``games``, ``won``, ``drawn`` and ``lost`` count rated games, ``last`` is when the latest one ended.
    """

    name: str
    points: int | None = None
    deviation: int | None = None
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    last: datetime | None = None

    @property
    def provisional(self) -> bool:
        """Whether the rating comes from too few games."""
        return self.games < SETTLED_GAMES


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A player's rating after a game, in shown points."""

    game: int
    ended_at: datetime
    points: int


@dataclass(slots=True)
class _Standing:
    """A player's rating in one scope, and how it got there."""

    rating: PlackettLuceRating = field(default_factory=_MODEL.rating)
    won: int = 0
    drawn: int = 0
    history: list[HistoryPoint] = field(default_factory=list)

    @property
    def order(self) -> tuple[bool, bool, float]:
        """Its place among others, the lowest first."""
        return len(self.history) < SETTLED_GAMES, not self.history, -self.rating.mu

    def shown(self, name: str) -> PlayerRating:
        games = len(self.history)
        if not games:
            return PlayerRating(name)
        lost, deviation = games - self.won - self.drawn, round(SPREAD * self.rating.sigma)
        return PlayerRating(
            name, points(self.rating.mu), deviation, games, self.won, self.drawn, lost, self.history[-1].ended_at
        )


class Ratings:
    """The ratings of a store's players, cached; threads may share it. Every method raises ``StoreError``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._games: Sequence[Any] = ()
        """The games that are rated, in order."""
        self._standings: dict[str, dict[int, _Standing]] = {}
        """By scope and the player's number."""

    def players(self, scope: str = ALL_GAMES, name: str = "", limit: int = 50, offset: int = 0) -> list[PlayerRating]:
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
        with self._lock:
            self._update()
            standings, unrated = self._standings.get(scope, {}), _Standing()
            found = [
                (standings.get(player, unrated), name)
                for player, name in names
                if player in standings or scope == ALL_GAMES
            ]
            # Players of equal rating stay in the order of their names.
            found.sort(key=lambda one: one[0].order)
            return [standing.shown(name) for standing, name in found[offset : offset + limit]]

    def scopes(self) -> list[str]:
        """Return the names of the rules in which anybody has a rating."""
        with self._store.reading() as session:
            return list(session.scalars(select(GameRow.rules).where(*_RATED).distinct().order_by(GameRow.rules)))

    def player(self, number: int, name: str) -> dict[str, tuple[PlayerRating, list[HistoryPoint]]]:
        """Return a player's ratings and their histories by scope."""
        with self._lock:
            self._update()
            return {
                scope: (standings[number].shown(name), list(standings[number].history))
                for scope, standings in sorted(self._standings.items())
                if number in standings
            }

    def _update(self) -> None:
        """Rate all games anew if any has changed since the last time."""
        columns = (GameRow.id, GameRow.rules, GameRow.ended_at, GameRow.result)
        query = select(*columns, GameRow.white_player, GameRow.black_player).where(*_RATED)
        with self._store.reading() as session:
            games: Sequence[Any] = session.execute(query.order_by(GameRow.ended_at, GameRow.id)).all()
        if games == self._games:
            return
        self._games, self._standings = games, {}
        for game in games:
            for scope in (ALL_GAMES, game.rules):
                _rate(self._standings.setdefault(scope, {}), game)


def _rate(standings: dict[int, _Standing], game: Row[Any]) -> None:
    """Rate a game's players, by who had the colours at the end, in one scope."""
    seats = [standings.setdefault(player, _Standing()) for player in (game.white_player, game.black_player)]
    after = _MODEL.rate([[seat.rating] for seat in seats], ranks=_RANKS[game.result])
    for seat, (rating,), won in zip(seats, after, ("W+", "B+"), strict=True):
        seat.rating = rating
        seat.won += game.result == won
        seat.drawn += game.result == "0"
        seat.history.append(HistoryPoint(game.id, game.ended_at, points(rating.mu)))


def points(mu: float) -> int:
    """Return openskill's estimate of a player in shown points."""
    return round(AVERAGE + SPREAD * (mu - 25))

"""Players' ratings: openskill's Plackett-Luce model over the finished games of two named players, by their ends.

Every game is rated twice: among all games, and among those of its rules. The ratings after each game are kept in the
store (``rating_steps``), so that only games that have come since need be rated. A game that comes late, or whose
result changes, takes back what was rated after it; that is then rated again, so the ratings always are what rating
all games afresh would give.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Row, and_, case, delete, exists, func, insert, literal, select, tuple_, update
from sqlalchemy.orm import Session

from ..game.record import FINISHED
from ..store.models import GameRow, PlayerRow, Rating, RatingRow, RatingStepRow, UtcDateTime
from ..store.repository import Store
from .filters import players_named

ALL_GAMES = ""
"""The scope of ratings among the games of all rules."""

AVERAGE = 1500
"""The rating of somebody of whom nothing is known, as it is shown."""
SPREAD = 24
"""Shown points in one of openskill's: they begin with a deviation of 200 points."""
SETTLED_GAMES = 10
"""A rating of fewer games is provisional."""

GAMES_AT_ONCE = 500
"""Games rated in one transaction, so that no logger waits for long."""

_RANKS: dict[str, list[float]] = {"W+": [1, 2], "B+": [2, 1], "0": [1, 1]}
_STEP = (
    "player_id",
    "scope",
    "ended_at",
    "mu",
    "sigma",
    "games",
    "won",
    "drawn",
)
"""What a rating has of the step that it is."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating as it is shown: points, and their standard deviation; both ``None`` without a rated game.

    ``games``, ``won``, ``drawn`` and ``lost`` count rated games, ``last`` is when the latest one ended.
    """

    name: str
    points: int | None
    deviation: int | None
    games: int
    won: int
    drawn: int
    lost: int
    last: datetime | None

    @property
    def provisional(self) -> bool:
        """Whether too few games stand behind it."""
        return self.games < SETTLED_GAMES


def due(store: Store) -> int:
    """Return how many games are still to be rated; raises ``StoreError``."""
    with store.reading() as session:
        count = select(func.count()).where(GameRow.rating.in_((Rating.DUE, Rating.CHANGED)))
        return session.scalar(count) or 0


def rate(store: Store, most: int | None = None, told: Callable[[int], None] = lambda due: None) -> int:
    """Rate games that are due, the earliest first, and return how many are left.

    At most about ``most`` games are rated, all without it; ``told`` hears after each transaction how many are left.
    Raises ``StoreError``.
    """
    done = 0
    while left := due(store):
        if most is not None and done >= most:
            break
        with store.writing() as session:
            _take_back(session)
            done += _rate_some(session)
        told(due(store))
    return left


def ratings(
    store: Store, scope: str = ALL_GAMES, name: str = "", limit: int = 50, offset: int = 0
) -> list[PlayerRating]:
    """Return players by rating, the best first, those with a provisional one behind, then those without.

    ``scope`` is ``ALL_GAMES`` or the name of rules; ``name`` a part of players' names. Raises ``StoreError``.
    """
    told = and_(RatingRow.player_id == PlayerRow.id, RatingRow.scope == scope)
    named = players_named(name, whole=False)
    query = (
        select(PlayerRow.name, RatingRow)
        .join(RatingRow, told, isouter=scope == ALL_GAMES)
        .order_by(
            (func.coalesce(RatingRow.games, 0) >= SETTLED_GAMES).desc(),
            func.coalesce(RatingRow.mu, -1000.0).desc(),
            PlayerRow.key,
        )
        .limit(limit)
        .offset(offset)
    )
    if named is not None:
        query = query.where(PlayerRow.id.in_(named))
    with store.reading() as session:
        return [shown(name, row) for name, row in session.execute(query)]


def scopes(store: Store) -> list[str]:
    """Return the names of the rules in which anybody has a rating; raises ``StoreError``."""
    with store.reading() as session:
        query = select(RatingRow.scope).where(RatingRow.scope != ALL_GAMES).distinct().order_by(RatingRow.scope)
        return list(session.scalars(query))


def shown(name: str, rating: RatingRow | RatingStepRow | None) -> PlayerRating:
    """Return a rating as it is shown."""
    if rating is None:
        return PlayerRating(name, None, None, 0, 0, 0, 0, None)
    lost = rating.games - rating.won - rating.drawn
    deviation = round(SPREAD * rating.sigma)
    return PlayerRating(
        name, points(rating.mu), deviation, rating.games, rating.won, rating.drawn, lost, rating.ended_at
    )


def points(mu: float) -> int:
    """Return openskill's estimate of a player in the points that are shown."""
    return round(AVERAGE + SPREAD * (mu - 25))


def _take_back(session: Session) -> None:
    """Take back what was rated after the first game that is to be rated now."""
    place = (RatingStepRow.ended_at, RatingStepRow.game_id)
    changed = select(GameRow.id).where(GameRow.rating == Rating.CHANGED)
    starts = [
        session.execute(select(*place).where(RatingStepRow.game_id.in_(changed)).order_by(*place).limit(1)).first(),
        session.execute(_due_games().limit(1)).first(),
    ]
    last = session.execute(select(*place).order_by(*(column.desc() for column in place)).limit(1)).first()
    known = [(row.ended_at, row[1]) for row in starts if row is not None]
    if last is None or not known or min(known) > (last.ended_at, last.game_id):
        return
    ended_at, game = min(known)
    later = tuple_(*place) >= tuple_(literal(ended_at, UtcDateTime), literal(game))
    games_later = select(RatingStepRow.game_id).where(later)
    session.execute(
        update(GameRow)
        .where(GameRow.id.in_(games_later))
        .values(rating=case((GameRow.status == FINISHED, int(Rating.DUE)), else_=int(Rating.NONE)))
    )
    session.execute(delete(RatingRow).where(RatingRow.player_id.in_(select(RatingStepRow.player_id).where(later))))
    session.execute(delete(RatingStepRow).where(later))
    _restore(session)


def _restore(session: Session) -> None:
    """Make the ratings of players without any of their last steps."""
    number = func.row_number().over(
        partition_by=(RatingStepRow.player_id, RatingStepRow.scope),
        order_by=(RatingStepRow.ended_at.desc(), RatingStepRow.game_id.desc()),
    )
    rated = exists().where(RatingRow.player_id == RatingStepRow.player_id)
    steps = select(*(getattr(RatingStepRow, name) for name in _STEP), number.label("number")).where(~rated).subquery()
    session.execute(
        insert(RatingRow).from_select(
            list(_STEP), select(*(steps.c[name] for name in _STEP)).where(steps.c.number == 1)
        )
    )


def _due_games() -> Any:
    columns = (GameRow.ended_at, GameRow.id, GameRow.rules, GameRow.result, GameRow.white_player, GameRow.black_player)
    return select(*columns).where(GameRow.rating == Rating.DUE).order_by(GameRow.ended_at, GameRow.id)


def _rate_some(session: Session) -> int:
    games = session.execute(_due_games().limit(GAMES_AT_ONCE)).all()
    players = {player for game in games for player in (game.white_player, game.black_player)}
    held = session.scalars(select(RatingRow).where(RatingRow.player_id.in_(players)))
    ratings = {(row.player_id, row.scope): row for row in held}
    model = PlackettLuce()
    steps = []
    for game in games:
        for scope in (ALL_GAMES, game.rules):
            steps += _rate_game(session, model, ratings, game, scope)
    if steps:
        session.execute(insert(RatingStepRow), steps)
    session.execute(update(GameRow).where(GameRow.id.in_([game.id for game in games])).values(rating=int(Rating.RATED)))
    return len(games)


def _rate_game(
    session: Session,
    model: PlackettLuce,
    ratings: dict[tuple[int, str], RatingRow],
    game: Row[Any],
    scope: str,
) -> list[dict[str, Any]]:
    """Bring the ratings of a game's players in a scope up to date, and return their steps."""
    seats = []
    for player in (game.white_player, game.black_player):
        row = ratings.get((player, scope))
        if row is None:
            begin = model.rating()
            row = RatingRow(player_id=player, scope=scope, mu=begin.mu, sigma=begin.sigma, games=0, won=0, drawn=0)
            session.add(row)
            ratings[player, scope] = row
        seats.append(row)
    before = [[model.create_rating([row.mu, row.sigma])] for row in seats]
    after: list[list[PlackettLuceRating]] = model.rate(before, ranks=_RANKS[game.result])
    steps = []
    for row, (rating,), won in zip(seats, after, ("W+", "B+"), strict=True):
        row.mu, row.sigma, row.ended_at = rating.mu, rating.sigma, game.ended_at
        row.games += 1
        row.won += game.result == won
        row.drawn += game.result == "0"
        steps.append({"game_id": game.id, **{name: getattr(row, name) for name in _STEP}})
    return steps

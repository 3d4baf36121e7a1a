"""Search: games that match a filter, the newest first, a page at a time."""

from dataclasses import dataclass

from sqlalchemy import and_, func, select

from hexlume_record.game.record import GameSummary

from ..store.game_rows import summary_of
from ..store.models import EventRow, GameRow
from ..store.repository import Store
from .filters import GameFilter

PAGE = 50
LARGEST_PAGE = 200

_GAMES = select(GameRow, EventRow).join(EventRow, and_(EventRow.game_id == GameRow.id, EventRow.seq == 0))
_NEWEST_FIRST = (GameRow.started_at.desc(), GameRow.id.desc())


@dataclass(frozen=True, slots=True)
class Found:
    """A page of games, the newest first; ``total`` counts the games of all pages."""

    games: list[GameSummary]
    total: int
    more: bool
    """Whether there are older games than these."""


def search(store: Store, wanted: GameFilter, page: int = 1, limit: int = PAGE) -> Found:
    """Return a page, counted from 1, of the games that match a filter; raises ``StoreError``."""
    limit = max(1, min(limit, LARGEST_PAGE))
    conditions, before = wanted.conditions(), (page - 1) * limit
    query = _GAMES.where(*conditions).order_by(*_NEWEST_FIRST).limit(limit).offset(before)
    with store.reading() as session:
        total = session.scalar(select(func.count()).select_from(GameRow).where(*conditions)) or 0
        games = [summary_of(game, start) for game, start in session.execute(query)]
    return Found(games, total, total > before + limit)


def all_found(store: Store, wanted: GameFilter, last: int | None = None) -> list[GameSummary]:
    """Return all games that match a filter, or the ``last`` newest of them, by number; raises ``StoreError``."""
    newest = select(GameRow.id).where(*wanted.conditions()).order_by(*_NEWEST_FIRST).limit(last)
    with store.reading() as session:
        query = _GAMES.where(GameRow.id.in_(newest)).order_by(GameRow.id)
        return [summary_of(game, start) for game, start in session.execute(query)]

"""Games found by a filter, the newest first, a page at a time."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Tuple, and_, func, literal, select, tuple_
from sqlalchemy.orm import Session

from ..game.record import GameSummary
from ..store.game_rows import summary_of
from ..store.models import EventRow, GameRow, UtcDateTime
from ..store.repository import Store
from .filters import FilterError, GameFilter

PAGE = 50
LARGEST_PAGE = 200
MOST_COUNTED = 1000
"""Games that are counted; of more it is only told that there are more."""


_ORDER = (GameRow.started_at, GameRow.id)
_GAMES = select(GameRow, EventRow).join(EventRow, and_(EventRow.game_id == GameRow.id, EventRow.seq == 0))


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the order of games: when one began, and its number."""

    started_at: datetime
    id: int

    @classmethod
    def read(cls, text: str) -> "Place":
        """Return the place that ``str`` wrote down; raises ``FilterError`` for another text."""
        try:
            time_text, number = text.split("~")
            started_at = datetime.fromisoformat(time_text)
            return cls(started_at.replace(tzinfo=started_at.tzinfo or UTC), int(number[:18]))
        except (ValueError, OverflowError):
            raise FilterError("That is no place in the list of games: begin at its start.") from None

    def __str__(self) -> str:
        return f"{self.started_at.astimezone(UTC).replace(tzinfo=None).isoformat()}~{self.id}"


@dataclass(frozen=True, slots=True)
class Found:
    """A page of games, the newest first.

    ``total`` counts all games that were found, ``more`` when there are more than are counted. ``older`` and ``newer``
    are the places from which the neighbouring pages go on, ``None`` where there is none.
    """

    games: list[GameSummary]
    total: int
    more: bool
    older: Place | None
    newer: Place | None


def search(
    store: Store,
    wanted: GameFilter,
    older_than: Place | None = None,
    newer_than: Place | None = None,
    limit: int = PAGE,
) -> Found:
    """Return a page of the games that a filter means: the newest, or those next to a place in the list.

    Raises ``StoreError``.
    """
    limit = max(1, min(limit, LARGEST_PAGE))
    newest_first = (GameRow.started_at.desc(), GameRow.id.desc())
    with store.reading() as session:
        conditions = wanted.conditions(session)
        page = select(*_ORDER).where(*conditions).limit(limit + 1)
        if newer_than is not None:
            page = page.where(tuple_(*_ORDER) > _literal(newer_than)).order_by(*_ORDER)
        else:
            page = page.order_by(*newest_first)
            if older_than is not None:
                page = page.where(tuple_(*_ORDER) < _literal(older_than))
        places = [Place(*row) for row in session.execute(page)]
        further, places = len(places) > limit, places[:limit]
        older, newer = further, older_than is not None
        if newer_than is not None:
            places.reverse()
            older, newer = True, further
        total = len(places)
        if older or newer:
            counted = select(GameRow.id).where(*conditions).order_by(*newest_first).limit(MOST_COUNTED + 1).subquery()
            total = session.scalar(select(func.count()).select_from(counted)) or 0
        return Found(
            _summaries(session, [place.id for place in places]),
            min(total, MOST_COUNTED),
            total > MOST_COUNTED,
            places[-1] if places and older else None,
            places[0] if places and newer else None,
        )


def all_found(store: Store, wanted: GameFilter, last: int | None = None) -> list[GameSummary]:
    """Return all games that a filter means, or the ``last`` newest of them, by their numbers; raises ``StoreError``."""
    newest = select(GameRow.id).order_by(GameRow.started_at.desc(), GameRow.id.desc()).limit(last)
    with store.reading() as session:
        conditions = wanted.conditions(session)
        if last is not None:
            conditions = [GameRow.id.in_(newest.where(*conditions))]
        query = _GAMES.where(*conditions).order_by(GameRow.id)
        return [summary_of(game, start) for game, start in session.execute(query)]


def _summaries(session: Session, ids: list[int]) -> list[GameSummary]:
    query = _GAMES.where(GameRow.id.in_(ids)).order_by(GameRow.started_at.desc(), GameRow.id.desc())
    return [summary_of(game, start) for game, start in session.execute(query)]


def _literal(place: Place) -> Tuple:
    """Return a place as a database compares it with others'."""
    return tuple_(literal(place.started_at, UtcDateTime), literal(place.id))

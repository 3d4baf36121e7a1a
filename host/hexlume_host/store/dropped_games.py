"""Reports of games that a board dropped: it had no room left for them before a host was connected."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from hexlume_record.game.events import place_of
from hexlume_record.game.record import FROM_FILE, FROM_LESSON, UNFINISHED

from .game_rows import end_incomplete
from .models import DroppedRow, GameRow


@dataclass(frozen=True, slots=True)
class DroppedGames:
    """A report that a board has dropped its games from ``first`` (empty: its very first) up to before ``before``.

    ``games`` counts those of which the store has nothing; of others the end may be missing. Unless ``exact``, it is the
    least possible number: the board did not know how many games it began in an earlier boot.
    """

    device: str
    first: str
    before: str
    games: int
    exact: bool
    reported_at: datetime

    @property
    def sentence(self) -> str:
        """The report in one sentence."""
        span = f"from {self.first} on and before {self.before}" if self.first else f"before {self.before}"
        if self.games:
            count = f"{self.games}" if self.exact else f"at least {self.games}"
            what = f"{count} of its games {span} {'is' if self.games == 1 else 'are'} lost"
        elif self.exact and self.first:
            what = f"the end of its game {self.first} is lost"
        else:
            what = f"what it played {span} may be lost"
        return f"The board {self.device} had no room left for games that no host had: {what}."

    def as_json(self) -> dict[str, Any]:
        """Return it as ``hexlume doctor --json`` prints it."""
        return {
            "device": self.device,
            "from": self.first or None,
            "before": self.before,
            "games": self.games,
            "exact": self.exact,
            "reported_at": self.reported_at.isoformat(),
        }


def add_dropped(
    session: Session, device: str, first: str, before: str, count: int | None = None
) -> DroppedGames | None:
    """Store what a board has dropped; return the report if it is new and the store lacks any of it.

    ``count`` is how many games these are if the board knows. Unfinished games among them become ``incomplete``.
    """
    start, end = place_of(first, device) or (-1, -1), place_of(before, device)
    if end is None:
        return None
    mine = (GameRow.device == device, GameRow.source != FROM_FILE)
    cut = 0
    for row in session.scalars(select(GameRow).where(*mine, GameRow.status == UNFINISHED)).all():
        place = place_of(row.game, device)
        if place is not None and start <= place < end:
            end_incomplete(session, row)
            cut += 1
    exact = count is not None or start[0] == end[0]
    if count is None:
        # A board numbers its games from 1 in each boot.
        start = (end[0], max(1, start[1]) if exact else 1)
        count = end[1] - start[1]
    # The board numbers lessons too, but does not count them.
    stored = select(GameRow.game).where(*mine, GameRow.source != FROM_LESSON)
    places = [place_of(game, device) for game in session.scalars(stored)]
    games = max(0, count - sum(place is not None and start <= place < end for place in places))
    known = select(DroppedRow).filter_by(device=device, first=first, before=before)
    if (exact and not games and not cut) or session.scalar(known) is not None:
        return None
    new = DroppedRow(device=device, first=first, before=before, games=games, exact=exact, reported_at=datetime.now(UTC))
    session.add(new)
    session.flush()
    return _of(new)


def all_dropped(session: Session, device: str = "") -> list[DroppedGames]:
    """Return the reports of a board (empty: of all), the earliest first."""
    query = select(DroppedRow).order_by(DroppedRow.id)
    if device:
        query = query.where(DroppedRow.device == device)
    return [_of(row) for row in session.scalars(query)]


def _of(row: DroppedRow) -> DroppedGames:
    return DroppedGames(row.device, row.first, row.before, row.games, row.exact, row.reported_at)

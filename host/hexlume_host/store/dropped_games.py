"""Games that a board dropped because it had no room left before a host came."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from ..game.events import place_of
from ..game.record import FROM_FILE, UNFINISHED
from .game_rows import cut_short
from .models import DroppedRow, GameRow


@dataclass(frozen=True, slots=True)
class DroppedGames:
    """What a board does not have any more of its games from ``first`` (empty: its very first) up to before ``before``.

    ``games`` are missing in the store altogether, and of others the end may be; ``exact`` tells that ``games`` is their
    number. Otherwise it is the least that it can be: only the board knew how many games it began in an earlier start.
    """

    board: str
    first: str
    before: str
    games: int
    exact: bool
    reported_at: datetime

    @property
    def sentence(self) -> str:
        """What to tell of it, in one sentence."""
        span = f"from {self.first} on and before {self.before}" if self.first else f"before {self.before}"
        if self.games:
            count = f"{self.games}" if self.exact else f"at least {self.games}"
            what = f"{count} of its games {span} {'is' if self.games == 1 else 'are'} lost"
        elif self.exact:
            what = f"the end of its game {self.first} is lost"
        else:
            what = f"what it played {span} may be lost"
        return f"The board {self.board} had no room left for games that no host had: {what}."

    def as_json(self) -> dict[str, Any]:
        """Return it as ``hexlume doctor --json`` prints it."""
        return {
            "board": self.board,
            "from": self.first or None,
            "before": self.before,
            "games": self.games,
            "exact": self.exact,
            "reported_at": self.reported_at.isoformat(),
        }


def note_dropped(session: Session, board: str, first: str, before: str) -> DroppedGames | None:
    """Note in a transaction what a board has dropped; return it if the store did not know, and lacks anything of it.

    Games of which only the beginning came are ``incomplete`` from then on.
    """
    start, end = place_of(first, board) or (-1, -1), place_of(before, board)
    if end is None:
        return None
    mine = (GameRow.board == board, GameRow.source != FROM_FILE)
    cut = 0
    for row in session.scalars(select(GameRow).where(*mine, GameRow.status == UNFINISHED)).all():
        place = place_of(row.game, board)
        if place is not None and start <= place < end:
            cut_short(session, row)
            cut += 1
    # A board numbers its games from 1 in each start.
    exact = start[0] == end[0]
    least = max(1, start[1]) if exact else 1
    same_start = GameRow.game.startswith(f"{board}-{end[0]}-", autoescape=True)
    places = [place_of(game, board) for game in session.scalars(select(GameRow.game).where(*mine, same_start))]
    games = max(0, end[1] - least - sum(place is not None and (end[0], least) <= place < end for place in places))
    known = select(DroppedRow).where(DroppedRow.board == board, DroppedRow.first == first, DroppedRow.before == before)
    if (exact and not games and not cut) or session.scalar(known) is not None:
        return None
    new = DroppedRow(board=board, first=first, before=before, games=games, exact=exact, reported_at=datetime.now(UTC))
    session.add(new)
    session.flush()
    return _of(new)


def all_dropped(session: Session, board: str = "") -> list[DroppedGames]:
    """Return what a board (empty: each) has dropped, the earliest report first."""
    query = select(DroppedRow).order_by(DroppedRow.id)
    if board:
        query = query.where(DroppedRow.board == board)
    return [_of(row) for row in session.scalars(query)]


def _of(row: DroppedRow) -> DroppedGames:
    return DroppedGames(row.board, row.first, row.before, row.games, row.exact, row.reported_at)

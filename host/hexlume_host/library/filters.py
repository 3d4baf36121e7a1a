"""Filters of games, and the conditions of a query that they mean."""

from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from hexlume_record.errors import HexlumeError
from hexlume_record.game.record import NOBODYS
from hexlume_record.words.player_names import player_key

from ..store.models import GameRow, PlayerRow

Result = Literal["W+", "B+", "0"]
Outcome = Literal["won", "lost", "drawn"]
"""How a game ended for the player that is searched for."""
Status = Literal["finished", "unfinished", "abandoned", "incomplete"]
Source = Literal["board", "import", "puzzle", "continued"]

LONGEST_VALUE = 200


class FilterError(HexlumeError):
    """An invalid filter; the text is one sentence that says what to write."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A selection of games; an empty member selects all.

    ``rules`` is the kind of game, ``board`` the shape of its board, such as ``hex5``, and ``device`` the id of the
    hardware it was played on. ``player`` and ``opponent`` are parts of
    names in any case or, with ``whole``, whole names; they play each other. ``since`` and ``until`` are the first and
    the last day, in this computer's time zone, on which the game began. ``outcome`` is how it ended for ``player``.
    ``empty`` includes games in which nobody has acted yet. Raises
    ``FilterError`` for an invalid value.
    """

    rules: str = ""
    board: str = ""
    player: str = ""
    opponent: str = ""
    whole: bool = False
    since: date | None = None
    until: date | None = None
    result: Result | None = None
    outcome: Outcome | None = None
    status: Status | None = None
    device: str = ""
    source: Source | None = None
    empty: bool = False

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if isinstance(value, str) and (len(value) > LONGEST_VALUE or not value.isprintable()):
                raise FilterError(f"The {name} is too long or not plain text: shorten it.")
        if self.outcome and not player_key(self.player):
            raise FilterError("An outcome is that of a player: name one.")

    def texts(self) -> dict[str, str]:
        """Return the filter as the members of a page's query, without empty ones."""
        return {
            name: value.isoformat() if isinstance(value, date) else "1" if value is True else value
            for name, value in asdict(self).items()
            if value
        }

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the conditions on ``GameRow``."""
        exact = {
            GameRow.rules: self.rules,
            GameRow.board: self.board,
            GameRow.result: self.result,
            GameRow.status: self.status,
            GameRow.device: self.device,
            GameRow.source: self.source,
        }
        conditions: list[ColumnElement[bool]] = [column == value for column, value in exact.items() if value]
        if not self.source:
            conditions.append(GameRow.source.not_in(NOBODYS))
        if not self.empty:
            conditions.append(GameRow.action_count > 0)
        if self.since is not None:
            conditions.append(GameRow.started_at >= _midnight(self.since))
        if self.until is not None and self.until < date.max:
            conditions.append(GameRow.started_at < _midnight(self.until + timedelta(days=1)))
        return conditions + self._player_conditions()

    def _player_conditions(self) -> list[ColumnElement[bool]]:
        """Return the conditions on who played, and how it ended for them."""
        player, opponent = players_named(self.player, self.whole), players_named(self.opponent, self.whole)
        if player is None:
            player, opponent = opponent, None
        if player is None:
            return []
        sides = []
        for mine, theirs, won, lost in (
            (GameRow.white_player, GameRow.black_player, "W+", "B+"),
            (GameRow.black_player, GameRow.white_player, "B+", "W+"),
        ):
            side: list[ColumnElement[bool]] = [_unindexed(mine).in_(player)]
            if opponent is not None:
                side.append(_unindexed(theirs).in_(opponent))
            if self.outcome:
                side.append(_unindexed(GameRow.result) == {"won": won, "lost": lost, "drawn": "0"}[self.outcome])
            sides.append(and_(*side))
        return [or_(*sides)]


def _unindexed(column: InstrumentedAttribute[Any]) -> ColumnElement[Any]:
    """Return a column in a form that keeps a database from using its index.

    For names that match many players, reading the latest games until enough are found is faster.
    """
    return func.coalesce(column, None)


def players_named(name: str, whole: bool) -> Select[int] | None:
    """Return the query for the numbers of players by a part of their names or, if ``whole``, by the whole name.

    ``None`` for an empty name.
    """
    key = player_key(name)
    if not key:
        return None
    matches = PlayerRow.key == key if whole else PlayerRow.key.contains(key, autoescape=True)
    return select(PlayerRow.id).where(matches)


def _midnight(day: date) -> datetime:
    """Return when a day begins in this computer's time zone."""
    try:
        return datetime.combine(day, time()).astimezone()
    except (OverflowError, ValueError):
        # The calendar's first days have no time zone.
        return datetime.combine(day, time(), UTC)

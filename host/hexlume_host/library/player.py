"""Profile of a player: results by colour, rules and opponent, and the history of the ratings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import and_, func, literal, select, union_all
from sqlalchemy.orm import Session

from hexlume_record.errors import RecordError
from hexlume_record.game.record import FINISHED, NOBODYS, UNFINISHED
from hexlume_record.words.player_names import player_key

from ..store.models import GameRow, PlayerRow
from ..store.repository import Store
from .ratings import HistoryPoint, PlayerRating, Ratings

MOST_OPPONENTS = 12
MOST_HISTORY = 200
"""Max points of a rating's history; of more, evenly spaced ones are chosen."""


@dataclass(slots=True)
class Tally:
    """Results of a player; ``open`` counts unfinished games, ``abandoned`` those that ended without a result."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0
    abandoned: int = 0

    @property
    def games(self) -> int:
        """All games."""
        return self.won + self.drawn + self.lost + self.open + self.abandoned

    def add(self, colour: str, status: str, result: str | None, count: int) -> None:
        """Count games that the player ended with a colour."""
        if status != FINISHED:
            member = "open" if status == UNFINISHED else "abandoned"
        elif result == "0":
            member = "drawn"
        else:
            member = "won" if result == {"white": "W+", "black": "B+"}[colour] else "lost"
        setattr(self, member, getattr(self, member) + count)


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's results and ratings.

    ``ratings`` and ``history`` are by scope (``ALL_GAMES`` or rules), ``opponents`` those met most, by name.
    """

    name: str
    total: Tally
    by_colour: dict[str, Tally]
    by_rules: dict[str, Tally]
    opponents: dict[str, Tally]
    opponent_count: int
    ratings: dict[str, PlayerRating] = field(default_factory=dict)
    history: dict[str, list[HistoryPoint]] = field(default_factory=dict)


def profile(store: Store, ratings: Ratings, name: str) -> Profile:
    """Return the profile of a player by name; raises ``RecordError`` when there is no such player."""
    with store.reading() as session:
        row = session.scalar(select(PlayerRow).where(PlayerRow.key == player_key(name)))
        if row is None:
            raise RecordError(
                f"Nobody named {name} has played a game in the store {store.where}.",
                public=f"Nobody named {name} has played a game here.",
            )
        total, by_colour, by_rules = Tally(), {"white": Tally(), "black": Tally()}, dict[str, Tally]()
        against: dict[int | None, Tally] = {}
        for colour, rules, opponent, status, result, count in _played(session, row.id):
            for tally in (
                total,
                by_colour[colour],
                by_rules.setdefault(rules, Tally()),
                against.setdefault(opponent, Tally()),
            ):
                tally.add(colour, status, result, count)
        against.pop(None, None)
        most = Counter({opponent: tally.games for opponent, tally in against.items()}).most_common(MOST_OPPONENTS)
        names = dict(
            session.execute(
                select(PlayerRow.id, PlayerRow.name).where(PlayerRow.id.in_([opponent for opponent, _ in most]))
            ).all()
        )
        found = Profile(
            row.name,
            total,
            by_colour,
            dict(sorted(by_rules.items())),
            {names[opponent]: against[opponent] for opponent, _ in most if opponent is not None},
            len(against),
        )
    for scope, (rating, history) in ratings.player(row.id, row.name).items():
        found.ratings[scope], found.history[scope] = rating, _thinned(history)
    return found


def _played(session: Session, player: int) -> Iterable[tuple[str, str, int | None, str, str | None, int]]:
    """Return how many games a player ended with each colour, by rules, opponent, status and result."""
    sides = []
    for colour, mine, theirs in (
        ("white", GameRow.white_player, GameRow.black_player),
        ("black", GameRow.black_player, GameRow.white_player),
    ):
        kinds = (GameRow.rules, theirs.label("opponent"), GameRow.status, GameRow.result)
        games = select(literal(colour).label("colour"), *kinds, func.count().label("games"))
        sides.append(
            games.where(and_(mine == player, GameRow.action_count > 0, GameRow.source.not_in(NOBODYS))).group_by(*kinds)
        )
    return [tuple(row) for row in session.execute(union_all(*sides))]  # type: ignore[misc]


def _thinned(history: list[HistoryPoint]) -> list[HistoryPoint]:
    """Return at most ``MOST_HISTORY`` points, evenly spaced, the last one among them."""
    count = min(MOST_HISTORY, len(history))
    return [history[round(number * (len(history) - 1) / max(1, count - 1))] for number in range(count)]

"""Profile of a player: results by colour, rules and opponent, and the history of the ratings."""

from collections import Counter, defaultdict
from typing import Any

from sqlalchemy import func, or_, select

from hexlume_host.store.models import GameRow, PlayerRow
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.formats.times import time_text
from hexlume_record.game.record import FINISHED, NOBODYS, UNFINISHED
from hexlume_record.words.player_names import player_key

from .ratings import HistoryPoint, Ratings

MOST_OPPONENTS = 12
_WON = {"white": "W+", "black": "B+"}
_OUTCOMES = ("won", "drawn", "lost", "open", "abandoned")
"""What a game can be for a player: ``open`` is unfinished, ``abandoned`` has ended without a result."""


def profile(store: Store, ratings: Ratings, name: str) -> dict[str, Any]:
    """Return the profile of a player by name, ready for JSON; raises ``RecordError`` when there is no such player.

    ``opponents`` are those met most. ``ratings`` and ``history`` are by scope (``ALL_GAMES`` or rules).
    """
    with store.reading() as session:
        row = session.scalar(select(PlayerRow).where(PlayerRow.key == player_key(name)))
        if row is None:
            raise RecordError(
                f"Nobody named {name} has played a game in the store {store.where}.",
                public=f"Nobody named {name} has played a game here.",
            )
        kinds = (GameRow.white_player, GameRow.black_player, GameRow.rules, GameRow.status, GameRow.result)
        games = session.execute(
            select(*kinds, func.count())
            .where(or_(GameRow.white_player == row.id, GameRow.black_player == row.id))
            .where(GameRow.action_count > 0, GameRow.source.not_in(NOBODYS))
            .group_by(*kinds)
        ).all()
        total = Counter[str]()
        by_colour = {colour: Counter[str]() for colour in _WON}
        by_rules, against = defaultdict[str, Counter[str]](Counter), defaultdict[int | None, Counter[str]](Counter)
        for white, black, rules, status, result, count in games:
            for colour, player, opponent in (("white", white, black), ("black", black, white)):
                if player == row.id:
                    for tally in (total, by_colour[colour], by_rules[rules], against[opponent]):
                        tally[_outcome(colour, status, result)] += count
        against.pop(None, None)
        most = sorted(against, key=lambda opponent: -against[opponent].total())[:MOST_OPPONENTS]
        names = dict(session.execute(select(PlayerRow.id, PlayerRow.name).where(PlayerRow.id.in_(most))).all())
    standings = ratings.player(row.id)
    return {
        "name": row.name,
        "total": _tally_json(total),
        "by_colour": {colour: _tally_json(tally) for colour, tally in by_colour.items()},
        "by_rules": {rules: _tally_json(tally) for rules, tally in sorted(by_rules.items())},
        "opponents": [{"name": names[one], **_tally_json(against[one])} for one in most if one is not None],
        "opponent_count": len(against),
        "ratings": {scope: standing.as_json(row.name) for scope, standing in standings.items()},
        "history": {scope: _history_json(standing.history) for scope, standing in standings.items()},
    }


def _outcome(colour: str, status: str, result: str | None) -> str:
    """Return what a game was for the player of a colour, one of ``_OUTCOMES``."""
    if status != FINISHED:
        return "open" if status == UNFINISHED else "abandoned"
    if result == "0":
        return "drawn"
    return "won" if result == _WON[colour] else "lost"


def _tally_json(tally: Counter[str]) -> dict[str, int]:
    return {"games": tally.total(), **{outcome: tally[outcome] for outcome in _OUTCOMES}}


def _history_json(history: list[HistoryPoint]) -> list[dict[str, Any]]:
    return [{**point._asdict(), "ended_at": time_text(point.ended_at)} for point in history]

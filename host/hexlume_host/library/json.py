"""Statistics and ratings as JSON, the same for pages and for ``hexlume stats --json``."""

from dataclasses import asdict
from typing import Any

from hexlume_record.formats.times import time_text

from .filters import GameFilter
from .ratings import PlayerRating
from .statistics import OPENINGS_FROM, TIMES_FROM, Openings, Statistics, Times


def statistics_json(wanted: GameFilter, found: Statistics, opening: Openings | None, taken: Times) -> dict[str, Any]:
    """Return the statistics of a filter's games, ready for ``json.dumps``."""
    return {
        "filter": wanted.texts(),
        "games": found.games,
        "statuses": found.statuses,
        "results": found.results,
        "lengths": [{"actions": length, "games": count} for length, count in found.lengths.items()],
        "median_length": found.median_length,
        "months": [{"month": month, "games": count} for month, count in found.months.items()],
        "boards": [{"rules": rules, "on": on, "games": count} for (rules, on), count in found.boards.items()],
        "openings": None if opening is None else {**asdict(opening), "at_most": OPENINGS_FROM},
        "times": {**asdict(taken), "at_most": TIMES_FROM},
    }


def rating_json(rating: PlayerRating) -> dict[str, Any]:
    """Return a player's rating, ready for ``json.dumps``; ``rating`` is ``None`` without a rated game."""
    members = asdict(rating)
    members["rating"] = members.pop("points")
    last = time_text(rating.last) if rating.last else None
    return {**members, "last": last, "provisional": rating.provisional}

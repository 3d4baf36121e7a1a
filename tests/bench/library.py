"""How long a library of 100,000 games takes to answer: ``python -m tests.bench.library [PATH]``."""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hexlume_host.library.filters import GameFilter
from hexlume_host.library.search import search
from hexlume_host.store.repository import Store
from hexlume_host.web.app_context import from_texts
from hexlume_plugins.statistics.player import profile
from hexlume_plugins.statistics.ratings import Ratings
from hexlume_plugins.statistics.statistics import openings
from hexlume_plugins.statistics.statistics import statistics as statistics_of

from .figure import Figure
from .library_games import BOARDS, KINDS, Club, fill

GAMES = 100_000
SEARCHES = 300


def asked(choose: random.Random, names: list[str]) -> dict[str, str]:
    """Return a filter as people ask: mostly a name or a game, at times much at once."""
    name = choose.choice(names)
    part = choose.choice((name, name.split()[0], name[: choose.randint(1, 4)], name.split()[1].lower()))
    rules, size, _ = choose.choice(KINDS)
    board = f"{'square' if rules == 'orcoon' else 'hex'}{size}"
    year, month = choose.randint(2020, 2026), choose.randint(1, 12)
    days = {"since": f"{year}-{month:02}-01", "until": f"{year}-{month:02}-28"}
    return choose.choice(
        (
            {},
            {"player": part},
            {"player": part},
            {"player": name, "whole": "1"},
            {"player": part, "rules": rules},
            {"player": part, "outcome": choose.choice(("won", "lost", "drawn"))},
            {"player": part, "opponent": choose.choice(names)},
            {"player": part, "opponent": choose.choice(names)[:3], **days},
            {"rules": rules},
            {"rules": rules, "board": board, "result": choose.choice(("W+", "B+", "0"))},
            days,
            {**days, "rules": rules},
            {"status": choose.choice(("unfinished", "abandoned")), "rules": rules},
            {"device": f"e66141{choose.randrange(BOARDS):02}"},
            {"source": "import", "result": "0", "rules": rules},
            {"player": "nobody%_"},
        )
    )


def measure(where: str | None = None, count: int = GAMES) -> list[Figure]:
    """Return what searches and pages cost with many games, in a new store at a path (a temporary one)."""
    with tempfile.TemporaryDirectory(prefix="hexlume-bench-") as folder:
        place = where or str(Path(folder) / "library.sqlite")
        fill(place, count)
        with Store(place) as store:
            return figures(store, count)


def figures(store: Store, count: int) -> list[Figure]:
    """Return the figures of a store that is filled."""
    choose = random.Random(8)
    names = Club(1, variety=1).names
    search(store, GameFilter())
    taken = []
    for _ in range(SEARCHES):
        wanted = from_texts(GameFilter, asked(choose, names))
        began = time.perf_counter()
        found = search(store, wanted)
        if found.more and choose.random() < 0.2:
            began = time.perf_counter()
            search(store, wanted, page=2)
        taken.append(1000 * (time.perf_counter() - began))
    note = f"{count} games, {SEARCHES} searches as people make them"
    percentiles = statistics.quantiles(taken, n=20)
    told = [
        Figure("library search, median", statistics.median(taken), "ms", note),
        Figure("library search, 95th percentile", percentiles[-1], "ms", note),
    ]
    note = f"{count} games"
    ratings = Ratings(store)
    told.append(Figure("rating every game", _seconds(ratings.players), "s", note + ", the first time"))
    best, _ = ratings.players()[0]
    for name, page in {
        "players by rating": ratings.players,
        "a player's page": lambda: profile(store, ratings, best),
        "statistics of all games": lambda: statistics_of(store, GameFilter()),
        "openings": lambda: openings(store, GameFilter(), 2),
    }.items():
        told.append(Figure(name, 1000 * statistics.median(_seconds(page) for _ in range(5)), "ms", note))
    return told


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    for figure in measure(sys.argv[1] if len(sys.argv) > 1 else None):
        print(f"{figure.name:<45} {figure.value:>9.1f} {figure.unit:<3} {figure.note}", flush=True)

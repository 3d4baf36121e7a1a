"""How fast the engine is: random games and searched games a second of CPU time, from the start, on one core.

The general game system Ludii plays 1,600 random games of Sibling on hex5 a CPU second on a like machine and makes 1,470
iterations of UCT from the start: what counts for us is ten times as much.
"""

import time
from collections.abc import Callable

import numpy as np

from hexlume import games
from hexlume.games import game_class
from hexlume_engine.search import search, tree
from hexlume_engine.search.indices import actions_of
from hexlume_engine.search.level import OF_GAME, PLAIN, Settings
from hexlume_engine.search.pattern_weights import patterns_of
from hexlume_engine.search.position import FastPosition, generator
from hexlume_engine.search.rules_search import RulesSearch
from hexlume_engine.search.state import USED

from .figure import Figure

BOARDS = (("orochi", 4), ("sibling", 5), ("orcoon", 9), ("organica", 5), ("droched", 7))
"""Each game at its default size."""
SECONDS = 2.0
_MEMORY_MB = 512


def random_games(name: str, size: int, seconds: float) -> tuple[float, float]:
    """Return random games a CPU second, every legal action having the same chance, and their mean length."""
    start = FastPosition.at_start(games.start(name, size))
    own, rng = start.copy(), generator(1)
    numbers, trace = own.tables.numbers, np.zeros(search.MOST_DEPTH + 1, np.int64)
    mast = np.zeros(4)
    actions, used = actions_of(numbers), start.numbers[USED]

    def one() -> int:
        own.numbers[:used] = start.numbers[:used]
        return search.play_out(own.numbers, numbers, own.work, rng, PLAIN, trace, mast, 0, actions)

    lengths = [0, 0]

    def some() -> int:
        lengths[0] += sum(one() for _ in range(10))
        lengths[1] += 10
        return 10

    rate = _rate(some, seconds)
    return rate, lengths[0] / lengths[1]


def iterations(name: str, size: int, settings: Settings, seconds: float) -> float:
    """Return iterations of the search a CPU second, from the start with an empty tree."""
    start = FastPosition.at_start(games.start(name, size))
    own, rng = start.copy(), generator(1)
    actions = actions_of(own.tables.numbers)
    nodes = tree.make_tree(actions, _MEMORY_MB)
    tree.clear_tree(nodes)
    path, trace = (np.zeros(search.MOST_DEPTH + 1, np.int64) for _ in range(2))
    mast = np.zeros(4 * actions)

    def some() -> int:
        return search.search(
            nodes, start.numbers, own.numbers, own.tables.numbers, own.work, own.out, rng, settings, path, trace,
            mast, patterns_of(name), 50,
        )  # fmt: skip

    return _rate(some, seconds)


def by_rules(name: str, size: int, seconds: float) -> float:
    """Return playouts of the search by the rules alone a CPU second, as of a game that is not compiled."""
    search = RulesSearch(1, _MEMORY_MB)
    search.take_up(games.start(name, size), Settings(), backwards=False)
    return _rate(lambda: search.search(10, lambda: True), seconds)


def _rate(some: Callable[[], int], seconds: float) -> float:
    """Return how many of something are done a CPU second; what is compiled or loaded first does not count."""
    some()
    began, done = time.process_time(), 0
    while (used := time.process_time() - began) < seconds:
        done += some()
    return done / used


def measure() -> list[Figure]:
    """Return the figures of all games."""
    figures = []
    for name, size in BOARDS:
        board = f"{name} {game_class(name).GRID.kind}{size}"
        rate, length = random_games(name, size, SECONDS)
        note = f"of CPU time, one core, from the start, {length:.0f} actions a game, at most {PLAIN.playout_cutoff}"
        figures.append(Figure(f"random games {board}", rate, "/ s", note))
        note = f"of CPU time, one core, from the start, {SECONDS:g} s"
        figures.append(Figure(f"UCT iterations {board}", iterations(name, size, PLAIN, SECONDS), "/ s", note))
        strongest = iterations(name, size, OF_GAME[name], SECONDS)
        figures.append(Figure(f"strongest search {board}", strongest, "iterations / s", note))
        figures.append(Figure(f"search by the rules {board}", by_rules(name, size, SECONDS), "playouts / s", note))
    return figures

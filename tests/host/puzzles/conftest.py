"""Puzzles for tests, made once, and the store they lie in."""

from itertools import islice
from random import Random

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume import games
from hexlume_engine.puzzles.prover import Prover
from hexlume_engine.puzzles.puzzle import Puzzle
from hexlume_engine.puzzles.search import Source, puzzles_in

LIMIT = 20_000


def made(
    rules: str, size: int, numbers: range, options: dict[str, object] | None = None, limit: int = LIMIT
) -> list[Puzzle]:
    """Return the puzzles of the engine's games of these numbers."""
    start = games.start(rules, size, options or {})
    source = Source(rules, start.size, dict(start.options), seed=1, playouts=24)
    prover = Prover(limit)
    return [puzzle for number in numbers for puzzle in puzzles_in(prover, source.game(number))]


@pytest.fixture(scope="session")
def orochi_puzzles() -> list[Puzzle]:
    return made("orochi", 3, range(3, 4))


@pytest.fixture(scope="session")
def small_orochi() -> list[Puzzle]:
    return made("orochi", 2, range(3, 5))


@pytest.fixture(scope="session")
def sibling_puzzles() -> list[Puzzle]:
    return made("sibling", 3, range(2))


@pytest.fixture(scope="session")
def orcoon_puzzles() -> list[Puzzle]:
    return made("orcoon", 4, range(1, 5), {"pie": False})


@pytest.fixture(scope="session")
def organica_puzzles() -> list[Puzzle]:
    """Of random games, in which wins are missed soon, the last two of each."""
    found = []
    for seed in (0, 4):
        game, choice = games.start("organica", 4), Random(seed)
        while game.result is None and len(game.codes) < 110:
            game.push(choice.choice(game.legal_actions()))
        from_its_end = puzzles_in(Prover(LIMIT), game)
        found += islice(from_its_end, 2)
    return found

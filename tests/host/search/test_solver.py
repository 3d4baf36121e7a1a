"""The solver against plain search of all lines under the rules modules, its stops and what it keeps."""

import random

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.pieces import BLACK, WHITE
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.solver import Solver, value_after
from hexlume_engine.search.value import LOSS, WIN
from tests.host.search.plain_search import PlainSearch, TooMany

pytestmark = pytest.mark.integration

COLOUR_WINS = {"W+": WHITE, "B+": BLACK}
MOST = 400
"""Positions of a plain search; what takes more is no case for it."""

ENOUGH = 4_000
"""Positions for the solver."""


def random_game(name, size, options, seed):
    """A whole random game's actions; words only where nothing else is legal, or now and then."""
    rng = random.Random(f"{name} {size} {options} {seed}")
    game = games.start(name, size, options)
    while game.result is None and len(game.codes) < 400:
        legal = sorted(game.legal_actions())
        placements = [code for code in legal if not notation.is_word(code)]
        game.push(rng.choice(placements if placements and rng.random() < 0.9 else legal))
    return game


CASES = [
    ("orochi", 2, {}),
    ("orochi", 3, {}),
    ("orochi", 4, {}),
    ("sibling", 3, {}),
    ("sibling", 3, {"pie": True}),
    ("sibling", 4, {}),
    ("orcoon", 4, {}),
    ("orcoon", 4, {"pie": False}),
    ("orcoon", 5, {}),
    ("organica", 4, {}),
    ("organica", 4, {"setup": "corners"}),
    ("droched", 3, {}),
    ("droched", 3, {"pie": True}),
    ("droched", 3, {"komi": 2}),
    ("droched", 3, {"handicap": 3}),
]


LONGEST = [("droched", 3, {"pie": True}), ("droched", 3, {"komi": 2}), ("droched", 3, {"handicap": 3})]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "size", "options"),
    [pytest.param(*case, marks=pytest.mark.soak) if case in LONGEST else case for case in CASES],
    ids=str,
)
def test_agrees_with_plain_search(name, size, options):
    # ACT-1, ACT-3: several actions a turn and exchanged seats; ORG-15 and DRO-8: the past counts.
    solver = Solver(games.start(name, size, options), memory_mb=1)
    compared, seen = 0, set()
    for seed in range(8):
        game = random_game(name, size, options, seed)
        if game.result is None:
            continue
        for _ in range(8):
            game.pop()
            try:
                expected = PlainSearch(MOST).value(game)
            except TooMany:
                break
            value = solver.value(FastPosition.of(game), ENOUGH)
            if value is None and name in ("organica", "droched"):
                continue
            assert value == expected, game.actions()
            for action in game.legal_actions():
                value = value_after(FastPosition.of(game), action, lambda after: solver.value(after, 300))
                assert value != WIN or expected == WIN, (game.actions(), game.name(action))
            compared += 1
            seen.add(expected)
            if not game.codes:
                break
    assert compared >= 6
    assert {WIN, LOSS} <= seen or name == "organica"

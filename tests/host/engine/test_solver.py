"""The solver against plain search of all lines under the rules modules, its stops and what it keeps."""

import random

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.pieces import BLACK, WHITE
from hexlume_engine.search import pattern_weights, solver
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.solver import Solver, value_after
from hexlume_engine.search.value import DRAW, LOSS, OPPOSITE, WIN
from tests.host.engine.test_engine import late

pytestmark = pytest.mark.integration

COLOUR_WINS = {"W+": WHITE, "B+": BLACK}
MOST = 500
"""Positions of a plain search; what takes more is no case for it."""

ENOUGH = 4_000
"""Positions for the solver."""


class TooLarge(Exception):
    """Plain search would take too long."""


def plainly(game, left):
    """Return a game's value by all lines: no table, no ordering, no bounds but a win ends the search."""
    left[0] -= 1
    if left[0] < 0:
        raise TooLarge
    mover, best = game.to_move, LOSS
    for action in game.legal_actions():
        game.push(action)
        try:
            if game.result is not None:
                found = DRAW if game.result == "0" else WIN if COLOUR_WINS[game.result] == mover else LOSS
            else:
                found = plainly(game, left)
                found = found if game.to_move == mover else OPPOSITE[found]
        finally:
            game.pop()
        if notation.swaps_seats(action):
            found = OPPOSITE[found]
        if found == WIN:
            return WIN
        if found == DRAW:
            best = DRAW
    return best


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
                expected = plainly(game, [MOST])
            except TooLarge:
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


@pytest.mark.soak
def test_learned_evaluation_finds_proofs_sooner(monkeypatch):
    def work():
        searched = 0
        for seed in range(12):
            game = late("orochi", 4, {}, seed, 10)
            solver = Solver(game, memory_mb=4)
            assert solver.value(FastPosition.of(game)) in (WIN, LOSS)
            searched += solver.positions
        return searched

    with_it = work()
    monkeypatch.setattr(solver, "patterns_of", lambda name: pattern_weights.patterns_of("orcoon"))
    assert with_it < work() / 2

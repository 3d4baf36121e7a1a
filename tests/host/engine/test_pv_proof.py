"""Proof of the principal variation near a game's end: it is right, also about the positions before."""

import random

import pytest

from hexlume import games
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.pv_proof import PROVEN, prove_pv
from hexlume_engine.search.solver import value_after
from hexlume_engine.search.turn_solver import TurnSolver
from hexlume_engine.search.value import LOSS, WIN

pytestmark = pytest.mark.integration


def late(seed, empty):
    rng = random.Random(f"expected {seed}")
    game = games.start("sibling", 5)
    while game.result is None and game.board.count(0) > empty:
        game.push(rng.choice(game.legal_actions()))
    return game


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_proven_of_the_tree_is_so(seed):
    game = late(seed, 16)
    engine, solver = Engine(STRONGEST, seed, memory_mb=16), TurnSolver(game, 16)
    # Not hurried it does not prove the position itself first, and so makes a tree.
    engine.analyse(game, Limit(playouts=600), free=True)
    tree, tried, codes = engine._compiled.tree, set(), list(game.codes)
    asked = []

    def wins(found):
        asked.append(tuple(found.codes))
        value = solver.value(FastPosition.of(found))
        return value == WIN

    found = [prove_pv(tree, game, 14, tried, wins) for _ in range(40)]
    assert game.codes == codes
    assert found[0] == PROVEN and len(asked) == len(set(asked)) == len(tried) > 1
    assert all(len(past) > len(codes) for past in asked)
    mover = game.to_move
    for child in range(int(tree.first[0]), int(tree.first[0] + tree.children[0])):
        if tree.proven[child]:
            value = value_after(FastPosition.of(game), int(tree.code[child]), solver.value)
            assert value == (WIN if tree.proven[child] == mover else LOSS)
    if tree.proven[0]:
        assert solver.value(FastPosition.of(game)) == (WIN if tree.proven[0] == mover else LOSS)


def test_what_could_not_be_proven_is_not_asked_again():
    game = late(1, 18)
    engine = Engine(STRONGEST, 1, memory_mb=16)
    engine.analyse(game, Limit(playouts=400), free=True)
    asked = []

    def wins(found):
        asked.append(tuple(found.codes))

    tried = set()
    for _ in range(6):
        prove_pv(engine._compiled.tree, game, 17, tried, wins)
    assert len(asked) == len(set(asked)) > 1
    # Each time it is one action further on.
    assert [len(past) for past in asked] == list(range(len(asked[0]), len(asked[0]) + len(asked)))

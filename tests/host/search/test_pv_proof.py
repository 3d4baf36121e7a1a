"""Proof of the principal variation near a game's end: it is right, also about the positions before."""

import pytest

from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.pv_proof import PROVEN, prove_pv
from hexlume_engine.search.solver import value_after
from hexlume_engine.search.turn_solver import TurnSolver
from hexlume_engine.search.value import LOSS, WIN
from tests.host.search.random_positions import late

pytestmark = pytest.mark.integration


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_proven_of_the_tree_is_so(seed):
    game = late("sibling", 5, {}, seed, 16)
    engine, solver = Engine(STRONGEST, seed, memory_mb=16), TurnSolver(game, 16)
    # Not hurried it does not prove the position itself first, and so makes a tree.
    engine.analyse(game, Limit(playouts=600), free=True)
    tree, tried = engine._compiled.tree, set()

    def wins(found):
        return solver.value(FastPosition.of(found)) == WIN

    assert prove_pv(tree, game, 14, tried, wins) == PROVEN
    for _ in range(40):
        prove_pv(tree, game, 14, tried, wins)
    mover = game.to_move
    for child in range(int(tree.first[0]), int(tree.first[0] + tree.children[0])):
        if tree.proven[child]:
            value = value_after(FastPosition.of(game), int(tree.code[child]), solver.value)
            assert value == (WIN if tree.proven[child] == mover else LOSS)
    if tree.proven[0]:
        assert solver.value(FastPosition.of(game)) == (WIN if tree.proven[0] == mover else LOSS)

"""Late positions of Sibling turn by turn: compared with the solver of all games, which was compared with the rules."""

import pytest

from hexlume import games
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.solver import Solver, value_after
from hexlume_engine.search.turn_solver import TurnSolver
from hexlume_engine.search.value import LOSS, WIN
from tests.host.search.random_positions import late

pytestmark = pytest.mark.integration


@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "most_empty", "count"), [(3, 12, 60), (4, 12, 60), (5, 13, 60)])
def test_it_proves_what_the_solver_of_all_games_proves(size, most_empty, count):
    start = games.start("sibling", size)
    turns, plain = TurnSolver(start, 4), Solver(start, 16)
    values = []
    for seed in range(count):
        game = late("sibling", size, {}, seed, most_empty - seed % 8)
        value = turns.value(FastPosition.of(game))
        assert value == plain.value(FastPosition.of(game)), game.actions()
        for action in game.legal_actions()[:4]:
            assert value_after(FastPosition.of(game), action, turns.value) == value_after(
                FastPosition.of(game), action, plain.value
            ), (game.actions(), action)
        values.append((value, int(FastPosition.of(game).numbers[7])))
    # Either result, at a turn's beginning and in its middle (SIB-2).
    assert set(values) == {(WIN, 1), (WIN, 2), (LOSS, 1), (LOSS, 2)}


def test_it_gives_up_at_the_limit_of_positions_and_when_asked_to():
    game = late("sibling", 5, {}, 2, 24)
    solver = TurnSolver(game, 4)
    assert solver.value(FastPosition.of(game), 0) is None and solver.positions == 0
    assert solver.value(FastPosition.of(game), 50) is None
    assert 50 <= solver.positions <= 60
    answers = iter([True, True, False])
    assert TurnSolver(game, 4, lambda: next(answers)).value(FastPosition.of(game)) is None
    assert next(answers, None) is None


def test_nothing_is_proven_while_somebody_may_swap():
    game = games.start("sibling", 3, {"pie": True})
    solver = TurnSolver(game, 16)
    for _ in range(2):
        assert solver.value(FastPosition.of(game)) is None
        game.push(game.legal_actions()[0])
    assert solver.value(FastPosition.of(game)) in (WIN, LOSS)

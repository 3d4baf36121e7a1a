"""What is learned of Orochi: the same for all images of a position, right about late ones, and learned again alike."""

import random

import numpy as np
import pytest

from hexlume import games, notation
from hexlume_host.engine import learned
from hexlume_host.engine.learning import Learner
from hexlume_host.engine.level import LEVELS, OF_GAME, STRONGEST, level_of
from hexlume_host.engine.patterns import STAGES, Patterns, chance, kinds, stage_size, white_chance
from hexlume_host.engine.position import FastPosition
from hexlume_host.engine.solving import WON, Solver
from hexlume_host.engine.state import BOARD, TO_MOVE
from hexlume_host.engine.thinker import Engine


def judged(position, patterns):
    return chance(position.numbers, position.tables.compiled(), position.work, patterns)


def random_game(size, seed, empty):
    """A random game up to so many empty cells, where a placement is due."""
    rng = random.Random(seed)
    while True:
        game = games.start("orochi", size)
        while game.result is None and game.board.count(0) > empty:
            game.apply(rng.choice(game.legal_codes()))
        while game.result is None and not game.legal_codes()[0] >> 20 < notation.REPLACE:
            game.apply(rng.choice(game.legal_codes()))
        if game.result is None:
            return game


def image(game, turns, mirrored):
    """The same game on the board turned by sixths and mirrored."""
    grid = game.grid
    place = {(grid.q[cell], grid.r[cell]): cell for cell in range(grid.cells)}
    found = games.start("orochi", game.size)
    centre_q, centre_r = (sum(axis) / grid.cells for axis in (grid.q, grid.r))
    for code in game.codes:
        cell = code >> 10 & 1023
        q, r = grid.q[cell] - centre_q, grid.r[cell] - centre_r
        for _ in range(turns):
            q, r = -r, q + r
        if mirrored:
            q, r = r, q
        there = place[round(q + centre_q), round(r + centre_r)]
        found.apply(code & ~(1023 << 10) | there << 10)
    return found


def some_patterns(seed=1):
    of_kinds = kinds()
    weights = np.random.default_rng(seed).normal(0, 0.3, STAGES * stage_size(of_kinds)).astype(np.float32)
    return Patterns(of_kinds, weights)


def test_there_are_as_many_kinds_as_patterns_that_differ():
    # Burnside's lemma, for six states on a ring of six under its twelve images, with three kinds of centre.
    fixed = 6**6 + 2 * 6 + 2 * 6**2 + 6**3 + 3 * 6**4 + 3 * 6**3
    assert len(set(kinds().tolist())) == 3 * fixed // 12


@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_images_are_worth_the_same(size):
    patterns = some_patterns()
    told = set()
    for seed in range(5):
        game = random_game(size, seed, random.Random(seed).randrange(2, 3 * size * size - 3 * size + 1))
        here = judged(FastPosition.of(game), patterns)
        told.add(here)
        for turns in range(6):
            for mirrored in (False, True):
                assert judged(FastPosition.of(image(game, turns, mirrored)), patterns) == pytest.approx(here)
    assert len(told) == 5


def test_colours_are_worth_the_same_to_who_acts():
    patterns = some_patterns()
    for seed in range(20):
        position = FastPosition.of(random_game(4, seed, 10 + seed))
        other = position.copy()
        board = slice(BOARD, BOARD + other.tables.cells)
        other.numbers[board] = (3 - other.numbers[board]) % 3
        other.numbers[TO_MOVE] = 3 - other.numbers[TO_MOVE]
        assert judged(position, patterns) == pytest.approx(judged(other, patterns))
        tables = position.tables.compiled()
        white = white_chance(position.numbers, tables, position.work, patterns)
        assert white == pytest.approx(1 - white_chance(other.numbers, tables, other.work, patterns))


def right_about(patterns, size, empty, count):
    """How many of so many random positions it judges as best play does."""
    solver = Solver(games.start("orochi", size), 32)
    right = 0
    for seed in range(count):
        game = random_game(size, seed, empty)
        wins = solver.worth(game) == WON
        right += (judged(FastPosition.of(game), patterns) > 0.5) == wins
    return right


def test_what_came_along_is_mostly_right():
    right = right_about(learned.patterns_of("orochi"), 4, 8, 100)
    print(right)
    assert right >= 75


def test_learning_helps_and_is_the_same_again(tmp_path):
    learner, again = Learner(3, 7), Learner(3, 7)
    assert right_about(learner.patterns, 3, 6, 100) < 60
    first = learner.learn(3_000)
    later = learner.learn(1_000)
    again.learn(3_000)
    again.learn(1_000)
    assert (learner.weights == again.weights).all()
    print(first, later, right_about(learner.patterns, 3, 6, 100))
    assert later < first
    assert right_about(learner.patterns, 3, 6, 100) >= 70
    learned.keep(tmp_path / "kept.npz", learner.weights)
    kept = learned.patterns_in(tmp_path / "kept.npz")
    assert np.allclose(kept.weights, learner.weights, atol=2e-3)


def test_levels_that_know_nothing_search_random_games():
    assert OF_GAME["orochi"].learned
    assert [level.settings("orochi").learned for level in LEVELS] == [False] * 4 + [True] * 2
    assert not level_of(4).settings("sibling").learned


def test_a_game_of_which_nothing_was_learned_is_searched_all_the_same():
    level = STRONGEST.__class__("odd", tuned={"sibling": OF_GAME["orochi"]}, perfect=True)
    game = games.start("sibling", 4)
    assert Engine(level, 1, 64).choose(game, playouts=300) in game.legal_codes()

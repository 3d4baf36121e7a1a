"""The learned evaluation: fixed features, right about late positions."""

import numpy as np
import pytest

from hexlume import games
from hexlume_engine.search import pattern_weights
from hexlume_engine.search.cell_patterns import STAGES, kinds
from hexlume_engine.search.patterns import Patterns, chance, stage_size
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.solver import Solver
from hexlume_engine.search.value import WIN
from tests.host.search.random_positions import late, played

pytestmark = pytest.mark.integration


def judged(position, patterns):
    return chance(position.numbers, position.tables.numbers, position.work, patterns)


def some_patterns(name):
    """Weights that are different everywhere, and the same on every computer."""
    of_kinds = kinds()
    return Patterns(of_kinds, np.sin(np.arange(STAGES * stage_size(of_kinds, name))).astype(np.float32) / 10)


VALUES = {
    ("orochi", 2): (0.4890, 0.4225, 0.3586, 0.5019, 0.3779, 0.4523, 0.3362, 0.5332),
    ("orochi", 5): (0.9803, 0.6463, 0.0452, 0.1518, 0.1581, 0.3438, 0.4396, 0.0097),
    ("sibling", 3): (0.6086, 0.4955, 0.6599, 0.5815, 0.5697, 0.5870, 0.6802, 0.6313),
    ("sibling", 8): (0.0719, 0.9680, 0.1246, 0.9992, 0.0281, 0.2666, 0.1806, 0.9999),
    ("organica", 4): (0.5960, 0.6136, 0.6949, 0.4317, 0.7289, 0.6345, 0.5568, 0.3844),
    ("droched", 3): (0.4117, 0.8312, 0.7788, 0.7402, 0.4336, 0.4288, 0.4608, 0.6426),
    ("droched", 6): (0.1048, 0.6962, 0.3236, 0.0948, 0.6145, 0.9691, 0.8101, 0.7090),
}


@pytest.mark.parametrize(("name", "size"), VALUES)
def test_positions_have_the_features_that_the_weights_were_learned_with(name, size):
    """Values that were right when images, exchanged colours and each feature's definition had been checked.

    Other features would need other weights: with those that came along, the engine would play worse.
    """
    patterns = some_patterns(name)
    found = [judged(FastPosition.of(played(name, size, seed)), patterns) for seed in range(8)]
    assert found == pytest.approx(VALUES[name, size], abs=1e-4)


def right_about(patterns, size, empty, count, name="orochi"):
    """How many of a number of random positions it judges as best play does."""
    solver = Solver(games.start(name, size), 32)
    right = 0
    for seed in range(count):
        game = late(name, size, {}, seed, empty)
        wins = solver.value(FastPosition.of(game)) == WIN
        right += (judged(FastPosition.of(game), patterns) > 0.5) == wins
    return right


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "size", "empty"), [("orochi", 4, 8), ("sibling", 5, 12)])
def test_what_came_along_is_mostly_right(name, size, empty):
    right = right_about(pattern_weights.patterns_of(name), size, empty, 100, name)
    assert right >= 75

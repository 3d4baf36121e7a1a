"""What actions are worth by the patterns after them: as if each was played and its position judged anew."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_engine.search.pattern_weights import patterns_of
from hexlume_engine.search.patterns import white_chance
from hexlume_engine.search.patterns_after import chances_after
from hexlume_engine.search.position import FastPosition
from tests.host.search.random_positions import late, played
from tests.host.search.test_patterns import some_patterns

pytestmark = pytest.mark.integration

SEEDS = st.integers(0, 2**32 - 1)
SWAP = games.start("sibling", 4, {"pie": True})
SWAP.push_text("d4")


def chances_of(position, actions, patterns):
    """What the actions are worth for who acts, each by the position after it."""
    found = []
    for action in actions:
        after = position.copy()
        after.apply(int(action))
        white = white_chance(after.numbers, after.tables.numbers, after.work, patterns)
        becomes_white = (position.to_move == 1) != (notation.kind(int(action)) == notation.SWAP)
        found.append(white if becomes_white else 1 - white)
    return found


@settings(deadline=None)
@given(
    st.builds(played, st.just("orochi"), st.sampled_from((2, 3, 4, 5, 6, 9)), SEEDS)
    | st.builds(late, st.just("orochi"), st.just(4), st.just({}), SEEDS, st.integers(2, 20))
    | st.builds(played, st.just("sibling"), st.sampled_from((3, 5)), SEEDS)
    | st.builds(played, st.just("organica"), st.just(4), SEEDS)
)
@example(SWAP)
def test_each_action_is_worth_the_position_after_it(game):
    """ORO-2 to ORO-6, SIB-2, SIB-4 and SIB-7: also over-connections, replacements, game ends and swaps."""
    position, patterns = FastPosition.of(game), some_patterns(game.NAME)
    actions = np.array(position.legal(), np.int64)
    found = np.zeros(len(actions), np.float32)
    chances_after(position.numbers, position.tables.numbers, position.work, actions, len(actions), patterns, found)
    assert found == pytest.approx(chances_of(position, actions, patterns), abs=1e-5)


@pytest.mark.parametrize("name", ["orochi", "organica"])
def test_search_tries_first_what_was_learned_to_be_good(name):
    game = played(name, 4, 2)
    engine = Engine(STRONGEST, 1, 32)
    engine.analyse(game, Limit(playouts=60))
    tree = engine._compiled.tree
    children = slice(int(tree.first[0]), int(tree.first[0] + tree.children[0]))
    expected = chances_of(FastPosition.of(game), tree.code[children], patterns_of(name))
    assert len(expected) > 1 and tree.prior[children] == pytest.approx(expected, abs=1e-5)

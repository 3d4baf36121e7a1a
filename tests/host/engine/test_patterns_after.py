"""What actions are worth by the patterns after them: as if each was played and its position judged anew."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import PLACING, REPLACING
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_engine.search.pattern_weights import patterns_of
from hexlume_engine.search.patterns import white_chance
from hexlume_engine.search.patterns_after import chances_after
from hexlume_engine.search.position import FastPosition
from hexlume_record.game.position import legal_texts
from tests.host.engine.test_patterns import played, random_game, some_patterns

pytestmark = pytest.mark.integration

PATTERNS = {name: some_patterns(name) for name in ("orochi", "sibling", "organica")}


def check(game):
    """Compare all legal actions' chances with those of the positions after them."""
    position = FastPosition.of(game)
    tables = position.tables.numbers
    actions = np.array(position.legal(), np.int64)
    found = np.zeros(len(actions), np.float32)
    patterns = PATTERNS[game.NAME]
    chances_after(position.numbers, tables, position.work, actions, len(actions), patterns, found)
    expected = []
    for action in actions:
        after = position.copy()
        after.apply(int(action))
        white = white_chance(after.numbers, tables, after.work, patterns)
        becomes_white = (game.to_move == 1) != (notation.kind(int(action)) == notation.SWAP)
        expected.append(white if becomes_white else 1 - white)
    assert found == pytest.approx(expected, abs=1e-5)
    return expected


@given(st.sampled_from((2, 3, 4, 5, 6, 9)), st.integers(0, 2**32 - 1))
def test_actions_of_orochi(size, seed):
    """ORO-2 to ORO-5: placements of both colours, those that over-connect, the first turns and replacements."""
    check(played("orochi", size, seed))


@given(st.integers(0, 2**32 - 1), st.integers(2, 20))
def test_actions_late_in_orochi(seed, empty):
    """ORO-6: also those that end the game."""
    game = random_game(4, seed, empty)
    check(game)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_actions_of_organica(seed):
    check(played("organica", 4, seed))


@given(st.sampled_from((3, 5)), st.integers(0, 2**32 - 1))
def test_actions_of_sibling(size, seed):
    """SIB-2 and SIB-4: first pieces, second ones and those that end the game."""
    check(played("sibling", size, seed))


def test_who_swaps_has_the_other_colour():
    """SIB-7"""
    game = games.start("sibling", 4, {"pie": True})
    game.push_text("d4")
    assert "swap" in legal_texts(game)
    check(game)


def test_they_differ():
    """Placements that over-connect (ORO-3) and such that do not are among those compared, and not worth the same."""
    kinds = set()
    for seed in range(20):
        game = random_game(4, seed, 15)
        assert game.phase == PLACING
        for action in game.legal_actions():
            game.push(action)
            kinds.add(game.phase)
            game.pop()
        assert len({round(chance, 4) for chance in check(game)}) > 20
    assert kinds == {PLACING, REPLACING}


def check_below(tree, node, position, patterns):
    """Compare the priors of all below a node with what the positions are worth; return how many there are."""
    found, first = 0, int(tree.first[node])
    for child in range(first, first + int(tree.children[node])) if first >= 0 else ():
        after = position.copy()
        after.apply(int(tree.code[child]))
        white = white_chance(after.numbers, after.tables.numbers, after.work, patterns)
        assert tree.prior[child] == pytest.approx(white if position.to_move == 1 else 1 - white, abs=1e-5)
        found += 1 + check_below(tree, child, after, patterns)
    return found


@pytest.mark.parametrize(("name", "size"), [("orochi", 4), ("organica", 4)])
def test_search_tries_first_what_was_learned_to_be_good(name, size):
    """Every action in the tree has the chance after it, whatever order the actions stand in."""
    game = played(name, size, 2)
    engine = Engine(STRONGEST, 1, 32)
    engine.analyse(game, Limit(playouts=60))
    assert check_below(engine._compiled.tree, 0, FastPosition.of(game), patterns_of(name)) > 500

"""Exact play near the end: what is proven is what plain search of all lines finds, and the engine plays by it."""

import time

import pytest

from hexlume_engine.search.endgame import Endgame
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from tests.host.search.plain_search import PlainSearch
from tests.host.search.random_positions import late

pytestmark = pytest.mark.integration

LATE = [("orochi", 4, 4), ("orochi", 3, 5), ("sibling", 5, 6), ("sibling", 4, 7)]
UNTIL_PROVEN = 2**40


@pytest.mark.parametrize(("name", "size", "empty"), LATE)
@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_said_is_true_and_the_best_is_among_it(name, size, empty, seed):
    """Also what is said when the time does not suffice."""
    game, plain = late(name, size, {}, seed, empty), PlainSearch()
    assert Endgame.has_come(game)
    true = {action: plain.value_after(game, action) for action in game.legal_actions()}
    for most in (1, 20, 100):
        assert Endgame(4).action_values(game, most, lambda: False, True).items() <= true.items()
    found = Endgame(4).action_values(game, UNTIL_PROVEN, lambda: True, True)
    assert found.items() <= true.items()
    assert max(true.values()) in found.values()
    first = Endgame(4).action_values(game, UNTIL_PROVEN, lambda: True, False)
    assert first.items() <= true.items()
    assert list(first.values()).count("win") == ("win" in true.values())


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "size", "empty"), [("orochi", 4, 9), ("sibling", 5, 13)])
def test_the_engine_plays_a_proven_win_to_its_end(name, size, empty):
    """What the tree search alone would not have seen: the other side replies as stubbornly as it can."""
    won = 0
    for seed in range(6):
        game = late(name, size, {}, seed, empty)
        engine, other = Engine(STRONGEST, 1, memory_mb=32), Engine(STRONGEST, 2, memory_mb=32)
        engine.choose(game, Limit(playouts=2_000))
        if game.legal_actions()[1:] and engine.last.proven == "win":
            assert engine.last.playouts == 0
            mine = game.to_move
            while game.result is None:
                game.push((engine if game.to_move == mine else other).choose(game, Limit(playouts=2_000)))
            assert game.result == ("W+" if mine == 1 else "B+")
            won += 1
    assert won


def test_proving_ends_when_go_on_says_so():
    game = late("orochi", 4, {}, 1, 15)
    engine = Engine(STRONGEST, 1, memory_mb=32)
    asked = []

    def go_on():
        asked.append(time.process_time())
        return len(asked) < 3

    engine.analyse(game, Limit(seconds=1e9), go_on=go_on)
    assert len(asked) <= 4

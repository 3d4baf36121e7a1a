"""Exact play near the end: what is proven is what plain search of all lines finds, and the engine plays by it."""

import itertools
import time

import pytest

from hexlume import games
from hexlume_engine.search import endgame
from hexlume_engine.search.endgame import Endgame
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_engine.search.pv_proof import prove_pv
from tests.host.engine.test_engine import late, solved

pytestmark = pytest.mark.integration

LATE = [("orochi", 4, 4), ("orochi", 3, 5), ("sibling", 5, 6), ("sibling", 4, 7)]
UNTIL_PROVEN = 2**40


def value_after(game, action, known):
    """Return an action's value for the player who chooses it, by plain search: in these positions nobody swaps."""
    mover = game.to_move
    game.push(action)
    try:
        return "win" if solved(game, known) == ("W+" if mover == 1 else "B+") else "loss"
    finally:
        game.pop()


@pytest.mark.parametrize(("name", "size", "empty"), LATE)
@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_said_is_true_and_the_best_is_among_it(name, size, empty, seed):
    game, known = late(name, size, {}, seed, empty), {}
    assert Endgame.has_come(game)
    true = {action: value_after(game, action, known) for action in game.legal_actions()}
    found = Endgame(4).action_values(game, UNTIL_PROVEN, lambda: True, True)
    assert found.items() <= true.items()
    assert max(true.values()) in found.values()
    first = Endgame(4).action_values(game, UNTIL_PROVEN, lambda: True, False)
    assert first.items() <= true.items()
    assert list(first.values()).count("win") == ("win" in true.values())


@pytest.mark.parametrize(("name", "size", "empty"), LATE)
def test_without_the_time_only_losing_actions_have_a_value(name, size, empty):
    endgame = Endgame(4)
    losses = 0
    for seed in range(6):
        game, known = late(name, size, {}, seed, empty), {}
        for positions in (1, 20, 100):
            found = endgame.action_values(game, positions, lambda: False, True)
            if "win" not in found.values():
                losses += len(found)
            assert all(value_after(game, action, known) == value for action, value in found.items())
    assert losses


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


def test_lost_positions_are_searched_all_the_same():
    for seed in range(20):
        game = late("orochi", 4, {}, seed, 7)
        engine = Engine(STRONGEST, 1, memory_mb=32)
        analysis = engine.analyse(game, Limit(playouts=500), hurried=True)
        if analysis.proven == "loss":
            assert analysis.playouts > 0
            assert {candidate.proven for candidate in analysis.candidates} == {"loss"}
            assert len(analysis.candidates) == len(game.legal_actions())
            return
    raise AssertionError("no lost position among these")


@pytest.mark.parametrize("name", ["orcoon", "organica", "droched"])
def test_other_games_are_left_to_the_search(name):
    assert not Endgame.has_come(games.start(name))


def test_proving_ends_when_go_on_says_so():
    game = late("orochi", 4, {}, 1, 15)
    engine = Engine(STRONGEST, 1, memory_mb=32)
    asked = []

    def go_on():
        asked.append(time.process_time())
        return len(asked) < 3

    engine.analyse(game, Limit(seconds=1e9), go_on=go_on)
    assert len(asked) <= 4


def test_principal_variation_is_proven_in_seconds_and_not_by_playouts(monkeypatch):
    """What a number of playouts finds must not follow from how fast the machine is."""
    asked = []

    def prove(tree, game, most_empty, tried, wins):
        asked.append(game.board.count(0))
        return prove_pv(tree, game, most_empty, tried, wins)

    monkeypatch.setattr(endgame, "prove_pv", prove)
    ticks = itertools.count()
    for empty, expected in ((40, False), (26, True)):
        game = late("sibling", 5, {}, 1, empty)
        engine = Engine(STRONGEST, 1, memory_mb=32, clock=lambda: next(ticks) / 100)
        engine.choose(game, Limit(playouts=200))
        assert not asked
        assert game.is_legal(engine.choose(game, Limit(seconds=1.0)))
        assert bool(asked) == expected
        asked.clear()

"""The engine: what it proves, that it keeps its tree, its seeds, its limits and being stopped."""

import gc
from dataclasses import replace
from weakref import ref

import pytest

from hexlume import games
from hexlume.games import game_class
from hexlume_engine.search import positions
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import LEVELS, STRONGEST, UCT, Limit
from tests.host.search.plain_search import PlainSearch
from tests.host.search.random_positions import late

pytestmark = pytest.mark.integration

SEARCHING = replace(STRONGEST, exact_endgames=False, learned=())
"""The strongest level where nothing is known but by search."""


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("compiled", "more"), [(positions.COMPILED, 1), ((), 0)], ids=["compiled", "by the rules alone"]
)
@pytest.mark.parametrize(
    ("name", "size", "options", "empty"),
    [("orochi", 3, {}, 3), ("orochi", 2, {}, 4), ("sibling", 3, {}, 6), ("orcoon", 4, {"pie": False}, 7)],
)
def test_proves_what_plain_search_finds(monkeypatch, name, size, options, empty, compiled, more):
    """ACT-1: also in a turn of several actions. By the rules alone it takes longer: one cell fewer is empty."""
    monkeypatch.setattr(positions, "COMPILED", compiled)
    empty += more
    for seed in range(6):
        game = late(name, size, options, seed, empty)
        plain = PlainSearch()
        expected = plain.value(game)
        engine = Engine(SEARCHING, seed)
        analysis = engine.analyse(game, Limit(playouts=200_000))
        assert analysis.proven == expected, (name, game.actions())
        for found in analysis.candidates:
            assert found.proven in (None, plain.value_after(game, found.action)), game.actions()
        assert plain.value_after(game, engine.choose(game, Limit(playouts=10))) == expected


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("level", [LEVELS[0], UCT], ids=lambda level: level.name)
@pytest.mark.parametrize("compiled", [positions.COMPILED, ()], ids=["compiled", "by the rules alone"])
def test_chooses_legal_actions_to_the_end(monkeypatch, name, level, compiled):
    monkeypatch.setattr(positions, "COMPILED", compiled)
    game = games.start(name, game_class(name).MIN_SIZE)
    engine = Engine(level, 4, memory_mb=32)
    for _ in range(60 if compiled else 40):
        if game.result is not None:
            break
        action = engine.choose(game, Limit(playouts=20))
        assert game.is_legal(action)
        game.push(action)


def test_equal_seeds_think_equally():
    analyses = []
    for _ in range(2):
        engine, game = Engine(STRONGEST, 11), games.start("organica", 4)
        analyses.append([engine.analyse(game, Limit(playouts=500)) for _ in range(2)])
    assert analyses[0] == analyses[1]


def test_analysis_yields_improving_results_until_it_is_closed():
    engine, game = Engine(STRONGEST, 1), games.start("droched")
    results = engine.analysis(game, every=0.01)
    playouts = [next(results).playouts for _ in range(5)]
    assert playouts == sorted(set(playouts))
    results.close()
    assert engine.analyse(game, Limit(playouts=50)).playouts == 50


def test_threads_share_one_tree():
    analysis = Engine(STRONGEST, 3, threads=2).analyse(games.start("sibling", 4), Limit(playouts=4_000))
    assert sum(found.visits for found in analysis.candidates) >= 0.9 * analysis.playouts
    assert all(0 <= found.chance <= 1 for found in analysis.candidates)


@pytest.mark.parametrize(("name", "size"), [("orcoon", 4), ("sibling", 3), ("orochi", 3)])
def test_memory_is_free_as_soon_as_an_engine_is_gone(name, size):
    """Its tables take tens of MB, and few objects: the garbage collector would seldom come."""
    engine = Engine(STRONGEST, 1)
    engine.analyse(games.start(name, size), Limit(playouts=20))
    gone = [ref(engine), ref(engine._endgame)]
    gc.disable()
    try:
        del engine
        assert [one() for one in gone] == [None, None]
    finally:
        gc.enable()


@pytest.mark.sample(1)
@pytest.mark.parametrize("level", LEVELS[:4], ids=lambda level: level.name)
def test_a_level_plays_the_same_however_fast_the_machine_is(level):
    """Also where softening weighs by how often actions were searched."""
    played = []
    for tick in (1e-6, 0.003, 10.0):
        now = [0.0]

        def clock(now=now, tick=tick):
            now[0] += tick
            return now[0]

        game, engine = games.start("orochi", 3), Engine(level, 5, memory_mb=16, clock=clock)
        while game.result is None:
            game.push(engine.choose(game))
        played.append(game.actions())
    assert played[0] == played[1] == played[2]

"""The engine: what it proves, that it keeps its tree, its seeds, its limits and being stopped."""

import gc
import random
import threading
from dataclasses import replace
from weakref import ref

import pytest

from hexlume import games
from hexlume.games import game_class, notation
from hexlume.games.pieces import WHITE
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import LEVELS, STRONGEST, UCT, Limit, level_of

pytestmark = pytest.mark.integration

SEARCHING = replace(STRONGEST, exact_endgames=False, learned=())
"""The strongest level where nothing is known but by search."""


def solved(game, known):
    """The result of perfect play by plain search of all lines, from the colours as they are now: W+, B+ or 0."""
    if game.result is not None:
        return game.result
    key = (bytes(game.board), game.continuation(), tuple(game.codes[:2]))
    if key not in known:
        mine = "W+" if game.to_move == WHITE else "B+"
        results = set()
        for action in game.legal_actions():
            game.push(action)
            found = solved(game, known)
            game.pop()
            if notation.swaps_seats(action):
                found = {"W+": "B+", "B+": "W+", "0": "0"}[found]
            results.add(found)
        known[key] = mine if mine in results else "0" if "0" in results else {"W+": "B+", "B+": "W+"}[mine]
    return known[key]


def late(name, size, options, seed, empty):
    """A position of a random game with few empty cells."""
    for attempt in range(200):
        rng = random.Random(f"{name} {seed} {attempt}")
        game = games.start(name, size, options)
        while game.result is None and game.board.count(0) > empty:
            placements = [code for code in game.legal_actions() if not notation.is_word(code)]
            game.push(rng.choice(placements or game.legal_actions()))
        if game.result is None:
            return game
    raise AssertionError("no such position")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("name", "size", "options", "empty"),
    [("orochi", 3, {}, 4), ("orochi", 2, {}, 5), ("sibling", 3, {}, 7), ("orcoon", 4, {"pie": False}, 8)],
)
def test_proves_what_plain_search_finds(name, size, options, empty):
    # ACT-1: a turn of several actions is no reason to prove anything wrong.
    for seed in range(6):
        game = late(name, size, options, seed, empty)
        mine = "W+" if game.to_move == WHITE else "B+"
        expected = "win" if solved(game, {}) == mine else "loss"
        engine = Engine(SEARCHING, seed)
        analysis = engine.analyse(game, Limit(playouts=200_000))
        assert analysis.proven == expected, (name, game.actions())
        best = game.name(engine.choose(game, Limit(playouts=10)))
        game.push_text(best)
        after = solved(game, {})
        assert (after == mine) == (expected == "win")


@pytest.mark.parametrize(("name", "size"), [("sibling", 3), ("orcoon", 4)])
def test_swap_is_taken_for_what_it_is(name, size):
    # ACT-3: after a swap the colours are the other seats'; its chance is the contrary of not swapping.
    game = games.start(name, size, {"pie": True})
    game.push(min(code for code in game.legal_actions() if not notation.is_word(code)))
    analysis = Engine(SEARCHING, 1).analyse(game, Limit(playouts=6_000))
    swap = next(found for found in analysis.candidates if notation.swaps_seats(found.action))
    others = [found for found in analysis.candidates if found.action != swap.action]
    best = max(others, key=lambda found: found.visits)
    if swap.proven is None and best.proven is None:
        assert swap.chance == pytest.approx(1 - best.chance, abs=0.25)
    else:
        assert {swap.proven, best.proven} != {"win"}


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("level", [LEVELS[0], UCT], ids=lambda level: level.name)
def test_chooses_legal_actions_to_the_end(name, level):
    game = games.start(name, game_class(name).MIN_SIZE)
    engine = Engine(level, 4, memory_mb=32)
    for _ in range(60):
        if game.result is not None:
            break
        action = engine.choose(game, Limit(playouts=20))
        assert game.is_legal(action)
        game.push(action)


def test_tree_stays_when_the_game_goes_on():
    game = games.start("sibling", 4)
    engine = Engine(STRONGEST, 2)
    before = engine.analyse(game, Limit(playouts=3_000))
    best = before.candidates[0]
    game.push(best.action)
    after = engine.analyse(game, Limit(playouts=1))
    assert sum(found.visits for found in after.candidates) >= best.visits // 2
    game.pop()
    assert sum(found.visits for found in engine.analyse(game, Limit(playouts=100)).candidates) <= 100


@pytest.mark.soak
def test_a_full_memory_stops_nothing():
    game = games.start("orochi", 5)
    engine = Engine(STRONGEST, 2, memory_mb=16)
    for _ in range(3):
        game.push(engine.choose(game, Limit(playouts=40_000)))
    assert len(game.codes) == 3


def test_all_memory_is_for_positions_where_no_tables_are_used():
    """In Orochi levels 5 and 6 use none, level 4 does; it plays as ever where the level was another before."""
    game = games.start("orochi", 4)
    engine, new = Engine(STRONGEST, 2, memory_mb=16), Engine(level_of(4), 2, memory_mb=16)
    engine.analyse(game, Limit(playouts=50))
    most = len(engine._compiled.tree.first)
    engine.level = level_of(4)
    engine.analyse(game, Limit(playouts=50))
    new.analyse(game, Limit(playouts=50))
    assert len(new._compiled.tree.first) == len(engine._compiled.tree.first) < 0.75 * most
    assert len(new._compiled.tree.amaf_count) == len(engine._compiled.tree.amaf_count) > 100 * 4 * game.grid.cells


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


def test_analysis_ends_with_its_limit():
    engine, game = Engine(SEARCHING, 1, memory_mb=32), games.start("droched")
    results = list(engine.analysis(game, Limit(playouts=300), every=0.0))
    assert [result.playouts for result in results] == sorted(result.playouts for result in results)
    assert results[-1].playouts == 300 and engine.last == results[-1]


def test_threads_share_one_tree():
    game = games.start("sibling", 4)
    analysis = Engine(STRONGEST, 3, threads=2).analyse(game, Limit(playouts=4_000))
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


def test_a_limit_is_needed():
    with pytest.raises(ValueError, match="needs a limit"):
        Engine(STRONGEST).analyse(games.start("orochi"))


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


def test_who_comes_while_it_is_made_ready_waits(monkeypatch, tmp_path):
    began, go_on = threading.Event(), threading.Event()
    # What is not compiled here is not noted as compiled either.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def slowly(*_, **__):
        began.set()
        assert go_on.wait(60)

    monkeypatch.setattr(Engine, "_is_ready", False)
    monkeypatch.setattr(Engine, "analyse", slowly)
    first, second = (threading.Thread(target=Engine.make_ready) for _ in range(2))
    first.start()
    assert began.wait(60)
    second.start()
    second.join(0.2)
    assert second.is_alive()
    go_on.set()
    for thread in (first, second):
        thread.join(60)
        assert not thread.is_alive()


def test_what_could_not_be_made_ready_is_tried_again(monkeypatch):
    asked = []

    def fails(*_, **__):
        asked.append(True)
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "_is_ready", False)
    monkeypatch.setattr(Engine, "analyse", fails)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Engine.make_ready()
    assert len(asked) == 2

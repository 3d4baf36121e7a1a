"""Re-rooting, for analysis backwards through a game: what was searched counts, and what is proven is true."""

from dataclasses import replace

import pytest

from hexlume import games
from hexlume.games import game_class, notation
from hexlume_engine.search import positions
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_engine.search.tree import NODES
from tests.host.search.plain_search import PlainSearch
from tests.host.search.random_positions import late, played

pytestmark = pytest.mark.integration

SEARCHING = replace(STRONGEST, exact_endgames=False, learned=())
"""The strongest level where nothing is known but what it searches, so that there is a tree of every size."""


@pytest.mark.parametrize("compiled", [positions.COMPILED, ()], ids=["compiled", "by the rules alone"])
@pytest.mark.parametrize(
    ("name", "options", "actions"),
    [("orcoon", {"pie": True}, ["a1", "swap"]), ("organica", {}, []), ("droched", {}, [])],
)
def test_what_was_searched_after_an_action_counts_before_it(monkeypatch, name, options, actions, compiled):
    """ACT-3: who swaps has the other colour afterwards."""
    monkeypatch.setattr(positions, "COMPILED", compiled)
    game = games.start(name, game_class(name).MIN_SIZE, options)
    for action in actions or [game.name(game.legal_actions()[0])]:
        game.push_text(action)
    engine = Engine(SEARCHING, 1, memory_mb=32)
    while game.codes:
        after = engine.analyse(game, Limit(playouts=400), backwards=True)
        searched = sum(found.visits for found in after.candidates)
        mover, action = game.to_move, game.pop()
        before = engine.analyse(game, Limit(playouts=1), backwards=True)
        own = next(found for found in before.candidates if found.action == action)
        assert own.proven or after.playouts - 5 <= own.visits <= searched + 2
        theirs = after.chance if (mover == game.to_move) != notation.swaps_seats(action) else 1 - after.chance
        assert own.proven or own.chance == pytest.approx(theirs, abs=0.25)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "size", "options", "empty"),
    [("orochi", 3, {}, 4), ("orochi", 2, {}, 6), ("sibling", 3, {}, 6), ("orcoon", 4, {}, 7)],
)
def test_what_is_proven_backwards_is_true(name, size, options, empty):
    for seed in range(4):
        game = late(name, size, options, seed, max(1, empty - 3))
        engine = Engine(SEARCHING, seed, memory_mb=64)
        while game.board.count(0) <= empty:
            analysis = engine.analyse(game, Limit(playouts=60_000), backwards=True)
            assert analysis.proven == PlainSearch().value(game), (name, game.actions())
            if not game.codes:
                break
            game.pop()


def test_a_full_memory_begins_anew():
    game = played("orochi", 4, 2, 12)
    engine = Engine(SEARCHING, 2, memory_mb=1)
    while game.codes:
        engine.analyse(game, Limit(playouts=3_000), backwards=True)
        assert engine._compiled.tree.used[NODES] <= len(engine._compiled.tree.first)
        game.pop()

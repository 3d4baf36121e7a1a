"""Re-rooting, for analysis backwards through a game: the whole tree stays, and what it proves is true."""

import random
from dataclasses import replace

import pytest

from hexlume import games
from hexlume.games import game_class, notation
from hexlume.games.pieces import WHITE
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, UCT, Limit
from hexlume_engine.search.tree import NODES
from tests.host.engine.test_engine import late, solved

pytestmark = pytest.mark.integration

SEARCHING = replace(STRONGEST, exact_endgames=False, learned=())
"""The strongest level where nothing is known but what it searches, so that there is a tree of every size."""


def played(name, size, options, seed, most=12):
    """A random game as it stands after some actions, not over."""
    rng = random.Random(f"{name} {seed}")
    game = games.start(name, size, options)
    for _ in range(most):
        game.push(rng.choice(game.legal_actions()))
        if game.result is not None:
            game.pop()
            break
    return game


def check_tree(tree, game, most=400):
    """Every node's children are what is legal there, behind it, and nobody else's."""
    left = [(0, [])]
    seen = set()
    while left and len(seen) < most:
        node, path = left.pop()
        first, count = int(tree.first[node]), int(tree.children[node])
        if first < 0:
            continue
        assert node < first <= first + count <= tree.used[NODES]
        own = set(range(first, first + count))
        assert not own & seen
        seen |= own
        for action in path:
            game.push(action)
        assert sorted(int(tree.code[child]) for child in own) == sorted(game.legal_actions())
        for _ in path:
            game.pop()
        left += [(child, [*path, int(tree.code[child])]) for child in own]


@pytest.mark.sample(2)
@pytest.mark.parametrize("level", [SEARCHING, UCT], ids=lambda level: level.name)
@pytest.mark.parametrize(
    ("name", "options"),
    [("orochi", {}), ("sibling", {"pie": True}), ("orcoon", {"pie": True}), ("organica", {}), ("droched", {})],
)
def test_the_tree_is_taken_along(name, options, level):
    game = played(name, game_class(name).MIN_SIZE, options, 1)
    engine = Engine(level, 3, memory_mb=32)
    analysis = engine.analyse(game, Limit(playouts=150), backwards=True)
    while game.codes:
        before = analysis.playouts
        action = game.pop()
        analysis = engine.analyse(game, Limit(playouts=60), backwards=True)
        check_tree(engine._compiled.tree, game)
        own = next(found for found in analysis.candidates if found.action == action)
        # What was searched further on, along the game, is no search of this action; one search grew the new root.
        assert own.visits <= before + 1 + analysis.playouts
        assert own.visits >= before or engine._compiled.tree.proven[0]
        assert all(0 <= found.chance <= 1 for found in analysis.candidates)


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
            mine = "W+" if game.to_move == WHITE else "B+"
            known = {}
            result = solved(game, known)
            expected = "draw" if result == "0" else "win" if result == mine else "loss"
            assert analysis.proven == expected, (name, game.actions())
            if not game.codes:
                break
            game.pop()


def test_a_full_memory_begins_anew():
    game = played("orochi", 4, {}, 2, 8)
    engine = Engine(SEARCHING, 2, memory_mb=1)
    while game.codes:
        engine.analyse(game, Limit(playouts=3_000), backwards=True)
        assert engine._compiled.tree.used[NODES] <= len(engine._compiled.tree.first)
        game.pop()


def test_stopping_keeps_what_was_known():
    game = played("sibling", 3, {}, 4, 10)
    engine = Engine(SEARCHING, 2, memory_mb=32)
    engine.analyse(game, Limit(playouts=500), backwards=True)
    action = game.pop()
    stopped = engine.analyse(game, Limit(playouts=500), backwards=True, go_on=lambda: False)
    assert stopped.playouts <= 8
    assert next(found for found in stopped.candidates if found.action == action).visits >= 500


def test_a_swap_is_gone_back_over():
    game = games.start("orcoon", 4, {"pie": True})
    game.push(next(code for code in game.legal_actions() if not notation.is_word(code)))
    game.push_text("swap")
    engine = Engine(SEARCHING, 1, memory_mb=32)
    after = engine.analyse(game, Limit(playouts=4_000), backwards=True)
    mover = game.to_move
    swap = game.pop()
    before = engine.analyse(game, Limit(playouts=1), backwards=True)
    own = next(found for found in before.candidates if found.action == swap)
    assert own.visits >= 4_000 or own.proven
    # Who swaps has the other colour afterwards.
    theirs = 1 - after.chance if mover == game.to_move else after.chance
    assert own.chance == pytest.approx(theirs, abs=0.2)

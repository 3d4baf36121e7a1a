"""The search by the rules alone, of the five games as if they were not compiled: what it proves, plays and keeps."""

import random
from dataclasses import replace

import pytest

from hexlume import games
from hexlume.games import game_class, notation
from hexlume_engine.search import positions
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit, Settings
from hexlume_record.errors import HexlumeError
from hexlume_record.setup.position import game_from, position_json

pytestmark = pytest.mark.integration

FIVE = positions.COMPILED
SEARCHING = replace(STRONGEST, tuned=dict.fromkeys(FIVE, Settings()))
"""The strongest level with the settings of a game that the engine has never heard of."""


@pytest.fixture
def uncompiled(monkeypatch):
    monkeypatch.setattr(positions, "COMPILED", ())


def wins(game, action):
    mover = game.to_move
    game.push(action)
    won = game.outcome is not None and (game.outcome.winner == mover) != notation.swaps_seats(action)
    game.pop()
    return won


def ends(name, back):
    """Positions of random games a few actions before their end."""
    for seed in range(200):
        rng = random.Random(f"{name} {seed}")
        game = games.start(name, game_class(name).MIN_SIZE)
        while game.result is None and len(game.codes) < 200:
            legal = sorted(game.legal_actions())
            game.push(rng.choice([code for code in legal if not notation.is_word(code)] or legal))
        if game.outcome is not None and game.outcome.winner:
            for _ in range(min(back, len(game.codes))):
                game.pop()
            yield game


@pytest.mark.parametrize("name", FIVE)
def test_a_win_in_one_is_found_in_positions_set_up_by_hand(name):
    # One engine for all: what it found of one position is of no use for the next.
    engine, found = Engine(SEARCHING, 1, 16), 0
    for played in ends(name, 1):
        game = game_from(position_json(played))
        if not any(wins(game, action) for action in game.legal_actions()):
            continue
        best = engine.analyse(game, Limit(playouts=1_000)).candidates[0]
        assert best.proven == "win" and best.action in game.legal_actions()
        found += 1
        if found == 3:
            return
    pytest.fail("no position was found")


@pytest.mark.parametrize(
    ("name", "size", "opening", "swapped"),
    [("hex", 5, "c3", True), ("hex", 5, "a1", False), ("orcoon", 4, "a1", False)],
)
def test_a_strong_opening_is_swapped_and_a_weak_one_is_not(name, size, opening, swapped):
    """ACT-3; Hex is searched by the rules alone."""
    game = games.start(name, size, {"pie": True})
    game.push_text(opening)
    action = Engine(SEARCHING, 1, 16).choose(game, Limit(playouts=3_000))
    assert notation.swaps_seats(action) == swapped


def test_stops_within_a_playout_by_the_rules_alone(uncompiled):
    game = games.start("droched")
    engine = Engine(SEARCHING, 1, 16)
    asked = []
    analysis = engine.analyse(game, go_on=lambda: bool(asked.append(1)), free=True, limit=Limit(seconds=60))
    assert analysis.playouts == 0 and len(asked) <= 2
    assert sorted(found.action for found in analysis.candidates) == sorted(game.legal_actions())


def test_memory_is_bounded_by_the_rules_alone(uncompiled):
    engine = Engine(replace(SEARCHING, tuned={"orochi": Settings(expand_at=1)}), 1, memory_mb=1)
    engine.analyse(games.start("orochi", 4), Limit(playouts=300))
    assert 0.95 * engine._rules._most < engine._rules._used <= engine._rules._most + 100


def test_a_game_whose_code_fails_is_named_in_one_sentence(uncompiled, monkeypatch):
    game, engine = games.start("orcoon", 5), Engine(SEARCHING, 1, 8)
    with monkeypatch.context() as patched:
        patched.setattr(type(game), "codes_at", lambda *_: 1 // 0)
        with pytest.raises(
            HexlumeError, match=r"^orcoon cannot be searched: its code failed \(ZeroDivisionError.*\)\.$"
        ):
            engine.analyse(game, Limit(playouts=30))
    assert engine.analyse(game, Limit(playouts=30)).playouts == 30

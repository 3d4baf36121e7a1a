"""The search by the rules alone, of the five games as if they were not compiled: what it proves, plays and keeps."""

import random
import time
import tracemalloc
from dataclasses import replace
from types import SimpleNamespace

import pytest

from hexlume import games
from hexlume.games import game_class, notation
from hexlume.games.pieces import BLACK, WHITE
from hexlume_engine.search import positions
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import LEVELS, STRONGEST, UCT, Limit, Settings
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.solver import Solver, value_after
from hexlume_record.errors import HexlumeError
from hexlume_record.setup.position import game_from, position_json
from tests.host.engine.test_engine import late

pytestmark = pytest.mark.integration

FIVE = positions.COMPILED
SEARCHING = replace(STRONGEST, tuned=dict.fromkeys(FIVE, Settings()))
"""The strongest level with the settings of a game that the engine has never heard of."""


@pytest.fixture
def uncompiled(monkeypatch):
    monkeypatch.setattr(positions, "COMPILED", ())


def after(game, action):
    """What follows an action: the result, whether who acted won, and whether the other side can win at once."""
    mover = game.to_move
    game.push(action)
    try:
        swapped = notation.swaps_seats(action)
        if game.outcome is not None:
            return (game.outcome.winner == mover) != swapped, False
        enemy = game.to_move if (game.to_move == mover) == swapped else None
        return False, enemy is not None and any(wins(game, reply) for reply in game.legal_actions())
    finally:
        game.pop()


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


@pytest.mark.parametrize("name", FIVE)
def test_a_win_in_one_is_found_by_the_rules_alone(uncompiled, name):
    found = 0
    for game in ends(name, 1):
        if not any(wins(game, action) for action in game.legal_actions()):
            continue
        best = Engine(SEARCHING, 1, 16).analyse(game, Limit(playouts=1_000)).candidates[0]
        # In a turn of several actions another one may win as surely, later.
        assert best.proven == "win", game.actions()
        found += 1
        if found == 5:
            return
    raise AssertionError("too few such positions")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [name for name in FIVE if name != "sibling"])
def test_a_loss_in_one_is_avoided_by_the_rules_alone(uncompiled, name):
    """Where something else does not lose at once, and is not proven to lose later. In Sibling a win takes two."""
    found = 0
    for back in (2, 3, 4):
        for game in ends(name, back):
            if len(legal := game.legal_actions()) > 20:
                continue
            outcomes = {action: after(game, action) for action in legal}
            if any(won for won, _ in outcomes.values()) or len({loses for _, loses in outcomes.values()}) < 2:
                continue
            engine = Engine(SEARCHING, 1, 16)
            action = engine.choose(game, Limit(playouts=600))
            assert not outcomes[action][1] or engine.last.proven == "loss", game.actions()
            found += not outcomes[action][1]
            if found == 3:
                return
    raise AssertionError("too few such positions")


@pytest.mark.parametrize(
    ("name", "size", "options", "empty"),
    [("orochi", 3, {}, 4), ("orochi", 2, {}, 5), ("sibling", 3, {}, 6), ("orcoon", 4, {"pie": False}, 7)],
)
def test_the_rules_alone_prove_what_the_solver_proves(monkeypatch, name, size, options, empty):
    for seed in range(4):
        game = late(name, size, options, seed, empty)
        solver = Solver(game, 8)
        value = solver.value(FastPosition.of(game))
        with monkeypatch.context() as patched:
            patched.setattr(positions, "COMPILED", ())
            engine = Engine(SEARCHING, seed, 32)
            analysis = engine.analyse(game, Limit(playouts=20_000))
        assert analysis.proven == value, game.actions()
        for one in analysis.candidates:
            assert one.proven is None or one.proven == value_after(FastPosition.of(game), one.action, solver.value), (
                game.actions()
            )


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "size"), [("sibling", 3), ("orcoon", 4)])
def test_swap_has_the_opposite_value_by_the_rules_alone(uncompiled, name, size):
    game = games.start(name, size, {"pie": True})
    game.push(min(code for code in game.legal_actions() if not notation.is_word(code)))
    analysis = Engine(SEARCHING, 1, 16).analyse(game, Limit(playouts=1_500))
    swap = next(found for found in analysis.candidates if notation.swaps_seats(found.action))
    best = max((found for found in analysis.candidates if found is not swap), key=lambda found: found.visits)
    assert swap.visits and swap.chance == pytest.approx(1 - best.chance, abs=0.25)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", FIVE)
@pytest.mark.parametrize("level", [LEVELS[0], UCT], ids=lambda level: level.name)
def test_plays_legally_to_the_end_by_the_rules_alone(uncompiled, name, level):
    game = games.start(name, game_class(name).MIN_SIZE)
    engine = Engine(level, 4, memory_mb=4)
    for _ in range(40):
        if game.result is not None:
            break
        action = engine.choose(game, Limit(playouts=8))
        assert game.is_legal(action)
        game.push(action)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "size"), [("orochi", 3), ("sibling", 3), ("orcoon", 5)])
def test_beats_random_actions_by_the_rules_alone(uncompiled, name, size):
    points, count = 0, 8
    for number in range(count):
        game, engine, rng = games.start(name, size), Engine(SEARCHING, number, 8), random.Random(number)
        me = WHITE if number % 2 else BLACK
        while game.result is None:
            if game.to_move == me:
                action = engine.choose(game, Limit(playouts=60))
            else:
                action = rng.choice(sorted(game.legal_actions()))
            game.push(action)
            if notation.swaps_seats(action):
                me = 3 - me
        points += game.outcome.winner == me
    assert points >= count - 1


def test_equal_seeds_think_equally_by_the_rules_alone(uncompiled):
    analyses = []
    for clock in (time.monotonic, iter(range(10**6)).__next__):
        engine, game = Engine(SEARCHING, 11, clock=clock), games.start("organica", 4)
        analyses.append([engine.analyse(game, Limit(playouts=50)) for _ in range(2)])
    assert analyses[0] == analyses[1]
    assert analyses[0][0] != Engine(SEARCHING, 12).analyse(games.start("organica", 4), Limit(playouts=50))


def test_stops_within_a_playout_by_the_rules_alone(uncompiled):
    game = games.start("droched")
    engine = Engine(SEARCHING, 1, 16)
    asked = []
    analysis = engine.analyse(game, go_on=lambda: bool(asked.append(1)), free=True, limit=Limit(seconds=60))
    assert analysis.playouts == 0 and len(asked) <= 2
    assert sorted(found.action for found in analysis.candidates) == sorted(game.legal_actions())
    results = engine.analysis(game, every=0.01)
    playouts = [next(results).playouts for _ in range(3)]
    results.close()
    assert playouts == sorted(set(playouts)) and not game.codes
    assert engine.analyse(game, Limit(playouts=5)).playouts == 5


def test_tree_stays_by_the_rules_alone(uncompiled):
    game = games.start("sibling", 4)
    engine = Engine(SEARCHING, 2)
    best = engine.analyse(game, Limit(playouts=600)).candidates[0]
    game.push(best.action)
    after = engine.analyse(game, Limit(playouts=1))
    assert sum(found.visits for found in after.candidates) >= best.visits // 2
    game.pop()
    assert sum(found.visits for found in engine.analyse(game, Limit(playouts=10)).candidates) <= 10


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "options"), [("orcoon", {"pie": True}), ("organica", {}), ("droched", {})])
def test_tree_stays_backwards_by_the_rules_alone(uncompiled, name, options):
    game, rng = games.start(name, game_class(name).MIN_SIZE, options), random.Random(3)
    game.push(rng.choice([code for code in game.legal_actions() if not notation.is_word(code)] or game.legal_actions()))
    if name == "orcoon":
        game.push_text("swap")
    engine = Engine(SEARCHING, 1, 16)
    after = engine.analyse(game, Limit(playouts=200), backwards=True)
    while game.codes:
        mover, action = game.to_move, game.pop()
        before = engine.analyse(game, Limit(playouts=1), backwards=True)
        own = next(found for found in before.candidates if found.action == action)
        assert own.proven or own.visits >= after.playouts - 5
        theirs = after.chance if (mover == game.to_move) != notation.swaps_seats(action) else 1 - after.chance
        assert own.proven or own.chance == pytest.approx(theirs, abs=0.25)
        after = before


@pytest.mark.soak
def test_memory_is_bounded_by_the_rules_alone(uncompiled):
    game, memory_mb = games.start("orochi", 4), 2
    engine = Engine(replace(SEARCHING, tuned={"orochi": Settings(expand_at=1)}), 1, memory_mb)
    engine.analyse(game, Limit(playouts=1))
    tracemalloc.start()
    engine.analyse(game, Limit(playouts=500))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # A sixth is for proofs.
    most = memory_mb * 2**20 * 5 / 6
    full = engine._rules._used
    assert most / 4 < used < most and 0.95 * engine._rules._most < full <= engine._rules._most + 100
    game.push(engine.last.candidates[0].action)
    assert engine.analyse(game, Limit(playouts=1)).playouts == 1 and engine._rules._used < full


def test_hints_of_a_game_judge_playouts_and_choose_pieces(uncompiled, monkeypatch):
    asked = []

    def lead(game, colour):
        asked.append((game is not start, colour))
        return 45

    def random_piece(game, below):
        assert 0 <= below(3) < 3
        asked.append("piece")
        return game.to_move

    start = games.start("orcoon", 9)
    monkeypatch.setattr(games, "part", lambda name, what: SimpleNamespace(lead=lead, random_piece=random_piece))
    level = replace(SEARCHING, tuned={"orcoon": Settings(playout_cutoff=4)})
    analysis = Engine(level, 1, 16).analyse(start, Limit(playouts=20))
    assert set(asked) == {(True, WHITE), "piece"} and asked.count((True, WHITE)) == 20
    assert analysis.chance < 0.2 and start.to_move == BLACK
    # A playout is cut off for it; plain UCT knows nothing of it.
    asked.clear()
    playouts = Engine(SEARCHING, 1, 16).analyse(start, Limit(playouts=20)).playouts
    assert asked.count((True, WHITE)) == playouts
    asked.clear()
    Engine(UCT, 1, 16).analyse(start, Limit(playouts=3))
    assert not asked
    # A game without hints is played as well; nobody seems to be ahead.
    monkeypatch.setattr(games, "part", lambda name, what: None)
    analysis = Engine(level, 1, 16).analyse(start, Limit(playouts=20))
    assert {found.mean for found in analysis.candidates} == {0.5}


def test_a_game_that_is_not_compiled_is_not_solved(uncompiled):
    with pytest.raises(HexlumeError, match=r"^Nothing can be proven of orochi: .*\.$"):
        Solver(games.start("orochi", 2), 8)


def test_a_game_whose_code_fails_is_named_in_one_sentence(uncompiled, monkeypatch):
    game, engine = games.start("orcoon", 5), Engine(SEARCHING, 1, 8)
    with monkeypatch.context() as patched:
        patched.setattr(type(game), "codes_at", lambda *_: 1 // 0)
        with pytest.raises(
            HexlumeError, match=r"^orcoon cannot be searched: its code failed \(ZeroDivisionError.*\)\.$"
        ):
            engine.analyse(game, Limit(playouts=30))
    assert engine.analyse(game, Limit(playouts=30)).playouts == 30


def test_a_search_that_was_interrupted_goes_on_from_the_game(uncompiled, monkeypatch):
    game, engine = games.start("orcoon", 5), Engine(SEARCHING, 1, 8)
    visits = sum(one.visits for one in engine.analyse(game, Limit(playouts=100)).candidates)
    with monkeypatch.context() as patched:
        patched.setattr(type(game), "codes_at", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            engine.analyse(game, Limit(playouts=30))
    analysis = engine.analyse(game, Limit(playouts=30), backwards=True)
    assert sum(one.visits for one in analysis.candidates) == visits + 30

"""Solved games: the tablebases on disc, and perfect play by them."""

import random
from dataclasses import replace

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume_engine.search import tablebase
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import LEVELS, STRONGEST, Limit
from hexlume_engine.search.solver import LOST, WON, Solver
from hexlume_engine.search.tablebase import Result
from hexlume_record.errors import HexlumeError
from hexlume_record.game.position import legal_texts

pytestmark = pytest.mark.integration

SOLVED = [
    ("orochi", 2, {}),
    ("orochi", 3, {}),
    ("sibling", 3, {}),
    ("sibling", 3, {"pie": True}),
    ("orcoon", 4, {}),
    ("orcoon", 4, {"pie": False}),
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Keep the user's own results out of it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tablebase.own_folder()


def won_against(name, size, options, seed, reply):
    """Play a solved game to the end, the engine for the seat that wins; whether it did."""
    game = games.start(name, size, options)
    engine, rng = Engine(STRONGEST, seed, memory_mb=16), random.Random(seed)
    winner = 0 if tablebase.known_result(game).value == WON else 1
    seats = {game.FIRST: 0, 3 - game.FIRST: 1}
    while game.result is None:
        if seats[game.to_move] == winner:
            action = engine.choose(game, Limit(playouts=1))
            assert engine.last is None or engine.last.proven == WON, game.actions()
        else:
            action = reply(game, rng)
        if notation.swaps_seats(action):
            seats = {colour: 1 - seat for colour, seat in seats.items()}
        game.push(action)
    return seats[{"W+": 1, "B+": 2}[game.result]] == winner


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "size", "options"), SOLVED, ids=str)
def test_never_loses_a_solved_win(name, size, options):
    for seed in range(4):
        assert won_against(name, size, options, seed, lambda game, rng: rng.choice(sorted(game.legal_actions())))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "size", "options"), SOLVED[1:3], ids=str)
def test_never_loses_a_solved_win_to_a_search(name, size, options):
    searching = Engine(replace(STRONGEST, exact_endgames=False, learned=()), 1, memory_mb=16)
    assert won_against(name, size, options, 9, lambda game, rng: searching.choose(game, Limit(playouts=200)))


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "size", "options"), SOLVED, ids=str)
def test_shipped_results_are_what_the_solver_finds_below_the_start(name, size, options):
    # The table is not asked here: positions near the end are solved anew and compared with it.
    game = games.start(name, size, options)
    alone, taught = Solver(game, memory_mb=8), Solver(game, memory_mb=8)
    for proven in tablebase.proven_positions(game):
        taught.learn(proven)
    assert taught.value(game, positions=2_000) == tablebase.known_result(game).value
    rng = random.Random(size)
    for _ in range(6):
        game = games.start(name, size, options)
        while game.result is None and game.board.count(0) > (4 if size == 2 else 11):
            placements = [code for code in sorted(game.legal_actions()) if not notation.is_word(code)]
            game.push(rng.choice(placements or sorted(game.legal_actions())))
        if game.result is None:
            assert alone.value(game) == taught.value(game)


def test_analysis_has_the_proven_value_of_every_action():
    game = games.start("orochi", 2)
    analysis = Engine(STRONGEST, 1, memory_mb=16).analyse(game, Limit(playouts=1))
    assert analysis.proven == WON
    proven_by_name = {game.name(found.action): found.proven for found in analysis.candidates}
    assert proven_by_name.keys() == set(legal_texts(game))
    assert [name for name, proven in proven_by_name.items() if proven == WON] == tablebase.known_result(game).best
    game.push_text(next(name for name, proven in proven_by_name.items() if proven == LOST))
    assert Engine(STRONGEST, 1, memory_mb=16).analyse(game, Limit(playouts=1)).proven == WON


def test_a_lost_position_is_searched_all_the_same():
    game = games.start("sibling", 3)
    analysis = Engine(STRONGEST, 1, memory_mb=16).analyse(game, Limit(playouts=50))
    assert (analysis.proven, analysis.playouts) == (LOST, 50)
    assert {found.proven for found in analysis.candidates} == {LOST}


def test_weaker_levels_know_nothing_of_it():
    assert Engine(LEVELS[2], 1, memory_mb=16).analyse(games.start("orcoon", 4), Limit(playouts=50)).proven is None


def test_the_users_own_results_are_saved_and_found(own_folder):
    game = games.start("orochi", 2)
    solver = Solver(game, memory_mb=1)
    assert solver.value(game) == WON
    first = Result({}, WON, ["Wb2"], solver.positions, 0.1)
    tablebase.save(game, own_folder, first, solver.proven())
    assert tablebase.result_of(game, own_folder) == first
    again = Solver(game, memory_mb=1)
    for proven in tablebase.proven_positions(game):
        again.learn(proven)
    assert again.value(game, positions=1) == WON
    (own_folder / "orochi-2.npz").write_bytes(b"nonsense")
    with pytest.raises(HexlumeError, match="delete it"):
        tablebase.proven_positions(game)

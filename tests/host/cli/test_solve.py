"""``hexlume engine solve``: known and new results, stops, and going on."""

import json

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume import games
from hexlume_engine.search import positions, solver, tablebase

pytestmark = pytest.mark.integration


def test_tells_a_known_result(hexlume):
    ran = hexlume("engine", "solve", "--game", "sibling", "--size", 3)
    assert (ran.code, ran.err) == (0, "")
    assert "who acts second, black, wins with best play" in ran.out
    assert "Every first action loses." in ran.out
    told = json.loads(hexlume("engine", "solve", "--game", "orcoon", "--size", 4, "--json").out)
    assert (told["winner"], told["board"], told["options"]) == ("second", "square4", {"pie": True})


def test_solves_and_keeps_it(hexlume):
    ran = hexlume("engine", "solve", "--game", "orochi", "--size", 2, "--memory", 16, "--again", "--json")
    told = json.loads(ran.out)
    assert (told["winner"], told["best"]) == ("first", ["Wb2"])
    assert told["positions"] > 10
    assert (tablebase.own_folder() / "orochi-2.json").exists()


@pytest.mark.soak
def test_solving_again_keeps_what_was_proven_of_other_options(hexlume):
    """One file of positions serves every choice of options: none of them may be lost."""
    hexlume(
        "engine", "solve", "--game", "sibling", "--size", 3, "--memory", 64, "--option", "pie=on", "--again", "--json"
    )
    game = games.start("sibling", 3)
    before = tablebase.proven_positions(game)[-1]
    hexlume("engine", "solve", "--game", "sibling", "--size", 3, "--memory", 64, "--again", "--json")
    after = tablebase.proven_positions(game)[-1]

    def positions(proven):
        return set(map(tuple, proven.keys.reshape(-1, 2).tolist()))

    assert len(before) > 100
    assert positions(before) <= positions(after)


def test_goes_on_where_it_was_stopped(hexlume, monkeypatch):
    monkeypatch.setattr(solver, "_SLICE", 500)
    wanted = ("engine", "solve", "--game", "droched", "--size", 3, "--memory", 16)
    calls = []

    def interrupted(solver):
        calls.append(solver.positions)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return 0.0

    monkeypatch.setattr(solver.Solver, "progress", interrupted)
    ran = hexlume(*wanted)
    assert ran.code == 130
    assert "not solved yet" in ran.out
    assert "the same command goes on" in ran.out
    assert "too large" in ran.err
    before = json.loads((tablebase.own_folder() / "droched-3.json").read_text())[0]["positions"]
    monkeypatch.setattr(solver.Solver, "progress", lambda solver: 0.0)
    told = json.loads(hexlume(*wanted, "--timeout", 0.1, "--json").out)
    assert told["worth"] is None
    assert told["positions"] > before > 0


def test_an_unreadable_file_is_told_before_anything_is_solved(hexlume, monkeypatch):
    file = tablebase.own_folder() / "orochi-2.npz"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"no positions")
    monkeypatch.setattr(solver.Solver, "value", lambda *_args, **_kwargs: pytest.fail("it was solved first"))
    ran = hexlume("engine", "solve", "--game", "orochi", "--size", 2, "--memory", 16, "--again")
    assert ran.code == 1
    assert str(file) in ran.err
    assert file.read_bytes() == b"no positions"


def test_wrong_words_are_named(hexlume):
    ran = hexlume("engine", "solve", "--game", "chess")
    assert ran.code == 2
    assert "chess" in ran.err


def test_a_game_that_is_not_compiled_is_refused_in_one_sentence(hexlume, monkeypatch):
    monkeypatch.setattr(positions, "COMPILED", ("sibling",))
    for command in (("engine", "solve"), ("puzzles", "make")):
        ran = hexlume(*command, "--game", "orochi", "--size", 2)
        assert ran.code == 1 and ran.err.count("\n") == 1
        assert "Nothing can be proven of orochi: the solver knows sibling only." in ran.err

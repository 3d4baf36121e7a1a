"""``hexlume engine selfplay``: games into file and store, Ctrl-C, better parameters."""

import json
from dataclasses import replace

import pytest

from hexlume_engine.search import tuning
from hexlume_host.store.repository import Store
from tests.host.engine.given_work import Here

pytest.importorskip("numba", reason="the extra engine is not installed")

pytestmark = pytest.mark.integration

SMALL = ("engine", "selfplay", "--game", "sibling", "--size", 3, "--playouts", 8)


@pytest.fixture
def workers(monkeypatch):
    """Have games played in this process; return how many are played until somebody presses Ctrl-C."""
    most = [10**9]
    monkeypatch.setattr("hexlume_engine.cli.engine.selfplay.LocalWorkers", lambda count: Here(most[0]))
    return most


def test_games_go_into_the_store_from_a_process(hexlume, tmp_path):
    store = tmp_path / "games.sqlite"
    ran = hexlume(*SMALL, "--games", 2, "--workers", 1, "--json", "--store", store)
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert told["games"] == 2 == told["white"] + told["black"]
    with Store(store) as opened:
        assert [(game.white, game.black) for game in opened.games()] == [("Hexlume level 6",) * 2] * 2


@pytest.mark.soak
def test_an_interrupted_run_says_how_to_go_on_and_does(hexlume, tmp_path, workers):
    file = tmp_path / "run.jsonl"
    workers[0] = 2
    ran = hexlume(*SMALL, "--games", 4, "--file", file)
    assert ran.code == 130
    assert "Stopped after 2 games" in ran.err and "goes on" in ran.err
    assert len(file.read_text().splitlines()) == 3
    workers[0] = 2
    ran = hexlume(*SMALL, "--games", 4, "--file", file)
    assert ran.code == 0 and ran.out.startswith("4 games: white won")


@pytest.mark.soak
@pytest.mark.parametrize("better", [True, False])
def test_tuning_writes_what_is_shown_to_be_better(hexlume, tmp_path, workers, monkeypatch, better):
    pytest.importorskip("optuna", reason="the extra tuning is not installed")
    real = tuning.play
    # Plays for real; who wins the last match is decided here.
    monkeypatch.setattr(tuning, "play", lambda task, number: _won(real(task, number), better))
    parameters = tmp_path / "parameters.toml"
    parameters.write_text("[orochi]\nmast_tournament_size = 3\n")
    ran = hexlume(*SMALL, "--tune", "--games", 2, "--sets", 2, "--confirm", 8, "--parameters", parameters, "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    assert len(told["sets"]) == 2 and told["last_match"]["games"] == 8
    assert told["written"] == (str(parameters) if better else None)
    text = parameters.read_text()
    assert "[orochi]\nmast_tournament_size = 3" in text and ("[sibling]" in text) == better
    if better:
        asked = hexlume("gtp", "--size", 99, "--parameters", parameters)
        assert asked.code == 1 and "99" in asked.err


def _won(game, by_first):
    return replace(game, points=float(by_first))


@pytest.mark.soak
def test_an_interrupted_tuning_tells_what_it_knows(hexlume, tmp_path, workers):
    pytest.importorskip("optuna", reason="the extra tuning is not installed")
    workers[0] = 3
    ran = hexlume(*SMALL, "--tune", "--games", 2, "--sets", 2, "--confirm", 2, "--file", tmp_path / "tuning.jsonl")
    assert ran.code == 130 and "Stopped after 1 sets" in ran.err
    workers[0] = 10**9
    ran = hexlume(*SMALL, "--tune", "--games", 2, "--sets", 2, "--confirm", 2, "--file", tmp_path / "tuning.jsonl")
    assert ran.code == 0 and "match of 2 games" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--playouts", 3, "--seconds", 1), "not both"),
        (("--parameters", "x.toml"), "--tune only"),
        (("--size", 99), "99"),
        (("--file", "/nowhere/x"), "cannot be used"),
    ],
)
def test_what_cannot_be_done_is_said(hexlume, arguments, words, workers):
    ran = hexlume("engine", "selfplay", *arguments)
    assert ran.code == 1 and words in ran.err and ran.err.count("\n") == 1

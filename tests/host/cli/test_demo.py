"""``hexlume demo``: scripted games on the twin come out of the store as they were played."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume import games
from hexlume_host.device import demo as demo_module
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def test_demo_as_json(hexlume: Any, tmp_path: Path) -> None:
    ran = hexlume("demo", "--games", 2, "--size", 2, "--seed", 7, "--json", "--store", tmp_path / "s.sqlite")
    assert (ran.code, ran.err) == (0, "")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["seed"] for line in lines] == [7, 8]
    for line in lines:
        game = games.start(line["game"], line["size"], line["options"])
        for action in line["actions"]:
            game.push_text(action)
        assert (line["logged"], line["result"]) == (True, game.result)
        assert line["virtual_s"] > 0
        assert line["wall_s"] > 0
    listed = hexlume("games", "--source", "demo", "--store", tmp_path / "s.sqlite").out
    assert listed.count("Orochi") == 2


def test_lists_without_a_source_leave_demo_games_out(hexlume: Any, tmp_path: Path) -> None:
    place = tmp_path / "s.sqlite"
    with Store(place) as store:
        PlayedGame(store, "sibling").act()
    assert hexlume("demo", "--size", 2, "--store", place).code == 0
    (own,) = json.loads(hexlume("games", "--json", "--store", place).out)
    (shown,) = json.loads(hexlume("games", "--json", "--source", "demo", "--store", place).out)
    assert (own["rules"], own["source"], shown["rules"], shown["source"]) == ("sibling", "board", "orochi", "demo")
    assert "script" not in hexlume("stats", "--store", place).out


def test_the_same_demo_again_is_other_games(hexlume: Any, tmp_path: Path) -> None:
    """Each run's games have ids of their own, also with the same seed."""
    arguments = ("demo", "--size", 2, "--seed", 5, "--json", "--store", tmp_path / "s.sqlite")
    first, second = (json.loads(hexlume(*arguments).out) for _ in range(2))
    assert first["actions"] == second["actions"]
    assert first["logged"] and second["logged"]
    listed = json.loads(hexlume("games", "--json", "--source", "demo", "--store", tmp_path / "s.sqlite").out)
    assert len({game["game"] for game in listed}) == 2


def test_a_game_that_was_not_logged_as_played_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: the hands are made to intend something else than they did."""
    real = demo_module._next_game

    def intend_another(*arguments: Any) -> dict[str, Any]:
        told = real(*arguments)
        return {**told, "intended": told["intended"][:-1]}

    monkeypatch.setattr(demo_module, "_next_game", intend_another)
    (played,) = demo_module.play_demo(SimulatedBoard.of(games.start("orochi", 2, {})), 1, 3, store)
    assert not played.logged

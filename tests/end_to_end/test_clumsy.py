"""`hexlume demo --hands clumsy`: whole games with people's mistakes, none of them in the record."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume import games
from tests.in_process import Hexlume

SEEDS = (100, 2000)
QUICK = ("orochi",)
"""What ``make test`` plays; a game with captures is in test_external_game.py."""
SMALL = {"orochi": 3, "sibling": 3, "orcoon": 5, "organica": 4, "droched": 4, "hex": 5}


def demo(hexlume: Hexlume, store: Path, *arguments: str) -> list[dict[str, Any]]:
    ran = hexlume("demo", "--bot", "clumsy", "--json", "--store", store, *arguments)
    played = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0, f"{ran.err} {[game['seed'] for game in played if not game['logged']]}"
    return played


def check(played: list[dict[str, Any]]) -> None:
    for game in played:
        assert game["logged"], game["seed"]
        assert game["recovered"] == sum(game["mishaps"].values())
        replay = games.start(game["game"], game["size"], game["options"])
        for action in game["actions"]:
            replay.push_text(action)
        assert replay.result == game["result"]


def small(name: str) -> tuple[str, ...]:
    """Name a game's size that has mishaps of many kinds in one short game; the soak plays it at its default size."""
    return "--game", name, "--size", str(SMALL[name])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.soak) for name in games.NAMES]
)
def test_clumsy_game_is_logged_as_intended(name: str, hexlume: Hexlume, tmp_path: Path) -> None:
    played = demo(hexlume, tmp_path / "s", *small(name), "--seed", "100")
    assert len(played) == 1
    check(played)
    assert sum(map(len, (game["mishaps"] for game in played))) > 5, "a clumsy game has mishaps of many kinds"


@pytest.mark.soak
def test_hand_errors_of_a_demo_are_determined_by_the_seed(hexlume: Hexlume, tmp_path: Path) -> None:
    first, again = (demo(hexlume, tmp_path / name, *small("sibling"), "--games", "1", "--seed", "100") for name in "ab")
    assert len(first) == 1
    assert [(game["actions"], game["mishaps"]) for game in again] == [
        (game["actions"], game["mishaps"]) for game in first
    ]


def test_demo_prints_hand_errors_by_name(hexlume: Hexlume, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    ran = hexlume("demo", "--bot", "clumsy", *small("sibling"), "--seed", "100", "--store", tmp_path / "s")
    assert ran.code == 0, ran.err
    assert "put right" in ran.out
    assert " x slide" in ran.out


def test_demo_refuses_unknown_hands(hexlume: Hexlume, tmp_path: Path) -> None:
    ran = hexlume("demo", "--bot", "sticky", "--store", tmp_path / "s")
    assert ran.code == 2
    assert "'sticky' is not one of 'careful'" in ran.err


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", games.NAMES)
def test_twenty_clumsy_games_are_logged_as_intended(name: str, hexlume: Hexlume, tmp_path: Path) -> None:
    mishaps: set[str] = set()
    for seed in SEEDS:
        played = demo(hexlume, tmp_path / f"{seed}", "--game", name, "--games", "10", "--seed", str(seed))
        assert len(played) == 10
        check(played)
        mishaps.update(*(game["mishaps"] for game in played))
    assert mishaps >= {"slide", "hover", "knock", "swap", "sweep"}

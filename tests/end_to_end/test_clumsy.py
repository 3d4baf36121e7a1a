"""`hexlume demo --hands clumsy`: whole games with people's mistakes, none of them in the record."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexlume import games

HEXLUME = str(Path(sys.executable).with_name("hexlume"))
SEEDS = (100, 2000)
QUICK = ("orochi",)
"""What ``make test`` plays; a game with captures is in test_external_game.py."""
SMALL = {"orochi": 3, "sibling": 3, "orcoon": 5, "organica": 4, "droched": 4, "hex": 5}


def demo(store: Path, *arguments: str, seconds: float = 240) -> list[dict[str, Any]]:
    run = subprocess.run(
        [HEXLUME, "demo", "--bot", "clumsy", "--json", "--store", str(store), *arguments],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    played = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 0, f"{run.stderr} {[game['seed'] for game in played if not game['logged']]}"
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
def test_clumsy_game_is_logged_as_intended(name: str, tmp_path: Path) -> None:
    played = demo(tmp_path / "s", *small(name), "--seed", "100")
    assert len(played) == 1
    check(played)
    assert sum(map(len, (game["mishaps"] for game in played))) > 5, "a clumsy game has mishaps of many kinds"


@pytest.mark.soak
def test_hand_errors_of_a_demo_are_determined_by_the_seed(tmp_path: Path) -> None:
    first, again = (demo(tmp_path / name, *small("sibling"), "--games", "1", "--seed", "100") for name in "ab")
    assert len(first) == 1
    assert [(game["actions"], game["mishaps"]) for game in again] == [
        (game["actions"], game["mishaps"]) for game in first
    ]


def test_demo_prints_hand_errors_by_name(tmp_path: Path) -> None:
    run = subprocess.run(
        [HEXLUME, "demo", "--bot", "clumsy", *small("sibling"), "--seed", "100", "--store", str(tmp_path / "s")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert run.returncode == 0, run.stderr
    assert "put right" in run.stdout
    assert " x slide" in run.stdout


def test_demo_refuses_unknown_hands(tmp_path: Path) -> None:
    run = subprocess.run(
        [HEXLUME, "demo", "--bot", "sticky", "--store", str(tmp_path / "s")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 2
    assert "'sticky' is not one of 'careful'" in run.stderr


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", games.NAMES)
def test_twenty_clumsy_games_are_logged_as_intended(name: str, tmp_path: Path) -> None:
    mishaps: set[str] = set()
    for seed in SEEDS:
        played = demo(tmp_path / f"{seed}", "--game", name, "--games", "10", "--seed", str(seed), seconds=1700)
        assert len(played) == 10
        check(played)
        mishaps.update(*(game["mishaps"] for game in played))
    assert mishaps >= {"slide", "hover", "knock", "swap", "sweep"}

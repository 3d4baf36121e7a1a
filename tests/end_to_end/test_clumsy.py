"""`hexlume demo --hands clumsy`: whole games with people's faults, and a record that holds none of them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexlume import games

HEXLUME = str(Path(sys.executable).with_name("hexlume"))
SEEDS = (100, 2000, 30000)


def demo(store: Path, *arguments: str, seconds: float = 240) -> list[dict[str, Any]]:
    run = subprocess.run(
        [HEXLUME, "demo", "--hands", "clumsy", "--json", "--store", str(store), *arguments],
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
            replay.play(action)
        assert replay.result == game["result"]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_clumsy_game_is_logged_as_it_was_meant(name: str, tmp_path: Path) -> None:
    count = "2" if name in ("orochi", "organica") else "1"
    # The longest game is played small here, and at its default size in the soak.
    size = ("--size", "5") if name == "droched" else ()
    played = demo(tmp_path / "s", "--game", name, *size, "--games", count, "--seed", "100")
    assert len(played) == int(count)
    check(played)
    assert sum(map(len, (game["mishaps"] for game in played))) > 5, "a clumsy game has mishaps of many kinds"


def test_the_same_seed_brings_the_same_mishaps(tmp_path: Path) -> None:
    first = demo(tmp_path / "a", "--game", "sibling", "--games", "1", "--seed", "100")
    again = demo(tmp_path / "b", "--game", "sibling", "--games", "1", "--seed", "100")
    assert [(game["actions"], game["mishaps"]) for game in again] == [
        (game["actions"], game["mishaps"]) for game in first
    ]


def test_mishaps_are_printed_by_name(tmp_path: Path) -> None:
    run = subprocess.run(
        [HEXLUME, "demo", "--hands", "clumsy", "--game", "organica", "--seed", "100", "--store", str(tmp_path / "s")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert run.returncode == 0, run.stderr
    assert "put right" in run.stdout
    assert " x slide" in run.stdout


def test_unknown_hands_are_refused(tmp_path: Path) -> None:
    run = subprocess.run(
        [HEXLUME, "demo", "--hands", "sticky", "--store", str(tmp_path / "s")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 1
    assert "There are no hands called 'sticky': choose careful or clumsy." in run.stderr


@pytest.mark.soak
@pytest.mark.timeout(5400)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", games.NAMES)
def test_fifty_clumsy_games_are_logged_as_they_were_meant(name: str, seed: int, tmp_path: Path) -> None:
    played = demo(tmp_path / "s", "--game", name, "--games", "50", "--seed", str(seed), seconds=5000)
    assert len(played) == 50
    check(played)
    assert set().union(*(game["mishaps"] for game in played)) >= {"slide", "hover", "knock", "swap", "sweep"}

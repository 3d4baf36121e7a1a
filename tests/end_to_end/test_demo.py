"""`hexlume demo`: scripted hands play every game by the lights; the store holds their actions."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hexlume import games

HEXLUME = str(Path(sys.executable).with_name("hexlume"))


def demo(store: Path, *arguments: str) -> list[dict[str, object]]:
    run = subprocess.run(
        [HEXLUME, "demo", "--json", "--store", str(store), *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 2), *(pytest.param(size, 4, marks=pytest.mark.soak) for size in (3, 4, 5))],
)
def test_demo_of_orochi_is_logged_as_played_and_ends_by_the_rules(size: int, count: int, tmp_path: Path) -> None:
    asked = ("--size", str(size), "--games", str(count), "--seed", str(10 * size))
    played = demo(tmp_path / "s", "--game", "orochi", *asked)
    assert [game["seed"] for game in played] == [10 * size + k for k in range(count)]
    for logged in played:
        assert logged["logged"] is True
        replay = games.start("orochi", size)
        for action in logged["actions"]:
            replay.push_text(action)
        assert replay.result == logged["result"]


@pytest.mark.soak
def test_demo_game_is_determined_by_the_seed(tmp_path: Path) -> None:
    first, second = demo(tmp_path / "a", "--size", "3", "--games", "2", "--seed", "5")
    (again,) = demo(tmp_path / "b", "--size", "3", "--games", "1", "--seed", "6")
    assert again["actions"] == second["actions"] != first["actions"]


@pytest.mark.soak
def test_two_demos_into_one_store_keep_both(tmp_path: Path) -> None:
    for _ in range(2):
        demo(tmp_path / "s", "--size", "3", "--games", "1", "--seed", "5")
    listed = subprocess.run(
        [HEXLUME, "games", "--json", "--store", str(tmp_path / "s")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert [game["status"] for game in json.loads(listed.stdout)] == ["finished", "finished"]

"""`hexlume demo`: scripted hands play every game by the lights; the store holds their actions."""

import json
from pathlib import Path

import pytest

from hexlume import games
from tests.in_process import Hexlume

pytestmark = pytest.mark.soak
"""A shorter one of them is in tests/host/cli/test_demo.py."""


def demo(hexlume: Hexlume, store: Path, *arguments: str) -> list[dict[str, object]]:
    ran = hexlume("demo", "--json", "--store", store, *arguments)
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_demo_of_orochi_is_logged_as_played_and_ends_by_the_rules(size: int, hexlume: Hexlume, tmp_path: Path) -> None:
    asked = ("--size", str(size), "--games", "4", "--seed", str(10 * size))
    played = demo(hexlume, tmp_path / "s", "--game", "orochi", *asked)
    assert [game["seed"] for game in played] == [10 * size + k for k in range(4)]
    for logged in played:
        assert logged["logged"] is True
        replay = games.start("orochi", size)
        for action in logged["actions"]:
            replay.push_text(action)
        assert replay.result == logged["result"]


def test_demo_game_is_determined_by_the_seed(hexlume: Hexlume, tmp_path: Path) -> None:
    first, second = demo(hexlume, tmp_path / "a", "--size", "3", "--games", "2", "--seed", "5")
    (again,) = demo(hexlume, tmp_path / "b", "--size", "3", "--games", "1", "--seed", "6")
    assert again["actions"] == second["actions"] != first["actions"]


def test_two_demos_into_one_store_keep_both(hexlume: Hexlume, tmp_path: Path) -> None:
    for _ in range(2):
        demo(hexlume, tmp_path / "s", "--size", "3", "--games", "1", "--seed", "5")
    listed = hexlume("games", "--json", "--source", "demo", "--store", tmp_path / "s").out
    assert [game["status"] for game in json.loads(listed)] == ["finished", "finished"]

"""Whole games with people's mistakes, none of them in the record."""

from pathlib import Path

import pytest

from hexlume import games
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.store.repository import Store
from hexlume_plugins.gamekit.scripted_games import ScriptedGame, play_scripted

SEEDS = (100, 2000)


def clumsy_games(place: Path, rules: str, size: int, count: int, seed: int) -> list[ScriptedGame]:
    """Return games that clumsy hands played, once they are found in the store as they were meant."""
    board = SimulatedBoard.of(games.start(rules, size))
    with Store(str(place)) as store:
        played = list(play_scripted(board, "clumsy", count, seed, store))
    assert len(played) == count
    assert not [game.seed for game in played if not game.logged or game.recovered != sum(game.mishaps.values())]
    return played


def test_clumsy_game_is_logged_as_intended(tmp_path: Path) -> None:
    (played,) = clumsy_games(tmp_path / "s", "orochi", 3, 1, 100)
    assert len(played.mishaps) > 5, "a clumsy game has mishaps of many kinds"
    replay = games.start("orochi", 3)
    for action in played.actions:
        replay.push_text(action)
    assert replay.result == played.result


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", games.NAMES)
def test_twenty_clumsy_games_are_logged_as_intended(name: str, tmp_path: Path) -> None:
    mishaps: set[str] = set()
    for seed in SEEDS:
        for played in clumsy_games(tmp_path / f"{seed}", name, 0, 10, seed):
            mishaps.update(played.mishaps)
    assert mishaps >= {"slide", "hover", "knock", "swap", "sweep"}

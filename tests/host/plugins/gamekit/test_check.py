"""The checks of Hexlume's own games, and of a game that prints."""

from collections.abc import Callable
from pathlib import Path

import pytest

import hexlume.games
from hexlume.games import NAMES
from hexlume_plugins.gamekit.check import check_game

GAMES = Path(hexlume.games.__file__).parent


@pytest.mark.integration
def test_what_a_game_prints_is_no_report(changed_game: Callable[..., Path]) -> None:
    folder = changed_game(("rules.py", "GAME = ", 'print("{")\nGAME = '), ("rules.md", "**TRI-7**", "**TRI-8**"))
    failures = [one for check in check_game(folder, 12, 1, lambda name: None) for one in check["failures"]]
    assert [failure["sentence"].split()[0] for failure in failures] == ["TRI-8", "rules.py,"]
    assert "prints: programs read what commands write" in failures[1]["sentence"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.soak
def test_own_games_pass(name: str) -> None:
    """Their rule sheets are in the repository's ``seeds``, with tests of them."""
    checks = check_game(GAMES / name, 30, 1, lambda name: None)
    assert {check["name"] for check in checks if check["failures"]} <= {"clauses"}
    assert checks[-1]["name"] == "hands"

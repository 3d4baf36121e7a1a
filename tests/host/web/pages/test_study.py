"""Positions of the analysis page: what can be done, and why not elsewhere."""

from hexlume import games
from hexlume_host.web.pages.study import Studies, study_message


def test_closed_cells_say_why_and_by_which_clause() -> None:
    start = {"start": {"rules": "orcoon", "size": 5, "options": {}}}
    shown = Studies().message(start, ["a1", "e1"])
    ((sentence, clause),) = [shown["closed"].pop(cell) for cell in ("b2",)]
    assert (clause, shown["closed"]) == ("ORC-3", {}) and sentence.endswith(".")
    assert "b2" not in shown["actions"]


def test_nothing_is_closed_once_the_game_is_over() -> None:
    game = games.start("orcoon", 5)
    game.conclude(1, "resigned")
    assert study_message(game)["closed"] == {}

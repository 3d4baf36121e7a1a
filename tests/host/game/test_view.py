"""What pages are told of positions: it agrees with the rules' own position JSON (rule ACT-5)."""

import random

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.pieces import BLACK, LETTERS, NAMES
from hexlume_host.game.view import panel_message, position_message, watched_message


@pytest.mark.parametrize("rules", games.NAMES)
def test_a_message_agrees_with_the_rules_at_every_step(rules: str) -> None:
    choose = random.Random(7)
    game = games.start(rules, 5 if rules != "droched" else 4, {})
    forced = 0
    for _ in range(60):
        message = position_message(game)
        position = game.position()
        assert message["discs"] == {cell: NAMES[LETTERS.index(one)] for cell, one in position["pieces"].items()}
        for name in ("to_move", "phase", "result", "prison", "hand", "board"):
            assert message[name] == position[name]
        legal = game.legal_texts()
        placed = [action for action in legal if action not in message["words"]]
        assert {action.lstrip("WBPL*").split("-")[0].split("x")[0] for action in placed} == set(message["legal"])
        assert message["forced"] == sorted(
            {action[1:] for action in legal if action.startswith("*")}, key=game.grid.cell
        )
        watched = watched_message(game)
        assert {**message, "legal": [], "words": [], "due": ""} == {**watched, "due": ""}
        forced += bool(message["forced"])
        for name in message["captured"]:
            assert name not in message["discs"]
        if not legal:
            break
        action = choose.choice(legal)
        game.push_text(action)
        if not notation.is_word(game.codes[-1]):
            assert position_message(game)["last"][-1] in action
    if rules == "orochi":
        assert forced


def test_the_end_is_told_in_words() -> None:
    game = games.start("orochi", 4, {})
    game.conclude(BLACK, "resigned")
    message = position_message(game)
    assert (message["result"], message["result_words"]) == ("B+", "Black wins: white resigned")
    assert (message["due"], message["to_move"], message["legal"]) == ("", None, [])


@pytest.mark.parametrize(("board", "cells"), [("hex5", 61), ("square9", 81), ("hex2", 7)])
def test_every_board_can_be_drawn(board: str, cells: int) -> None:
    message = panel_message(board)
    assert message["panel"] == board
    assert len({(cell["x_mm"], cell["y_mm"]) for cell in message["cells"]}) == cells


@pytest.mark.parametrize("board", ["", "hex", "hex99", "../hex5", "square0", "hex5 "])
def test_what_is_no_board_is_refused(board: str) -> None:
    with pytest.raises(ValueError, match="board"):
        panel_message(board)

"""Positions as pages show them: they agree with the rules' own position JSON (rule ACT-5)."""

import random

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.pieces import BLACK
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.game.view import panel_message, position_view


@pytest.mark.parametrize("rules", games.NAMES)
def test_a_view_agrees_with_the_rules_at_every_step(rules: str) -> None:
    choose = random.Random(7)
    game = games.start(rules, 5 if rules != "droched" else 4, {})
    forced, before = 0, dict[str, str]()
    for _ in range(60):
        legal = legal_texts(game)
        view = position_view(game, game.legal_actions() if legal else [])
        assert view.items() >= position_of(game).items()
        ways = [(cell, one) for cell, ones in view["actions"].items() for one in ones]
        assert sorted(one["action"] for one in [*view["choices"], *(one for _, one in ways)]) == sorted(legal)
        for cell, one in ways:
            places = one["action"].lstrip("WBPL*").replace("x", "-").split("-")
            assert (places[0], places[-1]) == (cell, one["to"])
        assert all(one["words"] for one in [*view["choices"], *(one for _, one in ways)])
        assert view["forced"] == sorted({action[1:] for action in legal if action.startswith("*")}, key=game.grid.cell)
        watched = position_view(game)
        assert {**view, "actions": {}, "choices": [], "due": ""} == {**watched, "due": ""}
        forced += bool(view["forced"])
        for name in view["captured"]:
            assert name not in view["pieces"]
        assert (
            view["turned"]
            == [cell for cell in view["last"] if view["pieces"].get(cell) and before.get(cell)][len(view["arrows"]) :]
        )
        assert [[arrow["from"], arrow["to"]] for arrow in view["arrows"]] == [view["last"]] * (len(view["last"]) == 2)
        assert [view["won"], view["lost"], view["decided"]] == [
            [game.grid.name(cell) for cell in cells] for cells in (game.deciders() if game.result else ([], [], []))
        ]
        before = view["pieces"]
        if not legal:
            break
        action = choose.choice(legal)
        game.push_text(action)
        if not notation.is_word(game.codes[-1]):
            after = position_view(game)
            assert after["last"][-1] in action
            ((to, piece),) = [(one["to"], one["piece"]) for _, one in ways if one["action"] == action]
            # A piece may be lost where it was just put.
            assert piece and after["pieces"].get(to, piece) == piece
    if rules == "orochi":
        assert forced


def test_a_step_and_a_capture_are_arrows_and_a_taken_pawn_is_not_turned_over() -> None:
    game = games.start("organica", 4, {})
    seen = set()
    choose = random.Random(1)
    for _ in range(400):
        legal = legal_texts(game)
        if not legal:
            break
        moves = [action for action in legal if "-" in action or "x" in action]
        action = next((one for one in moves if "x" in one), None) or choose.choice(moves or legal)
        game.push_text(action)
        view = position_view(game)
        assert view["turned"] == []
        for arrow in view["arrows"]:
            assert f"{arrow['from']}{'x' if arrow['kind'] == 'capture' else '-'}{arrow['to']}" == action
            seen.add(arrow["kind"])
    assert "step" in seen


def test_the_end_is_told_in_words() -> None:
    game = games.start("orochi", 4, {})
    game.conclude(BLACK, "resigned")
    view = position_view(game, [])
    assert (view["result"], view["result_words"]) == ("B+", "Black wins: white resigned")
    assert (view["due"], view["to_move"], view["actions"]) == ("", None, {})


@pytest.mark.parametrize(("board", "cells"), [("hex5", 61), ("square9", 81), ("hex2", 7)])
def test_every_board_can_be_drawn(board: str, cells: int) -> None:
    message = panel_message(board)
    assert message["panel"] == board
    assert len({(cell["x_mm"], cell["y_mm"]) for cell in message["cells"]}) == cells


@pytest.mark.parametrize("board", ["", "hex", "hex99", "../hex5", "square0", "hex5 "])
def test_what_is_no_board_is_refused(board: str) -> None:
    with pytest.raises(ValueError, match="board"):
        panel_message(board)

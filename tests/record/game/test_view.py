"""Positions as pages show them: they agree with the rules' own position JSON (rule ACT-5)."""

import random

import pytest

from hexlume import games
from hexlume.games import notation
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
            assert one["action"].lstrip("WBPL*") in (cell, f"{cell}-{one['to']}", f"{cell}x{one['to']}")
        assert all(one["words"] for one in [*view["choices"], *(one for _, one in ways)])
        assert view["forced"] == sorted({action[1:] for action in legal if action.startswith("*")}, key=game.grid.cell)
        watched = position_view(game)
        assert {**view, "actions": {}, "choices": [], "due": ""} == {**watched, "due": ""}
        forced += bool(view["forced"])
        assert not set(view["captured"]) & set(view["pieces"])
        assert (
            view["turned"]
            == [cell for cell in view["last"] if view["pieces"].get(cell) and before.get(cell)][len(view["arrows"]) :]
        )
        assert [[arrow["from"], arrow["to"]] for arrow in view["arrows"]] == [view["last"]] * (len(view["last"]) == 2)
        for arrow in view["arrows"]:
            assert f"{arrow['from']}{'x' if arrow['kind'] == 'capture' else '-'}{arrow['to']}" == game.actions()[-1]
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


@pytest.mark.parametrize(("board", "cells"), [("hex5", 61), ("square9", 81), ("hex2", 7)])
def test_every_board_can_be_drawn(board: str, cells: int) -> None:
    message = panel_message(board)
    assert message["panel"] == board
    places = {(cell["x_mm"], cell["y_mm"]) for cell in message["cells"]}
    assert len(places) == cells and all(round(mm, 3) == mm for place in places for mm in place)


@pytest.mark.parametrize("board", ["", "hex", "hex99", "../hex5", "square0", "hex5 "])
def test_what_is_no_board_is_refused(board: str) -> None:
    with pytest.raises(ValueError, match="board"):
        panel_message(board)

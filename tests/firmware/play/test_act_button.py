"""Ending a game before its rules do, with the act button (docs/protocol.md, event ``conclude``)."""

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.notation import PASS, code
from hexlume.games.pieces import WHITE
from hexlume.output.led_cues import ACT_READY, NO_CUE
from hexlume.play.act_button import AGREE, DRAW, RESIGN, ActButton
from tests.firmware.play.running_table import Table


@given(st.lists(st.sampled_from(["open", "walk", "drop", "confirm"]), max_size=12))
def test_nothing_is_concluded_without_the_gesture_and_a_confirmation(presses: list[str]) -> None:
    table = Table(size=3)
    running, game = table.running, table.running.game
    wanted = ""
    for press in presses:
        if press == "confirm":
            running.hold_act(table.ms)
            if wanted in (RESIGN, AGREE):
                assert game.result == ("B+" if wanted == RESIGN else "0")
                return
            wanted = AGREE if wanted == DRAW else ""
        elif press == "open":
            running.offer_conclusion()
            wanted = RESIGN
        elif press == "walk":
            running.press_act()
            wanted = DRAW if wanted == RESIGN else ""
        elif press == "drop":
            running.take_back(table.ms)
            wanted = ""
        assert running.act_button.chosen == wanted
        assert game.result is None


def test_a_draw_needs_both_players() -> None:
    table = Table("sibling")
    game = table.running.game
    table.running.offer_conclusion()
    table.running.press_act()
    table.hold_act()
    assert game.result is None
    table.hold_act()
    assert game.outcome is not None and (game.outcome.result, game.outcome.reason) == ("0", "draw-agreed")


def test_who_resigns_is_the_player_to_move_and_the_other_wins() -> None:
    table = Table("sibling")
    game = table.running.game
    table.put("d4", WHITE)
    table.running.offer_conclusion()
    table.hold_act()
    assert game.actions() == ["d4"]
    assert game.outcome is not None and (game.outcome.result, game.outcome.reason) == ("W+", "resigned")


def test_who_has_no_time_left_loses() -> None:
    for colour, result in (("white", "B+"), ("black", "W+")):
        table = Table(size=3)
        assert table.command({"do": "conclude", "reason": "time", "colour": colour}) is None
        outcome = table.running.game.outcome
        assert outcome is not None and (outcome.result, outcome.reason) == (result, "time")


def test_the_light_waits_until_a_press_can_walk_through_the_words() -> None:
    table = Table()
    legal: Any = SimpleNamespace(ready=False, words=[code(PASS)])
    button = ActButton(legal, table.running.referee, [])
    assert (button.cue, button.words()) == (NO_CUE, [])
    legal.ready = True
    assert (button.cue, button.words()) == (ACT_READY, ["pass"])

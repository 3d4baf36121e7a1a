"""Ending a game before its rules do, with the act button (docs/protocol.md, event ``conclude``)."""

from types import SimpleNamespace
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from hexlume.games.notation import PASS, code
from hexlume.games.pieces import WHITE
from hexlume.output.led_cues import ACT_READY, NO_CUE
from hexlume.play.act_button import AGREE, DRAW, RESIGN, ActButton
from tests.firmware.play.running_table import Table


@given(st.lists(st.sampled_from(["open", "walk", "drop", "confirm"]), max_size=12), st.booleans())
@example(["open", "confirm"], True)
@example(["open", "walk", "confirm", "confirm"], False)
def test_nothing_is_concluded_without_the_gesture_and_a_confirmation(presses: list[str], moved: bool) -> None:
    """Who resigns is the player to move, and the other wins; a draw needs both players."""
    table = Table(size=3)
    running, game = table.running, table.running.game
    if moved:
        table.put("d4", WHITE)
    actions, wanted = game.actions(), ""
    for press in presses:
        if press == "confirm":
            running.hold_act(table.ms)
            if wanted in (RESIGN, AGREE):
                assert game.outcome is not None
                ends = (("W+" if moved else "B+"), "resigned") if wanted == RESIGN else ("0", "draw-agreed")
                assert (game.outcome.result, game.outcome.reason) == ends
                return
            wanted = AGREE if wanted == DRAW else ""
        elif press == "open":
            running.offer_conclusion()
            wanted = RESIGN
        elif press == "walk":
            running.press_act()
            wanted = DRAW if wanted == RESIGN else ""
        elif press == "drop":
            if wanted:
                running.take_back(table.ms)
            wanted = ""
        assert running.act_button.chosen == wanted
        assert game.result is None and game.actions() == actions


def test_the_light_waits_until_a_press_can_walk_through_the_words() -> None:
    table = Table()
    legal: Any = SimpleNamespace(ready=False, words=[code(PASS)])
    button = ActButton(legal, table.running.referee, [])
    assert (button.cue, button.words()) == (NO_CUE, [])
    legal.ready = True
    assert (button.cue, button.words()) == (ACT_READY, ["pass"])

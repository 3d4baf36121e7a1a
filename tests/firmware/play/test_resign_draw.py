"""Ending a game before its rules do (docs/protocol.md, event ``conclude``)."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.play.act_button import ActButton
from hexlume.play.resign_draw import AGREE, DRAW, NOTHING, RESIGN, Conclusion, conclude
from hexlume.sensing.layout import Layout
from hexlume.table.legal import LegalActions


@given(st.lists(st.sampled_from(["open", "walk", "drop", "confirm"]), max_size=12))
def test_nothing_is_concluded_without_the_gesture_and_a_confirmation(presses: list[str]) -> None:
    game = games.start("orochi", 3)
    button = ActButton(game, LegalActions(game, Layout(game.grid, game.grid), bytearray(game.grid.cells)))
    wanted = NOTHING
    for press in presses:
        if press == "confirm" and button.conclusion is not None:
            ended = button.conclusion.confirm(game)
            assert ended == (wanted in (RESIGN, AGREE))
            if ended:
                assert game.result == ("B+" if wanted == RESIGN else "0")
                return
            wanted = AGREE
        elif press == "open":
            button.open_conclusion()
            wanted = RESIGN
        elif press == "walk":
            button.press()
            wanted = DRAW if wanted == RESIGN else NOTHING
        elif press == "drop":
            button.drop_conclusion()
            wanted = NOTHING
        assert button.chosen == (wanted or None)
    assert game.result is None


def test_a_draw_needs_both_players() -> None:
    game = games.start("sibling", 4)
    conclusion = Conclusion()
    conclusion.walk()
    assert not conclusion.confirm(game) and game.result is None
    assert conclusion.confirm(game) and (game.outcome.result, game.outcome.reason) == ("0", "draw-agreed")


def test_who_resigns_is_the_player_to_move_and_the_other_wins() -> None:
    game = games.start("sibling", 4)
    game.push_text("d4")
    conclusion = Conclusion()
    assert conclusion.confirm(game) and (game.outcome.result, game.outcome.reason) == ("W+", "resigned")


def test_who_has_no_time_left_loses() -> None:
    for colour, result in (("white", "B+"), ("black", "W+")):
        game = games.start("orochi", 3)
        assert conclude(game, "time", colour) is None
        assert (game.outcome.result, game.outcome.reason) == (result, "time")

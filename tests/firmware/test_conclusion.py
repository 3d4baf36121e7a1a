"""Ending a game before its rules do (docs/protocol.md, event ``conclude``)."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.conclusion import AGREE, DRAW, NOTHING, RESIGN, Conclusion, time_is_over
from hexlume.pieces import BLACK, WHITE


@given(st.lists(st.sampled_from(["open", "walk", "drop", "confirm"]), max_size=12))
def test_nothing_is_concluded_without_the_gesture_and_a_confirmation(presses: list[str]) -> None:
    game = games.start("orochi", 3)
    conclusion = Conclusion()
    wanted = NOTHING
    for press in presses:
        if press == "confirm":
            ended = conclusion.confirm(game)
            assert ended == (wanted in (RESIGN, AGREE))
            if ended:
                assert game.result == ("B+" if wanted == RESIGN else "0")
                return
            wanted = AGREE if wanted == DRAW else NOTHING
        else:
            getattr(conclusion, press)()
            wanted = {"open": RESIGN, "walk": DRAW if wanted == RESIGN else NOTHING, "drop": NOTHING}[press]
        assert conclusion.chosen == wanted
    assert game.result is None


def test_a_draw_needs_both_players() -> None:
    game = games.start("sibling", 4)
    conclusion = Conclusion()
    conclusion.open()
    conclusion.walk()
    assert not conclusion.confirm(game) and game.result is None
    assert conclusion.confirm(game) and (game.result, game.reason) == ("0", "draw agreed")


def test_who_resigns_is_the_player_to_move_and_the_other_wins() -> None:
    game = games.start("sibling", 4)
    game.play("d4")
    conclusion = Conclusion()
    conclusion.open()
    assert conclusion.confirm(game) and (game.result, game.reason) == ("W+", "black resigned")


def test_who_has_no_time_left_loses() -> None:
    for colour, result, reason in ((WHITE, "B+", "white's time is over"), (BLACK, "W+", "black's time is over")):
        game = games.start("orochi", 3)
        time_is_over(game, colour)
        assert (game.result, game.reason) == (result, reason)

"""A game's state in words."""

import pytest

from hexlume import games
from hexlume_record.words.text import chosen_words, clock_words, due_words, game_words, room_words, time_words


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ("fischer 300+5", "5:00 each, 5 s more after every turn"),
        ("fischer 5400+0", "1:30:00 each"),
        ("delay 600+5", "10:00 each, the first 5 s of every turn free"),
        ("byoyomi 600+3x30", "10:00 each, then 3 periods of 30 s each"),
        ("byoyomi 0+1x10", "1 period of 10 s each"),
        ("none", "no clock"),
    ],
)
def test_a_time_control_in_words(control: str, words: str) -> None:
    assert clock_words(control) == words


def test_a_boards_little_room_is_said_and_what_it_costs() -> None:
    assert room_words("low").startswith("The board has little room left for games")
    assert "drops some" in room_words("full")
    assert clock_words("hourglass 60") == "hourglass 60"


@pytest.mark.parametrize(
    ("ms", "words"),
    [(0, "0:00"), (1, "0:01"), (1000, "0:01"), (59001, "1:00"), (3599000, "59:59"), (3600000, "1:00:00")],
)
def test_a_second_that_has_begun_counts_whole(ms: int, words: str) -> None:
    """0:00 is shown only when the time is over, as the board counts."""
    assert time_words(ms) == words


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ("", ""),
        ("pass", "Hold Act to pass, press it for the next choice."),
        ("komi=3", "Hold Act to choose komi 3, press it for the next choice."),
        ("resign", "Hold Act to resign, press it for a draw. Back leaves."),
        ("draw", "Hold Act to offer a draw. Back leaves."),
        ("agree", "Hold Act to agree to the draw. Back leaves."),
    ],
)
def test_what_act_would_do(chosen: str, words: str) -> None:
    assert chosen_words(chosen) == words


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (("hex", "rhombus7", {"pie": True}), "Hex, 49 cells"),
        (("hex", "rhombus7", {"pie": False}), "Hex, 49 cells, no pie rule"),
        (("sibling", "hex4", {"pie": True}), "Sibling, 37 cells, pie rule"),
        (("droched", "hex4", {"komi": 3, "pie": False, "handicap": 0}), "Droched, 37 cells, komi 3"),
        (("orcoon", "square5", {}), "Orcoon, 25 cells"),
        (("elsewhere", "hex2", {"fast": True, "laps": 0}), "Elsewhere, 7 cells, fast, no laps"),
    ],
)
def test_a_game_is_named_for_people(game: tuple[str, str, dict[str, bool | int | str]], words: str) -> None:
    assert game_words(*game) == words


@pytest.mark.parametrize(
    ("rules", "size", "actions", "words"),
    [
        ("orochi", 3, "", "White: place a disc of either colour"),
        ("sibling", 3, "a1", "Black: place a black disc (first of two)"),
        ("orcoon", 4, "b1", "White: place a white disc, or swap colours, or pass"),
        ("organica", 4, "", "White: place a pawn, or place a leader"),
        ("organica", 4, "Pd4", "White: move a disc, or end the turn"),
    ],
)
def test_what_is_due_names_each_way_to_act_once(rules: str, size: int, actions: str, words: str) -> None:
    game = games.start(rules, size)
    for action in actions.split():
        game.push_text(action)
    assert due_words(game, game.legal_actions()) == words

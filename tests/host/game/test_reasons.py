"""Why a game ended, in words: codes of today, and what older versions stored."""

import re
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import outcome
from hexlume_host.game.state import GameState
from hexlume_host.game.text import outcome_words, reason_words, result_words
from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame

GAMES = Path(games.__file__).parent
GENERAL = (outcome.RESIGNED, outcome.TIME, outcome.DRAW_AGREED, outcome.NO_MOVES)
OWN = {name: games.part(name, "texts").REASONS for name in games.NAMES}
FINISHED = "Wa1 Wa2 Wb1 Bb3 Bc1 Wc2"
"""A game of Orochi on hex2 that white wins, three to one."""


def test_a_code_means_the_same_in_every_game() -> None:
    """So that a sentence can be found without knowing the game."""
    codes = [*GENERAL, *(code for reasons in OWN.values() for code in reasons)]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in codes)


@pytest.mark.parametrize("name", games.NAMES)
def test_every_code_of_a_games_rules_has_a_sentence_and_no_other(name: str) -> None:
    rules = (GAMES / name / "rules.py").read_text()
    calls = " ".join(line for line in rules.splitlines() if "_finish(" in line)
    assert set(re.findall(r'"([a-z-]+)"', calls)) == set(OWN[name])


@pytest.mark.parametrize(
    ("result", "reason", "words"),
    [
        ("W+", "resigned", "black resigned"),
        ("B+", "time", "white's time is over"),
        ("0", "draw-agreed", "draw agreed"),
        ("B+", "no-moves", "white has no legal action"),
        ("W+", "larger-group", "larger group at the last empty hex"),
        ("B+", "placed-last", "equal groups at the last empty hex and white placed last"),
        ("0", "repetition", "the same position started a turn for the third time"),
        # Unknown, older, or not fitting: as it is.
        ("W+", "ate-the-board", "ate-the-board"),
        ("W+", "larger group at the last empty hex (5 to 3)", "larger group at the last empty hex (5 to 3)"),
        ("B+", "white resigned", "white resigned"),
        ("0", "resigned", "resigned"),
        ("W+", "{winner} {0}", "{winner} {0}"),
        ("W+", "", ""),
        (None, None, ""),
    ],
)
def test_a_reason_in_words(result: str | None, reason: str | None, words: str) -> None:
    assert reason_words(result, reason) == words


def test_the_sizes_are_shown_where_the_game_is_at_hand() -> None:
    game = games.start("orochi", 2)
    assert outcome_words(game) == ""
    for action in FINISHED.split():
        game.push_text(action)
    assert outcome_words(game) == "White wins: larger group at the last empty hex (3 to 1)"
    # Told otherwise, the position does not say why.
    assert result_words("B+", "placed-last", game) == (
        "Black wins: equal groups at the last empty hex and white placed last"
    )
    assert result_words("W+", "larger group (9 to 1)", game) == "White wins: larger group (9 to 1)"


def test_a_stored_game_of_each_kind_shows_how_it_ended(store: Store) -> None:
    for number, name in enumerate(games.NAMES):
        played = PlayedGame(store, name, games.game_class(name).MIN_SIZE, seed=number).play(5000)
        live = GameState.replay(store.record(played.identity))
        assert live.ending.reason in (*GENERAL, *OWN[name])
        assert live.result_words == outcome_words(played.game) != f"White wins: {live.ending.reason}"
        assert "{" not in live.result_words

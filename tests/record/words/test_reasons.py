"""Why a game ended, in words: codes of today, and what older versions stored; and what a refused action breaks."""

import re
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import outcome
from hexlume_host.store.repository import Store
from hexlume_record.game.state import GameState
from hexlume_record.words.text import outcome_words, reason_words, refusal_words, result_words
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
        ("W+", "larger-group", "larger group at the last empty cell"),
        ("B+", "placed-last", "equal groups at the last empty cell and white placed last"),
        ("0", "repetition", "the same position started a turn for the third time"),
        # Unknown, older, or not fitting: as it is.
        ("W+", "ate-the-board", "ate-the-board"),
        ("W+", "larger group at the last empty cell (5 to 3)", "larger group at the last empty cell (5 to 3)"),
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
    assert outcome_words(game) == "White wins: larger group at the last empty cell (3 to 1)"
    # Told otherwise, the position does not say why.
    assert result_words("B+", "placed-last", game) == (
        "Black wins: equal groups at the last empty cell and white placed last"
    )
    assert result_words("W+", "larger group (9 to 1)", game) == "White wins: larger group (9 to 1)"


def test_a_stored_game_of_each_kind_shows_how_it_ended(store: Store) -> None:
    for number, name in enumerate(games.NAMES):
        played = PlayedGame(store, name, games.game_class(name).MIN_SIZE, seed=number).play(5000)
        live = GameState.replay(store.record(played.identity))
        assert live.result_words == outcome_words(played.game) != f"White wins: {live.ending.reason}"
        assert "{" not in live.result_words


NO_PLACE_LEFT = (
    "Pf3 end Pe6 end Pa4 end Pd6 end Pd2 end Pd7 end Pe4 end Pe2 end Pc5 end Pb4 end Pf2 end Pd1 end Pb3 end Pf4 "
    "end Le1 Lf1 Lc3 Ld5 Lc6 Lg2 Le5 Le3"
)
"""Organica, until a group has to move: no piece can be placed."""
REFUSED = [  # a game, its options, the actions played, and for each refused one the key of its part
    ("orochi", {}, "Wc3", {"*c3": "place", "Wc3": ""}),
    ("orochi", {}, "Wc3 Bb1 Wc4 Wd2 Be2 Wc2 Ba1 Wb3", {"*b3": "*", "Wa2": ""}),
    ("sibling", {}, "a1 c3", {"c3": "taken", "a1": "taken", "c4": "beside", "a2": "apart", "swap": "no pie"}),
    ("sibling", {"pie": True}, "", {"swap": ""}),
    ("orcoon", {}, "a1 pass", {"pass": "pass", "swap": ""}),
    ("orcoon", {"pie": False}, "a1", {"done": "", "swap": "no pie"}),
    ("organica", {}, "", {"Pa1": "taken", "end": ""}),
    ("organica", {}, "Lc2 Lf4", {"Lc3": "", "Pc2": "taken", "La1": "taken"}),
    ("organica", {}, "Pd4", {"d4-d5": "", "g4-f4": "foreign", "e5-e4": "foreign", "a1-c3": "far", "a1-a2": "taken"}),
    ("organica", {}, "Pd4 a1-b2", {"d4-d5": "", "Pd5": ""}),
    ("organica", {}, "Pd4", {"a1xb1": ""}),
    ("organica", {}, "Lb2 Pf1 end Lb4 Pf2 end Pa4", {"b2xb3": "leader"}),
    ("organica", {}, NO_PLACE_LEFT, {"end": "move"}),
    ("droched", {"pie": True}, "", {"c3": "first", "take=black": "first"}),
    ("droched", {"pie": True}, "komi=3", {"komi=3": "second"}),
    ("droched", {"pie": True}, "komi=3 take=white", {"komi=3": ""}),
    ("droched", {}, "", {"take=black": "no pie", "c3": None}),
    ("hex", {"pie": False}, "c3", {"swap": "no pie", "c3": ""}),
    ("hex", {}, "c3 swap", {"swap": ""}),
]


@pytest.mark.parametrize(("name", "options", "played", "refused"), REFUSED)
def test_a_refusal_says_the_part_of_the_clause_that_the_action_breaks(
    name: str, options: dict[str, object], played: str, refused: dict[str, str | None]
) -> None:
    game = games.start(name, max(games.game_class(name).MIN_SIZE, 3), options)
    for action in played.split():
        game.push_text(action)
    sentences = games.part(name, "texts").CLAUSES
    for action, part in refused.items():
        words = refusal_words(game, action)
        assert bool(words) == (part is not None)
        if words:
            clause = words.rpartition(" (")[2].rstrip(")")
            assert words == f"{sentences[f'{clause} {part}'.rstrip()].rstrip('.')} ({clause})"


def test_each_part_of_a_clause_is_broken_by_some_action() -> None:
    parts = {(name, key.partition(" ")[2]) for name in games.NAMES for key in games.part(name, "texts").CLAUSES}
    assert parts - {(name, part) for name, _, _, refused in REFUSED for part in refused.values()} == set()

"""What games say of themselves: a name, an aim, a sentence for every clause that refuses an action, a reason."""

import random
import re
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume_record.game.view import position_view
from hexlume_record.words.text import (
    action_words,
    chosen_words,
    due_words,
    game_aim,
    game_title,
    part_words,
    played_words,
    refusal_words,
)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_has_a_name_and_an_aim_of_one_sentence(name: str) -> None:
    assert game_title(name).lower() == name
    aim = game_aim(name)
    assert aim.endswith(".") and aim.count(".") == 1 and len(aim) < 100


@pytest.mark.parametrize("name", games.NAMES)
def test_the_sentences_are_for_the_clauses_that_the_rules_name(name: str) -> None:
    source = Path(games.part(name, "rules").__file__).read_text(encoding="utf-8")
    named = set(re.findall(r'"([A-Z]+-\d+)"', source))
    sentences = games.part(name, "texts").CLAUSES
    assert {key for key in sentences if " " not in key} == named - {"ACT-1", "ACT-2"}
    assert {key.partition(" ")[0] for key in sentences} == named - {"ACT-1", "ACT-2"}


def test_a_refusal_is_a_sentence_and_its_clause() -> None:
    game = games.start("orcoon", 5)
    assert refusal_words(game, "Wa1") == "Orcoon on square5 has no such action (ACT-1)"
    game.conclude(1, "resigned")
    assert refusal_words(game, "b1") == "the game is over (ACT-2)"


def test_a_games_own_words_stand_for_actions_of_the_act_button() -> None:
    """Orcoon's done ends the fill; in another game the usual words say it."""
    game = games.start("orcoon", 5)
    for action in ("a1", "pass"):
        game.push_text(action)
    done = notation.code(notation.DONE)
    assert action_words(game, done) == "say that the fill is done"
    assert due_words(game, [done]).endswith(": say that the fill is done")
    assert chosen_words("done", game) == "Hold Act to say that the fill is done, press it for the next choice."
    assert chosen_words("done", games.start("orochi", 3)) == "Hold Act to finish, press it for the next choice."
    game.push(done)
    assert played_words(game, "White") == "White ended the fill."


def test_which_part_of_a_turn_is_due_is_said() -> None:
    organica = games.start("organica", 4)
    choose, told = random.Random(1), set[str]()
    while organica.result is None and len(organica.codes) < 200:
        steps = [code for code in organica.legal_actions() if notation.kind(code) == notation.STEP]
        organica.push(choose.choice(steps or organica.legal_actions()))
        told.add(part_words(organica))
    assert {"", " (one step left)", " (2 steps left)"} <= told


def test_a_whole_turn_is_told_and_its_discs_are_marked() -> None:
    game = games.start("sibling", 3)
    for action in ("c3", "a1", "a3"):
        game.push_text(action)
    assert played_words(game, "Ann") == "Ann placed a disc on a1 and placed a disc on a3."
    assert position_view(game)["last"] == ["a3"]
    assert position_view(game, whole_turn=True)["last"] == ["a1", "a3"]
    fill = games.start("orcoon", 5)
    for action in ("a1", "pass", "c3", "d3", "e3", "c4", "d4"):
        fill.push_text(action)
    assert played_words(fill, "Black") == "Black played 4 actions and placed a disc on d4."

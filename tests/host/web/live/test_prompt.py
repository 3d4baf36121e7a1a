"""The prompt: every legal action is offered by its hand work, and the words fit what is due."""

import random
from typing import Any

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.pieces import NAMES
from hexlume_host.game_files.lesson_course import course
from hexlume_host.game_files.rule_sheet import sheet_clauses
from hexlume_host.web.live.prompt import EngineSeat, lesson_message, prompt_message
from hexlume_host.web.live.prompt import offered as offered_actions
from hexlume_record.game.events import ACTION, CONCLUDE, BoardEvent
from hexlume_record.table.table_report import NO_REPORT, LessonReport, TableReport
from hexlume_record.words.text import outcome_words
from tests.record.live_game import panel_of, played_on, playing

POSITIONS = 4


def words(told: dict[str, Any]) -> list[str]:
    """Return the actions without a place that a prompt offers."""
    return [choice["action"] for choice in told["choices"]]


@pytest.mark.parametrize("rules", games.NAMES)
def test_the_ways_and_words_are_the_legal_actions(rules: str) -> None:
    choice = random.Random(rules)
    for _ in range(POSITIONS):
        live = played_on(rules, choice, 50)
        game = live.game
        assert game is not None
        panel = panel_of(live)
        told, names = prompt_message(live, NO_REPORT, panel), live.cells_on(panel)
        offered = {
            (names[cell], way["piece"], names.get(way.get("from", ""), ""))
            for cell, ways in told["legal"].items()
            for way in ways
        }
        placed = [code for code in game.legal_actions() if not notation.is_word(code)]
        works = [game.hand_work(code) for code in placed]
        assert offered == {
            (game.grid.name(work[-1][0]), NAMES[work[-1][1]], game.grid.name(work[0][0]) if len(work) == 2 else "")
            for work in works
        }
        assert len(offered) == len(placed)
        assert sorted(words(told)) == sorted(game.name(code) for code in game.legal_actions() if notation.is_word(code))
        assert offered_actions(told) == {game.name(code) for code in game.legal_actions()}
        assert (told["due"], told["count"]) == (live.due, 0)
        empty = {cell for cell, name in names.items() if not game.board[game.grid.cell(name)]}
        assert set(told["closed"]) == empty - set(told["legal"])
        for refusal in told["closed"].values():
            assert refusal.sentence.endswith(".") and refusal.clause in {*sheet_clauses(rules), ""}
        assert told["text"].startswith(("White: ", "Black: "))


def test_a_disc_in_hand_that_may_move_is_no_mistake() -> None:
    live = playing("organica", "Pc1")
    told = prompt_message(live, TableReport(differs={"b1": "put on white"}), "hex5")
    assert (told["held"], told["refusal"], told["differs"], told["fix"]) == ("b1", "", {}, {"b1": "white"})
    told = prompt_message(live, TableReport(differs={"i5": "put on black"}), "hex5")
    assert told["held"] == ""


def test_nothing_is_offered_before_the_table_has_the_engines_disc() -> None:
    """The action comes before the board's report of the table."""
    live, engine = playing("orochi"), EngineSeat("white", "Hexlume")
    live.take(BoardEvent("g", 1, ACTION, 0, {"action": "Wd4", "colour": "white"}))
    ahead = prompt_message(live, NO_REPORT, live.board, {}, engine, carries_out=True)
    assert ahead["legal"] == {}
    assert prompt_message(live, NO_REPORT, live.board, {"d4": "white"}, engine, carries_out=True)["legal"]
    # Its sensor may be covered: what the board says of the table counts.
    assert prompt_message(live, TableReport(last_seq=live.last_seq), live.board, {}, engine, carries_out=True)["legal"]


def test_nothing_is_to_do_while_the_table_sets_itself_up() -> None:
    """Hands that helped would meet the table's own, and be told that a disc is there already."""
    live = playing("orochi", "Wd4")
    report = TableReport(differs={"d4": "put on white", "a1": "take off"})
    told = prompt_message(live, report, live.board, {"a1": "white"}, sets_up=True)
    assert told["text"] == "The table sets itself up."
    assert not any(
        told[part] for part in ("legal", "actions", "choices", "differs", "fix", "reasons", "refusal", "closed")
    )


def test_a_lesson_offers_no_word_but_the_one_that_it_asks_for() -> None:
    """In answer to the first disc white may also pass (ORC-7)."""
    (number,) = [number for number, step in enumerate(course("orcoon"), 1) if step.hands == ("swap",)]
    step = course("orcoon")[number - 1]
    live = playing("orcoon", *(step.after or ()))
    report = TableReport(lesson=LessonReport(number, len(course("orcoon")), wrong=False))
    told = prompt_message(live, report, live.board)
    assert (words(told), told["legal"]) == (["swap"], {})


def test_a_lessons_step_is_done_by_its_right_action_and_not_by_another_that_ends_the_game() -> None:
    number = next(number for number, step in enumerate(course("hex"), 1) if step.ask and step.hands == ("c3",))
    report = TableReport(lesson=LessonReport(number, len(course("hex")), wrong=False))
    for action, done in (("c3", True), ("a1", False)):
        live = playing("hex", size=5)
        live.take(BoardEvent("g", 1, ACTION, 0, {"action": action, "colour": "black"}))
        live.take(BoardEvent("g", 2, CONCLUDE, 0, {"result": "B+", "reason": "resigned", "colour": "white"}))
        lesson = lesson_message(live, report)
        assert lesson is not None and lesson["done"] is done


def test_what_the_table_does_not_carry_out_is_left_to_the_hands() -> None:
    live, engine = playing("orochi"), EngineSeat("black", "Hexlume")
    for number, (action, colour) in enumerate((("Wd4", "white"), ("Bd6", "black")), 1):
        live.take(BoardEvent("g", number, ACTION, 0, {"action": action, "colour": colour}))
    differs = dict.fromkeys(("a1", "a2", "a3", "a4"), "take off")
    seen = dict.fromkeys(("d4", *differs), "white")
    report = TableReport(differs=differs, last_seq=live.last_seq)
    assert prompt_message(live, report, live.board, {**seen, "d6": "black"}, engine, carries_out=True)[
        "fix"
    ] == dict.fromkeys(differs, "")
    report = TableReport(differs={**differs, "d6": "put on black"}, last_seq=live.last_seq)
    assert prompt_message(live, report, live.board, seen, engine, carries_out=True)["fix"] == {}


def test_a_refusal_names_the_cell_of_the_board_that_is_played_on() -> None:
    live = playing("orcoon", "c3", size=5)
    (on_panel,) = (cell for cell, name in live.cells_on("square7").items() if name == "d4")
    told = prompt_message(live, TableReport(differs={on_panel: "take off"}), "square7", {on_panel: "black"})
    assert told["refusal"] == "d4: It is white's turn. Take it off."
    assert (told["fix"], told["differs"], told["clause"]) == ({on_panel: ""}, {on_panel: "take off"}, "")


def test_the_text_says_what_is_left_to_do() -> None:
    live = playing("orochi", "Wd4")
    for differs, text in [
        ({"d4": "put on white"}, "Set up the start: put the discs on the cells that flash"),
        ({}, "Black: place a disc of either colour (first of two)"),
    ]:
        assert prompt_message(live, TableReport(differs=differs), "hex4")["text"] == text
    report = TableReport(differs={"c4": "take off"}, asked_to_play=live.last_seq)
    told = prompt_message(live, report, "hex4")
    assert told["text"] == "Black: Hexlume is thinking" and told["legal"] == {}


@pytest.mark.parametrize("rules", ["orcoon", "sibling", "organica"])
def test_of_actions_without_a_place_those_that_end_the_game_say_how(rules: str) -> None:
    """Who says ``done`` to a fill that is not done loses at once (ORC-6): the page asks before."""
    endings = 0
    for seed in range(8):
        choose, game = random.Random(seed), playing(rules, size=5).game
        while game is not None and game.result is None and len(game.codes) < 60:
            told = prompt_message(playing(rules, *game.actions(), size=5), NO_REPORT, game.grid.board)
            for choice in told["choices"]:
                game.push_text(choice["action"])
                assert choice["ends"] == outcome_words(game)
                game.pop()
                endings += bool(choice["ends"])
            game.push(choose.choice(game.legal_actions()))
    assert endings or rules != "orcoon"

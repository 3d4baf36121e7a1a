"""Every course of lessons is sound, teaches every clause that hands can meet, and answers every wrong hand."""

import re
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import catalogue, notation
from hexlume.games.pieces import EMPTY
from hexlume_host.errors import HostError
from hexlume_host.game import lessons
from hexlume_host.game.lessons import ANY, course, course_problems, position, right_actions, step_of
from hexlume_host.game.position import hand_of, legal_texts
from hexlume_host.game.rule_sheet import rule_sheet
from hexlume_host.game.table_words import why_refused

NO_HANDS = {
    "ORO-9": "a fact that follows from the others",
    "SIB-6": "a fact that follows from the others",
}
"""Clauses that no hand meets, with the reason (docs/lessons.md)."""
TAUGHT = [name for name in games.NAMES if course(name)]


def test_every_game_has_a_course_of_eight_to_twenty_steps() -> None:
    assert {name: 8 <= len(course(name)) <= 20 for name in games.NAMES} == dict.fromkeys(games.NAMES, True)


@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_can_be_reached_and_done(name: str) -> None:
    assert course_problems(name) == []


@pytest.mark.parametrize("name", TAUGHT)
def test_the_last_step_is_a_win_of_the_learner(name: str) -> None:
    steps = course(name)
    game = position(name, steps, len(steps))
    mover = game.to_move
    game.push_text(right_actions(game, steps[-1])[0])
    assert game.outcome is not None and game.outcome.winner == mover


@pytest.mark.parametrize("name", TAUGHT)
def test_every_clause_that_hands_can_meet_is_taught(name: str) -> None:
    clauses = set(re.findall(r"\*\*([A-Z]{2,4}-\d+)\*\*", rule_sheet(name).read_text(encoding="utf-8")))
    assert clauses
    assert clauses - {clause for step in course(name) for clause in step.clauses} - set(NO_HANDS) == set()


@pytest.mark.parametrize("name", TAUGHT)
def test_a_step_names_what_the_hands_are_to_use(name: str) -> None:
    """What is to be done is said in words that a beginner, or a scripted hand, can act on."""
    for step in course(name):
        game = position(name, course(name), step.number)
        works = {game.hand_work(notation.parse(action, game.grid)) == () for action in right_actions(game, step)}
        words = step.say.lower()
        if works == {True}:
            assert "act" in words.split(), step
        else:
            assert re.search(r"\bput (a|one|the)|\bturn over|\bset it down|\bput a second", words), step


@pytest.mark.parametrize("name", TAUGHT)
def test_every_wrong_hand_gets_a_sentence_and_a_way_back(name: str) -> None:
    """Every step, every cell with every class of disc: right, or legal and taken back, or refused with a reason."""
    for step in course(name):
        game = position(name, course(name), step.number)
        right, legal = set(right_actions(game, step)), set(legal_texts(game))
        before = game.actions()
        pieces = range(1, 5) if hand_of(game) else range(1, 3)
        for cell in range(game.grid.cells):
            for piece in pieces:
                if game.board[cell] == piece:
                    continue
                codes = game.codes_at(cell, piece)
                if not codes:
                    # Refused by the rules: the board asks to take it off or turn it back.
                    assert why_refused(game, cell, piece), (step.number, game.grid.name(cell), piece)
                for action in {game.name(code) for code in codes} - right:
                    assert action in legal and step.hands != (ANY,)
                    assert step.wrong
                    game.push_text(action)
                    game.pop()
            if game.board[cell] != EMPTY:
                # Taken off: it is in a hand, and is put back.
                assert not game.codes_at(cell, EMPTY)
        assert game.actions() == before


def test_a_mistake_in_the_file_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, path = games.NAMES[0], tmp_path / "course.jsonl"
    good = '{"size": 3, "after": "", "hands": ["any"], "say": "Put a disc.", "wrong": "No.", "clauses": []}'
    monkeypatch.setattr(catalogue, "course", lambda rules: str(path))
    for line, sentence in (
        ("[", "line 2 is not JSON"),
        ("[]", "line 2: It must be an object"),
        (good.replace('["any"]', "[]"), "line 2: Hands must have"),
        (good.replace('"say": "Put a disc.", ', ""), "line 2: Say is missing"),
        (good.replace("Put a disc.", "x" * 900), "line 2"),
    ):
        path.write_text(f"{good}\n{line}\n")
        lessons.course.cache_clear()
        with pytest.raises(HostError, match=re.escape(sentence)):
            course(name)
        assert step_of(name, 2) is None
    path.write_text(good.replace("any", "Wz9") + "\n")
    lessons.course.cache_clear()
    assert course_problems(name) == ["Step 1 of the course asks for Wz9, which is not legal there."]
    path.write_text(good.replace('"after": "", ', "") + "\n")
    lessons.course.cache_clear()
    assert "has no after" in course_problems(name)[0]
    lessons.course.cache_clear()

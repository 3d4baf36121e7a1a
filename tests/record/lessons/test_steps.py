"""Every course of lessons is sound, teaches every clause that hands can meet, and answers every wrong hand."""

import re
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import catalogue
from hexlume.games.game import IllegalAction
from hexlume_host.game_files.lesson_course import course, course_problems, step_of
from hexlume_host.game_files.rule_sheet import rule_sheet
from hexlume_record.errors import HexlumeError
from hexlume_record.lessons.steps import positions, right_actions
from tests.record.lessons.claims import Claim, check_claims, course_claims

NO_HANDS = {
    "ORO-9": "a fact that follows from the others",
    "SIB-6": "a fact that follows from the others",
}
"""Clauses that no hand meets, with the reason (docs/lessons.md)."""
ENDINGS = {
    "larger-group": "ORO-7",
    "placed-last": "ORO-8",
    "larger-first-group": "SIB-5",
    "larger-second-group": "SIB-5",
    "chain": "ORC-6",
    "fill-ended": "ORC-5",
    "leaders-lost": "ORG-13",
    "eliminated": "DRO-9",
    "joined-sides": "HEX-4",
}
"""The clauses by which games end in lessons, by the code of the outcome."""
TAUGHT = [name for name in games.NAMES if course(name)]


def test_every_game_has_a_course_of_eight_to_twenty_steps() -> None:
    assert {name: 8 <= len(course(name)) <= 20 for name in games.NAMES} == dict.fromkeys(games.NAMES, True)


@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_can_be_reached_and_done(name: str) -> None:
    assert course_problems(name) == []


@pytest.mark.parametrize("name", TAUGHT)
def test_a_step_in_which_a_game_ends_teaches_the_clause_by_which_it_does(name: str) -> None:
    """The claims say how a game ends, and the test after this one that it ends so and not otherwise."""
    for step, claims in zip(course(name), course_claims(name), strict=True):
        ends = {claim["ends"].split()[1] for claim in claims if "ends" in claim and "then" not in claim}
        assert {ENDINGS[code] for code in ends} <= set(step.clauses), step


@pytest.mark.parametrize("name", TAUGHT)
def test_what_a_step_says_of_its_position_is_so(name: str) -> None:
    steps = course(name)
    for step, claims in zip(steps, course_claims(name), strict=True):
        for game in positions(name, steps, step.number):
            check_claims(game, claims, right_actions(game, step), step.clauses)


OROCHI = ("orochi", 3, "Wc3 Bb1 Wc4 Wd2 Be2 Wc2 Ba1", "Wd1")
DROCHED = ("droched", 3, "a2 c5 b4 a3", "b3")
HEX = ("hex", 5, "c1 a2 c2 b4 c4 d3 c5 e2", "c3")


def check(rules: str, size: int, played: str, right: str, claims: list[Claim]) -> None:
    game = games.start(rules, size)
    for action in played.split():
        game.push_text(action)
    check_claims(game, claims, right.split(), ("DRO-7", "ORO-4"))


@pytest.mark.parametrize(
    ("step", "claims"),
    [
        (OROCHI, [{"play": "Wd1"}, {"play": "", "joined": "c3 c4 d2"}, {"play": "*c3", "refused": "ORO-4"}]),
        (OROCHI, [{"play": "", "shows": {"pieces": {"c3": "w"}, "to_move": "white"}}]),
        (DROCHED, [{"taken": "a3"}]),
        (HEX, [{"ends": "B+ joined-sides"}]),
        (("droched", 3, "e3 d2 b3 d1 a2 c5 b4", "a1"), []),
        (("orochi", 3, "Wc3 Bb1 Wc4 Wd2 Be2 Wc2 Ba1 Wb3", "*c3"), []),
        (("organica", 4, "Pa3 end La4 Pb4 end Pf4 end", "Pb5 Lb5"), [{"taken": "a4"}]),
        (("organica", 4, "Pa3 end Pf4 end Pb4 end Pf3 end Pb5 end", "Ld1"), [{"play": "La4", "taken": "a4"}]),
    ],
)
def test_a_claim_that_is_so_is_accepted(step: tuple[str, int, str, str], claims: list[Claim]) -> None:
    check(*step, claims)


@pytest.mark.parametrize(
    ("step", "claims"),
    [
        (DROCHED, []),
        (DROCHED, [{"taken": "a3 c5"}]),
        (HEX, []),
        (HEX, [{"ends": "W+ joined-sides"}]),
        (OROCHI, [{"play": "Wa2 a1"}]),
        (OROCHI, [{"then": "*c3"}]),
        (OROCHI, [{"play": "wrong", "legal": "Wa1"}]),
        (OROCHI, [{"play": "", "joined": "c3 b1"}]),
        (OROCHI, [{"play": "", "apart": "c3 c4"}]),
        (OROCHI, [{"play": "", "apart": "c3 a3"}]),
        (OROCHI, [{"play": "", "shows": {"to_move": "black"}}]),
        (OROCHI, [{"play": "*c3", "refused": "ORO-1"}]),
        (OROCHI, [{"play": "Wc3", "refused": "ORO-1"}]),
        (OROCHI, [{"take": "c3"}]),
        (("orochi", 3, "Wc3 Bb1 Wc4 Wd2 Be2 Wc2 Ba1 Wb3", "*c3"), [{"play": "wrong"}]),
    ],
)
def test_a_claim_that_is_not_so_is_found(step: tuple[str, int, str, str], claims: list[Claim]) -> None:
    with pytest.raises((AssertionError, IllegalAction)):
        check(*step, claims)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_last_step_is_a_win_of_the_learner(name: str) -> None:
    steps = course(name)
    game = next(positions(name, steps, len(steps)))
    mover = game.to_move
    game.push_text(right_actions(game, steps[-1])[0])
    assert game.outcome is not None and game.outcome.winner == mover


@pytest.mark.parametrize("name", TAUGHT)
def test_every_clause_that_hands_can_meet_is_taught(name: str) -> None:
    clauses = set(re.findall(r"\*\*([A-Z]{2,4}-\d+)\*\*", rule_sheet(name).read_text(encoding="utf-8")))
    assert clauses
    assert clauses - {clause for step in course(name) for clause in step.clauses} - set(NO_HANDS) == set()


@pytest.mark.parametrize("name", TAUGHT)
def test_half_of_the_steps_hide_the_lights_and_ask(name: str) -> None:
    assert sum(step.ask for step in course(name)) * 2 >= len(course(name))


def test_a_mistake_in_the_file_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, path = games.NAMES[0], tmp_path / "course.jsonl"
    good = '{"size": 3, "after": "", "hands": ["any"], "say": "Put a disc.", "wrong": "No.", "clauses": []}'
    monkeypatch.setattr(catalogue, "course", lambda rules: str(path))
    for line, sentence in (
        ("[", "line 2: It must be JSON"),
        ("[]", "line 2: It must be an object"),
        (good.replace('["any"]', "[]"), "line 2: Hands must have"),
        (good.replace('"say": "Put a disc.", ', ""), "line 2: Say is missing"),
        (good.replace("Put a disc.", "x" * 900), "line 2"),
    ):
        path.write_text(f"{good}\n{line}\n")
        course.cache_clear()
        with pytest.raises(HexlumeError, match=re.escape(sentence)):
            course(name)
        assert step_of(name, 2) is None
    for changed, problem in (
        (("any", "Wz9"), "asks for Wz9, which is not legal there."),
        (('"after": "", ', ""), "has no after"),
        (('"after": ""', '"after": "Wa1 Wa1"'), "Step 1 of the course cannot be reached: "),
        (("any", "win"), "asks for a win, and there is none."),
        (('["any"]', '["Wc3"], "reply": ["Bc3"]'), "has the reply Bc3, which is not legal after Wc3 ("),
    ):
        path.write_text(good.replace(*changed) + "\n")
        course.cache_clear()
        assert problem in course_problems(name)[0]
    course.cache_clear()

"""Every course of lessons is sound, teaches every clause that hands can meet, and answers every wrong hand."""

import re
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import catalogue, notation
from hexlume.games.pieces import EMPTY
from hexlume_host.game_files.lesson_course import course, course_problems, step_of
from hexlume_host.game_files.rule_sheet import rule_sheet
from hexlume_record.errors import HexlumeError
from hexlume_record.game.position import hand_of, legal_texts
from hexlume_record.lessons.claims import Claim, claim_problems
from hexlume_record.lessons.steps import ANY, position, right_actions
from hexlume_record.table.table_words import why_refused

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
    """The claims say how a game ends, and ``course_problems`` that it ends so and not otherwise."""
    for step in course(name):
        ends = {claim.ends.split()[1] for claim in step.claims if claim.ends and not claim.then}
        assert {ENDINGS[code] for code in ends} <= set(step.clauses), step


def problems(rules: str, size: int, played: str, right: str, *claims: Claim) -> list[str]:
    game = games.start(rules, size)
    for action in played.split():
        game.push_text(action)
    before = bytes(game.board), game.actions()
    found = list(claim_problems(game, claims, right.split(), ("DRO-7", "ORO-4")))
    assert (bytes(game.board), game.actions()) == before
    return found


def test_what_a_step_says_nothing_of_takes_no_disc_and_ends_no_game() -> None:
    caught = "a2 c5 b4 a3"
    assert problems("droched", 3, caught, "b3") == ["claims that b3 takes nothing, but it takes a3."]
    assert problems("droched", 3, caught, "a1", Claim("b3", taken="a3")) == []
    assert problems("droched", 3, caught, "b3", Claim(taken="a3 c5")) == [
        "claims that b3 takes a3 c5, but it takes a3."
    ]
    gap = "c1 a2 c2 b4 c4 d3 c5 e2"
    assert problems("hex", 5, gap, "c3") == ["claims that c3 ends nothing, but it ends B+ joined-sides."]
    assert problems("hex", 5, gap, "c3", Claim(ends="W+ joined-sides")) == [
        "claims that c3 ends W+ joined-sides, but it ends B+ joined-sides."
    ]
    assert problems("hex", 5, "", "c3") == []


def test_a_disc_that_leaves_at_once_is_taken_and_one_that_is_turned_over_is_not() -> None:
    own = "e3 d2 b3 d1 a2 c5 b4"
    assert problems("droched", 3, own, "a1") == []
    turned = "Wc3 Bb1 Wc4 Wd2 Be2 Wc2 Ba1 Wb3"
    assert problems("orochi", 3, turned, "*c3") == []
    surrounded = "Pa3 end La4 Pb4 end Pf4 end"
    game = games.start("organica", 4)
    for action in surrounded.split():
        game.push_text(action)
    right = ["Pb5", "Lb5"]
    assert list(claim_problems(game, (Claim(taken="a4"),), right, ())) == []
    into_a_ring = "Pa3 end Pf4 end Pb4 end Pf3 end Pb5 end"
    assert problems("organica", 4, into_a_ring, "Ld1", Claim("La4", taken="a4")) == []


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        (Claim("Wa2 a1"), "claims something of a1, but 'a1' is not legal here (ACT-1)."),
        (Claim(then="*c3"), "claims something of Wd1 *c3, but '*c3' is not legal here (ORO-4)."),
        (Claim("Wd1"), ""),
        (Claim("wrong", legal="Wa1"), "claims that Wa1 is legal after"),
        (Claim("", legal="Wa1"), "claims that Wa1 is legal after its position, but"),
        (Claim("", joined="c3 c4 d2"), ""),
        (Claim("", joined="c3 b1"), "claims that c3 b1 are joined after its position, but they are not."),
        (Claim("", apart="c3 c4"), "claims that c3 c4 are apart after its position, but they are not."),
        (Claim("", apart="c3 a3"), "claims that c3 a3 are apart after its position, but they are not."),
        (Claim("", shows={"to_move": "black"}), "claims that its position shows {'to_move': 'black'}, but it shows"),
        (Claim("", shows={"pieces": {"c3": "w"}, "to_move": "white"}), ""),
        (Claim("*c3", refused="ORO-4"), ""),
        (Claim("*c3", refused="ORO-1"), "claims that ORO-1 forbids *c3, but ORO-4 does."),
        (Claim("Wd1", refused="ORO-1"), "claims that ORO-1 forbids Wd1, but it is legal."),
        (Claim("Wc3", refused="ORO-1"), "claims that ORO-1 forbids Wc3, but ORO-1 is not among its clauses."),
    ],
)
def test_a_claim_that_is_not_so_is_named(claim: Claim, problem: str) -> None:
    found = problems("orochi", 3, "Wc3 Bb1 Wc4 Wd2 Be2 Wc2 Ba1", "Wd1", claim)
    assert found[0].startswith(problem) if problem else found == []


def test_a_claim_of_no_action_is_named() -> None:
    assert problems("orochi", 3, "Wc3 Bb1 Wc4 Wd2 Be2 Wc2 Ba1 Wb3", "*c3", Claim("wrong")) == [
        "claims something of wrong actions, and there are none."
    ]


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
        elif step.ask:
            assert "?" in words and "glow" not in words + step.wrong, step
        else:
            assert re.search(r"\bput (a|one|the)|\bturn over|\bset it down|\bput a second", words), step


@pytest.mark.parametrize("name", TAUGHT)
def test_half_of_the_steps_hide_the_lights_and_ask(name: str) -> None:
    assert sum(step.ask for step in course(name)) * 2 >= len(course(name))


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
        (good.replace('"clauses": []', '"clauses": [], "claims": [{"take": "a1"}]'), "line 2: Claims[0].take must not"),
    ):
        path.write_text(f"{good}\n{line}\n")
        course.cache_clear()
        with pytest.raises(HexlumeError, match=re.escape(sentence)):
            course(name)
        assert step_of(name, 2) is None
    path.write_text(good.replace("any", "Wz9") + "\n")
    course.cache_clear()
    assert course_problems(name) == ["Step 1 of the course asks for Wz9, which is not legal there."]
    path.write_text(good.replace('"after": "", ', "") + "\n")
    course.cache_clear()
    assert "has no after" in course_problems(name)[0]
    course.cache_clear()

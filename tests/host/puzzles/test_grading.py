"""Sentences about answers to puzzles, and puzzles asked in the terminal."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from hexlume.games.game import Game
from hexlume_engine.puzzles.attempt import Quit, ask_in_terminal
from hexlume_engine.puzzles.grading import grade, solution_sentence, task_sentence
from hexlume_engine.puzzles.puzzle import Answer, Puzzle
from hexlume_record.game.position import legal_texts
from tests.host.puzzles.test_repository import ONE

pytestmark = pytest.mark.integration

ESTIMATE = replace(
    ONE,
    value=None,
    best=("Bc2", "Wc1"),
    answers={"Bc2": Answer(0.62), "Wc1": Answer(0.6), "Wa2": Answer(0.31, None, ("Ba1", "Wc1"))},
    played="Wa2",
    game=3,
)


def test_sentences_of_a_proven_puzzle() -> None:
    assert task_sentence(ONE) == "Black to act: one action wins."
    assert task_sentence(replace(ONE, value="draw")) == "Black to act: one action holds the draw."
    right = grade(ONE, "Bc2")
    assert (right.right, right.refutation) == (True, ())
    assert right.sentence == "Right: Bc2 wins; no other action does. It goes on with Wa1."
    wrong = grade(ONE, "Wa2")
    # What is left of the turn, and the reply.
    assert (wrong.right, wrong.refutation) == (False, ("Ba1", "Wc1"))
    assert wrong.sentence == "Wrong: Wa2 loses. After Ba1 white answers Wc1."
    assert solution_sentence(ONE) == "Bc2 wins. It goes on with Wa1."
    begun = replace(ONE, actions=("Wb2", "Ba1"))
    assert task_sentence(begun) == "Black to act, with Ba1 played in this turn: one action wins."


def test_an_estimate_says_that_it_is_one() -> None:
    assert "estimate" in task_sentence(ESTIMATE) and "you played Wa2" in task_sentence(ESTIMATE)
    for action in ("Bc2", "Wc1"):
        verdict = grade(ESTIMATE, action)
        assert verdict.right and "by the engine's estimate" in verdict.sentence
    assert grade(ESTIMATE, "Wa2").sentence == (
        "Not right, by the engine's estimate: Wa2 gives away 31 %, and Bc2 is better (62 %). It expects Ba1 Wc1."
    )
    unknown = grade(ESTIMATE, "Wa1")
    assert (unknown.right, unknown.refutation) == (False, ())
    assert "not among the best it found" in unknown.sentence
    assert solution_sentence(ESTIMATE) == "By the engine's estimate Bc2 (or Wc1) is best (62 %)."


def asked_here(puzzle: Puzzle, *lines: str) -> tuple[list[str], list[tuple[str, bool]], list[list[str]]]:
    """Ask a puzzle of somebody who types lines."""
    said: list[str] = []
    answers: list[tuple[str, bool]] = []
    drawn: list[list[str]] = []

    def draw(game: Game) -> None:
        drawn.append(game.actions())

    typed: Iterator[str] = iter(f"{line}\n" for line in lines)
    ask_in_terminal(puzzle, typed, said.append, draw, lambda action, right: answers.append((action, right)))
    return said, answers, drawn


def test_typed_answers_wrong_then_right() -> None:
    said, answers, drawn = asked_here(ONE, "Wb2", "x" * 50, "Wa2", "Bc2")
    assert answers == [("Wa2", False)]
    assert drawn == [["Wb2"], ["Wb2", "Wa2", "Ba1", "Wc1"]]
    assert said[-1].startswith("Right: Bc2")
    assert any(words.startswith("'Wb2' is not legal there: ") and "(ORO-1). Legal: Ba1" in words for words in said)
    assert any("'xxxxxxxxxxxxxxxxxxxx' is not legal" in words for words in said)


def test_the_solution_counts_as_a_wrong_answer_and_going_on_as_none() -> None:
    said, answers, _ = asked_here(ONE, "s", "")
    assert answers == [("", False)] and "Bc2 wins. It goes on with Wa1." in said
    assert asked_here(ONE, "")[1] == []
    for left in (("q",), ()):
        with pytest.raises(Quit):
            asked_here(ONE, *left)


def test_engine_puzzle_is_graded_by_its_proof(sibling_puzzles: list[Puzzle]) -> None:
    for puzzle in sibling_puzzles:
        for action in legal_texts(puzzle.position()):
            verdict = grade(puzzle, action)
            assert verdict.right == (action in puzzle.best)

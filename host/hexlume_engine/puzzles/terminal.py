"""Puzzles without a board: the position is drawn in the terminal, and the answer is typed."""

import contextlib
from collections.abc import Callable, Iterator

from hexlume.games.game import Game, IllegalAction
from hexlume_record.errors import excerpt
from hexlume_record.game.position import legal_texts
from hexlume_record.words.text import refusal_words

from .attempt import Attempt, NextPuzzle
from .grading import task_sentence
from .puzzle import Puzzle

MOST_LEGAL = 40
"""The most legal actions listed after an illegal one."""


def ask_in_terminal(
    puzzle: Puzzle,
    lines: Iterator[str],
    say: Callable[[str], None],
    draw: Callable[[Game], None],
    answered: Callable[[str, bool], None],
) -> None:
    """Ask a puzzle until the answer is right or the player goes on; ``answered`` gets the first answer.

    Raises ``Quit`` when the player ends the puzzles, or at the end of the input.
    """
    attempt = Attempt(puzzle, say, answered)
    draw(puzzle.position())
    say(task_sentence(puzzle))
    with contextlib.suppress(NextPuzzle):
        while True:
            say("Type an action. s: the solution. Enter: the next puzzle. q: end.")
            action = next(lines, "q").strip()
            if attempt.command(action):
                continue
            game = puzzle.position()
            try:
                game.push_text(action)
            except IllegalAction:
                legal = legal_texts(game)
                more = " ..." if len(legal) > MOST_LEGAL else ""
                why = refusal_words(game, action)
                say(f"'{excerpt(action)}' is not legal there: {why}. Legal: {' '.join(legal[:MOST_LEGAL])}{more}")
                continue
            verdict = attempt.answer(action)
            if verdict.right:
                return
            for reply in verdict.refutation:
                game.push_text(reply)
            draw(game)

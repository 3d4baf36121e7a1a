"""An attempt at a puzzle: typed commands and the graded answer, on a board and in the terminal."""

import contextlib
from collections.abc import Callable, Iterator

from hexlume.games.game import Game, IllegalAction
from hexlume_record.errors import excerpt
from hexlume_record.game.position import legal_texts
from hexlume_record.words.text import refusal_words

from .grading import Verdict, grade, solution_sentence, task_sentence
from .puzzle import Puzzle

MOST_LEGAL = 40
"""The most legal actions listed after an illegal one."""


class Quit(Exception):
    """The player ends the puzzles."""


class NextPuzzle(Exception):
    """The player goes on to the next puzzle."""


class Attempt:
    """One puzzle being asked; ``answered`` gets the first answer, and whether it is right."""

    def __init__(self, puzzle: Puzzle, say: Callable[[str], None], answered: Callable[[str, bool], None]) -> None:
        self.puzzle = puzzle
        self.say = say
        self._answered = answered
        self._is_first = True

    def command(self, text: str) -> bool:
        """Carry out a typed command; return whether the text is one. Raises ``Quit`` and ``NextPuzzle``."""
        word = text.strip().lower()
        if word in ("q", "quit"):
            raise Quit
        if word in ("", "n", "next"):
            raise NextPuzzle
        if word not in ("s", "solution"):
            return False
        self._count("", False)
        self.say(solution_sentence(self.puzzle))
        return True

    def answer(self, action: str) -> Verdict:
        """Grade a legal action and say the verdict."""
        verdict = grade(self.puzzle, action)
        self._count(action, verdict.right)
        self.say(verdict.sentence)
        return verdict

    def _count(self, action: str, right: bool) -> None:
        if self._is_first:
            self._is_first = False
            self._answered(action, right)


def ask_in_terminal(
    puzzle: Puzzle,
    lines: Iterator[str],
    say: Callable[[str], None],
    draw: Callable[[Game], None],
    answered: Callable[[str, bool], None],
) -> None:
    """Draw a puzzle and ask it until the answer is right or the player goes on; ``answered`` gets the first answer.

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

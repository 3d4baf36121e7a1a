"""An attempt at a puzzle: typed commands and the graded answer, on a board and in the terminal alike."""

from collections.abc import Callable

from .grading import Verdict, grade, solution_sentence
from .puzzle import Puzzle


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

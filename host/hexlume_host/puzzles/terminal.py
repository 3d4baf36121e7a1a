"""Puzzles without a board: the position in the terminal, the answer typed."""

from collections.abc import Callable, Iterator

from hexlume.games.game import Game, IllegalAction

from .board import Quit
from .grading import grade, solution_sentence, task_sentence
from .puzzle import Puzzle

MOST_LEGAL = 40
"""So many legal actions are named to somebody who typed another."""


def ask_in_terminal(
    puzzle: Puzzle,
    lines: Iterator[str],
    say: Callable[[str], None],
    draw: Callable[[Game], None],
    answered: Callable[[str, bool], None],
) -> None:
    """Ask a puzzle until it is answered rightly or the person goes on; ``answered`` is told the first answer.

    Raises ``Quit`` when the person wants no more, or nothing more is typed.
    """
    draw(puzzle.position())
    say(task_sentence(puzzle))
    first = True

    def note(action: str, right: bool) -> None:
        nonlocal first
        if first:
            answered(action, right)
        first = False

    while True:
        say("Type an action. s: the solution. Enter: the next puzzle. q: end.")
        words = next(lines, "q").strip()
        if words in ("q", "quit"):
            raise Quit
        if words in ("", "n", "next"):
            return
        if words in ("s", "solution"):
            note("", False)
            say(solution_sentence(puzzle))
            continue
        game = puzzle.position()
        try:
            game.push_text(words)
        except IllegalAction:
            legal = game.legal_texts()
            more = " ..." if len(legal) > MOST_LEGAL else ""
            shown = words[:20] if words.isprintable() else ascii(words[:20])
            say(f"'{shown}' is not legal there. Legal: {' '.join(legal[:MOST_LEGAL])}{more}")
            continue
        verdict = grade(puzzle, words)
        note(words, verdict.right)
        say(verdict.sentence)
        if verdict.right:
            return
        for action in verdict.refutation:
            game.push_text(action)
        draw(game)

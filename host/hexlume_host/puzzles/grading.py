"""Grading of answers to a puzzle, with a sentence or two that say why."""

from dataclasses import dataclass

from hexlume.games.pieces import COLOURS

from ..game.record import SEAT_SWAPS
from ..game.text import outcome_reason_words
from ..review.text import percent
from .puzzle import DRAW, LATER, LOSS, WIN, Answer, Puzzle

_COLOUR_WORDS = {"white": "White", "black": "Black"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The grade of an answer: whether it is right, the reason, and the refutation.

    ``refutation`` are the actions to play after it: the rest of its player's turn, played as well as possible, and the
    opponent's best reply. Empty for a right answer, and where no line is known.
    """

    right: bool
    sentence: str
    refutation: tuple[str, ...] = ()


def task_sentence(puzzle: Puzzle) -> str:
    """Return the task: ``White to act: one action wins.``"""
    who = f"{_COLOUR_WORDS[puzzle.colour]} to act"
    if turn := _turn_so_far(puzzle):
        who += f", with {' '.join(turn)} played in this turn"
    if puzzle.value is None:
        return (
            f"{who}: in your game you played {puzzle.played}. What is better? (Judged by the engine's estimate.)"
            if puzzle.played
            else f"{who}: what is best? (Judged by the engine's estimate.)"
        )
    what = "find an action that" if puzzle.game is not None and len(puzzle.best) > 1 else "one action"
    again = f" In your game you played {puzzle.played}." if puzzle.played else ""
    return f"{who}: {what} {_goal(puzzle)}.{again}"


def grade(puzzle: Puzzle, action: str) -> Verdict:
    """Grade a legal action."""
    answer = puzzle.answers.get(action)
    if puzzle.value is None:
        return _estimated(puzzle, action, answer)
    if action in puzzle.best:
        after = "" if answer is None or not answer.line else f" It goes on with {' '.join(answer.line)}."
        more = "" if len(puzzle.best) > 1 else "; no other action does"
        return Verdict(True, f"Right: {action} {_goal(puzzle)}{more}.{after}")
    if answer is None:
        return Verdict(False, f"Wrong: {action} is worth less. {solution_sentence(puzzle)}")
    actions, reason = _refutation(puzzle, action, answer)
    outcome = {LOSS: "loses", DRAW: "only draws", LATER: f"does not win{_soon(puzzle)}"}.get(
        str(answer.value), "is worth less"
    )
    return Verdict(False, f"Wrong: {action} {outcome}{reason}.", actions)


def solution_sentence(puzzle: Puzzle) -> str:
    """Return the solution."""
    best = puzzle.best[0]
    line = puzzle.answers[best].line if best in puzzle.answers else ()
    after = f", then {' '.join(line)}" if line else ""
    others = f" (or {', '.join(puzzle.best[1:])})" if len(puzzle.best) > 1 else ""
    if puzzle.value is None:
        return f"By the engine's estimate {best}{others} is best ({percent(puzzle.answers[best].chance)}){after}."
    return f"{best}{others} {_goal(puzzle)}{after}."


def _estimated(puzzle: Puzzle, action: str, answer: Answer | None) -> Verdict:
    best = puzzle.answers[puzzle.best[0]]
    if action in puzzle.best:
        chance = best.chance if answer is None else answer.chance
        return Verdict(True, f"Right, by the engine's estimate: {action} has a chance of {percent(chance)} to win.")
    better = f"{puzzle.best[0]} is better ({percent(best.chance)})"
    if answer is None:
        return Verdict(
            False, f"Not right, by the engine's estimate: {action} is not among the best it found, and {better}."
        )
    played, _ = _refutation(puzzle, action, answer)
    lost = percent(max(0.0, best.chance - answer.chance))
    after = f" It expects {' '.join(played)}." if played else ""
    return Verdict(
        False, f"Not right, by the engine's estimate: {action} gives away {lost}, and {better}.{after}", played
    )


def _refutation(puzzle: Puzzle, action: str, answer: Answer) -> tuple[tuple[str, ...], str]:
    """Return the line after an action up to and with the opponent's first one, and the end of a sentence about it."""
    game = puzzle.position()
    game.push_text(action)
    count, replier = 0, puzzle.colour
    while count < len(answer.line) and game.result is None and replier == puzzle.colour:
        replier = str(COLOURS[game.to_move])
        game.push_text(answer.line[count])
        count += 1
    if not count:
        return (), "" if game.result is None else f": the game is over, {outcome_reason_words(game)}"
    actions, rest = answer.line[:count], answer.line[count:]
    if replier == puzzle.colour:
        return actions, f", also after {' '.join(actions)}"
    first = f" after {' '.join(actions[:-1])}" if count > 1 else ""
    over = " and the game is over" if game.result is not None else ""
    after = f", then {' '.join(rest)}" if rest else ""
    return actions, f":{first} {replier} answers {actions[-1]}{over}{after}"


def _turn_so_far(puzzle: Puzzle) -> list[str]:
    """Return the actions of the turn that is under way."""
    game = puzzle.position()
    seat, turn = game.to_move, list[str]()
    for action in reversed(puzzle.actions):
        game.pop()
        # A swap ends the turn.
        if game.to_move != seat or action in SEAT_SWAPS:
            break
        turn.insert(0, action)
    return turn


def _goal(puzzle: Puzzle) -> str:
    return f"wins{_soon(puzzle)}" if puzzle.value == WIN else "holds the draw"


def _soon(puzzle: Puzzle) -> str:
    """Return the proven number of actions until the right one wins, if it is limited."""
    if puzzle.within < 2:
        return " at once" if puzzle.within else ""
    return f" within {puzzle.within} actions"

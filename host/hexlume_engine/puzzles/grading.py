"""Grading of answers to a puzzle, with a sentence or two that say why."""

from collections.abc import Sequence
from dataclasses import dataclass

from hexlume.games.pieces import COLOURS
from hexlume_record.game.record import SEAT_SWAPS
from hexlume_record.words.text import outcome_reason_words

from ..review.text import percent
from ..search.value import DRAW, LOSS, WIN
from .puzzle import LATER, Answer, Puzzle


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
    who = "White to act" if puzzle.colour == "white" else "Black to act"
    if turn := _turn_so_far(puzzle):
        who = f"{who}, with {' '.join(turn)} played in this turn"
    if puzzle.value is None:
        return (
            f"{who}: in your game you played {puzzle.played}. What is better? (Judged by the engine's estimate.)"
            if puzzle.played
            else f"{who}: what is best? (Judged by the engine's estimate.)"
        )
    several = puzzle.game is not None and len(puzzle.best) > 1
    task = f"{who}: {'find an action that' if several else 'one action'} {_goal(puzzle)}."
    return f"{task} In your game you played {puzzle.played}." if puzzle.played else task


def grade(puzzle: Puzzle, action: str) -> Verdict:
    """Grade a legal action."""
    answer = puzzle.answers.get(action)
    if puzzle.value is None:
        return _estimated(puzzle, action, answer)
    if action in puzzle.best:
        alone = "" if len(puzzle.best) > 1 else "; no other action does"
        return Verdict(
            True, f"Right: {action} {_goal(puzzle)}{alone}. {_goes_on(answer.line if answer else ())}".rstrip()
        )
    if answer is None:
        wrong = f"Wrong: {action} is worth less."
        return Verdict(False, f"{wrong} {solution_sentence(puzzle)}")
    actions, reply = _refutation(puzzle, action, answer)
    later = f"does not win{_limit(puzzle)}"
    does = {LOSS: "loses", DRAW: "only draws", LATER: later}.get(str(answer.value), "is worth less")
    wrong = f"Wrong: {action} {does}."
    return Verdict(False, f"{wrong} {reply}".rstrip(), actions)


def solution_sentence(puzzle: Puzzle) -> str:
    """Return the solution."""
    best = puzzle.best[0]
    line = puzzle.answers[best].line if best in puzzle.answers else ()
    others = ", ".join(puzzle.best[1:])
    actions = f"{best} (or {others})" if others else best
    if puzzle.value is None:
        chance = percent(puzzle.answers[best].chance)
        solution = f"By the engine's estimate {actions} is best ({chance})."
    else:
        solution = f"{actions} {_goal(puzzle)}."
    return f"{solution} {_goes_on(line)}".rstrip()


def _estimated(puzzle: Puzzle, action: str, answer: Answer | None) -> Verdict:
    best = puzzle.answers[puzzle.best[0]]
    if action in puzzle.best:
        chance = percent((answer or best).chance)
        return Verdict(True, f"Right, by the engine's estimate: with {action} the chance to win is {chance}.")
    better = f"{puzzle.best[0]} is better ({percent(best.chance)})"
    if answer is None:
        return Verdict(
            False, f"Not right, by the engine's estimate: {action} is not among the best it found, and {better}."
        )
    played = _refutation(puzzle, action, answer)[0]
    lost = percent(max(0.0, best.chance - answer.chance))
    wrong = f"Not right, by the engine's estimate: {action} gives away {lost}, and {better}."
    expected = f"It expects {' '.join(played)}." if played else ""
    return Verdict(False, f"{wrong} {expected}".rstrip(), played)


def _refutation(puzzle: Puzzle, action: str, answer: Answer) -> tuple[tuple[str, ...], str]:
    """Return the line after an action up to and with the opponent's first one, and sentences about it."""
    game = puzzle.position()
    game.push_text(action)
    count, replier = 0, puzzle.colour
    while count < len(answer.line) and game.result is None and replier == puzzle.colour:
        replier = str(COLOURS[game.to_move])
        game.push_text(answer.line[count])
        count += 1
    if not count:
        return (), "" if game.result is None else f"The game is over: {outcome_reason_words(game)}."
    actions, rest = answer.line[:count], answer.line[count:]
    if replier == puzzle.colour:
        return actions, _goes_on(actions)
    who = f"After {' '.join(actions[:-1])} {replier}" if count > 1 else replier.capitalize()
    reply = f"{who} answers {actions[-1]}."
    over = "The game is over." if game.result is not None else ""
    return actions, " ".join(filter(None, (reply, over, _goes_on(rest))))


def _goes_on(line: Sequence[str]) -> str:
    return f"It goes on with {' '.join(line)}." if line else ""


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
    """Return what the right action does."""
    return f"wins{_limit(puzzle)}" if puzzle.value == WIN else "holds the draw"


def _limit(puzzle: Puzzle) -> str:
    """Return within how many actions the right one wins, if that is limited."""
    return {0: "", 1: " at once"}.get(puzzle.within, f" within {puzzle.within} actions")

"""Judges an answer to a puzzle, and says in a sentence or two why."""

from dataclasses import dataclass

from hexlume.games.pieces import COLOURS

from ..game.record import SEAT_SWAPS
from ..game.text import outcome_reason_words
from ..review.text import percent
from .puzzle import DRAW, LATER, LOSS, WIN, Answer, Puzzle

_COLOUR_WORDS = {"white": "White", "black": "Black"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of an answer: whether it is right, why, and what refutes it.

    ``refutation`` are the actions to play after it: those that its player still has in that turn, played as well as
    can be, and the opponent's best reply. Empty for a right answer, and where nothing is known of what follows.
    """

    right: bool
    sentence: str
    refutation: tuple[str, ...] = ()


def task_sentence(puzzle: Puzzle) -> str:
    """Return what is asked: ``White to act: one action wins.``"""
    who = f"{_COLOUR_WORDS[puzzle.colour]} to act"
    if begun := _turn_so_far(puzzle):
        who += f", with {' '.join(begun)} played in this turn"
    if puzzle.worth is None:
        return (
            f"{who}: in your game you played {puzzle.played}. What is better? (Judged by the engine's estimate.)"
            if puzzle.played
            else f"{who}: what is best? (Judged by the engine's estimate.)"
        )
    goal = _goal(puzzle)
    again = f" In your game you played {puzzle.played}." if puzzle.played else ""
    return f"{who}: {_count(puzzle)} {goal}.{again}"


def grade(puzzle: Puzzle, action: str) -> Verdict:
    """Judge a legal action."""
    answer = puzzle.answers.get(action)
    if puzzle.worth is None:
        return _estimated(puzzle, action, answer)
    if action in puzzle.best:
        after = "" if answer is None or not answer.line else f" It goes on with {' '.join(answer.line)}."
        goal = _goal(puzzle)
        more = "" if len(puzzle.best) > 1 else "; no other action does"
        return Verdict(True, f"Right: {action} {goal}{more}.{after}")
    if answer is None:
        return Verdict(False, f"Wrong: {action} is worth less. {solution_sentence(puzzle)}")
    played = _until_reply(puzzle, action, answer)
    not_yet = f"does not win{_soon(puzzle)}"
    outcome = {LOSS: "loses", DRAW: "only draws", LATER: not_yet}.get(str(answer.worth), "is worth less")
    return Verdict(False, f"Wrong: {action} {outcome}{_why(puzzle, action, answer, played)}.", played)


def solution_sentence(puzzle: Puzzle) -> str:
    """Return what was to be found."""
    best = puzzle.best[0]
    line = puzzle.answers[best].line if best in puzzle.answers else ()
    after = f", then {' '.join(line)}" if line else ""
    others = f" (or {', '.join(puzzle.best[1:])})" if len(puzzle.best) > 1 else ""
    if puzzle.worth is None:
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
    played = _until_reply(puzzle, action, answer)
    lost = percent(max(0.0, best.chance - answer.chance))
    after = f" It expects {' '.join(played)}." if played else ""
    return Verdict(
        False, f"Not right, by the engine's estimate: {action} gives away {lost}, and {better}.{after}", played
    )


def _until_reply(puzzle: Puzzle, action: str, answer: Answer) -> tuple[str, ...]:
    """Return what follows an action, up to and with the first action of who did not play it."""
    game = puzzle.position()
    seat = game.to_move
    game.push_text(action)
    played = []
    for following in answer.line:
        if game.result is not None:
            break
        mover = game.to_move
        game.push_text(following)
        played.append(following)
        if mover != seat:
            break
    return tuple(played)


def _why(puzzle: Puzzle, action: str, answer: Answer, played: tuple[str, ...]) -> str:
    """Return the end of a sentence that says what refutes an action."""
    game = puzzle.position()
    game.push_text(action)
    if game.result is not None:
        return f": the game is over, {outcome_reason_words(game)}"
    if not played:
        return ""
    for following in played[:-1]:
        game.push_text(following)
    replier = COLOURS[game.to_move]
    game.push_text(played[-1])
    if replier == puzzle.colour:
        return f", also after {' '.join(played)}"
    first = f" after {' '.join(played[:-1])}" if played[:-1] else ""
    over = " and the game is over" if game.result is not None else ""
    goes_on = f", then {' '.join(answer.line[len(played) :])}" if answer.line[len(played) :] else ""
    return f":{first} {replier} answers {played[-1]}{over}{goes_on}"


def _turn_so_far(puzzle: Puzzle) -> list[str]:
    """Return the actions of the turn that is under way."""
    game = puzzle.position()
    seat, begun = game.to_move, list[str]()
    for action in reversed(puzzle.actions):
        game.pop()
        # Who swaps has ended a turn.
        if game.to_move != seat or action in SEAT_SWAPS:
            break
        begun.insert(0, action)
    return begun


def _count(puzzle: Puzzle) -> str:
    if puzzle.game is not None and len(puzzle.best) > 1:
        return "find an action that"
    return "one action"


def _goal(puzzle: Puzzle) -> str:
    return f"wins{_soon(puzzle)}" if puzzle.worth == WIN else "holds the draw"


def _soon(puzzle: Puzzle) -> str:
    """Return how soon the right action wins, where that is what is proven."""
    if puzzle.within < 2:
        return " at once" if puzzle.within else ""
    return f" within {puzzle.within} actions"

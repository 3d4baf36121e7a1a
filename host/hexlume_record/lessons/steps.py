"""Courses of lessons: the steps in a game's ``course.jsonl``, their sentences and the positions they begin in.

A board reads the same file (``hexlume.states.lesson``). It knows no rules: what is legal comes from the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from hexlume import games
from hexlume.games import catalogue, notation
from hexlume.games.game import Game

from ..errors import HexlumeError, sentence
from ..game.position import legal_texts
from ..validation import Count, FieldError, Line, checked, checked_json, items

ANY, WIN = "any", "win"
"""Instead of actions: any legal one is right; any after which its player has won."""
MOST_STEPS = 255
MOST_BYTES = 1000
"""Of a line, as the board reads it."""

_Sentence = Annotated[str, Line(300, 1)]


Actions = Annotated[tuple[Annotated[str, Line(20, 1)], ...], items(200)]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a course, numbered from 1.

    ``hands`` are the actions of which any one is right, or ``ANY`` or ``WIN``. ``after`` are the actions from the
    game's start to its position, ``None`` if it goes on from the step before. ``reply`` is what the other side then
    plays. ``say`` tells what to do and why, ``wrong`` answers another legal action.
    """

    number: Count
    size: Count
    options: Annotated[str, Line(200)]
    hands: Annotated[Actions, items(200, 1)]
    say: _Sentence
    wrong: _Sentence
    clauses: Annotated[Actions, items(20)]
    after: Actions | None = None
    reply: Actions = ()
    ask: bool = False


def read_course(rules: str, name: str, content: bytes) -> tuple[Step, ...]:
    """Return the steps of a game's course from its file, which errors call ``name``; raises ``HexlumeError``."""
    steps: list[Step] = []
    # What a step leaves out is as in the step before.
    step: dict[str, Any] = {"size": games.game_class(rules).DEFAULT_SIZE, "options": ""}
    for number, line in enumerate(content.splitlines()[: MOST_STEPS + 1], 1):
        try:
            if number > MOST_STEPS or len(line) >= MOST_BYTES:
                raise FieldError("", f"a course has at most {MOST_STEPS} lines of fewer than {MOST_BYTES} bytes")
            read = checked_json(dict[str, Any], line)
            step = {"size": step["size"], "options": step["options"], **read, "number": number}
            lists = {name: step[name].split() for name in ("after", "reply") if isinstance(step.get(name), str)}
            steps.append(checked(Step, step | lists))
        except FieldError as error:
            raise HexlumeError(f"{name}, line {number}: {sentence(error)}") from error
    return tuple(steps)


def positions(rules: str, steps: Sequence[Step], number: int) -> Iterator[Game]:
    """Yield every position in which a step may be asked for: one for each right action of the step it goes on from.

    Raises ``ValueError`` for one that cannot be reached.
    """
    step = steps[number - 1]
    if step.after is not None:
        game = games.start(rules, step.size, catalogue.all_options(rules, step.options))
        for action in step.after:
            game.push_text(action)
        yield game
        return
    before = steps[number - 2]
    for game in positions(rules, steps, number - 1):
        for action in right_actions(game, before):
            played = len(game.codes)
            for one in (action, *before.reply):
                game.push_text(one)
            yield game
            while len(game.codes) > played:
                game.pop()


def right_actions(game: Game, step: Step) -> list[str]:
    """Return the actions that are right in a step's position."""
    if step.hands == (ANY,):
        return legal_texts(game)
    if step.hands != (WIN,):
        return list(step.hands)
    mover, found = game.to_move, []
    for action in legal_texts(game):
        game.push_text(action)
        if game.outcome is not None and game.outcome.winner == mover:
            found.append(action)
        game.pop()
    return found


def step_problems(rules: str, steps: Sequence[Step]) -> list[str]:
    """Return what is wrong with a course's steps, a sentence each."""
    found = []
    for step in steps:
        where = f"Step {step.number} of the course"
        if step.after is None and step.number == 1:
            found.append(f"{where} has no after: the first step says from which actions on it begins.")
            break
        try:
            for game in positions(rules, steps, step.number):
                problem = _problem(game, step)
                if problem:
                    found.append(f"{where} {problem}")
                    break
        except (ValueError, IndexError) as error:
            found.append(f"{where} cannot be reached: {error}.")
    return found


def _problem(game: Game, step: Step) -> str:
    """Return what is wrong with a step in a position of it, as the end of a sentence about it; empty for nothing."""
    right, legal = right_actions(game, step), legal_texts(game)
    if wrong := [action for action in right if action not in legal]:
        return f"asks for {wrong[0]}, which is not legal there."
    if not right:
        return "asks for a win, and there is none."
    if step.ask and any(notation.is_word(notation.parse(action, game.grid)) for action in right):
        return "hides the lights, and asks for an action of the act button, which it would not offer."
    played = len(game.codes)
    for action in right:
        game.push_text(action)
        try:
            for reply in step.reply:
                game.push_text(reply)
        except ValueError as error:
            return f"has the reply {reply}, which is not legal after {action} ({error})."
        while len(game.codes) > played:
            game.pop()
    return ""

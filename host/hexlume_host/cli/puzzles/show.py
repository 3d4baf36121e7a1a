"""``hexlume puzzles show``: one puzzle."""

from typing import Annotated, Any

import typer

from hexlume.games.game import Game

from ...game.diagram import beside, diagram
from ...game.text import option_text
from ...puzzles.grading import solution_sentence, task_sentence
from ...puzzles.puzzle import Problem
from ...puzzles.repository import problem_of_number
from ..options.store import StoreOption, open_to_read
from ..output import JsonOption, console, print_json, say


def show(
    number: Annotated[int, typer.Argument(metavar="ID", min=0, help="The puzzle's number in the list.")],
    answer: Annotated[bool, typer.Option("--answer", help="Show the right answers, too.")] = False,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show the position and the task of one puzzle.

    Examples:  hexlume puzzles show 3  ·  hexlume puzzles show 3 --answer
    """
    with open_to_read(store) as opened:
        problem = problem_of_number(opened, number)
    if json:
        print_json(puzzle_json(problem, answer))
        return
    say(
        f"Puzzle {problem.id}: {problem.rules} on {problem.on}{options_words(problem)}, difficulty {problem.difficulty}"
    )
    draw_position(problem.position())
    say(task_sentence(problem))
    if answer:
        say(f"About: {', '.join(problem.themes)}.")
        say(solution_sentence(problem))


def draw_position(game: Game) -> None:
    """Print a position."""
    out = console()
    out.print()
    out.print(diagram(game))
    for line in beside(game):
        out.print(line)
    out.print()


def puzzle_json(problem: Problem, answer: bool) -> dict[str, Any]:
    """Return a puzzle for other programs, with its solution only if that is asked for."""
    fields: dict[str, Any] = {
        "id": problem.id,
        "rules": problem.rules,
        "on": problem.on,
        "options": dict(problem.options),
        "actions": list(problem.actions),
        "colour": problem.colour,
        "worth": problem.worth,
        "themes": list(problem.themes),
        "difficulty": problem.difficulty,
        "measures": dict(problem.measures),
        "game": problem.game,
        "ply": problem.ply,
    }
    if answer:
        fields["best"] = list(problem.best)
        fields["answers"] = {action: one.json() for action, one in problem.answers.items()}
    return fields


def options_words(problem: Problem) -> str:
    """Return the options of a puzzle's game, as they stand behind its name."""
    return "".join(f" {name}={option_text(value)}" for name, value in problem.options.items())

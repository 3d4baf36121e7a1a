"""``hexlume problems``: positions to solve, those that are kept and how they were answered."""

from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.table import Table

from hexlume.games.game import Game

from ..game.diagram import beside, diagram
from ..game.text import option_text
from ..puzzles.grading import solution_sentence, task_sentence
from ..puzzles.puzzle import Problem
from ..puzzles.repository import Kept, Wanted, kept_problems, problem_of_number
from .options.puzzle import (
    DifficultyOption,
    GameOption,
    MistakesOption,
    NameOption,
    ThemeOption,
    store_of,
    wanted_of,
)
from .output import JsonOption, StoreOption, console, open_to_read, print_json, say
from .puzzles_make import make, mistakes
from .puzzles_solve import solve

NumberArgument = Annotated[int, typer.Argument(metavar="ID", min=0, help="The problem's number in the list.")]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    from .main import Command  # noqa: PLC0415

    group = typer.Typer(rich_markup_mode="rich")
    group.callback(
        invoke_without_command=True,
        epilog="Examples:  hexlume problems  ·  hexlume problems make --game orochi --size 3  ·  "
        "hexlume problems solve  ·  hexlume problems mistakes --player Ann",
    )(problems)
    group.command("list", epilog="Examples:  hexlume problems list --theme defence  ·  hexlume problems list --as Ann")(
        list_problems
    )
    group.command("show", epilog="Examples:  hexlume problems show 3  ·  hexlume problems show 3 --answer")(show)
    group.command(
        "make",
        epilog="Examples:  hexlume problems make --game sibling --size 3  ·  hexlume problems make --count 50 --seed 7",
    )(make)
    group.command(
        "mistakes", epilog="Examples:  hexlume problems mistakes --player Ann, then problems solve --mistakes --as Ann"
    )(mistakes)
    group.command(
        "solve",
        epilog="Examples:  hexlume problems solve  ·  hexlume problems solve --here --theme defence  ·  "
        "hexlume problems solve --board /dev/ttyACM0 --as Ann",
    )(solve)
    for command in group.registered_commands:
        command.cls = Command
    app.add_typer(group, name="problems")


def problems(
    context: typer.Context,
    game: GameOption = "",
    theme: ThemeOption = "",
    difficulty: DifficultyOption = 0,
    mistakes: MistakesOption = None,
    name: NameOption = "",
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Positions with an action to be found: made from the engine's own games, or from your mistakes.

    Without a command they are listed. What was answered wrongly is asked again first.
    """
    if context.invoked_subcommand is None:
        _list(wanted_of(game, theme, difficulty, mistakes), name, json, store)
    elif game or theme or difficulty or mistakes is not None or name or json:
        raise typer.BadParameter(
            f"write the options behind {context.invoked_subcommand}.", param_hint=context.invoked_subcommand
        )


def list_problems(
    context: typer.Context,
    game: GameOption = "",
    theme: ThemeOption = "",
    difficulty: DifficultyOption = 0,
    mistakes: MistakesOption = None,
    name: NameOption = "",
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List the problems that are kept, with how often and when each was answered."""
    _list(wanted_of(game, theme, difficulty, mistakes), name, json, store_of(context, store))


def show(
    context: typer.Context,
    number: NumberArgument,
    answer: Annotated[bool, typer.Option("--answer", help="Tell also what is right, and what becomes of it.")] = False,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Draw a problem's position and say what is asked; the answer only with --answer."""
    with open_to_read(store_of(context, store)) as opened:
        problem = problem_of_number(opened, number)
    if json:
        print_json(problem_json(problem, answer))
        return
    say(f"Problem {problem.id}: {problem.rules} on {problem.on}{_options(problem)}, difficulty {problem.difficulty}")
    draw(problem.position())
    say(task_sentence(problem))
    if answer:
        say(f"About: {', '.join(problem.themes)}.")
        say(solution_sentence(problem))


def draw(game: Game) -> None:
    """Print a position."""
    out = console()
    out.print()
    out.print(diagram(game))
    for line in beside(game):
        out.print(line)
    out.print()


def problem_json(problem: Problem, answer: bool) -> dict[str, Any]:
    """Return a problem for other programs, with its solution only if that is asked for."""
    told: dict[str, Any] = {
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
        told["best"] = list(problem.best)
        told["answers"] = {action: one.json() for action, one in problem.answers.items()}
    return told


def _list(wanted: Wanted, name: str, json: bool, store: str | None) -> None:
    with open_to_read(store) as opened:
        kept = kept_problems(opened, wanted, name)
    if json:
        print_json([_kept_json(one) for one in kept])
        return
    if not kept:
        say("No problems are like that." if wanted != Wanted() else "No problems yet. Make some: hexlume problems make")
        return
    table = Table("id", "game", box=SIMPLE)
    table.add_column("difficulty", justify="right")
    table.add_column("about", overflow="fold")
    table.add_column("right : wrong", justify="center", no_wrap=True)
    table.add_column("last answer", no_wrap=True)
    for one in kept:
        problem = one.problem
        table.add_row(
            str(problem.id),
            f"{problem.rules} {problem.on}{_options(problem)}",
            str(problem.difficulty),
            ", ".join(problem.themes),
            f"{one.right} : {one.wrong}" if one.last else "",
            _last(one),
        )
    console().print(table)
    failed = sum(one.failed for one in kept)
    new = sum(one.last is None for one in kept)
    say(f"{failed} answered wrongly the last time, {new} new.")


def _kept_json(one: Kept) -> dict[str, Any]:
    return {
        **problem_json(one.problem, False),
        "right": one.right,
        "wrong": one.wrong,
        "last_at": one.last.isoformat() if one.last else None,
        "failed": one.failed,
    }


def _last(one: Kept) -> str:
    if one.last is None:
        return "new"
    return f"{'wrong' if one.failed else 'right'}, {one.last.astimezone().strftime('%Y-%m-%d %H:%M')}"


def _options(problem: Problem) -> str:
    return "".join(f" {name}={option_text(value)}" for name, value in problem.options.items())

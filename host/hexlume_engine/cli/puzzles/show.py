"""``hexlume puzzles show``: one puzzle."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from hexlume.games.game import Game
from hexlume_host.cli.options.store import StoreOption, open_to_read
from hexlume_host.cli.output import JsonOption, print_json, say
from hexlume_record.game.diagram import position_text
from hexlume_record.words.text import game_words

from ...puzzles.grading import solution_sentence, task_sentence
from ...puzzles.puzzle import Puzzle
from ...puzzles.repository import get_puzzle


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
        puzzle = get_puzzle(opened, number)
    if json:
        print_json(puzzle_json(puzzle, answer))
        return
    say(puzzle_title(puzzle))
    draw_position(puzzle.position())
    say(task_sentence(puzzle))
    if answer:
        say(f"About: {', '.join(puzzle.themes)}.")
        say(solution_sentence(puzzle))


def puzzle_title(puzzle: Puzzle) -> str:
    """Return a line that says which puzzle it is."""
    game = game_words(puzzle.rules, puzzle.board, puzzle.options)
    return f"Puzzle {puzzle.id}: {game}, difficulty {puzzle.difficulty}"


def draw_position(game: Game) -> None:
    """Print a position."""
    say(f"\n{position_text(game)}\n")


def puzzle_json(puzzle: Puzzle, answer: bool) -> dict[str, Any]:
    """Return a puzzle for other programs, with its solution only if that is asked for."""
    fields: dict[str, Any] = {
        "id": puzzle.id,
        "rules": puzzle.rules,
        "board": puzzle.board,
        "options": dict(puzzle.options),
        "actions": list(puzzle.actions),
        "colour": puzzle.colour,
        "value": puzzle.value,
        "themes": list(puzzle.themes),
        "difficulty": puzzle.difficulty,
        "measures": dict(puzzle.measures),
        "game": puzzle.game,
        "ply": puzzle.ply,
    }
    if answer:
        fields["best"] = list(puzzle.best)
        fields["answers"] = {action: asdict(one) for action, one in puzzle.answers.items()}
    return fields

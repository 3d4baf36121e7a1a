"""``hexlume puzzles list``: the puzzles in the store, and how they were answered."""

from collections.abc import Sequence
from typing import Any

from rich.table import Column

from hexlume_host.cli.options.store import StoreOption, open_to_read
from hexlume_host.cli.output import JsonOption, console, print_json, say
from hexlume_host.cli.output.table import right, table
from hexlume_record.words.text import game_words

from ...puzzles.options import (
    NO_PUZZLES,
    NONE_FOUND,
    DifficultyOption,
    MistakesOption,
    PlayerOption,
    RulesOption,
    ThemeOption,
)
from ...puzzles.repository import PuzzleFilter, PuzzleStatus, find_puzzles
from .show import puzzle_json


def list_puzzles(
    rules: RulesOption = None,
    theme: ThemeOption = None,
    difficulty: DifficultyOption = 0,
    mistakes: MistakesOption = None,
    player: PlayerOption = "",
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List the puzzles in the store, with how they were answered.

    Examples:  hexlume puzzles list --theme defence  ·  hexlume puzzles list --player Ann
    """
    wanted = PuzzleFilter(rules, theme, difficulty, mistakes)
    with open_to_read(store) as opened:
        found = find_puzzles(opened, wanted, player)
    if json:
        print_json([_status_json(one) for one in found])
        return
    if not found:
        say(NONE_FOUND if wanted != PuzzleFilter() else NO_PUZZLES)
        return
    columns = [
        "id",
        "game",
        *right("difficulty"),
        Column("about", overflow="fold"),
        Column("right : wrong", justify="center", no_wrap=True),
        Column("last answer", no_wrap=True),
    ]
    console().print(table(columns, map(_row, found)))
    failed = sum(one.failed for one in found)
    new = sum(one.last is None for one in found)
    say(f"{failed} answered wrongly the last time, {new} new.")


def _status_json(one: PuzzleStatus) -> dict[str, Any]:
    return {
        **puzzle_json(one.puzzle, False),
        "right": one.right,
        "wrong": one.wrong,
        "last_at": one.last.isoformat() if one.last else None,
        "failed": one.failed,
    }


def _row(one: PuzzleStatus) -> Sequence[str]:
    puzzle = one.puzzle
    return (
        str(puzzle.id),
        game_words(puzzle.rules, puzzle.board, puzzle.options),
        str(puzzle.difficulty),
        ", ".join(puzzle.themes),
        f"{one.right} : {one.wrong}" if one.last else "",
        _last(one),
    )


def _last(one: PuzzleStatus) -> str:
    if one.last is None:
        return "new"
    return f"{'wrong' if one.failed else 'right'}, {one.last.astimezone().strftime('%Y-%m-%d %H:%M')}"

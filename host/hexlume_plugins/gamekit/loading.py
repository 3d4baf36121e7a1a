"""The check of a game's files: whether each can be imported. Nothing else of the host is needed for it."""

from pathlib import Path
from typing import Any

from hexlume.games import catalogue
from hexlume.games.grid import GRIDS, NO_CELL
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume_host.external_games.trouble import TookTooLong, error_words, time_limit

from .report import Check

PART_SECONDS = 10.0
"""The longest time for importing a part of the game."""


def check_files(folder: Path, name: str) -> Check:
    """Import the game's parts."""
    check = Check("files")
    check.summary = ", ".join(sorted(path.name for path in folder.iterdir() if path.is_file()))
    for sentence in catalogue.BROKEN.values():
        check.fail(sentence)
    if not check.failures and catalogue.GAMES[name][5]:
        try:
            with time_limit(PART_SECONDS):
                _check_blocked(check, name)
        except (TookTooLong, Exception) as error:
            check.fail(f"blocked in __init__.py cannot be used: {error_words(error, folder)}.")
    if not check.failures:
        _import_parts(check, folder, name)
    return check


def _check_blocked(check: Check, name: str) -> None:
    """Ask for the blocked cells of every size."""
    kind, least, most, _, _, blocked = catalogue.GAMES[name]
    for size in range(least, most + 1):
        grid = GRIDS[kind](size)
        cells = blocked(size)
        for cell in cells:
            pair = isinstance(cell, tuple) and len(cell) == 2 and all(isinstance(number, int) for number in cell)
            if not pair or grid.at(*cell) == NO_CELL or cells.count(cell) > 1:
                check.fail(
                    f"blocked({size}) in __init__.py has {cell!r}: it returns a tuple of coordinates of cells "
                    f"of {grid.board}, each once."
                )
                return


def _import_parts(check: Check, folder: Path, name: str) -> None:
    for part in ("rules", "texts", "evaluation", "setup", "preview"):
        try:
            with time_limit(PART_SECONDS):
                module = catalogue.part(name, part)
                if part == "preview" and module is not None:
                    _check_preview(check, module, name)
        except TookTooLong:
            check.fail(f"{part}.py takes longer than {PART_SECONDS:g} s.")
        except Exception as error:
            check.fail(f"{part}.py cannot be used: {error_words(error, folder)}.")


def _check_preview(check: Check, preview: Any, name: str) -> None:
    """Ask for the cells that the menu shows."""
    kind, least, most, _, _, blocked = catalogue.GAMES[name]
    for size in range(least, most + 1):
        grid = GRIDS[kind](size, blocked(size) if blocked else ())
        for words in catalogue.options(name):
            for first, second, mark in preview.cells(size, words):
                if not isinstance(first, int) or not isinstance(second, int) or mark not in (EMPTY, WHITE, BLACK):
                    check.fail(
                        f"cells({size}, '{words}') in preview.py has ({first}, {second}, {mark}): "
                        "the marks are EMPTY, WHITE and BLACK."
                    )
                    return
                if grid.at(first, second) == NO_CELL:
                    check.fail(
                        f"cells({size}, '{words}') in preview.py has ({first}, {second}, {mark}): "
                        f"that cell is off the board {grid.board}."
                    )
                    return

"""The check of a game's files: whether each can be imported, and has cells that there are."""

from collections.abc import Iterator
from itertools import islice
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
    check = Check("files", ", ".join(sorted(path.name for path in folder.iterdir() if path.is_file())))
    for sentence in catalogue.BROKEN.values():
        check.fail(sentence)
    for part in () if check.failures else ("__init__", "rules", "texts", "evaluation", "setup", "preview"):
        try:
            with time_limit(PART_SECONDS):
                module = None if part == "__init__" else catalogue.part(name, part)
                if part in ("__init__", "preview"):
                    for sentence in islice(_strange_cells(name, module), 1):
                        check.fail(sentence)
        except (TookTooLong, Exception) as error:
            check.fail(f"{part}.py cannot be used: {error_words(error, folder)}.")
        if check.failures:
            break
    return check


def _strange_cells(name: str, preview: Any) -> Iterator[str]:
    """Yield a sentence for each cell that a board lacks, of the blocked ones or of what the menu shows."""
    kind, least, most, _, _, blocked = catalogue.GAMES[name]
    for size in range(least, most + 1):
        grid = GRIDS[kind](size)
        cells = blocked(size) if blocked else ()
        for cell in cells:
            if grid.at(*cell) == NO_CELL or cells.count(cell) > 1:
                yield f"blocked({size}) in __init__.py has {cell!r}: it returns cells of {grid.board}, each once."
        grid = GRIDS[kind](size, cells)
        for words in catalogue.options(name) if preview else ():
            for first, second, mark in preview.cells(size, words):
                if mark not in (EMPTY, WHITE, BLACK) or grid.at(first, second) == NO_CELL:
                    yield (
                        f"cells({size}, '{words}') in preview.py has ({first}, {second}, {mark}): it returns "
                        f"coordinates of cells of {grid.board}, each with EMPTY, WHITE or BLACK."
                    )

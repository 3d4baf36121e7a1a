"""``hexlume import``: games from files into the store (docs/record.md)."""

from typing import Annotated

import typer

from hexlume_record.errors import RecordError
from hexlume_record.game.record import ImportedGame, history_of
from hexlume_record.words.text import game_words

from ..game_files.record_file import read_file
from ..store.repository import ImportResult, Store
from .options.store import StoreOption
from .output import complain, say


def import_games(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Records as hexlume export writes them, text or json, or links; - reads one."
        ),
    ],
    store: StoreOption = None,
) -> None:
    """Read games from files into the store.

    Files are records as text or JSON. A game that is in the store already adds nothing.

    Examples:  hexlume import game.txt  ·  hexlume import *.json --store club.sqlite
    """
    read = [read_file(path) for path in files]
    refused = [problem for file in read for problem in file.problems]
    if any(file.games for file in read):
        with Store(store) as opened:
            for file in read:
                for game in file.games:
                    try:
                        say(f"{file.name}: {_words(game, opened.import_game(game))}")
                    except RecordError as error:
                        refused.append(f"{file.name}: {error}, so nothing of this game is imported.")
    for sentence in refused:
        complain(sentence)
    if refused:
        raise typer.Exit(1)


def _words(game: ImportedGame, imported: ImportResult) -> str:
    if not imported.new:
        return f"game {imported.id} is in the store already."
    if not imported.first:
        return f"game {imported.id} goes on with {imported.new} more events."
    start, history = game.events[0].data, history_of(game.events)
    ending = history.ending
    name = game_words(start["rules"], start["board"], start["options"])
    what = f"{name}, {len(history.actions)} actions, {ending.result or ending.status}"
    return f"game {imported.id} is new: {what}."

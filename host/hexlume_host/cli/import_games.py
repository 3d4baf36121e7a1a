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
        typer.Argument(metavar="FILE...", help="Records as hexlume export writes them in json, or links; - reads one."),
    ],
    store: StoreOption = None,
) -> None:
    """Read games from files into the store.

    A game that is in the store already adds nothing.

    Examples:  hexlume import game.json  ·  hexlume import *.json --store club.sqlite
    """
    games: list[tuple[str, ImportedGame]] = []
    refused: list[str] = []
    for path in files:
        try:
            games.append(read_file(path))
        except RecordError as error:
            refused.append(str(error))
    if games:
        with Store(store) as opened:
            for name, game in games:
                try:
                    say(f"{name}: {_words(game, opened.import_game(game))}")
                except RecordError as error:
                    refused.append(f"{name}: {error}, so nothing of this game is imported.")
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

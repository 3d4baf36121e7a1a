"""Options of commands: the store and a game in it, and how a command opens the store."""

from pathlib import Path
from typing import Annotated

import typer

from hexlume_record.game.record import GameRecord

from ...errors import StoreMovedError, StoreUnavailableError
from ...store.location import default_store
from ...store.repository import Store

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        envvar="HEXLUME_STORE",
        metavar="PATH",
        help="The store of games, a file.",
        show_default=default_store().replace(str(Path.home()), "~", 1),
    ),
]
GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's number in the list of games, or the board's own id of it.")
]


def open_to_read(where: str | None) -> Store:
    """Open the store for reading: one the user names must exist, the default one is made when it is missing."""
    return Store(where, create=where is None)


def record_of(store: Store, game: str) -> GameRecord:
    """Return the game that a command's argument names; raises ``RecordError`` when there is none."""
    # No store has games with longer numbers.
    return store.record(int(game) if game.isdecimal() and game.isascii() and len(game) <= 9 else game)


def saved_sentence(store: Store) -> str:
    """Return the sentence that says where the games are, or what happened to the store."""
    try:
        store.check()
    except StoreMovedError as error:
        return str(error)
    except StoreUnavailableError:
        # What it acknowledged it has, also while it is away.
        pass
    return f"The games are kept in {store.where}."

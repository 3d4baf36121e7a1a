"""Options of commands: the store and a game in it, and how a command opens the store."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from hexlume_record.game.record import GameRecord

from ...errors import StoreMovedError, StoreUnavailableError
from ...store.location import default_store
from ...store.repository import Store


def short_path(path: str) -> str:
    """Return a path as people write it, with ``~`` for their folder."""
    return path.replace(str(Path.home()), "~", 1)


StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        envvar="HEXLUME_STORE",
        metavar="PATH-OR-URL",
        help="The store of games: a file, or a database URL such as postgresql://host/games.",
        show_default=short_path(default_store()),
    ),
]
GameArgument = Annotated[
    str, typer.Argument(metavar="ID", help="The game's number in the list of games, or the board's own id of it.")
]

_RETRY_SECONDS = 1.0
"""How long to wait before a store that cannot be used yet is tried again."""

_log = logging.getLogger(__name__)


def open_to_read(where: str | None) -> Store:
    """Open the store for reading: one the user names must exist, the default one is made when it is missing."""
    return Store(where, create=where is None)


def record_of(store: Store, game: str) -> GameRecord:
    """Return the game that a command's argument names; raises ``RecordError`` when there is none."""
    # No store has games with longer numbers.
    return store.record(int(game) if game.isdecimal() and game.isascii() and len(game) <= 9 else game)


def open_to_log(where: str | None, say: Callable[[str], None]) -> Store:
    """Open the store for writing; wait for one that is away, locked or full.

    ``say`` prints a sentence, which also goes to the log file. Raises ``StoreError`` when waiting would not help.
    """
    trouble = ""
    while True:
        try:
            store = Store(where)
            try:
                store.check_writable()
            except BaseException:
                store.close()
                raise
        except StoreUnavailableError as error:
            if str(error) != trouble:
                trouble = str(error)
                _report(say, f"{trouble} Trying again until it works; Ctrl-C ends.")
            time.sleep(_RETRY_SECONDS)
            continue
        if trouble:
            _report(say, f"The store {store.where} can be used now.")
        return store


def saved_sentence(store: Store, what: str) -> str:
    """Return the sentence that says that ``what`` (``171 new events``) is in the store, or what happened to it."""
    try:
        store.check()
    except StoreMovedError as error:
        return str(error)
    except StoreUnavailableError:
        # What it acknowledged it has, also while it is away.
        pass
    return f"{what} are kept in {store.where}."


def _report(say: Callable[[str], None], sentence: str) -> None:
    _log.info("%s", sentence)
    say(sentence)

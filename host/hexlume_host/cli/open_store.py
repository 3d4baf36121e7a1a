"""Opens the store for commands that log boards, and says at the end whether what was logged is still there."""

import logging
import time
from collections.abc import Callable

from ..errors import StoreMovedError, StoreUnavailableError
from ..store.repository import Store

_AGAIN_SECONDS = 1.0
"""A store that cannot be used yet is tried again so often."""

_log = logging.getLogger(__name__)


def open_to_log(where: str | None, say: Callable[[str], None]) -> Store:
    """Open the store and make sure that it can be written; one that is away, locked or full is waited for.

    ``say`` prints a sentence; it goes to the log file, too. Raises ``StoreError`` when waiting would not help.
    """
    told = ""
    while True:
        try:
            store = Store(where)
            try:
                store.check_writable()
            except BaseException:
                store.close()
                raise
        except StoreUnavailableError as error:
            if str(error) != told:
                told = str(error)
                _tell(say, f"{told} Trying again until it works; Ctrl-C ends.")
            time.sleep(_AGAIN_SECONDS)
            continue
        if told:
            _tell(say, f"The store {store.where} can be used now.")
        return store


def kept_words(store: Store, what: str) -> str:
    """Return the sentence that says that ``what`` (``171 new events``) is kept in the store, or what became of it."""
    try:
        store.check()
    except StoreMovedError as error:
        return str(error)
    except StoreUnavailableError:
        # What it acknowledged it has, also while it is away.
        pass
    return f"{what} are kept in {store.where}."


def _tell(say: Callable[[str], None], sentence: str) -> None:
    _log.info("%s", sentence)
    say(sentence)

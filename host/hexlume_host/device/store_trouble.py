"""Trouble with the store: reported once when it begins and once when it ends, for all loggers that share it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import StoreFullError, StoreUnavailableError
from ..store.repository import Store


class StoreTrouble:
    """What is wrong with a store just now; any thread may call any method."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._error: StoreUnavailableError | None = None
        self._successes = 0
        """How often the store was used without trouble."""

    @contextmanager
    def reported(self, say: Callable[[str], None]) -> Iterator[None]:
        """Report that the store cannot be used now, and go on after the ``with`` block.

        Nothing is said if it is the same trouble as before, or if the store was used meanwhile by another logger.
        """
        successes = self._successes
        try:
            yield
        except StoreUnavailableError as error:
            with self._lock:
                if successes != self._successes:
                    return
                before, self._error = self._error, error
            if before is None or str(before) != str(error):
                say(f"{error} The board keeps what it played until that is over.")

    def passed(self, stored: bool, say: Callable[[str], None]) -> None:
        """Report that the trouble is over, after a commit; ``stored`` says whether that stored anything.

        On a full disk that proves little: nothing needs no room, and SQLite may have some left in its own files.
        """
        with self._lock:
            self._successes += 1
            error = self._error
            if error is None or (isinstance(error, StoreFullError) and not (stored and self._store.has_room)):
                return
            self._error = None
        say(f"The store {self._store.where} keeps events again.")

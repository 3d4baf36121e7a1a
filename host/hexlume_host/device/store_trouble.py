"""Trouble with the store: reported once when it begins and once when it ends, for all loggers that share it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import StoreUnavailableError


class StoreTrouble:
    """What is wrong with a store just now; any thread may call any method."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sentence = ""

    @contextmanager
    def reported(self, say: Callable[[str], None]) -> Iterator[None]:
        """Report that the store cannot be used now, unless that was reported before, and go on after the block."""
        try:
            yield
        except StoreUnavailableError as error:
            if self._exchange(str(error)) != str(error):
                say(f"{error} The board keeps what it played until that is over.")

    def passed(self, where: str, say: Callable[[str], None]) -> None:
        """Report that the trouble of the store is over, after a commit that has stored something new."""
        if self._exchange(""):
            say(f"The store {where} keeps events again.")

    def _exchange(self, sentence: str) -> str:
        with self._lock:
            before, self._sentence = self._sentence, sentence
            return before

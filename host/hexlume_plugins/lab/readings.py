"""Readings of a board that is looked at: what its sensors read, and which of its buttons are pressed."""

import math
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from hexlume_host.cli.output import ending_on_ctrl_c, say
from hexlume_host.device.discovery import PortFinder
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import NO_ANSWER, Answer, Hello, Raw
from hexlume_host.errors import LinkError
from hexlume_host.store.repository import Store

T = TypeVar("T")
BOARD_SECONDS = 20.0
"""How long a board may take to say hello and what it senses."""


class Readings(LinkListener):
    """Keeps a board's last readings and its presses; ``error`` is why there are none, in one sentence."""

    logger: Logger
    """What logs the board."""

    def __init__(self) -> None:
        """Begin with no board."""
        self.port = ""
        self.board: Hello | None = None
        self.error = ""
        self.pressed: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._counts: dict[int, int] = {}

    def connected(self, port: str) -> None:
        """Note where the board is."""
        self.port = port

    def hello(self, board: Hello) -> None:
        """Have the board tell what it senses."""
        self.board = board
        self.read_anew()

    def lost(self, sentence: str) -> None:
        """Note that the board has gone: what it sensed last says nothing any more."""
        self._counts = {}

    def answer(self, answer: Answer) -> None:
        """Note that the board does not do it."""
        if not answer.ok and answer.error != NO_ANSWER:
            self.error = f"This board does not tell what it senses ({answer.error.rstrip('.')}): update its firmware."

    def raw(self, raw: Raw) -> None:
        """Take in what the board senses."""
        self._counts.update(zip(raw.cells, raw.counts, strict=True))
        if raw.pressed is not None:
            self.pressed.put(raw.pressed)

    def counts(self, cells: int) -> list[int]:
        """Return the last reading of each cell, empty until all are known."""
        known = dict(self._counts)
        return [known[cell] for cell in range(cells)] if known.keys() >= set(range(cells)) else []

    def there(self, cells: int) -> list[int]:
        """Return the last reading of each cell, and wait for a board that is unplugged; raises as ``wait`` does."""
        if not self.counts(cells):
            say("Waiting for the board: plug its USB cable in.")
        return self.wait(lambda: self.counts(cells), math.inf)

    def read_anew(self) -> None:
        """Forget the readings, and have the board tell them all."""
        self._counts = {}
        self.logger.command("raw", on=True)

    def wait(self, known: Callable[[], T | None], seconds: float = BOARD_SECONDS) -> T:
        """Return what ``known`` returns once that is something; raises what ended the link, or ``LinkError``."""
        deadline = time.monotonic() + seconds
        while not (found := known()):
            if self.logger.join(0.01) and self.logger.error is not None:
                raise self.logger.error
            if self.error or time.monotonic() > deadline:
                raise LinkError(self.error or "The board does not say what it senses: unplug it, and try again.")
        return found


@contextmanager
def reading(port: str | None, where: str | None, reconnect: bool) -> Iterator[tuple[Readings, Hello]]:
    """Log a board and yield its readings, and who it is, until the context or Ctrl-C ends; raises ``LinkError``."""
    with Store(where) as store, ending_on_ctrl_c():
        readings = Readings()
        readings.logger = logger = Logger(PortFinder(port), store, readings, reconnect=reconnect)
        try:
            logger.start()
            yield readings, readings.wait(lambda: readings.board)
        finally:
            logger.command("raw", on=False)
            logger.stop()

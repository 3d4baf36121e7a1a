"""A listener that remembers what it is told."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer, Hello, Table
from hexlume_host.game.events import BoardEvent
from hexlume_host.store.repository import Store


class Ears(LinkListener):
    """Remembers all it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []
        self.events: list[BoardEvent] = []

    def connected(self, port: str) -> None:
        self.told.append(("connected", port))

    def lost(self, sentence: str) -> None:
        self.told.append(("lost", sentence))

    def hello(self, board: Hello) -> None:
        self.told.append(("hello", board.board))

    def committed(self, events: Sequence[BoardEvent]) -> None:
        self.events.extend(events)

    def table(self, table: Table) -> None:
        self.told.append(("table", dict(table.differs)))

    def answer(self, answer: Answer) -> None:
        self.told.append(("answer", answer))

    def notice(self, sentence: str) -> None:
        self.told.append(("notice", sentence))

    def heard(self, what: str) -> list[Any]:
        return [value for kind, value in self.told if kind == what]


@contextmanager
def logging(port: str, store: Store) -> Iterator[Ears]:
    """Log a port into a store while the context lasts; the logger must not have failed at its end."""
    ears = Ears()
    logger = Logger(lambda: port, store, ears)
    logger.start()
    try:
        yield ears
        assert logger.error is None
    finally:
        logger.stop()

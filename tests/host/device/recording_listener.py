"""A listener that records all calls."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer, Hello, Table
from hexlume_host.store.repository import Store
from hexlume_record.game.events import BoardEvent


class RecordingListener(LinkListener):
    """Records all calls; ``events`` are the committed ones, ``logger`` is what reports them."""

    logger: Logger

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.events: list[BoardEvent] = []

    def connected(self, port: str) -> None:
        self.calls.append(("connected", port))

    def lost(self, sentence: str) -> None:
        self.calls.append(("lost", sentence))

    def hello(self, board: Hello) -> None:
        self.calls.append(("hello", board.device))

    def committed(self, events: Sequence[BoardEvent]) -> None:
        self.events.extend(events)

    def table(self, table: Table) -> None:
        self.calls.append(("table", dict(table.differs)))

    def answer(self, answer: Answer) -> None:
        self.calls.append(("answer", answer))

    def notice(self, sentence: str) -> None:
        self.calls.append(("notice", sentence))

    def received(self, what: str) -> list[Any]:
        return [value for kind, value in self.calls if kind == what]


@contextmanager
def logging(port: str, store: Store) -> Iterator[RecordingListener]:
    """Log a port into a store while the context lasts; the logger must not have failed at its end."""
    recorder = RecordingListener()
    recorder.logger = logger = Logger(lambda: port, store, recorder)
    logger.start()
    try:
        yield recorder
        assert logger.error is None
    finally:
        logger.stop()

"""What the publisher's tests stand on: boards that keep one time, and a client."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import NamedTuple

from hexlume.games import game_class, option_words
from hexlume.games.grid import grid_of
from hexlume.journal.record import Record
from hexlume.match.game_clock import UNTIMED
from hexlume_host.device.logger import Logger
from hexlume_host.store.repository import Players, Store
from hexlume_plugins.mqtt.board_publisher import BoardPublisher
from hexlume_plugins.mqtt.broker import read_broker
from hexlume_plugins.mqtt.client import MqttClient
from hexlume_plugins.mqtt.topics import BoardTopics, host_name, host_status
from tests.host.conftest import PACE, PtyBoard

HOST = host_name()
BOARD = BoardTopics(HOST, "b0a4d")


class PacedBoard(PtyBoard):
    """A board whose events and hellos tell the time of one and the same clock."""

    def begin(self, rules: str = "orochi", board: str = "hex4", options: dict[str, object] | None = None) -> str:
        with self._lock:
            self._games += 1
            self.grid = grid_of(board)
            words = option_words(game_class(rules), options or {})
            self.record = Record(f"{self.device}-1-{self._games}", (rules, board, words, "none"), self._ms(), boot=1)
            self._link.begin(self.record)
            return str(self.record.identity)

    def add(self, kind: str, first: int | str = 0, second: int | str = 0) -> None:
        with self._lock:
            assert self.record is not None
            self.record.add((kind, first, second, UNTIMED), self._ms())

    @staticmethod
    def _ms() -> int:
        return int(time.monotonic() * 1000 * PACE) % (1 << 29)


class Publishing(NamedTuple):
    """A client, what it says, and what makes the listener for a port."""

    client: MqttClient
    said: list[str]
    listener: Callable[[str], BoardPublisher]


@contextmanager
def publishing(url: str, store: Store) -> Iterator[Publishing]:
    said: list[str] = []
    with closing(MqttClient(read_broker(url), host_status(HOST), said.append)) as client:
        client.start()
        yield Publishing(client, said, partial(BoardPublisher, client, store, HOST))


@contextmanager
def logging(board: PtyBoard, store: Store, published: Publishing) -> Iterator[None]:
    logger = Logger(lambda: board.port, store, published.listener(board.port), players=Players("Ann", "Ben"))
    logger.start()
    try:
        yield
    finally:
        logger.stop()

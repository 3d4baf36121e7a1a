"""What the publisher's tests stand on: boards that keep one time, a quick client, and waiting for all of it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from hexlume.games import game_class, option_words
from hexlume.games.grid import grid_of
from hexlume.journal.record import Record
from hexlume.match.game_clock import UNTIMED
from hexlume_host.device.logger import Logger
from hexlume_host.store.repository import Players, Store
from hexlume_plugins.mqtt.broker import read_broker
from hexlume_plugins.mqtt.client import MqttClient
from hexlume_plugins.mqtt.outbox import Message
from hexlume_plugins.mqtt.publisher import Publisher
from hexlume_plugins.mqtt.topics import OFFLINE, BoardTopics, host_name, host_status
from hexlume_record.game.events import BoardEvent
from tests.host.conftest import PACE, PtyBoard
from tests.host.device.recording_listener import RecordingListener

HOST = host_name()
BOARD = BoardTopics(HOST, "b0a4d")


class PacedBoard(PtyBoard):
    """A board whose events and hellos tell the time of one and the same clock."""

    def begin(self, rules: str = "orochi", on: str = "hex4", options: dict[str, object] | None = None) -> str:
        with self._lock:
            self._games += 1
            self.grid = grid_of(on)
            words = option_words(game_class(rules), options or {})
            self.record = Record(f"{self.board}-1-{self._games}", (rules, on, words, "none"), self._ms(), boot=1)
            self._link.begin(self.record)
            return str(self.record.identity)

    def add(self, kind: str, first: int | str = 0, second: int | str = 0) -> None:
        with self._lock:
            assert self.record is not None
            self.record.add((kind, first, second, UNTIMED), self._ms())

    @staticmethod
    def _ms() -> int:
        return int(time.monotonic() * 1000 * PACE) % (1 << 29)


@contextmanager
def publishing(url: str, store: Store) -> Iterator[tuple[Publisher, list[str]]]:
    """Publish with a client that tries again quickly."""
    said: list[str] = []
    broker = read_broker(url)
    will = Message(host_status(HOST), OFFLINE, retain=True)
    client = MqttClient(broker, "hexlume", will=will, say=said.append, first_wait=0.02, longest_wait=0.1)
    with Publisher(broker, store, say=said.append, client=client) as publisher:
        yield publisher, said


@contextmanager
def logging(board: PtyBoard, store: Store, publisher: Publisher, *others: RecordingListener) -> Iterator[Logger]:
    listeners = [*others, publisher.listener(board.port)]
    logger = Logger(lambda: board.port, store, *listeners, players=Players("Ann", "Ben"))
    logger.start()
    try:
        yield logger
    finally:
        logger.stop()


def settle(publisher: Publisher) -> None:
    """Wait until everything that was told so far has been published and confirmed."""
    assert publisher.client.wait_sent(60)


def turned(game: str, times: int) -> list[BoardEvent]:
    """Return a game's start, and one action made and taken back so many times."""
    start = BoardEvent(game, 0, "start", 0, {"rules": "orochi", "on": "hex4", "options": {}}, 1)
    events = [start]
    for _ in range(times):
        seq = len(events)
        events.append(BoardEvent(game, seq, "action", seq, {"action": "Wd4", "colour": "white"}, 1))
        events.append(BoardEvent(game, seq + 1, "undo", seq + 1, {}, 1))
    return events

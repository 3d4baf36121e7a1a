"""A real broker, and what it has and hears."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from hexlume_plugins.mqtt.broker import read_broker
from hexlume_plugins.mqtt.client import MqttClient
from tests.host.conftest import wait_until
from tests.host.plugins.mqtt.mosquitto import Mosquitto
from tests.host.plugins.mqtt.publishing import PacedBoard


class Subscriber:
    """Hears what is published on some topics: ``heard`` are pairs of topic and payload, in order."""

    def __init__(self, url: str, topics: str = "#") -> None:
        self.heard: list[tuple[str, str]] = []
        self._settled = threading.Event()
        self._mark = f"settled/{uuid4().hex}"
        self.client = MqttClient(read_broker(url), "test", first_wait=0.05, longest_wait=0.2)
        self.client.subscribe(topics, self._hear)
        if topics != "#":
            self.client.subscribe(self._mark, self._hear)
        self.client.start()
        self.client.wait_connected(60)
        self.settle()

    def settle(self) -> None:
        """Wait until everything is here that the broker had or was told before."""
        self._settled.clear()
        self.client.publish(self._mark, "settled")
        assert self._settled.wait(60)

    def last(self, topic: str) -> Any:
        """Return the last payload on a topic, read from JSON if it is some; ``None`` when nothing was heard."""
        return next((_read(payload) for name, payload in reversed(self.heard) if name == topic), None)

    def all(self, topic: str) -> list[Any]:
        return [_read(payload) for name, payload in self.heard if name == topic]

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic == self._mark:
            self._settled.set()
        else:
            self.heard.append((topic, payload.decode()))


def _read(payload: str) -> Any:
    return json.loads(payload) if payload.startswith("{") else payload


@pytest.fixture
def make_mosquitto() -> Iterator[Callable[..., Mosquitto]]:
    brokers: list[Mosquitto] = []

    def make(*lines: str, **arguments: Any) -> Mosquitto:
        brokers.append(Mosquitto(*lines, **arguments))
        return brokers[-1]

    yield make
    for broker in brokers:
        broker.remove()


@pytest.fixture
def mosquitto(make_mosquitto: Callable[..., Mosquitto]) -> Mosquitto:
    return make_mosquitto()


@pytest.fixture
def subscribe() -> Iterator[Callable[..., Subscriber]]:
    """Return what begins to hear a broker by its URL."""
    subscribers: list[Subscriber] = []

    def begin(url: str, topics: str = "#") -> Subscriber:
        subscribers.append(Subscriber(url, topics))
        return subscribers[-1]

    yield begin
    for subscriber in subscribers:
        subscriber.client.close()


@pytest.fixture
def retained(subscribe: Callable[..., Subscriber]) -> Callable[[str], dict[str, Any]]:
    """Return what a broker retains, by topic."""

    def read(url: str) -> dict[str, Any]:
        subscriber = subscribe(url)
        subscriber.client.close()
        return {topic: _read(payload) for topic, payload in subscriber.heard}

    return read


@pytest.fixture(name="wait_until")
def _wait_until() -> Callable[..., None]:
    return wait_until


@pytest.fixture
def make_board(tmp_path: Path) -> Iterator[Callable[..., PacedBoard]]:
    boards: list[PacedBoard] = []

    def make(board: str = "b0a4d") -> PacedBoard:
        boards.append(PacedBoard(tmp_path / f"port{len(boards)}", board=board))
        return boards[-1]

    yield make
    for one in boards:
        one.close()

"""A real broker, and what it has and hears."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from hexlume_plugins.mqtt.broker import read_broker
from tests.host.plugins.mqtt.mosquitto import Mosquitto
from tests.host.plugins.mqtt.publishing import PacedBoard


class Subscriber:
    """Hears all that is published: ``heard`` are pairs of topic and payload, in order."""

    def __init__(self, url: str) -> None:
        self.heard: list[tuple[str, str]] = []
        self._settled = threading.Event()
        self._mark = f"settled/{uuid4().hex}"
        broker = read_broker(url)
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.username_pw_set(broker.user, broker.password)
        self.client.on_message = self._hear
        self.client.connect(broker.host, broker.port)
        self.client.loop_start()
        self.client.subscribe("#")
        # Everything is here then that the broker had before.
        self.client.publish(self._mark, "settled")
        assert self._settled.wait(60)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def last(self, topic: str) -> Any:
        """Return the last payload on a topic, read from JSON if it is some; ``None`` when nothing was heard."""
        return next((_read(payload) for name, payload in reversed(self.heard) if name == topic), None)

    def all(self, topic: str) -> list[Any]:
        return [_read(payload) for name, payload in self.heard if name == topic]

    def _hear(self, client: Client, data: object, message: MQTTMessage) -> None:
        if message.topic == self._mark:
            self._settled.set()
        else:
            self.heard.append((message.topic, message.payload.decode()))


def _read(payload: str) -> Any:
    return json.loads(payload) if payload.startswith("{") else payload


@pytest.fixture
def make_mosquitto(request: pytest.FixtureRequest) -> Callable[..., Mosquitto]:
    def make(*lines: str, **arguments: Any) -> Mosquitto:
        broker = Mosquitto(*lines, **arguments)
        request.addfinalizer(broker.remove)
        return broker

    return make


@pytest.fixture
def mosquitto(make_mosquitto: Callable[..., Mosquitto]) -> Mosquitto:
    return make_mosquitto()


@pytest.fixture
def subscribe(request: pytest.FixtureRequest) -> Callable[[str], Subscriber]:
    """Return what begins to hear a broker by its URL."""

    def begin(url: str) -> Subscriber:
        subscriber = Subscriber(url)
        request.addfinalizer(subscriber.close)
        return subscriber

    return begin


@pytest.fixture
def retained(subscribe: Callable[..., Subscriber]) -> Callable[[str], dict[str, Any]]:
    """Return what a broker retains, by topic."""

    def read(url: str) -> dict[str, Any]:
        subscriber = subscribe(url)
        subscriber.close()
        return {topic: _read(payload) for topic, payload in subscriber.heard}

    return read


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PacedBoard]:
    with closing(PacedBoard(tmp_path / "port", device="b0a4d")) as made:
        yield made

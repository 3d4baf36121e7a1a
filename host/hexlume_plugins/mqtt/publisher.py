"""Publisher: publishes every logged board to a broker, and never delays the logging."""

from collections.abc import Callable
from typing import Self

from hexlume_host.store.repository import Store

from .broker import Broker
from .client import MqttClient
from .follower import BoardFollower
from .outbox import Message
from .topics import OFFLINE, ONLINE, host_name, host_status


class Publisher:
    """Publishes boards; ``listener`` returns the listener for the link of a port.

    The link's thread follows the game and leaves each message with the client, whose own thread talks to the broker.
    ``part`` distinguishes the programs of one computer (docs/mqtt.md).
    """

    def __init__(
        self,
        broker: Broker,
        store: Store,
        *,
        part: str | None = None,
        say: Callable[[str], None] = lambda sentence: None,
        client: MqttClient | None = None,
    ) -> None:
        """``say`` takes sentences about the connection. Raises ``MqttError`` for a certificate that cannot be read."""
        self.host = host_name(part)
        self._status = host_status(self.host)
        self._store = store
        will = Message(self._status, OFFLINE, retain=True)
        self.client = client or MqttClient(broker, "hexlume", will=will, say=say)
        self._ended = False

    def __enter__(self) -> Self:
        # Another program of this name, or the will of our last run, may publish that we are gone.
        self.client.subscribe(self._status, self._on_status)
        self.client.keep(self._status, ONLINE)
        self.client.start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Publish that this computer's boards are gone, and disconnect."""
        self._ended = True
        self.client.keep(self._status, OFFLINE)
        self.client.close()

    def listener(self, port: str) -> BoardFollower:
        """Return the listener for the link of a port."""
        return BoardFollower(self.client, self._store, self.host, port)

    def _on_status(self, topic: str, payload: bytes) -> None:
        if payload != ONLINE.encode() and not self._ended:
            self.client.publish(topic, ONLINE, retain=True)

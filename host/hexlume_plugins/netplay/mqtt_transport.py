"""MQTT transport: both sides publish through a broker, for two hosts behind routers."""

from typing import TYPE_CHECKING

from hexlume_host.extras import require
from hexlume_plugins.mqtt.broker import Broker

from .entries import other
from .transport import Receive, Say

if TYPE_CHECKING:
    from hexlume_plugins.mqtt.client import MqttClient

_EXPIRY_SECONDS = 2.0
"""A message that could not be sent for so long is dropped: a newer one holds more."""


class MqttTransport:
    """Publishes on this side's topic and subscribes to the other's.

    The topics are ``hexlume/netplay/GAME/host`` and ``…/guest``. Nothing is retained, and GAME does not reveal the
    secret.
    """

    def __init__(self, broker: Broker, identity: str, role: str) -> None:
        """``identity`` is the game's, ``role`` this side's. Raises ``HexlumeError`` without the extra ``mqtt``."""
        require("mqtt", "A game through an MQTT broker")
        self._topic, self._other_topic = (f"hexlume/netplay/{identity}/{one}" for one in (role, other(role)))
        self._broker = broker
        self._client: MqttClient | None = None

    def start(self, receive: Receive, say: Say) -> None:
        """Connect to the broker, and reconnect after each loss; raises ``MqttError`` for a bad certificate."""

        from hexlume_plugins.mqtt.client import MqttClient  # noqa: PLC0415 - belongs to an extra

        def take(topic: str, data: bytes) -> None:
            receive(data)

        self._client = MqttClient(self._broker, "hexlume-netplay", say=say, longest_wait=8)
        self._client.subscribe(self._other_topic, take)
        self._client.start()

    def send(self, data: bytes) -> None:
        """Publish a message."""
        if self._client is not None:
            self._client.publish(self._topic, data, for_seconds=_EXPIRY_SECONDS)

    def close(self) -> None:
        """Disconnect from the broker."""
        if self._client is not None:
            self._client.close(1.0)

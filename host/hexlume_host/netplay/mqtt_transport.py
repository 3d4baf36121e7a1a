"""Lines through an MQTT broker, for two hosts that are both behind routers."""

from ..mqtt.broker import Broker
from ..mqtt.client import MqttClient
from .entries import other
from .mac import MOST_BYTES
from .transport import Receive, Say

_WORTH_SECONDS = 2.0
"""A message that could not be sent for so long is not worth sending: a newer one tells more."""


class BrokerLine:
    """One side's line: it publishes on its own topic and hears the other side's.

    The topics are ``hexlume/apart/GAME/host`` and ``…/guest``; nothing is retained, and GAME does not tell the secret.
    """

    def __init__(self, broker: Broker, identity: str, side: str) -> None:
        """Take the broker, the game's identity and this side."""
        self._broker = broker
        self._topic, self._heard = (f"hexlume/apart/{identity}/{one}" for one in (side, other(side)))
        self._client: MqttClient | None = None

    def start(self, receive: Receive, say: Say) -> None:
        """Connect to the broker, which it does again by itself; raises ``MqttError`` for a bad certificate."""

        def take(topic: str, data: bytes) -> None:
            if len(data) <= MOST_BYTES:
                receive(data)

        self._client = MqttClient(self._broker, "hexlume-apart", say=say, longest_wait=8)
        self._client.subscribe(self._heard, take)
        self._client.start()

    def send(self, data: bytes) -> None:
        """Publish a message."""
        if self._client is not None:
            self._client.publish(self._topic, data, for_seconds=_WORTH_SECONDS)

    def close(self) -> None:
        """Part from the broker."""
        if self._client is not None:
            self._client.close(1.0)

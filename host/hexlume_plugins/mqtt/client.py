"""MQTT client: keeps the retained topics of a broker current, whatever happens to the connection."""

import contextlib
import ssl
import sys
import threading
from collections.abc import Callable

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from .broker import Broker, failure_words
from .topics import OFFLINE, ONLINE

_KEEPALIVE_SECONDS = 30
_LONGEST_WAIT_SECONDS = 60
"""The longest delay before a reconnect; the first is a second, and each next one twice as long."""
_MAX_KEPT = 10_000


class MqttClient:
    """Publishes to a broker. paho's thread connects, again after every loss; no method waits for it but ``close``.

    ``keep`` remembers the values of retained topics and publishes all of them at each new connection. So nothing need
    be confirmed or queued: every message has quality of service 0. Every method may be called from any thread.
    """

    def __init__(self, broker: Broker, status: str, say: Callable[[str], None]) -> None:
        """``status`` is the topic that has ``ONLINE`` while this client is connected, by its will.

        ``say`` gets a sentence for what happens to the connection, each once in a row.
        """
        self._broker, self._status, self._say, self._said = broker, status, say, ""
        self._lock = threading.Lock()
        self._kept = {status: ONLINE}
        self._no_mqtt = f"What answers at {broker} does not speak MQTT."
        self._end = self._no_mqtt
        """What is said when the present connection ends."""
        client = self._client = Client(CallbackAPIVersion.VERSION2)
        client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            client.tls_set_context(ssl.create_default_context())
        client.will_set(status, OFFLINE, retain=True)
        client.reconnect_delay_set(max_delay=_LONGEST_WAIT_SECONDS)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message

    @property
    def connected(self) -> bool:
        """Whether there is a connection, as far as is known."""
        return self._client.is_connected()

    def start(self) -> None:
        """Begin to connect, and return at once."""
        self._client.connect_async(self._broker.host, self._broker.port, _KEEPALIVE_SECONDS)
        self._client.loop_start()

    def keep(self, topic: str, value: str) -> None:
        """Publish a retained topic's value unless it has it, and again at each connection until ``forget``."""
        with self._lock:
            if self._kept.get(topic) != value and (topic in self._kept or len(self._kept) < _MAX_KEPT):
                self._kept[topic] = value
                self.publish(topic, value, retain=True)

    def forget(self, topic: str) -> None:
        """Do not publish a topic's value again; the broker keeps what it has."""
        with self._lock:
            self._kept.pop(topic, None)

    def publish(self, topic: str, value: str, *, retain: bool = False) -> None:
        """Publish a message once, or drop it without a connection."""
        if self.connected:
            self._client.publish(topic, value, retain=retain)

    def close(self) -> None:
        """Publish that this client is gone, after all that waits, and disconnect."""
        with self._lock:
            self._kept[self._status] = OFFLINE
        if self.connected:
            with contextlib.suppress(RuntimeError):
                self._client.publish(self._status, OFFLINE, retain=True).wait_for_publish(2.0)
        self._client.on_disconnect = None
        # paho's thread ends by itself: a broker that hangs could make it wait.
        self._client.disconnect()

    # On paho's thread

    def _on_connect(
        self, client: Client, data: object, flags: ConnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._end = f"The MQTT broker {self._broker} refuses us: {reason}."
            return
        self._end = f"The connection to the MQTT broker {self._broker} was lost."
        self._report(f"Connected to the MQTT broker {self._broker}.")
        client.subscribe(self._status)
        with self._lock:
            for topic, value in self._kept.items():
                client.publish(topic, value, retain=True)

    def _on_message(self, client: Client, data: object, message: MQTTMessage) -> None:
        """Put the status right: another program of this name, or the will of our last run, may have changed it."""
        with self._lock:
            value = self._kept[self._status]
        if message.payload != value.encode():
            client.publish(self._status, value, retain=True)

    def _on_disconnect(
        self, client: Client, data: object, flags: DisconnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        self._report(self._end)
        self._end = self._no_mqtt

    def _on_connect_fail(self, client: Client, data: object) -> None:
        self._report(f"The MQTT broker {self._broker} cannot be reached: {failure_words(sys.exception())}.")

    def _report(self, sentence: str) -> None:
        if sentence != self._said:
            self._said = sentence
            self._say(sentence)

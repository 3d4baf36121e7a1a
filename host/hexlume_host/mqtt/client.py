"""A connection to an MQTT broker that looks after itself."""

import contextlib
import logging
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from paho.mqtt.client import (
    Client,
    ConnectFlags,
    DisconnectFlags,
    MQTTMessage,
    topic_matches_sub,
)
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from .broker import Broker, MqttError
from .connection import MOST_BYTES, Connection, failure_words, refusal_words
from .outbox import Message, Outbox

_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 1, 60
"""A connection is tried again after the first, then after twice as long each time up to the second."""
_IN_FLIGHT = 20
"""So many messages may be unconfirmed."""
_LONGEST_TOPIC = 65_535
"""Bytes (MQTT 5.0, 4.7.3)."""
_PATIENCE = 3
"""After so many short connections in a row they are told of as one trouble."""
_STEADY_SECONDS = 10.0
"""A connection that stood so long was a good one."""
_log = logging.getLogger(__name__)

Callback = Callable[[str, bytes], None]
"""Told a message's topic and payload, on the client's own thread; must not block."""


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes for us, retained, when the connection breaks off."""

    topic: str
    payload: str


class MqttClient:
    """Talks to a broker in threads of its own, connects again by itself, and never blocks who publishes.

    Messages go with quality of service 1: they arrive at least once, in order. While the broker is away, ``keep``
    remembers the last value of each topic and ``publish`` the newest 1,000 messages.
    ``say`` is told, once each, what happens to the connection; every method may be called from any thread.
    """

    def __init__(
        self,
        broker: Broker,
        name: str,
        *,
        will: Will | None = None,
        say: Callable[[str], None] = lambda sentence: None,
        first_wait: int = _FIRST_WAIT_SECONDS,
        longest_wait: int = _LONGEST_WAIT_SECONDS,
    ) -> None:
        """``name`` begins the client's name at the broker, whose end is drawn; it connects with ``start``.

        Raises ``MqttError`` when the broker's certificate cannot be read.
        """
        self.broker = broker
        self.on_connected: Callable[[], None] = lambda: None
        """Called on the client's thread whenever a connection stands; must not block."""
        self._say = say
        self._said = ""
        self._outbox = Outbox(time.monotonic)
        self._changed = threading.Condition()
        self._connected = False
        self._closing = False
        self._epoch = 0
        self._connected_at = 0.0
        self._broken_off = 0
        self._explained = False
        self._room = _IN_FLIGHT
        self._sending: Message | None = None
        self._unconfirmed: dict[int, Message] = {}
        self._confirmed_early: set[int] = set()
        self._callbacks: dict[str, Callback] = {}
        self._longest_wait = longest_wait
        self._paho = Connection(broker, f"{name}-{uuid4().hex[:12]}", self._broke_down)
        self._paho.reconnect_delay_set(first_wait, longest_wait)
        if will is not None:
            self._paho.will_set(will.topic, will.payload, qos=1, retain=True)
        self._paho.on_pre_connect = lambda client, data: self._begin_connection()
        self._paho.on_connect = self._on_connect
        self._paho.on_connect_fail = lambda client, data: self._on_connect_fail()
        self._paho.on_disconnect = self._on_disconnect
        self._paho.on_publish = self._on_publish
        self._paho.on_message = self._on_message
        self._sender = threading.Thread(target=self._send, name="hexlume-mqtt-sender", daemon=True)

    @property
    def connected(self) -> bool:
        """Whether the broker hears us now, as far as is known."""
        return self._connected

    @property
    def dropped(self) -> int:
        """Messages that were never sent, because too many waited or they waited too long."""
        return self._outbox.dropped

    def start(self) -> None:
        """Begin to connect, and return at once."""
        self._paho.set_off()
        self._sender.start()

    def wait_connected(self, seconds: float) -> None:
        """Wait for the connection; raises ``MqttError`` saying why there is none when it does not come."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._connected, seconds):
                raise MqttError(self._said or f"The MQTT broker {self.broker} does not answer.")

    def wait_sent(self, seconds: float) -> bool:
        """Wait until the broker has confirmed everything; returns whether it has."""
        with self._changed:
            return self._changed.wait_for(
                lambda: not self._outbox and self._sending is None and not self._unconfirmed, seconds
            )

    def keep(self, topic: str, payload: str | bytes) -> None:
        """Publish a topic's value, retained, and again after every loss of the connection until ``forget``."""
        message = _message(topic, payload)
        with self._changed:
            if self._outbox.keep(message.topic, message.payload):
                self._changed.notify_all()

    def forget(self, topic: str) -> None:
        """Do not publish a kept topic again; what the broker has of it stays."""
        with self._changed:
            self._outbox.forget(topic)

    def publish(
        self, topic: str, payload: str | bytes, *, retain: bool = False, for_seconds: float | None = None
    ) -> None:
        """Publish a message once; after ``for_seconds`` without a connection it is given up."""
        until = None if for_seconds is None else time.monotonic() + for_seconds
        message = _message(topic, payload, retain, until)
        with self._changed:
            self._outbox.add(message)
            self._changed.notify_all()

    def subscribe(self, topics: str, callback: Callback) -> None:
        """Have a callback told of every message on topics (``+`` and ``#`` match some), now and after reconnecting.

        A message that several of our subscriptions match may be told several times, as brokers have it.
        """
        if not topics or "\0" in topics:
            raise ValueError("no topic to subscribe to")
        self._callbacks = {**self._callbacks, topics: callback}
        if self._connected:
            self._paho.subscribe(topics, qos=1)

    def unsubscribe(self, topics: str) -> None:
        """End what ``subscribe`` began with the same topics."""
        self._callbacks = {one: callback for one, callback in self._callbacks.items() if one != topics}
        if self._connected:
            self._paho.unsubscribe(topics)

    def close(self, seconds: float = 2.0) -> None:
        """Part from the broker, after at most so long for what still waits; the will is then not published."""
        if self._connected:
            self.wait_sent(seconds)
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._paho.part(seconds)
        if self._sender.ident is not None:
            self._sender.join(seconds)

    def _send(self) -> None:
        """Send what waits, in order, as long as the connection stands."""
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: (
                        self._closing
                        or (bool(self._outbox) and self._connected and len(self._unconfirmed) < self._room)
                    )
                )
                if self._closing:
                    return
                self._sending = message = self._outbox.take()
                epoch = self._epoch
                if message is None:
                    self._changed.notify_all()
                    continue
            # Not under our lock: paho calls back under its own.
            number = self._paho.publish(message.topic, message.payload, qos=1, retain=message.retain).mid
            with self._changed:
                if epoch == self._epoch:
                    self._sending = None
                    if number in self._confirmed_early:
                        self._confirmed_early.discard(number)
                    else:
                        self._unconfirmed[number] = message
                    self._changed.notify_all()

    def _begin_connection(self) -> None:
        # What the last connection left is sent by the outbox, in its order: paho would send older values after newer.
        self._paho.drop_out_messages()
        self._explained = False

    def _on_connect(
        self, client: Client, data: object, flags: ConnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._explained = True
            self._tell(f"The MQTT broker {self.broker} refuses us: {refusal_words(reason)}.")
            return
        if self._closing:
            client.disconnect()
            return
        for topics in self._callbacks:
            client.subscribe(topics, qos=1)
        with self._changed:
            self._leave_connection()
            self._outbox.reconnected([])
            self._room = min(_IN_FLIGHT, getattr(properties, "ReceiveMaximum", _IN_FLIGHT))
            self._connected = True
            self._connected_at = time.monotonic()
            self._changed.notify_all()
        if self._broken_off < _PATIENCE:
            self._tell(f"Connected to the MQTT broker {self.broker}.")
        self.on_connected()

    def _leave_connection(self) -> None:
        """Put what the connection has not confirmed back into the outbox; called under the lock."""
        unconfirmed = list(self._unconfirmed.values())
        if self._sending is not None:
            unconfirmed.append(self._sending)
        self._epoch += 1
        self._connected = False
        self._sending = None
        self._unconfirmed.clear()
        self._confirmed_early.clear()
        if unconfirmed:
            self._outbox.reconnected(unconfirmed)
        self._changed.notify_all()

    def _on_connect_fail(self) -> None:
        # Paho calls this while it handles the error and tells nothing of it.
        self._tell(f"The MQTT broker {self.broker} cannot be reached: {failure_words(sys.exception())}.")

    def _on_disconnect(
        self, client: Client, data: object, flags: DisconnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        was = self._connected
        with self._changed:
            self._leave_connection()
        if self._closing:
            return
        why = f": {reason.getName()}" if flags.is_disconnect_packet_from_server else ""
        if not was:
            if not self._explained:
                self._tell(f"What answers at {self.broker} ends the connection without speaking MQTT{why}.")
            return
        steady = time.monotonic() - self._connected_at >= _STEADY_SECONDS
        self._broken_off = 0 if steady else self._broken_off + 1
        if self._broken_off < _PATIENCE:
            self._tell(f"The connection to the MQTT broker {self.broker} was lost{why}.")
            return
        self._tell(f"The MQTT broker {self.broker} breaks off every connection{why}.")
        # Paho counts each of these as a success, and would try again at once.
        self._paho.rest(min(2.0 ** (self._broken_off - _PATIENCE), self._longest_wait))

    def _broke_down(self, error: Exception) -> float:
        """Note that the broker sent what is not MQTT; return how long to wait before the next try."""
        _log.debug("the MQTT client broke down", exc_info=error)
        with self._changed:
            self._leave_connection()
        self._tell(f"What answers at {self.broker} does not speak MQTT properly ({type(error).__name__}).")
        return float(self._longest_wait)

    def _on_publish(
        self, client: Client, data: object, number: int, reason: ReasonCode, properties: Properties | None
    ) -> None:
        with self._changed:
            message = self._unconfirmed.pop(number, None)
            if message is None:
                self._confirmed_early.add(number)
                message = self._sending
            self._changed.notify_all()
        if reason.is_failure and message is not None:
            first = message.topic.partition("/")[0]
            self._tell(f"The MQTT broker {self.broker} does not take what is published on {first}/…: {reason}.")

    def _on_message(self, client: Client, data: object, message: MQTTMessage) -> None:
        if len(message.payload) > MOST_BYTES:
            return
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        for topics, callback in self._callbacks.items():
            if topic_matches_sub(topics, topic):
                try:
                    callback(topic, bytes(message.payload))
                except Exception as error:
                    _log.debug("a message was not understood", exc_info=error)
                    self._tell(f"A message on {ascii(topic)[:200]} was not understood ({type(error).__name__}).")

    def _tell(self, sentence: str) -> None:
        """Tell a sentence unless it was the last one told."""
        if sentence == self._said:
            return
        self._said = sentence
        with contextlib.suppress(Exception):
            self._say(sentence)


def _message(topic: str, payload: str | bytes, retain: bool = False, until: float | None = None) -> Message:
    """Return a message; raises ``ValueError`` for what cannot be published."""
    if not topic or len(topic.encode()) > _LONGEST_TOPIC or any(letter in topic for letter in "+#\0"):
        raise ValueError("no proper topic to publish on")
    data = payload.encode() if isinstance(payload, str) else payload
    if len(data) > MOST_BYTES:
        raise ValueError(f"a message of more than {MOST_BYTES} bytes")
    return Message(topic, data, retain, until)

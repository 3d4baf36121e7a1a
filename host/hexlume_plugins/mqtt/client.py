"""MQTT client: reconnects by itself, and publishing never blocks."""

import contextlib
import logging
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable
from functools import partial
from uuid import uuid4

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from .broker import Broker, MqttError
from .outbox import Message, Outbox

_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 1, 60
"""Delay before a reconnect: the first, doubled each time up to the second."""
_MAX_IN_FLIGHT = 20
"""Messages that may be unconfirmed."""
_MAX_PACKET_BYTES = 131_072
"""Longer messages are not for us; a broker that speaks MQTT 5 does not send them."""
_KEEPALIVE_SECONDS = 30
_PATIENCE = 3
"""This many short connections in a row are reported as one problem."""
_STEADY_SECONDS = 10.0
"""A shorter connection counts as broken off."""
_POLL_SECONDS = 1.0
_log = logging.getLogger(__name__)

Callback = Callable[[str, bytes], None]
"""Takes a message's topic and payload, on the client's own thread; must not block."""


class MqttClient:
    """Talks to a broker on a thread of its own, with a new paho client for each connection.

    Messages have quality of service 1: they arrive at least once, in order. While the broker is away, ``keep``
    remembers the last value of each topic and ``publish`` the newest 1,000 messages. ``say`` takes a sentence, once
    each, for what happens to the connection. Every method may be called from any thread.
    """

    def __init__(
        self,
        broker: Broker,
        name: str,
        *,
        will: Message | None = None,
        say: Callable[[str], None] = lambda sentence: None,
        first_wait: float = _FIRST_WAIT_SECONDS,
        longest_wait: float = _LONGEST_WAIT_SECONDS,
    ) -> None:
        """``name`` begins the client's id, which ends at random; it connects with ``start``.

        ``will`` is what the broker publishes for us when the connection breaks.
        Raises ``MqttError`` when the broker's certificate cannot be read.
        """
        self.broker = broker
        self._id = f"{name}-{uuid4().hex[:12]}"
        self._tls = broker.tls_context()
        self._will, self._say, self._said = will, say, ""
        self._first_wait, self._longest_wait = first_wait, longest_wait
        self._outbox = Outbox(time.monotonic)
        self._callbacks: dict[str, Callback] = {}
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._connected_at: float | None = None
        self._short_connections = 0
        self._trouble = ""
        self._room = _MAX_IN_FLIGHT
        self._unconfirmed: dict[int, Message] = {}
        self._thread = threading.Thread(target=self._run, name="hexlume-mqtt", daemon=True)

    @property
    def connected(self) -> bool:
        """Whether there is a connection, as far as is known."""
        return self._connected_at is not None

    def subscribe(self, topics: str, callback: Callback) -> None:
        """Call back with every message on topics (``+`` and ``#`` match some) on all connections; before ``start``."""
        self._callbacks[topics] = callback

    def start(self) -> None:
        """Begin to connect, and return at once."""
        self._thread.start()

    def wait_connected(self, seconds: float) -> None:
        """Wait for the connection; raises ``MqttError`` saying why there is none when it does not come."""
        with self._changed:
            if not self._changed.wait_for(lambda: self.connected, seconds):
                raise MqttError(self._said or f"The MQTT broker {self.broker} does not answer.")

    def wait_sent(self, seconds: float) -> bool:
        """Wait until the broker has confirmed everything; returns whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._outbox and not self._unconfirmed, seconds)

    def keep(self, topic: str, payload: str | bytes) -> None:
        """Publish a topic's value, retained, and again after every loss of the connection until ``forget``."""
        with self._changed:
            self._outbox.keep(topic, payload)
        self._wake_up()

    def forget(self, topic: str) -> None:
        """Do not publish a kept topic again; what the broker has of it stays."""
        with self._changed:
            self._outbox.forget(topic)

    def publish(
        self, topic: str, payload: str | bytes, *, retain: bool = False, for_seconds: float | None = None
    ) -> None:
        """Publish a message once; after ``for_seconds`` without a connection it is dropped."""
        until = None if for_seconds is None else time.monotonic() + for_seconds
        with self._changed:
            self._outbox.add(Message(topic, payload, retain, until))
        self._wake_up()

    def close(self, seconds: float = 2.0) -> None:
        """Disconnect, after waiting for what is unsent; the broker then does not publish the will."""
        if self.connected:
            self.wait_sent(seconds)
        self._closing.set()
        self._wake_up()
        if self._thread.ident is not None:
            self._thread.join(seconds)
        self._wake.close()

    def _wake_up(self) -> None:
        # A full buffer wakes as well; the thread may have ended.
        with contextlib.suppress(OSError):
            self._wake.send(b"\0")

    # The client's thread

    def _run(self) -> None:
        wait = self._first_wait
        with self._woken:
            while not self._closing.is_set():
                self._trouble = f"What answers at {self.broker} ends the connection without speaking MQTT."
                try:
                    self._use_connection()
                except OSError as error:
                    self._trouble = f"The MQTT broker {self.broker} cannot be reached: {_failure_words(error)}."
                except Exception as error:
                    # A server that is no broker can send what paho does not expect.
                    _log.debug("the connection to the broker broke down", exc_info=error)
                    what = type(error).__name__
                    self._trouble = f"What answers at {self.broker} does not speak MQTT properly ({what})."
                wait = self._after_connection(wait)
                self._closing.wait(wait)

    def _use_connection(self) -> None:
        """Connect once, then send and receive until the connection ends."""
        client = self._make_client()
        properties = None
        if client.protocol == MQTTProtocolVersion.MQTTv5:
            properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            properties.MaximumPacketSize = _MAX_PACKET_BYTES
        client.connect(self.broker.host, self.broker.port, _KEEPALIVE_SECONDS, properties=properties)
        connection = client.socket()
        if connection is None:
            return
        with contextlib.closing(connection), selectors.DefaultSelector() as selector:
            selector.register(self._woken, selectors.EVENT_READ)
            selector.register(connection, selectors.EVENT_READ)
            while client.socket() is not None and not self._closing.is_set():
                writes = selectors.EVENT_WRITE if client.want_write() else 0
                selector.modify(connection, selectors.EVENT_READ | writes)
                undecoded = isinstance(connection, ssl.SSLSocket) and connection.pending()
                ready = {key.fileobj: events for key, events in selector.select(0 if undecoded else _POLL_SECONDS)}
                if self._woken in ready:
                    self._woken.recv(4096)
                if undecoded or ready.get(connection, 0) & selectors.EVENT_READ:
                    client.loop_read()
                if ready.get(connection, 0) & selectors.EVENT_WRITE:
                    client.loop_write()
                client.loop_misc()
                self._send_due(client)
            client.disconnect()

    def _make_client(self) -> Client:
        version = MQTTProtocolVersion(self.broker.version)
        clean = None if version == MQTTProtocolVersion.MQTTv5 else True
        client = Client(
            CallbackAPIVersion.VERSION2, self._id, clean_session=clean, protocol=version, reconnect_on_failure=False
        )
        if self.broker.user is not None:
            client.username_pw_set(self.broker.user, self.broker.password)
        if self._tls is not None:
            client.tls_set_context(self._tls)
        if self._will is not None:
            client.will_set(self._will.topic, self._will.payload, qos=1, retain=self._will.retain)
        # The outbox bounds what is in flight.
        client.max_inflight_messages_set(0)
        client.on_connect = self._on_connect
        client.on_publish = self._on_publish
        for topics in self._callbacks:
            client.message_callback_add(topics, partial(self._on_message, self._callbacks[topics]))
        return client

    def _send_due(self, client: Client) -> None:
        with self._changed:
            while self.connected and len(self._unconfirmed) < self._room and (message := self._outbox.take()):
                number = client.publish(message.topic, message.payload, qos=1, retain=message.retain).mid
                self._unconfirmed[number] = message
            self._changed.notify_all()

    def _after_connection(self, wait: float) -> float:
        """Report the loss, and return how long to wait for the next try."""
        since, self._connected_at = self._connected_at, None
        if self._closing.is_set():
            return 0
        if since is None:
            self.report(self._trouble)
            return min(2 * wait, self._longest_wait)
        steady = time.monotonic() - since >= _STEADY_SECONDS
        self._short_connections = 0 if steady else self._short_connections + 1
        if self._short_connections < _PATIENCE:
            self.report(f"The connection to the MQTT broker {self.broker} was lost.")
            return self._first_wait
        self.report(f"The MQTT broker {self.broker} breaks off every connection.")
        return min(2 * wait, self._longest_wait)

    def _on_connect(
        self, client: Client, data: object, flags: ConnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._trouble = f"The MQTT broker {self.broker} refuses us: {_refusal_words(reason)}."
            return
        for topics in self._callbacks:
            client.subscribe(topics, qos=1)
        if self._short_connections < _PATIENCE:
            self.report(f"Connected to the MQTT broker {self.broker}.")
        with self._changed:
            self._outbox.reconnected(list(self._unconfirmed.values()))
            self._unconfirmed.clear()
            self._room = min(_MAX_IN_FLIGHT, getattr(properties, "ReceiveMaximum", _MAX_IN_FLIGHT))
            self._connected_at = time.monotonic()
            self._changed.notify_all()

    def _on_publish(
        self, client: Client, data: object, number: int, reason: ReasonCode, properties: Properties | None
    ) -> None:
        with self._changed:
            message = self._unconfirmed.pop(number, None)
            self._changed.notify_all()
        if reason.is_failure and message is not None:
            first = message.topic.partition("/")[0]
            self.report(f"The MQTT broker {self.broker} does not take what is published on {first}/…: {reason}.")

    def _on_message(self, callback: Callback, client: Client, data: object, message: MQTTMessage) -> None:
        try:
            callback(message.topic, bytes(message.payload))
        except Exception as error:
            _log.debug("a message was not understood", exc_info=error)
            self.report(f"A message on {ascii(message.topic)[:200]} was not understood ({type(error).__name__}).")

    def report(self, sentence: str) -> None:
        """Say a sentence unless it was the last one."""
        if sentence != self._said:
            self._said = sentence
            with contextlib.suppress(Exception):
                self._say(sentence)


def _refusal_words(reason: ReasonCode) -> str:
    """Return why a broker refuses a connection, and what to do."""
    words = str(reason).rstrip(".")
    if words == "Unsupported protocol version":
        return f"{words} (add ?version=3 to its URL)"
    if words in ("Not authorized", "Bad user name or password"):
        return f"{words} (see to the user and the password)"
    return words


def _failure_words(error: OSError) -> str:
    """Return why a broker cannot be reached."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message}); name the authority's with ?ca=PATH"
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return (error.strerror or type(error).__name__).rstrip(".")

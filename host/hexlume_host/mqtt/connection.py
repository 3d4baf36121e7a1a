"""Paho's client as Hexlume sets it up: it survives a broker that sends nonsense, and parts in bounded time."""

import ssl
import threading
from collections.abc import Callable

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from .broker import Broker

MOST_BYTES = 65_536
"""A message's payload is at most so long; longer ones from a broker are dropped."""
_KEEPALIVE_SECONDS = 30
"""A connection on which nothing is heard for one and a half times as long is lost."""


class Connection(Client):
    """A broker's client in a thread of paho's, between ``set_off`` and ``part``."""

    def __init__(self, broker: Broker, identity: str, broke_down: Callable[[Exception], float]) -> None:
        """``broke_down`` is told of what ended paho's loop, and returns how long to wait before the next try."""
        version = MQTTProtocolVersion(broker.version)
        five = version == MQTTProtocolVersion.MQTTv5
        super().__init__(CallbackAPIVersion.VERSION2, identity, clean_session=None if five else True, protocol=version)
        self._begun = False
        self._ended, self._parting = threading.Event(), threading.Event()
        self._broke_down_ = broke_down
        self._where = broker.host, broker.port
        self._properties_: Properties | None = None
        if five:
            self._properties_ = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            self._properties_.MaximumPacketSize = 2 * MOST_BYTES
        if broker.user is not None:
            self.username_pw_set(broker.user, broker.password)
        context = broker.tls_context()
        if context is not None:
            self.tls_set_context(context)
        # The outbox bounds what is in flight.
        self.max_inflight_messages_set(0)

    def set_off(self) -> None:
        """Begin to connect in a thread of its own."""
        self._begun = True
        self._aim()
        self.loop_start()

    def rest(self, seconds: float) -> None:
        """Wait so long, or until ``part``."""
        self._parting.wait(seconds)

    def part(self, seconds: float) -> None:
        """Disconnect and wait at most so long for the thread; one that is busy connecting ends by itself."""
        self._parting.set()
        self.disconnect()
        if self._begun:
            self._ended.wait(seconds)

    def loop_forever(self, timeout: float = 1.0, retry_first_connection: bool = False) -> MQTTErrorCode:
        """Run until ``part``, also through messages that are no MQTT."""
        code = MQTTErrorCode.MQTT_ERR_SUCCESS
        try:
            while not self._parting.is_set():
                try:
                    code = super().loop_forever(timeout, retry_first_connection)
                    break
                except Exception as error:
                    self.rest(self._broke_down_(error))
                    if not self._parting.is_set():
                        self._aim()
        finally:
            self._ended.set()
        return code

    def _aim(self) -> None:
        host, port = self._where
        self.connect_async(host, port, _KEEPALIVE_SECONDS, clean_start=True, properties=self._properties_)


def refusal_words(reason: ReasonCode) -> str:
    """Return why a broker refuses a connection, and what to do."""
    words = str(reason).rstrip(".")
    if words == "Unsupported protocol version":
        return f"{words} (add ?version=3 to its URL)"
    if words in ("Not authorized", "Bad user name or password"):
        return f"{words} (see to the user and the password)"
    return words


def failure_words(error: BaseException | None) -> str:
    """Return why a broker cannot be reached."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message}); name the authority's with ?ca=PATH"
    if isinstance(error, TimeoutError):
        return "it does not answer"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.rstrip(".")
    return type(error).__name__

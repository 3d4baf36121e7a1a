"""Paho's client for one connection to a broker, and the words for what goes wrong with it."""

import ssl

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from .broker import Broker

MAX_BYTES = 65_536
"""Max length of a message's payload; longer ones from a broker are dropped."""
_KEEPALIVE_SECONDS = 30


def connect(client: Client, broker: Broker) -> None:
    """Connect to a broker, which may take seconds; raises ``OSError``. The CONNACK is still to come."""
    properties = None
    if client.protocol == MQTTProtocolVersion.MQTTv5:
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.MaximumPacketSize = 2 * MAX_BYTES
    client.connect(broker.host, broker.port, _KEEPALIVE_SECONDS, properties=properties)


def make_client(broker: Broker, identity: str, tls: ssl.SSLContext | None) -> Client:
    """Return a client that is not connected yet."""
    version = MQTTProtocolVersion(broker.version)
    clean = None if version == MQTTProtocolVersion.MQTTv5 else True
    client = Client(
        CallbackAPIVersion.VERSION2, identity, clean_session=clean, protocol=version, reconnect_on_failure=False
    )
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if tls is not None:
        client.tls_set_context(tls)
    # The outbox bounds what is in flight.
    client.max_inflight_messages_set(0)
    return client


def refusal_words(reason: ReasonCode) -> str:
    """Return why a broker refuses a connection, and what to do."""
    words = str(reason).rstrip(".")
    if words == "Unsupported protocol version":
        return f"{words} (add ?version=3 to its URL)"
    if words in ("Not authorized", "Bad user name or password"):
        return f"{words} (see to the user and the password)"
    return words


def failure_words(error: OSError) -> str:
    """Return why a broker cannot be reached."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message}); name the authority's with ?ca=PATH"
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return (error.strerror or type(error).__name__).rstrip(".")

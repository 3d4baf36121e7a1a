"""MQTT broker: its address and login, from a URL."""

import re
import ssl
from dataclasses import dataclass, field
from urllib.parse import unquote

from hexlume_record.errors import HexlumeError

_URL = re.compile(
    r"""mqtt(?P<tls>s?)://
    (?:(?P<user>[^:/?#]+)(?::(?P<password>[^/?#]*))?@)?
    (?:\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<host>[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*))
    (?::(?P<port>[0-9]{1,5}))?/?""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


class MqttError(HexlumeError):
    """A broker cannot be used as asked."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker's address and login."""

    host: str
    port: int
    tls: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """The broker as messages name it, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def read_broker(url: str) -> Broker:
    """Return the broker of a URL such as ``mqtts://ann:secret@home.example:8883``.

    Raises ``MqttError``, whose sentence never holds the password.
    """
    found = _URL.fullmatch(url)
    if found is None:
        raise MqttError("An MQTT URL is mqtt://user@host:1883, or mqtts://user@host:8883 for TLS (docs/mqtt.md).")
    tls = bool(found["tls"])
    port = int(found["port"] or (8883 if tls else 1883))
    if not 0 < port < 65_536:
        raise MqttError("The port of an MQTT URL is a number from 1 to 65535.")
    user, password = (text and unquote(text) for text in (found["user"], found["password"]))
    return Broker(found["ipv6"] or found["host"], port, tls, user, password)


def failure_words(error: BaseException | None) -> str:
    """Return why a broker cannot be reached."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message}); name its authority's file in SSL_CERT_FILE"
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return (getattr(error, "strerror", None) or type(error).__name__).rstrip(".")

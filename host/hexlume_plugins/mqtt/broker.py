"""MQTT broker: its address and login, from a URL."""

import re
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, unquote

from hexlume_record.errors import HexlumeError

_URL = re.compile(
    r"""mqtt(?P<tls>s?)://
    (?:(?P<user>[^:/?#]+)(?::(?P<password>[^/?#]*))?@)?
    (?:\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<host>[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*))
    (?::(?P<port>[0-9]{1,5}))?/?
    (?:\?(?P<options>[^#]*))?""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_MAX_PASSWORD_BYTES = 65_535
"""MQTT 3.1.1, 1.5.3: the length is a two-byte number."""


class MqttError(HexlumeError):
    """A broker cannot be used as asked."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker's address. ``ca`` is a file with the authority's certificate, ``None`` for those the system trusts."""

    host: str
    port: int
    tls: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: Path | None = None

    def __str__(self) -> str:
        """The broker as messages name it, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    def tls_context(self) -> ssl.SSLContext | None:
        """Return how the connection is secured, ``None`` for not at all; raises ``MqttError`` for a bad ``ca``."""
        if not self.tls:
            return None
        try:
            return ssl.create_default_context(cafile=self.ca)
        except OSError as error:
            raise MqttError(
                f"The certificate {self.ca} of the MQTT URL cannot be read: {failure_words(error)}."
            ) from error


def read_broker(url: str, password_file: Path | None = None) -> Broker:
    """Return the broker of a URL such as ``mqtts://ann:secret@home.example:8883?ca=/etc/ca.pem``.

    ``password_file`` holds the password in its only line, in place of the URL's. Raises ``MqttError``, whose sentence
    never holds the password.
    """
    found = _URL.fullmatch(url)
    if found is None:
        raise MqttError("An MQTT URL is mqtt://user@host:1883, or mqtts://user@host:8883 for TLS (docs/mqtt.md).")
    tls = bool(found["tls"])
    port = int(found["port"] or (8883 if tls else 1883))
    options = dict(parse_qsl(found["options"], keep_blank_values=True))
    ca = options.pop("ca", None)
    if options or ca == "" or (ca is not None and not tls):
        raise MqttError("After its ? an MQTT URL takes nothing but, with mqtts, ca=PATH.")
    if not 0 < port < 65_536:
        raise MqttError("The port of an MQTT URL is a number from 1 to 65535.")
    user, password = (text and unquote(text) for text in (found["user"], found["password"]))
    if password_file is not None:
        password = _read_password(password_file)
        if user is None:
            raise MqttError("The MQTT URL has no user for its password: write mqtt://user@host.")
    return Broker(found["ipv6"] or found["host"], port, tls, user, password, ca and Path(ca))


def _read_password(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MAX_PASSWORD_BYTES + 2)
    except (OSError, UnicodeDecodeError) as error:
        raise MqttError(f"The MQTT password file {path} cannot be read: {failure_words(error)}.") from error
    lines = text.splitlines()
    if len(lines) != 1 or not lines[0] or len(lines[0].encode()) > _MAX_PASSWORD_BYTES:
        raise MqttError(f"The MQTT password file {path} must hold one line, the password.")
    return lines[0]


def failure_words(error: BaseException | None) -> str:
    """Return why a file cannot be read, or a broker cannot be reached."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message}); name the authority's with ?ca=PATH"
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return (getattr(error, "strerror", None) or type(error).__name__).rstrip(".")

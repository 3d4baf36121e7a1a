"""MQTT broker: its address and login, from a URL."""

import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from ..errors import HostError

_PORTS = {"mqtt": 1883, "mqtts": 8883}
"""The schemes, each with its port: MQTT in the clear and over TLS (registered with IANA as mqtt and secure-mqtt)."""
_VERSIONS = {"5": 5, "3": 4}
"""MQTT versions by what the URL says: the number that stands for version 5, and the one for 3.1.1."""
_MAX_PASSWORD_BYTES = 65_535
"""MQTT 5.0, 1.5.6: the length is a two-byte number."""


class MqttError(HostError):
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
    version: int = 5
    """The protocol's version as MQTT writes it: 5, or 4 for MQTT 3.1.1."""

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
            raise MqttError(f"The certificate {self.ca} of the MQTT URL cannot be read: {_words(error)}.") from error


def read_broker(url: str, password_file: str | Path | None = None) -> Broker:
    """Return the broker of a URL such as ``mqtts://ann:secret@home.example:8883?ca=/etc/ca.pem&version=3``.

    ``password_file`` holds the password in its only line, in place of the URL's. Raises ``MqttError``, whose sentence
    never holds the password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        # What urlsplit complains of may quote the URL, and so the password.
        raise MqttError("The MQTT URL cannot be read: write it as mqtt://user@host:1883.") from error
    if parts.scheme not in _PORTS:
        raise MqttError("An MQTT URL begins with mqtt:// or, for TLS, with mqtts://.")
    if not parts.hostname or not _is_host(parts.hostname) or port == 0:
        raise MqttError(f"The MQTT URL names no proper host and port: write {parts.scheme}://host:port.")
    if parts.path not in ("", "/") or parts.fragment:
        raise MqttError("An MQTT URL ends after the host and the port: topics are not part of it.")
    user, password = _plain(parts.username), _plain(parts.password)
    if password_file is not None:
        password = _read_password(Path(password_file))
    if password is not None and not user:
        raise MqttError(f"The MQTT URL has no user for its password: write {parts.scheme}://user@host.")
    ca, version = _options(parts)
    return Broker(
        parts.hostname, port or _PORTS[parts.scheme], parts.scheme == "mqtts", user or None, password, ca, version
    )


def without_password(url: str) -> str:
    """Return an MQTT URL as it may be shown."""
    scheme, mark, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    login, at, host = authority.rpartition("@")
    return f"{scheme}{mark}{login.partition(':')[0]}{at}{host}{slash}{path}"


def _options(parts: SplitResult) -> tuple[Path | None, int]:
    options = parse_qsl(parts.query, keep_blank_values=True)
    ca, version = None, 5
    for name, value in options:
        if name == "ca" and value and parts.scheme == "mqtts":
            ca = Path(value)
        elif name == "version" and value in _VERSIONS:
            version = _VERSIONS[value]
        else:
            raise MqttError("After its ? an MQTT URL takes version=5 or version=3 and, with mqtts, ca=PATH.")
    return ca, version


def _is_host(host: str) -> bool:
    if not host.isprintable() or any(letter in host for letter in " \\^`{|}<>\"'"):
        return False
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return True


def _plain(quoted: str | None) -> str | None:
    return None if quoted is None else unquote(quoted)


def _read_password(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MAX_PASSWORD_BYTES + 2)
    except (OSError, UnicodeDecodeError) as error:
        raise MqttError(f"The MQTT password file {path} cannot be read: {_words(error)}.") from error
    lines = text.splitlines()
    if len(lines) != 1 or not lines[0] or len(lines[0].encode()) > _MAX_PASSWORD_BYTES:
        raise MqttError(f"The MQTT password file {path} must hold one line, the password.")
    return lines[0]


def _words(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__).rstrip(".")

"""Invitation: the code with which another host joins a game: where to meet, and the game's secret."""

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from .errors import NetplayError

SECRET_BYTES = 16
SCHEMES = ("ws", "wss", "mqtt", "mqtts")
_VERSION = 1
_CHECK_BYTES = 2
_MAX_LENGTH = 200
_GROUP = 5


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a code holds: ``where`` is ``ws://host:port``, ``wss://…``, ``mqtt://host:port`` or ``mqtts://…``."""

    where: str
    secret: bytes

    @classmethod
    def to(cls, where: str) -> "Invitation":
        """Return an invitation to a place, with a secret of its own; raises ``NetplayError`` for no such place."""
        check_place(where)
        return cls(where, secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def read(cls, code: str) -> "Invitation":
        """Return what a code holds; raises ``NetplayError`` when it is none."""
        letters = "".join(code.split()).replace("-", "").upper()
        try:
            data = base64.b32decode(letters + "=" * (-len(letters) % 8)) if len(letters) <= 2 * _MAX_LENGTH else b""
        except (binascii.Error, ValueError):
            data = b""
        rest, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
        if len(rest) <= 2 + SECRET_BYTES or not hmac.compare_digest(_check(rest), check):
            raise NetplayError("That is no code of a game: copy all of it, as hexlume host-game printed it.")
        if rest[0] != _VERSION or rest[1] >= len(SCHEMES):
            raise NetplayError("The code is of a newer hexlume: install the same one as the other player's.")
        try:
            where = f"{SCHEMES[rest[1]]}://{rest[2 + SECRET_BYTES :].decode('ascii')}"
        except UnicodeDecodeError:
            where = ""
        check_place(where)
        return cls(where, rest[2 : 2 + SECRET_BYTES])

    @property
    def code(self) -> str:
        """Return the code: letters and digits in groups of five."""
        scheme, _, rest = self.where.partition("://")
        data = bytes((_VERSION, SCHEMES.index(scheme))) + self.secret + rest.encode("ascii")
        letters = base64.b32encode(data + _check(data)).decode().rstrip("=")
        return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))

    @property
    def identity(self) -> str:
        """Return the game's name, by which both sides keep it; it tells nothing about the secret."""
        return hashlib.sha256(b"hexlume netplay identity" + self.secret).hexdigest()[:16]


def _check(data: bytes) -> bytes:
    return hashlib.sha256(b"hexlume code" + data).digest()[:_CHECK_BYTES]


def check_place(where: str) -> None:
    """Raise ``NetplayError`` for a place where nobody can be met."""
    try:
        parts = urlsplit(where)
        sound = parts.scheme in SCHEMES and bool(parts.hostname) and where.isascii() and len(where) <= _MAX_LENGTH
        sound = sound and parts.port != 0 and where.isprintable() and " " not in where
        sound = sound and parts.username is None and parts.password is None
    except ValueError:
        sound = False
    if not sound:
        raise NetplayError(f"'{where[:60]}' is no place to meet: name one like ws://host:8421 or mqtt://host:1883.")

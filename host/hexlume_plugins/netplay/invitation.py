"""Invitation: the code with which another host joins a game: where to meet, and the game's secret.

A page's link holds the code in its fragment, which browsers do not send to any server: ``…/netplay#join=CODE``.
"""

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address
from urllib.parse import urlsplit

from .errors import NetplayError

SECRET_BYTES = 16
SCHEMES = ("ws", "wss", "mqtt", "mqtts")
_VERSION = 1
_CHECK_BYTES = 2
_MAX_LENGTH = 200
_GROUP = 5
_ADDRESS_BYTES = 6
"""Length of a numeric IPv4 address and a port, which most codes hold: in bytes they need far fewer letters."""
_NUMERIC = len(SCHEMES)
"""Added to a scheme's number where the address is one of these."""
_LINK = re.compile(r".*#(?:.*&)?join=([^&]*)", re.DOTALL)


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
        """Return what a code holds, or a link with one; raises ``NetplayError`` when it is none."""
        link = _LINK.match(code[: 4 * _MAX_LENGTH])
        letters = "".join((link[1] if link else code).split()).replace("-", "").upper()
        try:
            data = base64.b32decode(letters + "=" * (-len(letters) % 8)) if len(letters) <= 2 * _MAX_LENGTH else b""
        except (binascii.Error, ValueError):
            data = b""
        rest, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
        if len(rest) <= 2 + SECRET_BYTES or not hmac.compare_digest(_check(rest), check):
            raise NetplayError("That is no code of a game: copy all of it, or the whole link that you were sent.")
        if rest[0] != _VERSION or rest[1] >= 2 * len(SCHEMES):
            raise NetplayError("The code is of a newer hexlume: install the same one as the other player's.")
        try:
            place = rest[2 + SECRET_BYTES :]
            text = place.decode("ascii") if rest[1] < _NUMERIC else _place_text(place)
            where = f"{SCHEMES[rest[1] % _NUMERIC]}://{text}"
        except UnicodeDecodeError:
            where = ""
        check_place(where)
        return cls(where, rest[2 : 2 + SECRET_BYTES])

    @property
    def code(self) -> str:
        """Return the code: letters and digits in groups of five."""
        scheme, _, rest = self.where.partition("://")
        packed = _place_bytes(rest)
        kind = SCHEMES.index(scheme) + (_NUMERIC if packed else 0)
        data = bytes((_VERSION, kind)) + self.secret + (packed or rest.encode("ascii"))
        letters = base64.b32encode(data + _check(data)).decode().rstrip("=")
        return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))

    @property
    def identity(self) -> str:
        """Return the game's name, by which both sides keep it; it tells nothing about the secret."""
        return hashlib.sha256(b"hexlume netplay identity" + self.secret).hexdigest()[:16]

    @property
    def rematch(self) -> "Invitation":
        """The invitation to the next game of the same two players, which both sides know without sending it."""
        return Invitation(self.where, hashlib.sha256(b"hexlume netplay rematch" + self.secret).digest()[:SECRET_BYTES])


def _place_bytes(text: str) -> bytes:
    """Return a numeric IPv4 address with a port in bytes; empty for any other place, or spelling."""
    host, _, port = text.rpartition(":")
    try:
        data = IPv4Address(host).packed + int(port).to_bytes(2, "big")
    except (AddressValueError, ValueError, OverflowError):
        return b""
    return data if _place_text(data) == text else b""


def _place_text(data: bytes) -> str:
    if len(data) != _ADDRESS_BYTES:
        return ""
    return f"{IPv4Address(data[:4])}:{int.from_bytes(data[4:], 'big')}"


def _check(data: bytes) -> bytes:
    return hashlib.sha256(b"hexlume code" + data).digest()[:_CHECK_BYTES]


def check_place(where: str) -> None:
    """Raise ``NetplayError`` for a place where nobody can be met."""
    try:
        parts = urlsplit(where)
        sound = parts.scheme in SCHEMES and bool(parts.hostname) and where.isascii() and len(where) <= _MAX_LENGTH
        sound = sound and parts.port != 0 and where.isprintable() and " " not in where
        sound = sound and parts.username is None and parts.password is None
        # What looks a name up refuses one with an empty or an endless part.
        (parts.hostname or "").encode("idna")
    except ValueError:
        sound = False
    if not sound:
        raise NetplayError(f"'{where[:60]}' is no place to meet: name one like ws://host:8421 or mqtt://host:1883.")

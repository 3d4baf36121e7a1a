"""Invitation: the code with which another host joins a game: where to meet, and the game's secret.

A code is an address and the secret, ``ws://192.168.1.7:8422#SECRET``. A page's link holds it in its fragment, which
browsers do not send to any server: ``…/netplay#join=CODE``.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

from .errors import NetplayError

_SECRET_BYTES = 16
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a code holds: ``where`` is ``ws://host:port`` or ``wss://…``."""

    where: str
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(_SECRET_BYTES))

    @classmethod
    def read(cls, code: str) -> "Invitation":
        """Return what a code holds, or a link with one; raises ``NetplayError`` when it is none."""
        code = code.strip()
        in_link = parse_qs(code.partition("#")[2]).get("join")
        where, _, secret = (in_link[0] if in_link else code).partition("#")
        if not _SECRET.fullmatch(secret):
            raise NetplayError("That is no code of a game: copy all of it, or the whole link that you were sent.")
        try:
            parse_uri(where if " " not in where else "")
        except (InvalidURI, ValueError):
            raise NetplayError(f"'{where[:60]}' is no place to meet: it is like ws://host:8422.") from None
        return cls(where, secret)

    @property
    def code(self) -> str:
        """Return the code."""
        return f"{self.where}#{self.secret}"

    @property
    def identity(self) -> str:
        """Return the game's name, by which both sides keep it; it tells nothing about the secret."""
        return hashlib.sha256(b"hexlume netplay identity" + self.secret.encode()).hexdigest()[:16]

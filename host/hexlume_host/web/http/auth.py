"""Who may watch and who may act on a site: host names, tokens and the origin of pages."""

import hmac
import secrets
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ...sockets import LOOPBACK_NAMES
from .rate_limit import client_key

Right = Literal["act", "watch", "none"]

LONGEST_TOKEN = 200
"""The most characters of a token."""


@dataclass(frozen=True)
class Guard:
    """The site's names and tokens; without tokens everybody who reaches the server may watch and act.

    ``hosts`` are the names (without port) under which the server may be asked for, so that a strange site cannot
    reach it by pointing its own name at this computer (DNS rebinding). ``token`` is required to act, and
    ``watch_token`` (or ``token``) to see anything; empty requires none.
    """

    hosts: tuple[str, ...] = LOOPBACK_NAMES
    token: str = ""
    watch_token: str = ""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for a guard under which acting is easier than watching."""
        if self.watch_token and (not self.token or self.token == self.watch_token):
            raise ValueError("with a token to watch there must be another one to act")

    def right_of(self, token: str) -> Right:
        """Return what somebody may do who shows this token, beside what everybody may."""
        if self.token and _same(token, self.token):
            return "act"
        if self.watch_token and _same(token, self.watch_token):
            return "watch"
        return "none"


def new_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(16)


def cookie_name(connection: HTTPConnection) -> str:
    """Return the cookie's name: browsers send cookies to every port of a host, so that each port needs its own."""
    server = connection.scope.get("server")
    return f"hexlume-{server[1] if server else 0}"


def same_origin(connection: HTTPConnection) -> bool:
    """Return whether the page that asks was loaded from the very address it asks.

    Programs other than browsers send no ``Origin``: they pass, since no browser can be made to leave it out.
    """
    told = connection.headers.get("origin")
    if told is None:
        # A browser's requests that carry no origin still tell whether they come from elsewhere.
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        origin = urlsplit(told)
    except ValueError:
        return False
    return origin.scheme in ("http", "https") and origin.netloc.lower() == connection.headers.get("host", "").lower()


def client_of(connection: HTTPConnection) -> str:
    """Return who counts as one client: the address that asks, or for which a trusted proxy does."""
    return client_key(connection.client.host) if connection.client else ""


def bearer(connection: HTTPConnection) -> str | None:
    """Return the token of a client's ``Authorization`` header, ``None`` without one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _same(shown: str, token: str) -> bool:
    """Compare in a time that tells nothing about how much of it was right."""
    return hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), token.encode())

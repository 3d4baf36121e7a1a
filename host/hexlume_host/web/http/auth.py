"""Authorization: who may watch and act on a site, by host name, token and the page's origin."""

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
class AccessPolicy:
    """The site's host names and tokens; without tokens everybody who reaches the server may watch and act.

    ``hosts`` are the names (without port) that requests may name, so that a foreign site cannot reach the server by
    pointing its own name at this computer (DNS rebinding). ``token`` is required to act, and ``watch_token`` (or
    ``token``) to see anything; an empty one is not required.
    """

    hosts: tuple[str, ...] = LOOPBACK_NAMES
    token: str = ""
    watch_token: str = ""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for a policy under which acting is easier than watching."""
        if self.watch_token and (not self.token or self.token == self.watch_token):
            raise ValueError("with a token to watch there must be another one to act")

    def right_of(self, token: str) -> Right:
        """Return what a token allows, in addition to what everybody may do."""
        if self.token and _equal(token, self.token):
            return "act"
        if self.watch_token and _equal(token, self.watch_token):
            return "watch"
        return "none"


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(16)


def cookie_name(connection: HTTPConnection) -> str:
    """Return the cookie's name, one for each port: browsers send a cookie to every port of a host."""
    server = connection.scope.get("server")
    return f"hexlume-{server[1] if server else 0}"


def same_origin(connection: HTTPConnection) -> bool:
    """Return whether the requesting page was loaded from this server.

    Programs other than browsers send no ``Origin``: they pass, since no browser can be made to leave it out.
    """
    header = connection.headers.get("origin")
    if header is None:
        # A browser's request without an origin still says whether it comes from another site.
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        origin = urlsplit(header)
    except ValueError:
        return False
    return origin.scheme in ("http", "https") and origin.netloc.lower() == connection.headers.get("host", "").lower()


def client_of(connection: HTTPConnection) -> str:
    """Return the client that a request counts for: its address, or the one that a trusted proxy reports."""
    return client_key(connection.client.host) if connection.client else ""


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the token of a client's ``Authorization`` header, ``None`` without one."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _equal(shown: str, token: str) -> bool:
    """Compare tokens in constant time."""
    return hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), token.encode())

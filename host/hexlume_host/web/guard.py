"""Who may watch and who may act on a site: host names, tokens, cookies and the origin of pages."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""Names of this computer that nobody else can give themselves."""

Right = Literal["act", "watch", "none"]

LONGEST_TOKEN = 200
"""The most characters of a token."""


@dataclass(frozen=True)
class Guard:
    """Decides on every request; without tokens everybody who reaches the server may watch and act.

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

    def right(self, connection: HTTPConnection) -> Right:
        """Return what a client may do, by its ``Authorization`` header or its cookie."""
        if not self.token:
            return "act"
        shown = [*_bearer(connection), *_cookie(connection)]
        if any(_same(one, proof) for one in shown for proof in _proofs(self.token)):
            return "act"
        if not self.watch_token:
            return "watch"
        if any(_same(one, proof) for one in shown for proof in _proofs(self.watch_token)):
            return "watch"
        return "none"

    def may_act(self, connection: HTTPConnection) -> bool:
        """Return whether a client may change anything."""
        return self.right(connection) == "act"

    def may_watch(self, connection: HTTPConnection) -> bool:
        """Return whether a client may see anything."""
        return self.right(connection) != "none"

    def right_of(self, token: str) -> Right:
        """Return what somebody may do who shows this token."""
        if self.token and _same(token, self.token):
            return "act"
        if self.watch_token and _same(token, self.watch_token):
            return "watch"
        return "none"

    def cookie_value(self, token: str) -> str:
        """Return what a signed-in browser keeps in place of the token, which cannot be had back from it."""
        return _derived(token)


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


def _bearer(connection: HTTPConnection) -> list[str]:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return [token.strip()] if scheme.lower() == "bearer" else []


def _cookie(connection: HTTPConnection) -> list[str]:
    value = connection.cookies.get(cookie_name(connection), "")
    return [value] if value else []


def _derived(token: str) -> str:
    return hmac.new(token.encode(), b"hexlume cookie", hashlib.sha256).hexdigest()


def _proofs(token: str) -> tuple[str, str]:
    return token, _derived(token)


def _same(shown: str, proof: str) -> bool:
    """Compare in a time that tells nothing about how much of it was right."""
    return hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), proof.encode())

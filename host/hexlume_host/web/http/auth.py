"""Authorization: who may watch and act on a site, by host name, token, session and the page's origin."""

import hmac
import math
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from ...sockets import LOOPBACK_NAMES
from ...store.repository import Store
from .rate_limit import Limits, RateLimiter, client_key
from .sessions import Sessions

Right = Literal["act", "watch", "none"]
ACT: Final = "act"
WATCH: Final = "watch"
NONE: Final = "none"

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
            return ACT
        if self.watch_token and _equal(token, self.watch_token):
            return WATCH
        return NONE


class Credentials:
    """Decides what each client may do. All methods belong to one event loop.

    A wrong token costs its client one of a few guesses. For a client that has none left no token is checked, not even
    the right one. Its sessions go on: their cookies cannot be guessed.
    """

    def __init__(self, policy: AccessPolicy, limits: Limits, store: Store | None = None) -> None:
        """In the ``store`` sessions outlive the server."""
        self._policy = policy
        self._guesses = RateLimiter(limits.guesses_a_second, limits.guesses_at_once)
        tokens = {ACT: policy.token, WATCH: policy.watch_token}
        self._sessions = Sessions({right: token for right, token in tokens.items() if token}, store)
        self.save = self._sessions.save

    @property
    def needed(self) -> bool:
        """Whether there is a token to sign in with."""
        return bool(self._policy.token)

    @property
    def watching_needs_token(self) -> bool:
        """Whether nobody may watch without a token."""
        return bool(self._policy.watch_token)

    def right(self, connection: HTTPConnection) -> Right:
        """Return what a client may do, by its cookie or token; raises ``HTTPException`` after too many guesses."""
        if not self.needed:
            return ACT
        rights = {self._sessions.right(_cookie(connection))}
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and ACT not in rights:
            self._check_guesses(connection)
            right = self._policy.right_of(token.strip())
            if right == NONE:
                self._guesses.bucket(client_of(connection)).charge()
            rights.add(right)
        if ACT in rights:
            return ACT
        return WATCH if WATCH in rights or not self._policy.watch_token else NONE

    def sign_in(self, connection: HTTPConnection, token: str) -> tuple[Right, str]:
        """Return what a token gives, and the cookie of a new session, empty if it gives nothing.

        Each try counts as a guess, so that nobody fills the list of sessions. Raises ``HTTPException`` after too many.
        """
        self._check_guesses(connection)
        self._guesses.bucket(client_of(connection)).charge()
        right = self._policy.right_of(token)
        return right, self._sessions.begin(right) if right != NONE else ""

    def sign_out(self, connection: HTTPConnection) -> None:
        """End a client's session."""
        self._sessions.end(_cookie(connection))

    def until_signed_out(self, connection: HTTPConnection, ended: Callable[[], None]) -> AbstractContextManager[None]:
        """Call ``ended`` when a client signs out while the context lasts."""
        return self._sessions.watching(_cookie(connection), ended)

    def _check_guesses(self, connection: HTTPConnection) -> None:
        if delay := self._guesses.bucket(client_of(connection)).delay():
            seconds = math.ceil(min(delay, 3600))
            raise HTTPException(
                429, "Too many tokens were tried: wait a moment and try again.", {"retry-after": str(seconds)}
            )


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


def _cookie(connection: HTTPConnection) -> str:
    return connection.cookies.get(cookie_name(connection), "")


def _equal(shown: str, token: str) -> bool:
    """Compare tokens in constant time."""
    return hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), token.encode())

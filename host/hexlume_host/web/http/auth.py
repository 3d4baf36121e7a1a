"""Authorization: who may watch and act on a site, by host name, token, session and the page's origin."""

import hmac
import math
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from ...sockets import LOOPBACK_NAMES
from .rate_limit import Limits, client_key, rate_limiter

Right = Literal["act", "watch", "none"]
ACT: Final = "act"
WATCH: Final = "watch"
NONE: Final = "none"

LONGEST_TOKEN = 200
"""The most characters of a token."""
LASTS_SECONDS = 365 * 24 * 3600
"""How long a browser keeps its cookie."""
MAX_SESSIONS = 1000
"""Sessions of one right; the oldest one ends when there are more."""


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


class Sessions:
    """The sessions of browsers, and what each allows (``act``, ``watch``), in memory.

    A cookie is random and says nothing about the token; it ends with the server. All methods belong to one event loop.
    """

    def __init__(self) -> None:
        self._rights: dict[str, str] = {}
        """By cookie a session's right, the oldest first."""
        self._watching: dict[str, set[Callable[[], None]]] = {}

    def begin(self, right: str) -> str:
        """Begin a session with a right, and return its cookie."""
        cookie = secrets.token_urlsafe(32)
        same = [one for one, other in self._rights.items() if other == right]
        for one in same[: 1 - MAX_SESSIONS]:
            del self._rights[one]
        self._rights[cookie] = right
        return cookie

    def right(self, cookie: str) -> str | None:
        """Return what a cookie's session allows, ``None`` if there is none."""
        return self._rights.get(cookie)

    def end(self, cookie: str) -> None:
        """End a cookie's session, if there is one, and call those who watch it."""
        self._rights.pop(cookie, None)
        for ended in list(self._watching.get(cookie, ())):
            ended()

    @contextmanager
    def watching(self, cookie: str, ended: Callable[[], None]) -> Iterator[None]:
        """Call ``ended`` should the cookie's session be ended while the context lasts."""
        watching = self._watching.setdefault(cookie, set())
        watching.add(ended)
        try:
            yield
        finally:
            watching.discard(ended)
            if not watching:
                self._watching.pop(cookie, None)


class Credentials:
    """Decides what each client may do. All methods belong to one event loop.

    A wrong token costs its client one of a few guesses. For a client that has none left no token is checked, not even
    the right one. Its sessions go on: their cookies cannot be guessed.
    """

    def __init__(self, policy: AccessPolicy, limits: Limits) -> None:
        self._policy = policy
        self._guesses = rate_limiter(limits.guesses_a_second, limits.guesses_at_once)
        self._sessions = Sessions()

    @property
    def needed(self) -> bool:
        """Whether there is a token to sign in with."""
        return bool(self._policy.token)

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
                self._guesses(client_of(connection)).charge()
            rights.add(right)
        if ACT in rights:
            return ACT
        return WATCH if WATCH in rights or not self._policy.watch_token else NONE

    def sign_in(self, connection: HTTPConnection, token: str) -> tuple[Right, str]:
        """Return what a token gives, and the cookie of a new session, empty if it gives nothing.

        Each try counts as a guess, so that nobody fills the list of sessions. Raises ``HTTPException`` after too many.
        """
        self._check_guesses(connection)
        self._guesses(client_of(connection)).charge()
        right = self._policy.right_of(token)
        return right, self._sessions.begin(right) if right != NONE else ""

    def sign_out(self, connection: HTTPConnection) -> None:
        """End a client's session."""
        self._sessions.end(_cookie(connection))

    def until_signed_out(self, connection: HTTPConnection, ended: Callable[[], None]) -> AbstractContextManager[None]:
        """Call ``ended`` when a client signs out while the context lasts."""
        return self._sessions.watching(_cookie(connection), ended)

    def _check_guesses(self, connection: HTTPConnection) -> None:
        if delay := self._guesses(client_of(connection)).delay():
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

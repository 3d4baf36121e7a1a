"""Credentials: tokens, sessions and signing in, under one limit on guesses."""

import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from .auth import AccessPolicy, Right, bearer_token, client_of, cookie_name
from .rate_limit import Limits, RateLimiter
from .sessions import Sessions

ACT: Final = "act"
WATCH: Final = "watch"
NONE: Final = "none"


class Credentials:
    """Decides what each client may do. All methods belong to one event loop.

    A wrong token costs its client one of a few guesses. For a client that has none left no token is checked, not even
    the right one. Its sessions go on: their cookies cannot be guessed.
    """

    def __init__(self, policy: AccessPolicy, limits: Limits, sessions: Path | None = None) -> None:
        """``sessions`` is the file in which sessions outlive the server."""
        self._policy = policy
        self._guesses = RateLimiter(limits.guesses_a_second, limits.guesses_at_once)
        tokens = {ACT: policy.token, WATCH: policy.watch_token}
        self._sessions = Sessions({right: token for right, token in tokens.items() if token}, sessions)

    @property
    def needed(self) -> bool:
        """Whether there is a token to sign in with."""
        return bool(self._policy.token)

    def right(self, connection: HTTPConnection) -> Right:
        """Return what a client may do, by its cookie or token; raises ``HTTPException`` after too many guesses."""
        if not self.needed:
            return ACT
        rights = {self._sessions.right(_cookie(connection))}
        token = bearer_token(connection)
        if token is not None and ACT not in rights:
            self._check_guesses(connection)
            right = self._policy.right_of(token)
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


def _cookie(connection: HTTPConnection) -> str:
    return connection.cookies.get(cookie_name(connection), "")

"""Sessions: which browsers are signed in. Signing out ends a session on the server, whoever has its cookie."""

import contextlib
import hashlib
import hmac
import json
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from hexlume_record.validation import FieldError, checked_json

LASTS_SECONDS = 365 * 24 * 3600
MAX_SESSIONS = 1000
"""Sessions of one token; the oldest one ends when there are more."""
_LONGEST_COOKIE = 100

_log = logging.getLogger(__name__)


class Sessions:
    """The sessions by what their tokens allow (``act``, ``watch``).

    A cookie is random and says nothing about the token. The server keeps only a keyed hash of it (HMAC-SHA256 with
    the token as the key), so that the file lets nobody in and another token ends all sessions. With a ``path`` they
    outlive the server. All methods belong to one event loop.
    """

    def __init__(
        self, tokens: Mapping[str, str], path: Path | None = None, now: Callable[[], float] = time.time
    ) -> None:
        """Read the sessions of the file; an invalid one counts as empty."""
        self._tokens, self._path, self._now = dict(tokens), path, now
        self._rights: dict[str, tuple[str, float]] = {}
        self._watching: dict[str, set[Callable[[], None]]] = {}
        if path is not None:
            with contextlib.suppress(OSError, FieldError):
                self._rights = checked_json(dict[str, tuple[str, float]], path.read_bytes())

    def begin(self, right: str) -> str:
        """Begin a session with a right, and return its cookie."""
        cookie = secrets.token_urlsafe(32)
        now = self._now()
        current = {name: one for name, one in self._rights.items() if one[1] > now}
        same = sorted((name for name, one in current.items() if one[0] == right), key=lambda name: current[name][1])
        for name in same[: max(0, len(same) - MAX_SESSIONS + 1)]:
            del current[name]
        self._rights = {**current, self._name(right, cookie): (right, now + LASTS_SECONDS)}
        self._write()
        return cookie

    def right(self, cookie: str) -> str | None:
        """Return what a cookie's session allows, ``None`` if there is none."""
        found = self._rights.get(self._find(cookie))
        return found[0] if found is not None else None

    def end(self, cookie: str) -> None:
        """End a cookie's session, if there is one, and call those who watch it."""
        name = self._find(cookie)
        if not name:
            return
        del self._rights[name]
        self._write()
        for ended in list(self._watching.get(name, ())):
            ended()

    @contextlib.contextmanager
    def watching(self, cookie: str, ended: Callable[[], None]) -> Iterator[None]:
        """Call ``ended`` should the cookie's session be ended while the context lasts."""
        name = self._find(cookie)
        watching = self._watching.setdefault(name, set())
        watching.add(ended)
        try:
            yield
        finally:
            watching.discard(ended)
            if not watching:
                self._watching.pop(name, None)

    def _find(self, cookie: str) -> str:
        """Return the name of a cookie's session, empty if there is none."""
        if 0 < len(cookie) <= _LONGEST_COOKIE:
            for right in self._tokens:
                name = self._name(right, cookie)
                if name in self._rights and self._rights[name][1] > self._now():
                    return name
        return ""

    def _name(self, right: str, cookie: str) -> str:
        token = self._tokens[right].encode()
        return hmac.new(token, b"session " + cookie.encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def _write(self) -> None:
        if self._path is None:
            return
        part = self._path.with_suffix(".part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # For this user alone; a few kilobytes, seldom.
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump(self._rights, file)
            part.replace(self._path)
        except OSError as error:
            _log.warning("Sessions last only until the server ends: %s cannot be written: %s.", self._path, error)

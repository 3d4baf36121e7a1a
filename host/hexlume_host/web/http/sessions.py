"""Sessions: which browsers are signed in. Signing out ends a session on the server, whoever has its cookie."""

import contextlib
import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from sqlalchemy import delete, select

from ...errors import StoreError
from ...store.models import SessionRow
from ...store.repository import Store

LASTS_SECONDS = 365 * 24 * 3600
MAX_SESSIONS = 1000
"""Sessions of one token; the oldest one ends when there are more."""
_LONGEST_COOKIE = 100

_log = logging.getLogger(__name__)


class Sessions:
    """The sessions by what their tokens allow (``act``, ``watch``).

    A cookie is random and says nothing about the token. The server keeps only a keyed hash of it (HMAC-SHA256 with
    the token as the key), so that the store lets nobody in and another token ends all sessions. With a ``store`` they
    outlive the server. All methods but ``save`` belong to one event loop, which reads no store.
    """

    def __init__(
        self, tokens: Mapping[str, str], store: Store | None = None, now: Callable[[], float] = time.time
    ) -> None:
        """Read the sessions of the store; raises ``StoreError``."""
        self._tokens, self._store, self._now = dict(tokens), store, now
        self._rights: dict[str, tuple[str, float]] = {}
        """By name a session's right and end, the oldest first."""
        self._watching: dict[str, set[Callable[[], None]]] = {}
        if store is not None:
            with store.reading() as session:
                rows = session.scalars(select(SessionRow).order_by(SessionRow.ends_at))
                self._rights = {row.name: (row.right, row.ends_at) for row in rows}
        self._saving = threading.Lock()
        self._saved = set(self._rights)

    def begin(self, right: str) -> str:
        """Begin a session with a right, and return its cookie."""
        cookie = secrets.token_urlsafe(32)
        now = self._now()
        current = {name: one for name, one in self._rights.items() if one[1] > now}
        for name in [name for name, one in current.items() if one[0] == right][: 1 - MAX_SESSIONS]:
            del current[name]
        self._rights = {**current, self._name(right, cookie): (right, now + LASTS_SECONDS)}
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
        self._rights = {other: one for other, one in self._rights.items() if other != name}
        for ended in list(self._watching.get(name, ())):
            ended()

    def save(self) -> None:
        """Store which sessions have begun and ended; it may wait for the store, so it runs in a thread."""
        if self._store is None:
            return
        with self._saving:
            rights = self._rights
            try:
                with self._store.writing() as session:
                    session.execute(delete(SessionRow).where(SessionRow.name.in_(self._saved - rights.keys())))
                    for name in rights.keys() - self._saved:
                        session.add(SessionRow(name=name, right=rights[name][0], ends_at=rights[name][1]))
                self._saved = set(rights)
            except StoreError as error:
                _log.warning("Sessions last only until the server ends: %s", error)

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

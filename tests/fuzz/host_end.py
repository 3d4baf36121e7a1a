"""The host's end of the link under attack: the real logger on a port of hostile bytes, a real store, a page."""

import asyncio
import itertools
import json
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from hexlume.link import wire
from hexlume_host.device.logger import Logger
from hexlume_host.errors import GameConflictError, LinkError
from hexlume_host.store.repository import Store
from hexlume_host.web.live.board import FOR_HANDS
from hexlume_host.web.live.hub import MAX_QUEUED, Watcher
from hexlume_host.web.live.port_watch import PortWatch
from hexlume_record.errors import HexlumeError
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.read_event import read_event
from tests.fuzz.protocol_hostile import CABLES, SCHEME, Cable
from tests.host.new_store import new_store
from tests.host.web.table_session import ID, TableSession

VERSION = wire.PROTOCOL
HELLO = wire.encode(
    {"type": "hello", "protocol": VERSION, "board": ID, "firmware": "0.1", "panel": "hex4", "boot": 3, "game": None}
)
MOST_MESSAGES = len(FOR_HANDS) + MAX_QUEUED
"""What a page is told at once, at most."""
LONGEST_MESSAGE = 200_000
"""More characters than any message to a page may have: a game's actions are in it, each a few characters."""
LONGEST_SENTENCE = 400

_names = itertools.count()


class HostEnd:
    """A host whose board is hostile. Every method raises ``AssertionError`` for a broken promise.

    ``accepted`` counts the events in the store, ``sessions`` the connections begun: one that ends with one sentence
    for the user (another protocol's version; ``conflicts``: another game under a known id) is followed by the next.
    ``file`` is the store's, new in ``folder``.
    """

    def __init__(self, folder: Path) -> None:
        self._name = f"{SCHEME}{next(_names)}"
        self.file = folder / f"store{next(_names)}.sqlite"
        self.sessions = self.dropped = self.accepted = self.conflicts = 0
        self.failures: list[str] = []
        self._store = Store(new_store(self.file))
        self._look = sqlite3.connect(self.file, check_same_thread=False)
        self._loop = asyncio.new_event_loop()
        self._session = TableSession()
        self._page = self._loop.run_until_complete(self._open_page())
        self._partial = b""
        self._begin()

    def feed(self, data: bytes) -> None:
        """Let the board say something."""
        if not self._cable.feed(data):
            self._take_end()
            self._begin()
        assert not self.failures, self.failures

    def look(self) -> None:
        """Let the page take what it is to be told; it is bounded, and JSON."""
        # What the watcher had the event loop do is done, as the page's server would.
        self._loop.call_soon(self._loop.stop)
        self._loop.run_forever()
        messages = json.loads(self._page.take())
        assert len(messages) <= MOST_MESSAGES
        for message in messages:
            assert len(json.dumps(message)) < LONGEST_MESSAGE

    def check(self) -> None:
        """Look at the whole store: only events that are valid, in order, and no more of them than were reported."""
        query = "SELECT g.game, e.seq, e.kind, e.ticks, e.boot, e.data FROM events e JOIN games g ON g.id = e.game_id "
        due: dict[str, int] = {}
        for game, seq, kind, ticks, boot, data in self._look.execute(query + "ORDER BY e.game_id, e.seq"):
            assert seq == due.get(game, 0)
            due[game] = seq + 1
            stored = json.loads(data)
            told = {**stored, "game": game, "seq": seq, "kind": kind, "ticks": ticks, "boot": boot}
            assert read_event(told) == BoardEvent(game, seq, kind, ticks, stored, boot)
        assert sum(due.values()) == self.accepted
        assert self._look.execute("SELECT count(*) FROM games").fetchone()[0] == len(due)

    def close(self) -> None:
        """End the session, check and close the store."""
        self._logger.stop()
        self._take_end()
        self._session.hub.leave(self._page)
        self._loop.close()
        self.check()
        self._look.close()
        self._store.close()

    def _begin(self) -> None:
        self.sessions += 1
        self._partial = b""
        self._cable = CABLES[self._name] = Cable(self._hear)
        watch = _Watch(self)
        self._logger = Logger(lambda: self._name, self._store, watch, reconnect=False)
        self._logger.start()
        assert self._cable.feed(HELLO)

    def _take_end(self) -> None:
        """Take the end of a session: an error of the host's own, in one sentence, or none."""
        assert self._logger.join(60)
        self.dropped += self._logger.dropped
        error = self._logger.error
        if error is None:
            return
        if not isinstance(error, LinkError | GameConflictError):
            raise error
        assert isinstance(error, HexlumeError)
        self.conflicts += isinstance(error, GameConflictError)
        assert re.fullmatch(r"[A-Z][^\n]+\.", str(error)) and len(str(error)) <= LONGEST_SENTENCE, str(error)

    def _hear(self, out: bytes) -> None:
        """Look at what the host says, on its thread, before the board would: an acknowledged event is in the store."""
        *lines, self._partial = (self._partial + out).split(b"\n")
        for line in lines:
            if not line:
                continue
            try:
                message = wire.decode(line)
            except wire.WireError:
                self.failures.append(f"the host said {line!r}")
                continue
            if message["type"] == "ack":
                query = "SELECT max(seq) FROM events e JOIN games g ON g.id = e.game_id WHERE g.game = ?"
                held = self._look.execute(query, (message["game"],)).fetchone()[0]
                if held is None or held < message["seq"]:
                    self.failures.append(f"{message} was said, and the store holds {held}")

    async def _open_page(self) -> Watcher:
        page = Watcher(self._session.hub)
        self._session.hub.watch(page, [ID], [], False, hands=ID)
        return page


class _Watch(PortWatch):
    """Shows the game on the page, and counts what is committed."""

    def __init__(self, end: HostEnd) -> None:
        super().__init__(end._session.hub, end._store)
        self._end = end

    def committed(self, events: Sequence[BoardEvent]) -> None:
        self._end.accepted += len(events)
        super().committed(events)

"""The host's end of the link under attack: the real logger on a port of hostile bytes, a real store, a page."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from hexlume.link import wire
from hexlume_host.device import logger as logger_module
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.errors import GameConflictError, LinkError
from hexlume_host.store.repository import Store
from hexlume_host.web.live.board import FOR_HANDS
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import MAX_QUEUED, Watcher
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.read_event import read_event
from tests.host.new_store import new_store
from tests.host.web.table_session import ID, TableSession

HELLO = wire.encode(
    {
        "type": "hello",
        "protocol": wire.PROTOCOL,
        "device": ID,
        "firmware": "0.1",
        "panel": "hex4",
        "boot": 3,
        "game": None,
    }
)
MOST_MESSAGES = len(FOR_HANDS) + MAX_QUEUED
"""What a page is told at once, at most."""
LONGEST_MESSAGE = 200_000
"""More characters than any message to a page may have: a game's actions are in it, each a few characters."""
LONGEST_SENTENCE = 400


class HostEnd(LinkListener):
    """A host whose board is hostile, and its port. ``AssertionError`` is raised for a broken promise.

    ``accepted`` counts the events in the store, ``sessions`` the connections begun: one that ends with one sentence
    for the user (another protocol's version; ``conflicts``: another game under a known id) is followed by the next.
    The store is new in ``folder``.
    """

    name = "hostile"

    def __init__(self, folder: Path) -> None:
        self.sessions = self.dropped = self.accepted = self.conflicts = 0
        self._store = Store(new_store(folder / "store.sqlite"))
        self._look = sqlite3.connect(folder / "store.sqlite")
        self._loop = asyncio.new_event_loop()
        self._hub = TableSession(store=self._store).hub
        self._page = self._loop.run_until_complete(self._open_page())

    def run(self, chunks: Iterable[bytes]) -> None:
        """Have the board say something, chunk after chunk; then check and close the store."""
        self._chunks: Iterator[bytes] | None = iter(chunks)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(logger_module, "Port", lambda name: self)
            while self._chunks is not None:
                self._log()
        self._hub.leave(self._page)
        self._loop.close()
        self._check()
        self._look.close()
        self._store.close()

    def _log(self) -> None:
        """Log until the session ends: with an error of the host's own, in one sentence, or with the last chunk."""
        self.sessions += 1
        self._partial, self._greets = b"", True
        self._logger = Logger(lambda: self.name, self._store, BoardLink(self._hub), self, reconnect=False)
        try:
            self._logger.run()
        except (LinkError, GameConflictError) as error:
            self.conflicts += isinstance(error, GameConflictError)
            assert re.fullmatch(r"[A-Z][^\n]+\.", str(error)) and len(str(error)) <= LONGEST_SENTENCE, str(error)
        self.dropped += self._logger.dropped

    def committed(self, events: Sequence[BoardEvent]) -> None:
        self.accepted += len(events)

    def read(self) -> bytes:
        """Return what the board says next; before that the page takes what it is to be told."""
        self._look_at_page()
        if self._greets:
            self._greets = False
            return HELLO
        assert self._chunks is not None
        chunk = next(self._chunks, None)
        if chunk is None:
            self._chunks = None
            self._logger.stop()
        return chunk or b""

    def write(self, out: bytes) -> None:
        """Look at what the host says before the board would: an acknowledged event is in the store."""
        *lines, self._partial = (self._partial + out).split(b"\n")
        for line in filter(None, lines):
            message = wire.decode(line)
            if message["type"] == "ack":
                query = "SELECT max(seq) FROM events e JOIN games g ON g.id = e.game_id WHERE g.game = ?"
                (held,) = self._look.execute(query, (message["game"],)).fetchone()
                assert held is not None and held >= message["seq"], f"{message} was said, and the store holds {held}"

    def wake(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing is open."""

    def _look_at_page(self) -> None:
        """Let the page take what it is to be told; it is bounded, and JSON."""
        # What the watcher had the event loop do is done, as the page's server would.
        self._loop.call_soon(self._loop.stop)
        self._loop.run_forever()
        messages = json.loads(self._page.take())
        assert len(messages) <= MOST_MESSAGES
        for message in messages:
            assert len(json.dumps(message)) < LONGEST_MESSAGE

    def _check(self) -> None:
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

    async def _open_page(self) -> Watcher:
        page = Watcher(self._hub, lambda take: False)
        self._hub.watch(page, [(part, ID) for part in FOR_HANDS])
        return page

"""Every board that can be watched, and who watches it: one text a change, shared by all who watch."""

import asyncio
import json
import logging
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress

from ...device.game_follower import GameWatch
from ...device.messages import Hello, Table
from ...errors import RecordError, StoreUnavailableError
from ...game.events import START, BoardEvent
from ...game.record import StoredEvent
from ...game.state import GameState
from ...store.repository import Store
from .board import CARD, CLOCK, CONNECTED, ELSEWHERE, FULL, LOST, GameTitle, LiveBoard

MOST_BOARDS = 1000
"""So many boards are kept; the one that was lost longest ago goes first."""
NOTICES = 20
GONE = "It was unplugged or switched off."
LIST = ""
"""The list of boards, and its only part: pages follow it as they follow a board. No board has an empty id."""

_log = logging.getLogger(__name__)


class _Bell:
    """Wakes the pages of one event loop from any thread: however many are due at once, the loop is called once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._lock = threading.Lock()
        self._due: list[asyncio.Event] = []

    def ring(self, event: asyncio.Event) -> None:
        """Have the loop set an event."""
        with self._lock:
            self._due.append(event)
            called = len(self._due) > 1
        if not called:
            # Without its event loop the server has stopped, and there is no page left to wake.
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(self._set_all)

    def _set_all(self) -> None:
        with self._lock:
            due, self._due = self._due, []
        for event in due:
            event.set()


class Watcher:
    """What one page has still to be told: of each board only that something is new, so that the queue stays bounded.

    Changes come from any thread; ``wait`` and ``take`` belong to the event loop in which it was made.
    """

    def __init__(self, hub: "LiveHub") -> None:
        """Begin with no board; ``LiveHub.watch`` chooses them."""
        self._hub = hub
        self._bell = hub.bell(asyncio.get_running_loop())
        self._ready = asyncio.Event()
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, str], None] = {}
        self._sorts: dict[str, tuple[str, ...]] = {}
        self._woken = False

    @property
    def lists(self) -> bool:
        """Whether the page wants to know which boards there are."""
        return LIST in self._sorts

    def follow(self, sorts: dict[str, tuple[str, ...]]) -> None:
        """Follow exactly these boards, each with its parts; what is new among them is to be told at once."""
        with self._lock:
            fresh = [
                (board, part)
                for board, parts in sorts.items()
                for part in parts
                if part not in self._sorts.get(board, ())
            ]
            self._sorts = sorts
            self._pending = {key: None for key in self._pending if key[1] in sorts.get(key[0], ())}
            self._pending.update(dict.fromkeys(fresh))
            self._wake()

    def changed(self, board: str, part: str) -> None:
        """Note that a part of a board is new."""
        with self._lock:
            if part in self._sorts.get(board, ()):
                self._pending[(board, part)] = None
                self._wake()

    async def wait(self) -> None:
        """Wait until there is something to take."""
        await self._ready.wait()

    def take(self) -> str:
        """Return what the page is to be told now, a JSON list of messages, and forget it."""
        with self._lock:
            self._woken = False
            self._ready.clear()
            pending, self._pending = self._pending, {}
        texts = [self._hub.list_text() if board == LIST else self._hub.text(board, part) for board, part in pending]
        return f"[{','.join(text for text in texts if text)}]"

    def _wake(self) -> None:
        """Wake the page's sender, at most once between two takes."""
        if self._woken or not self._pending:
            return
        self._woken = True
        self._bell.ring(self._ready)


class LiveHub:
    """Knows every board and tells those who watch it. Any thread may call any method."""

    def __init__(self, store: Store) -> None:
        """Begin without boards; the store tells who plays."""
        self.store = store
        self._lock = threading.Lock()
        self._boards: dict[str, LiveBoard] = {}
        self._watchers: dict[str, set[Watcher]] = {}
        self._list_text: str | None = None
        self._bell: _Bell | None = None
        self.notices: list[str] = []
        """What needed attention lately, newest last."""

    def boards(self) -> list[LiveBoard]:
        """Return all boards, those that are there first."""
        with self._lock:
            return self._sorted_boards()

    def board(self, board: str) -> LiveBoard | None:
        """Return a board, ``None`` if none of that id was seen."""
        with self._lock:
            return self._boards.get(board)

    def made(self, board: str, panel: str) -> LiveBoard:
        """Return a board, which may be new."""
        with self._lock:
            found = self._boards.get(board)
            if found is None:
                if len(self._boards) >= MOST_BOARDS:
                    oldest = min(self._boards.values(), key=lambda one: (one.linked, one.since_ms))
                    del self._boards[oldest.board]
                found = self._boards[board] = LiveBoard(board, panel)
        return found

    def bell(self, loop: asyncio.AbstractEventLoop) -> _Bell:
        """Return what wakes the pages of an event loop, the one that serves."""
        with self._lock:
            if self._bell is None or self._bell.loop is not loop:
                self._bell = _Bell(loop)
            return self._bell

    def text(self, board: str, part: str) -> str:
        """Return the latest message of a part of a board, empty for one that is not known."""
        found = self.board(board)
        return found.text(part) if found is not None else ""

    def list_text(self) -> str:
        """Return the message that tells which boards there are and how they are."""
        with self._lock:
            # Made and dropped under one lock: a list made while a board comes would be kept without that board.
            if self._list_text is None:
                boards = [
                    {"board": one.board, "panel": one.panel, "state": one.state, "since": one.since_ms}
                    for one in self._sorted_boards()
                ]
                self._list_text = json.dumps({"event": "boards", "boards": boards}, separators=(",", ":"))
            return self._list_text

    def watch(self, watcher: Watcher, full: Iterable[str], cards: Iterable[str], lists: bool) -> None:
        """Have a watcher follow these boards and no others."""
        sorts: dict[str, tuple[str, ...]] = dict.fromkeys(cards, (CARD,))
        sorts.update((board, (FULL, CLOCK)) for board in full)
        if lists:
            sorts[LIST] = (LIST,)
        with self._lock:
            self._leave(watcher)
            for board in sorts:
                self._watchers.setdefault(board, set()).add(watcher)
        watcher.follow(sorts)

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        with self._lock:
            self._leave(watcher)

    @property
    def watching(self) -> int:
        """How many watchers there are that follow the list of boards."""
        return len(self._watchers.get(LIST, ()))

    def told(self, board: LiveBoard, parts: Sequence[str] = (FULL, CARD)) -> None:
        """Tell those who watch a board that these parts are new."""
        self._tell(board.board, parts)

    def listed(self) -> None:
        """Tell those who follow the list that it is new."""
        with self._lock:
            self._list_text = None
        self._tell(LIST, (LIST,))

    def listener(self, port: str) -> "PortWatch":
        """Return who is told what happens on a port."""
        return PortWatch(self)

    def notice(self, sentence: str) -> None:
        """Keep a sentence that needs attention, and log it."""
        _log.info("%s", sentence)
        with self._lock:
            self.notices = [*self.notices[1 - NOTICES :], sentence]

    def _sorted_boards(self) -> list[LiveBoard]:
        order = {CONNECTED: 0, ELSEWHERE: 1, LOST: 2}
        return sorted(self._boards.values(), key=lambda board: (order[board.state], board.board))

    def _tell(self, board: str, parts: Sequence[str]) -> None:
        with self._lock:
            watchers = list(self._watchers.get(board, ()))
        for watcher in watchers:
            for part in parts:
                watcher.changed(board, part)

    def _leave(self, watcher: Watcher) -> None:
        for board, watchers in list(self._watchers.items()):
            watchers.discard(watcher)
            if not watchers:
                del self._watchers[board]


class PortWatch(GameWatch):
    """Follows the board on one port of this computer, for a hub."""

    def __init__(self, hub: LiveHub) -> None:
        super().__init__(hub.store)
        self._hub = hub
        self._board: LiveBoard | None = None

    def hello(self, board: Hello) -> None:
        """Show the board as connected, with its game as far as the store has it."""
        if self._board is not None and self._board.board != board.board:
            self._part(self._board, "Another board was plugged in at its port.")
        shown = self._board = self._hub.made(board.board, board.panel)
        with shown.lock:
            shown.panel = board.panel
            shown.linked = True
            shown.become(CONNECTED)
            super().hello(board)
            self._entitle(shown)
            shown.show()
            shown.show_clock()
        self._hub.told(shown, (FULL, CARD, CLOCK))
        self._hub.listed()

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Show new events."""
        shown = self._board
        if shown is None:
            return
        with shown.lock:
            super().committed(events)
            if shown.live is not self.live or any(event.kind == START for event in events):
                self._entitle(shown)
                shown.show_clock()
            for event in events:
                if self.live is not None and event.game == self.live.id:
                    shown.last_seq = event.seq
            shown.show()
        self._hub.told(shown, (FULL, CARD, CLOCK) if any(event.kind == START for event in events) else (FULL, CARD))

    def table(self, table: Table) -> None:
        """Show what differs on the table, and the clock."""
        shown = self._board
        if shown is None:
            return
        with shown.lock:
            before = _told(self.live)
            super().table(table)
            changed = _told(self.live) != before
            if changed:
                shown.show()
            shown.show_clock()
        self._hub.told(shown, (FULL, CARD, CLOCK) if changed else (CLOCK,))

    def lost(self, sentence: str) -> None:
        """Show the board as lost; the sentence names its port, which is nothing for visitors."""
        _log.info("%s", sentence)
        if self._board is not None:
            self._part(self._board, GONE)

    def notice(self, sentence: str) -> None:
        """Keep what needs attention."""
        self._hub.notice(sentence)

    def _part(self, shown: LiveBoard, sentence: str) -> None:
        self._board = None
        with shown.lock:
            shown.linked = False
            shown.become(LOST, sentence)
            shown.show()
            shown.show_clock()
        self._hub.told(shown, (FULL, CARD, CLOCK))
        self._hub.listed()

    def _entitle(self, shown: LiveBoard) -> None:
        """Show the game this watch follows; the store tells its number and players."""
        shown.live, shown.title, shown.last_seq = self.live, None, -1
        if self.live is None:
            return
        with suppress(RecordError, StoreUnavailableError):
            record = self._hub.store.record(self.live.id)
            shown.title = GameTitle.of(record)
            shown.last_seq = _last_seq(record.events)


def _last_seq(events: Sequence[StoredEvent]) -> int:
    return events[-1].seq if events else -1


def _told(live: GameState | None) -> tuple[object, ...]:
    """Return what a board has told of its table beside the clock."""
    return () if live is None else (live.differs, live.chosen, live.menu, live.thinks)

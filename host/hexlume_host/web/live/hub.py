"""The hub of live boards: who watches which, and how they hear of changes."""

import asyncio
import json
import logging
import threading
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from contextlib import suppress

from .board import CARD, CONNECTED, ELSEWHERE, FOR_HANDS, FOR_WATCHERS, LEDS, LOST, LiveBoard

MAX_BOARDS = 1000
"""Boards that are remembered; the one that was lost longest ago goes first."""
MAX_HANDS = 64
"""Pages that may play on one simulated board."""
MAX_QUEUED = 24
"""Things that happen once (tones, refusals) which wait for a slow page; the oldest go first."""
NOTICES = 20
Key = tuple[str, str]
"""A board and one of its parts."""
LIST: Key = ("", "")
"""The list of boards, which pages follow as they follow a part of a board. No board has an empty id."""

_log = logging.getLogger(__name__)


class _Waker:
    """Wakes the pages of one event loop from any thread, with one call into the loop for all that are due."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._lock = threading.Lock()
        self._due: list[asyncio.Event] = []

    def wake(self, event: asyncio.Event) -> None:
        """Make the loop set an event."""
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
    """A client's dirty flags: which parts of which boards changed, not what changed, so memory stays bounded.

    What happens once (``send``) waits in a short queue. Changes come from any thread; ``wait`` and ``take`` belong to
    the event loop in which the watcher was made.
    """

    def __init__(self, hub: "LiveHub") -> None:
        """Begin with no board; ``LiveHub.watch`` chooses them."""
        self._hub = hub
        self._waker = hub.waker(asyncio.get_running_loop())
        self._ready = asyncio.Event()
        self._lock = threading.Lock()
        self._dirty: dict[Key, None] = {}
        self._queue: deque[str] = deque(maxlen=MAX_QUEUED)
        self._woken = False
        self.followed: Mapping[Key, None] = {}
        """The parts that the page follows, in the order in which it gets them."""

    def follow(self, followed: Mapping[Key, None]) -> None:
        """Follow exactly these parts; those that are new to the page are due at once."""
        with self._lock:
            self._dirty = {key: None for key in followed if key in self._dirty or key not in self.followed}
            self.followed = followed
            self._wake()

    def notify(self, key: Key) -> None:
        """Note that a part has changed."""
        with self._lock:
            if key in self.followed:
                self._dirty[key] = None
                self._wake()

    def send(self, text: str) -> None:
        """Queue a message of something that happens once."""
        with self._lock:
            self._queue.append(text)
            self._wake()

    async def wait(self) -> None:
        """Wait until there is something to take."""
        await self._ready.wait()

    def take(self) -> str:
        """Return what is due, as a JSON list of messages, and forget it."""
        with self._lock:
            self._woken = False
            self._ready.clear()
            dirty, self._dirty = self._dirty, {}
            queued = list(self._queue)
            self._queue.clear()
        texts = [self._hub.list_text() if key == LIST else self._hub.text(*key) for key in dirty]
        return f"[{','.join(text for text in texts + queued if text)}]"

    def _wake(self) -> None:
        """Wake the page's sender, at most once between two takes."""
        if self._woken or not (self._dirty or self._queue):
            return
        self._woken = True
        self._waker.wake(self._ready)


class LiveHub:
    """Knows every board and notifies those who watch it. Any thread may call any method."""

    def __init__(self) -> None:
        """Begin without boards."""
        self._lock = threading.Lock()
        self._boards: dict[str, LiveBoard] = {}
        self._watchers: defaultdict[Key, set[Watcher]] = defaultdict(set)
        self._listed: dict[str, tuple[str, str]] = {}
        self._list_text: str | None = None
        self._waker: _Waker | None = None
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

    def board_of(self, board: str, panel: str) -> LiveBoard:
        """Return a board, which may be new."""
        with self._lock:
            found = self._boards.get(board)
        if found is not None:
            return found
        made = LiveBoard(self, board, panel)
        with self._lock:
            found = self._boards.setdefault(board, made)
            if len(self._boards) > MAX_BOARDS:
                oldest = min(self._boards.values(), key=lambda one: (one is found, one.linked, one.since_ms))
                del self._boards[oldest.board]
                self._listed.pop(oldest.board, None)
        self.list_board(found)
        return found

    def waker(self, loop: asyncio.AbstractEventLoop) -> _Waker:
        """Return what wakes the pages of an event loop, the one that serves."""
        with self._lock:
            if self._waker is None or self._waker.loop is not loop:
                self._waker = _Waker(loop)
            return self._waker

    def text(self, board: str, part: str) -> str:
        """Return the latest message of a part of a board, empty for one that is not known."""
        found = self.board(board)
        return found.text(part) if found is not None else ""

    def list_text(self) -> str:
        """Return the message with the list of boards and their states."""
        with self._lock:
            # Made and dropped under one lock: a list made while a board comes would be kept without that board.
            if self._list_text is None:
                boards = [{"board": one.board, "panel": one.panel, "state": one.state} for one in self._sorted_boards()]
                self._list_text = json.dumps({"event": "boards", "boards": boards}, separators=(",", ":"))
            return self._list_text

    def watch(self, watcher: Watcher, full: Iterable[str], cards: Iterable[str], lists: bool, hands: str = "") -> None:
        """Make a watcher follow these boards and no others; ``hands`` is the simulated board that its page plays on."""
        keys = [(board, part) for board in full for part in (FOR_HANDS if board == hands else FOR_WATCHERS)]
        keys += [(board, CARD) for board in cards]
        if lists:
            keys.append(LIST)
        with self._lock:
            self._leave(watcher)
            for key in keys:
                self._watchers[key].add(watcher)
            watcher.follow(dict.fromkeys(keys))

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        with self._lock:
            self._leave(watcher)

    def has_room(self, board: str, watcher: Watcher) -> bool:
        """Return whether a watcher's page may play on a simulated board, too."""
        return len({*self.watchers((board, LEDS)), watcher}) <= MAX_HANDS

    def watchers(self, key: Key) -> list[Watcher]:
        """Return who follows a part."""
        with self._lock:
            return list(self._watchers.get(key, ()))

    def notify(self, key: Key) -> None:
        """Notify those who follow a part that it has changed."""
        for watcher in self.watchers(key):
            watcher.notify(key)

    def send(self, key: Key, text: str) -> None:
        """Send a message of something that happens once to those who follow a part."""
        for watcher in self.watchers(key):
            watcher.send(text)

    def list_board(self, board: LiveBoard) -> None:
        """Notify those who follow the list if a board is new on it, or its line has changed."""
        line = board.panel, board.state
        with self._lock:
            if board.board not in self._boards or self._listed.get(board.board) == line:
                return
            self._listed[board.board] = line
            self._list_text = None
        self.notify(LIST)

    def notice(self, sentence: str) -> None:
        """Keep a sentence that needs attention, and log it."""
        _log.info("%s", sentence)
        with self._lock:
            self.notices = [*self.notices[1 - NOTICES :], sentence]

    def _sorted_boards(self) -> list[LiveBoard]:
        order = {CONNECTED: 0, ELSEWHERE: 1, LOST: 2}
        return sorted(self._boards.values(), key=lambda board: (order[board.state], board.board))

    def _leave(self, watcher: Watcher) -> None:
        for key in watcher.followed:
            self._watchers[key].discard(watcher)
            if not self._watchers[key]:
                del self._watchers[key]

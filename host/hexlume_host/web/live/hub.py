"""The hub of live boards: notifies the pages that watch a board when it changes."""

import asyncio
import json
import logging
import secrets
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterable
from contextlib import suppress

from .board import CARD, CONNECTED, ELSEWHERE, FOR_HANDS, FOR_WATCHERS, LEDS, LOST, LiveBoard

MAX_BOARDS = 1000
"""Boards that are remembered; the one that was lost longest ago goes first."""
MAX_HANDS = 64
"""Pages that may play on one simulated board."""
MAX_QUEUED = 24
"""Things that happen once (tones, refusals) which wait for a slow page; the oldest go first."""
NOTICES = 20
LAST_WORDS_SECONDS = 2.0
"""How long pages have at the end for what they were told last."""
Key = tuple[str, str]
"""A board and one of its parts."""
LIST: Key = ("", "")
"""The list of boards, which pages follow as they follow a part of a board. No board has an empty id: a network game is
followed as a part of none, too.
"""

_log = logging.getLogger(__name__)


class Watcher:
    """A client's dirty flags: which parts of which boards changed, not what changed, so memory stays bounded.

    What happens once (``LiveHub.send``) waits in a short queue. The hub's lock guards ``dirty``, ``queued`` and
    ``followed``. The methods belong to the event loop in which the watcher was made.
    """

    def __init__(self, hub: "LiveHub") -> None:
        """Begin with no board; ``LiveHub.watch`` chooses them."""
        self._hub = hub
        hub.loop = asyncio.get_running_loop()
        self.ready = asyncio.Event()
        self.dirty: dict[Key, None] = {}
        self.head = ""
        """What the page gets before anything else."""
        self.queued: deque[str] = deque(maxlen=MAX_QUEUED)
        self.followed: dict[Key, None] = {}
        """The parts that the page follows, in the order in which it gets them."""

    async def wait(self) -> None:
        """Wait until there is something to take."""
        await self.ready.wait()

    def take(self) -> str:
        """Return what is due, as a JSON list of messages, and forget it."""
        with self._hub.lock:
            self.ready.clear()
            head, self.head = self.head, ""
            dirty, self.dirty = self.dirty, {}
            queued = list(self.queued)
            self.queued.clear()
        texts = [self._hub.list_text() if key == LIST else self._hub.text(*key) for key in dirty]
        return f"[{','.join(text for text in [head, *texts, *queued] if text)}]"

    def greet(self, text: str) -> None:
        """Send a message before everything that is due."""
        with self._hub.lock:
            self.head = text
        self.ready.set()

    def send(self, text: str) -> None:
        """Queue a message of something that happens once."""
        with self._hub.lock:
            self.queued.append(text)
        self.ready.set()


class LiveHub:
    """Knows every board and notifies those who watch it. Any thread may call any method."""

    def __init__(self) -> None:
        """Begin without boards."""
        self.lock = threading.RLock()
        self.program = secrets.token_hex(8)
        """Tells this program from another one at the same address."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """The event loop of the pages."""
        self._boards: dict[str, LiveBoard] = {}
        self._watchers: defaultdict[Key, set[Watcher]] = defaultdict(set)
        self._list_text = ""
        self._network_games: dict[str, str] = {}
        self.notices: list[str] = []
        """What needed attention lately, newest last."""

    def boards(self) -> list[LiveBoard]:
        """Return all boards, those that are there first."""
        order = {CONNECTED: 0, ELSEWHERE: 1, LOST: 2}
        with self.lock:
            return sorted(self._boards.values(), key=lambda board: (order[board.state], board.board))

    def board(self, board: str) -> LiveBoard | None:
        """Return a board, ``None`` if none of that id was seen."""
        with self.lock:
            return self._boards.get(board)

    def board_of(self, board: str, panel: str) -> LiveBoard:
        """Return a board, which may be new."""
        with self.lock:
            found = self._boards.get(board)
            if found is None:
                found = self._boards[board] = LiveBoard(self, board, panel)
                if len(self._boards) > MAX_BOARDS:
                    oldest = min(self._boards.values(), key=lambda one: (one is found, one.linked, one.since_ms))
                    del self._boards[oldest.board]
                self.update_list()
            return found

    def text(self, board: str, part: str) -> str:
        """Return the latest message of a part of a board, or of a network game; empty for one that is not known."""
        if not board:
            return self._network_games.get(part, "")
        found = self.board(board)
        return found.text(part) if found is not None else ""

    def list_text(self) -> str:
        """Return the message with the list of boards and their states."""
        with self.lock:
            # Made and dropped under one lock: a list made while a board comes would stay without that board.
            if not self._list_text:
                boards = [{"board": one.board, "panel": one.panel, "state": one.state} for one in self.boards()]
                self._list_text = json.dumps({"event": "boards", "boards": boards}, separators=(",", ":"))
            return self._list_text

    def publish_network_game(self, key: str, text: str) -> None:
        """Set the message of a network game and notify those who follow it."""
        with self.lock:
            self._network_games.pop(key, None)
            self._network_games[key] = text
            if len(self._network_games) > MAX_BOARDS:
                # Of the one that changed longest ago its page gets nothing any more.
                del self._network_games[next(iter(self._network_games))]
            self.notify(("", key))

    def update_list(self) -> None:
        """Notify those who follow the list of boards that one is new, or has another panel or state."""
        with self.lock:
            self._list_text = ""
            self.notify(LIST)

    def watch(
        self,
        watcher: Watcher,
        full: Iterable[str],
        cards: Iterable[str],
        lists: bool,
        hands: str = "",
        network_games: Iterable[str] = (),
    ) -> None:
        """Make a watcher follow these boards and games only; ``hands`` is the simulated board that its page plays on.

        Parts that are new to the page are due at once.
        """
        keys = [(board, part) for board in full for part in (FOR_HANDS if board == hands else FOR_WATCHERS)]
        keys += [(board, CARD) for board in cards]
        keys += [("", game) for game in network_games]
        if lists:
            keys.append(LIST)
        with self.lock:
            self.leave(watcher)
            due = [key for key in keys if key in watcher.dirty or key not in watcher.followed]
            watcher.followed, watcher.dirty = dict.fromkeys(keys), dict.fromkeys(due)
            for key in keys:
                self._watchers[key].add(watcher)
        if due:
            watcher.ready.set()

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        with self.lock:
            for key in watcher.followed:
                self._watchers[key].discard(watcher)
                if not self._watchers[key]:
                    del self._watchers[key]

    def close(self) -> None:
        """Give pages a moment to take what they were told last: the end of a server cuts them off."""
        end = time.monotonic() + LAST_WORDS_SECONDS
        while time.monotonic() < end:
            with self.lock:
                if not any(one.dirty or one.queued for followers in self._watchers.values() for one in followers):
                    return
            time.sleep(0.02)

    def watchers(self, key: Key) -> set[Watcher]:
        """Return who follows a part."""
        with self.lock:
            return set(self._watchers.get(key, ()))

    def has_room(self, board: str, watcher: Watcher) -> bool:
        """Return whether a watcher's page may play on a simulated board, too."""
        return len({*self.watchers((board, LEDS)), watcher}) <= MAX_HANDS

    def notify(self, key: Key) -> None:
        """Notify those who follow a part that it has changed."""
        with self.lock:
            watchers = self.watchers(key)
            self._wake(watchers)
            for watcher in watchers:
                watcher.dirty[key] = None

    def send(self, key: Key, text: str) -> None:
        """Send a message of something that happens once to those who follow a part."""
        with self.lock:
            watchers = self.watchers(key)
            self._wake(watchers)
            for watcher in watchers:
                watcher.queued.append(text)

    def notice(self, sentence: str) -> None:
        """Add a sentence that needs attention to ``notices``, and log it."""
        _log.info("%s", sentence)
        with self.lock:
            self.notices = [*self.notices[1 - NOTICES :], sentence]

    def _wake(self, watchers: Iterable[Watcher]) -> None:
        """Wake the pages for which nothing waits yet, with one call into their event loop for all of them."""
        idle = [one.ready for one in watchers if not (one.dirty or one.queued)]
        if idle and self.loop is not None:
            # Without its event loop the server has stopped, and there is no page left to wake.
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(_set_all, idle)


def _set_all(events: Iterable[asyncio.Event]) -> None:
    for event in events:
        event.set()

"""The hub of live boards: notifies the pages that watch a board when it changes."""

import asyncio
import json
import logging
import secrets
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from ...feed import Commit, Presence
from .board import CONNECTED, ELSEWHERE, FOR_HANDS, LEDS, LOST, LiveBoard

if TYPE_CHECKING:
    from ...store.other_programs import OtherPrograms
    from ...store.repository import Store
    from .twin_hands import TwinHands

MAX_BOARDS = 1000
"""Boards that are remembered; the one that was lost longest ago goes first."""
MAX_HANDS = 64
"""Pages that may play on one simulated board."""
MAX_QUEUED = 24
"""Things that happen once (tones, refusals) which wait for a slow page; the oldest go first."""
MIN_PAUSE_SECONDS = 0.03
"""Between two messages to one page."""
LISTS_A_SECOND = 1500
"""Messages to pages with many boards are spread so that there are no more than these."""
RETRY_SECONDS = 0.25
"""Between two looks whether a slow page has read what it was sent."""
FLUSHED_AT_ONCE = 50
"""Pages that are written to before the event loop does something else."""
LAST_WORDS_SECONDS = 0.3
"""How long pages have at the end for what they were told last."""
GONE_ELSEWHERE = "No program logs it any more."
Topic = tuple[str, str]
"""What pages follow: a part of a board and the board's id, or one of the following."""
LIST: Topic = ("boards", "")
"""The list of boards."""
GAME = "game"
"""The first member of a stored game's topic; the second is its id. Pages hear that it has changed, and read it."""
NETWORK_GAME = "netplay"
"""The first member of a network game's topic."""

_log = logging.getLogger(__name__)


class Watcher:
    """A client's dirty flags: which parts of which boards changed, not what changed, so memory stays bounded.

    What happens once (``LiveBoard.send``) waits in a short queue. The hub's lock guards all of it. ``write`` gets
    ``take`` and calls it, if the client has read all it was sent before; it returns whether it did. It is called in
    the event loop in which the watcher was made.
    """

    def __init__(self, hub: "LiveHub", write: Callable[[Callable[[], str]], bool]) -> None:
        """Begin with no board; ``LiveHub.watch`` chooses them."""
        self._hub, self._write = hub, write
        self._loop = hub.loop = asyncio.get_running_loop()
        self._next = 0.0
        """The time of the event loop before which nothing more is written."""
        self.waits = False
        """Whether something is due that ``flush`` will write."""
        self.dirty: dict[Topic, None] = {}
        self.queued: deque[str] = deque(maxlen=MAX_QUEUED)
        self.followed: dict[Topic, None] = {}
        """The parts that the page follows, in the order in which it gets them."""

    def take(self) -> str:
        """Return what is due, as a JSON list of messages, and forget it."""
        with self._hub.lock:
            self.waits = False
            dirty, self.dirty = self.dirty, {}
            queued = list(self.queued)
            self.queued.clear()
        return _joined(*filter(None, [*map(self._hub.text, dirty), *queued]))

    def flush(self) -> None:
        """Write what is due, at the pace at which the client takes it."""
        now = self._loop.time()
        if now < self._next:
            self._loop.call_at(self._next, self.flush)
        elif self._write(self.take):
            pages = self._hub.followers(LIST) if LIST in self.followed else 0
            self._next = now + max(MIN_PAUSE_SECONDS, pages / LISTS_A_SECOND)
        else:
            self._loop.call_later(RETRY_SECONDS, self.flush)


class LiveHub:
    """Knows every board and notifies those who watch it. Any thread may call any method."""

    def __init__(self, store: "Store") -> None:
        """Show the boards whose games are committed to a store from now on."""
        self.lock = threading.RLock()
        self.program = secrets.token_hex(8)
        """Tells this program from another one at the same address."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """The event loop of the pages."""
        self.hands: TwinHands | None = None
        """The hands at the simulated board of this process."""
        self._store = store
        self._boards: dict[str, LiveBoard] = {}
        self._watchers: defaultdict[Topic, set[Watcher]] = defaultdict(set)
        self._texts: dict[Topic, str] = {}
        self.update_list()
        store.feed.subscribe(self._take)

    def other_programs(self) -> "OtherPrograms":
        """Return what shows the commits of other programs, too, while its context lasts."""
        # A browser has neither a database nor other programs.
        from ...store.other_programs import OtherPrograms  # noqa: PLC0415

        return OtherPrograms(self._store, self._followed_games, notice)

    def hands_at(self, device: str) -> "TwinHands | None":
        """Return the hands at a simulated board of this process."""
        return self.hands if self.hands is not None and self.hands.board.device == device else None

    def _followed_games(self) -> set[str]:
        with self.lock:
            return {name for kind, name in self._watchers if kind == GAME}

    def _take(self, news: Commit | Presence) -> None:
        """Show what the feed has published."""
        board = self.board(news.device)
        if isinstance(news, Presence):
            state = ELSEWHERE if news.is_there else LOST
            if board is not None:
                with board.lock:
                    if not board.logged_here and board.state != state:
                        board.become(state, "" if news.is_there else GONE_ELSEWHERE)
                        board.update()
            return
        # Of a game that is over when it is found nobody saw the end here, and nobody plays.
        if board is None and news.device and news.events and not news.is_over:
            board = self.board_of(news.device, news.panel)
        if board is not None:
            board.take(news)
        for game in news.games:
            self.notify((GAME, game))

    def boards(self) -> list[LiveBoard]:
        """Return all boards, those that are there first."""
        order = {CONNECTED: 0, ELSEWHERE: 1, LOST: 2}
        with self.lock:
            return sorted(self._boards.values(), key=lambda board: (order[board.state], board.device))

    def board(self, device: str) -> LiveBoard | None:
        """Return a board, ``None`` if none of that id was seen."""
        with self.lock:
            return self._boards.get(device)

    def board_of(self, device: str, panel: str) -> LiveBoard:
        """Return a board, which may be new."""
        with self.lock:
            found = self._boards.get(device)
            if found is None:
                found = self._boards[device] = LiveBoard(self, self._store, device, panel)
                if len(self._boards) > MAX_BOARDS:
                    oldest = min(self._boards.values(), key=lambda one: (one is found, one.logged_here, one.since_ms))
                    del self._boards[oldest.device]
                    for part in FOR_HANDS:
                        self._texts.pop((part, oldest.device), None)
                self.update_list()
            return found

    def text(self, topic: Topic) -> str:
        """Return the latest message of a topic as JSON, empty for one that is not known."""
        if topic[0] == GAME:
            return json.dumps({"event": GAME, "game": topic[1]})
        return self._texts.get(topic, "")

    def publish(self, topic: Topic, text: str) -> None:
        """Set the message of a topic and notify those who follow it."""
        with self.lock:
            self._texts[topic] = text
            self.notify(topic)

    def update_list(self) -> None:
        """Notify those who follow the list of boards that one is new, or has another panel or state."""
        # A list made while a board comes must not take the place of the next one.
        with self.lock:
            boards = [{"device": one.device, "panel": one.panel, "state": one.state} for one in self.boards()]
            self.publish(LIST, json.dumps({"event": LIST[0], "boards": boards}, separators=(",", ":")))

    def watch(self, watcher: Watcher, topics: Iterable[Topic]) -> None:
        """Make a watcher follow these topics only. Those that are new to the page are due at once."""
        followed = dict.fromkeys(topics)
        with self.lock:
            self.leave(watcher)
            due = [topic for topic in followed if topic in watcher.dirty or topic not in watcher.followed]
            watcher.followed, watcher.dirty = followed, dict.fromkeys(due)
            for topic in followed:
                self._watchers[topic].add(watcher)
            if due:
                self._wake([watcher])

    def leave(self, watcher: Watcher) -> None:
        """Forget a watcher."""
        with self.lock:
            for topic in watcher.followed:
                self._watchers[topic].discard(watcher)
                if not self._watchers[topic]:
                    del self._watchers[topic]

    def close(self) -> None:
        """Give pages a moment to take what they were told last: the end of a server cuts them off."""
        if self._watchers:
            time.sleep(LAST_WORDS_SECONDS)

    def followers(self, topic: Topic) -> int:
        """Return how many follow a topic."""
        return len(self._watchers.get(topic, ()))

    def has_room(self, device: str, watcher: Watcher) -> bool:
        """Return whether a watcher's page may play on a simulated board, too."""
        with self.lock:
            return len({*self._watchers.get((LEDS, device), ()), watcher}) <= MAX_HANDS

    def notify(self, topic: Topic, once: str = "") -> None:
        """Notify those who follow a topic that it has changed, or send them a message of what happens ``once``."""
        with self.lock:
            watchers = self._watchers.get(topic, set())
            for watcher in watchers:
                if once:
                    watcher.queued.append(once)
                else:
                    watcher.dirty[topic] = None
            self._wake(watchers)

    def send(self, watcher: Watcher, once: str) -> None:
        """Send one page a message of what happens ``once``."""
        with self.lock:
            watcher.queued.append(once)
            self._wake([watcher])

    def _wake(self, watchers: Iterable[Watcher]) -> None:
        """Let what is due be written to the pages for which nothing waits yet."""
        idle = [one for one in watchers if not one.waits]
        for one in idle:
            one.waits = True
        if idle and self.loop is not None:
            # Without its event loop the server has stopped, and there is no page left.
            with suppress(RuntimeError):
                self.loop.call_soon_threadsafe(_flush, self.loop, idle)


def _flush(loop: asyncio.AbstractEventLoop, watchers: Sequence[Watcher]) -> None:
    """Write to pages, some at a time."""
    for watcher in watchers[:FLUSHED_AT_ONCE]:
        watcher.flush()
    if rest := watchers[FLUSHED_AT_ONCE:]:
        loop.call_soon(_flush, loop, rest)


@lru_cache(16)
def _joined(*texts: str) -> str:
    """Return messages as a JSON list: one and the same text for all pages that get the same."""
    return f"[{','.join(texts)}]"


def notice(sentence: str) -> None:
    """Log what needs attention: without another handler it goes to standard error."""
    _log.warning("%s", sentence)

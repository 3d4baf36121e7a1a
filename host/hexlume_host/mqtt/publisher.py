"""Publishes every board that is logged to a broker, without ever holding the logging up."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Self

from ..device.listener import LinkListener
from ..device.messages import Health, Hello, Table
from ..game.events import BoardEvent
from ..store.repository import Store
from .broker import Broker
from .client import MqttClient, Will
from .follower import BoardFollower
from .topics import OFFLINE, ONLINE, HostTopics, host_name

MOST_WAITING = 500
"""So many messages of a board may wait; more are left out, and the game is taken from the store."""
_TICK_SECONDS = 30.0
_log = logging.getLogger(__name__)

Step = Callable[[BoardFollower], None]


class Publisher:
    """Tells a broker of boards; ``listener`` returns who is to be told of what happens on a port.

    The links only hand over what they heard. A thread of the publisher's own follows the games, and the client's
    threads speak with the broker. ``part`` tells apart what runs on one computer at the same time (docs/mqtt.md).
    """

    def __init__(
        self,
        broker: Broker,
        store: Store,
        *,
        part: str | None = None,
        say: Callable[[str], None] = lambda sentence: None,
        client: MqttClient | None = None,
    ) -> None:
        """Raises ``MqttError`` when the broker's certificate cannot be read. ``say`` is told of the connection."""
        self.host = host_name(part)
        self._status = HostTopics(self.host).status
        self._store, self._say = store, say
        self.client = client or MqttClient(broker, "hexlume", will=Will(self._status, OFFLINE), say=say)
        self._awake = threading.Condition()
        self._feeds: dict[BoardFeed, None] = {}
        """Those that have something to tell or whose board is there, in the order in which they came."""
        self._stopped = False
        self._failed = ""
        self._thread = threading.Thread(target=self._run, name="hexlume-mqtt-publisher", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def start(self) -> None:
        """Begin to connect and to publish."""
        # Another program of this name, or our own will of an earlier run, may say that we are gone.
        self.client.subscribe(self._status, self._on_status)
        self.client.keep(self._status, ONLINE)
        self.client.start()
        self._thread.start()

    def close(self) -> None:
        """Tell that this computer's boards are gone, and part from the broker."""
        with self._awake:
            self._stopped = True
            self._awake.notify_all()
        self._thread.join()
        for feed in list(self._feeds):
            feed.follower.lost("")
        self.client.keep(self._status, OFFLINE)
        self.client.close()

    def listener(self, port: str) -> "BoardFeed":
        """Return who is to be told of the board on a port."""
        with self._awake:
            before = [feed for feed in self._feeds if feed.port == port]
        for feed in before:
            # Its link has ended, however it did.
            feed.lost("")
        return BoardFeed(port, self._awake, self._feeds, BoardFollower(self.client, self._store, self.host, port))

    def _run(self) -> None:
        while True:
            with self._awake:
                self._awake.wait_for(lambda: self._stopped or any(feed.waiting for feed in self._feeds), _TICK_SECONDS)
                work = [(feed.follower, feed.take()) for feed in self._feeds]
                for feed in [feed for feed in self._feeds if feed.gone]:
                    del self._feeds[feed]
            for follower, steps in work:
                self._follow(follower, steps)
            if self._stopped:
                return

    def _follow(self, follower: BoardFollower, steps: "Sequence[tuple[datetime, Step]]") -> None:
        """Let a follower take what its board told; whatever goes wrong there must not end the rest."""
        try:
            for follower.now, step in steps:
                step(follower)
            follower.now = datetime.now(UTC)
            follower.tick()
            follower.flush()
        except Exception as error:
            _log.debug("a board was not published", exc_info=error)
            sentence = f"A board's news could not be published ({type(error).__name__}: {error}); its game is logged."
            if sentence != self._failed:
                self._failed = sentence
                self._say(sentence)

    def _on_status(self, topic: str, payload: bytes) -> None:
        if payload != ONLINE.encode() and not self._stopped:
            self.client.publish(topic, ONLINE, retain=True)


class BoardFeed(LinkListener):
    """Hands what it is told over to the publisher's thread, at once and at most ``MOST_WAITING`` of it."""

    def __init__(
        self, port: str, awake: threading.Condition, feeds: "dict[BoardFeed, None]", follower: BoardFollower
    ) -> None:
        """``feeds`` are the publisher's; who has something to tell joins them, under the lock of ``awake``."""
        self.port = port
        self.gone = False
        """Whether the last that was told is that the board has gone."""
        self._feeds = feeds
        self.follower = follower
        self.waiting: deque[tuple[datetime, Step]] = deque()
        self._awake = awake
        self._missed: str | None = None

    def take(self) -> list[tuple[datetime, Step]]:
        """Return what waits, and part with it; called under the publisher's lock."""
        steps = list(self.waiting)
        self.waiting.clear()
        if self._missed is not None:
            game, self._missed = self._missed, None
            steps.append((datetime.now(UTC), lambda follower: follower.catch_up(game)))
        return steps

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends the board a command."""
        self._add(lambda follower: setattr(follower, "command", command))

    def hello(self, board: Hello) -> None:
        """Hand over that a board was recognised."""
        self._add(lambda follower: follower.hello(board))

    def lost(self, sentence: str) -> None:
        """Hand over that the board has gone."""
        self._add(lambda follower: follower.lost(sentence), gone=True)

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Hand over new events."""
        if not self._add(lambda follower: follower.committed(events), droppable=True):
            self._missed = events[-1].game

    def table(self, table: Table) -> None:
        """Hand over how the table differs, and what the clock says."""
        self._add(lambda follower: follower.table(table), droppable=True)

    def health(self, health: Health) -> None:
        """Hand over how some sensors are."""
        self._add(lambda follower: follower.health(health), droppable=True)

    def _add(self, step: Step, droppable: bool = False, gone: bool = False) -> bool:
        """Hand a step over; return whether there was room for it."""
        with self._awake:
            if droppable and len(self.waiting) >= MOST_WAITING:
                return False
            self.waiting.append((datetime.now(UTC), step))
            self.gone = gone
            self._feeds[self] = None
            self._awake.notify_all()
            return True

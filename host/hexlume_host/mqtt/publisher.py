"""Publisher: publishes every logged board to a broker, and never delays the logging."""

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
from .topics import OFFLINE, ONLINE, host_name, host_status

MAX_WAITING = 500
"""Reports of a board that may wait; more are dropped, and the game is read from the store."""
_TICK_SECONDS = 30.0
_log = logging.getLogger(__name__)

Step = Callable[[BoardFollower], None]


class Publisher:
    """Publishes boards; ``listener`` returns the listener for the link of a port.

    The links only hand their reports over. A thread of the publisher follows the games, and the client's thread talks
    to the broker. ``part`` distinguishes the programs of one computer (docs/mqtt.md).
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
        """``say`` takes sentences about the connection. Raises ``MqttError`` for a certificate that cannot be read."""
        self.host = host_name(part)
        self._status = host_status(self.host)
        self._store, self._say = store, say
        self.client = client or MqttClient(broker, "hexlume", will=Will(self._status, OFFLINE), say=say)
        self._awake = threading.Condition()
        self._feeds: dict[BoardFeed, None] = {}
        """Those whose reports wait or whose board is there, in the order in which they came."""
        self._stopped = False
        self._failed = ""
        self._thread = threading.Thread(target=self._run, name="hexlume-mqtt-publisher", daemon=True)

    def __enter__(self) -> Self:
        # Another program of this name, or the will of our last run, may publish that we are gone.
        self.client.subscribe(self._status, self._on_status)
        self.client.keep(self._status, ONLINE)
        self.client.start()
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Publish that this computer's boards are gone, and disconnect."""
        with self._awake:
            self._stopped = True
            self._awake.notify_all()
        self._thread.join()
        for feed in list(self._feeds):
            feed.follower.lost("")
        self.client.keep(self._status, OFFLINE)
        self.client.close()

    def listener(self, port: str) -> "BoardFeed":
        """Return the listener for the link of a port."""
        with self._awake:
            before = [feed for feed in self._feeds if feed.port == port]
        for feed in before:
            # Its link has ended, however it did.
            feed.lost("")
        return BoardFeed(port, self._awake, self._feeds, BoardFollower(self.client, self._store, self.host, port))

    def _run(self) -> None:
        while not self._stopped:
            with self._awake:
                self._awake.wait_for(lambda: self._stopped or any(feed.waiting for feed in self._feeds), _TICK_SECONDS)
                work = [(feed.follower, feed.take()) for feed in self._feeds]
                for feed in [feed for feed in self._feeds if feed.gone]:
                    del self._feeds[feed]
            for follower, steps in work:
                self._follow(follower, steps)

    def _follow(self, follower: BoardFollower, steps: "Sequence[tuple[datetime, Step]]") -> None:
        """Let a follower take its board's reports; an error with one board must not stop the others."""
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
    """Queues a link's reports for the publisher's thread, max. ``MAX_WAITING``."""

    def __init__(
        self, port: str, awake: threading.Condition, feeds: "dict[BoardFeed, None]", follower: BoardFollower
    ) -> None:
        """``feeds`` are the publisher's: a feed with a report joins them, under the lock of ``awake``."""
        self.port = port
        self.gone = False
        """Whether the last report is that the board has gone."""
        self.follower = follower
        self.waiting: deque[tuple[datetime, Step]] = deque()
        self._feeds, self._awake = feeds, awake
        self._missed: str | None = None

    def take(self) -> list[tuple[datetime, Step]]:
        """Empty the queue and return it; called under the publisher's lock."""
        steps = list(self.waiting)
        self.waiting.clear()
        if self._missed is not None:
            game, self._missed = self._missed, None
            steps.append((datetime.now(UTC), lambda follower: follower.catch_up(game)))
        return steps

    def linked(self, command: Callable[..., int | None]) -> None:
        """Queue what sends the board a command."""
        self._add(lambda follower: setattr(follower, "command", command))

    def hello(self, board: Hello) -> None:
        """Queue that a board was recognised."""
        self._add(lambda follower: follower.hello(board))

    def lost(self, sentence: str) -> None:
        """Queue that the board has gone."""
        self._add(lambda follower: follower.lost(sentence), gone=True)

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Queue new events."""
        if not self._add(lambda follower: follower.committed(events), droppable=True):
            self._missed = events[-1].game

    def table(self, table: Table) -> None:
        """Queue how the table differs, and the clock."""
        self._add(lambda follower: follower.table(table), droppable=True)

    def health(self, health: Health) -> None:
        """Queue the health of some sensors."""
        self._add(lambda follower: follower.health(health), droppable=True)

    def _add(self, step: Step, droppable: bool = False, gone: bool = False) -> bool:
        """Queue a step; return whether there was room for it."""
        with self._awake:
            if droppable and len(self.waiting) >= MAX_WAITING:
                return False
            self.waiting.append((datetime.now(UTC), step))
            self.gone = gone
            self._feeds[self] = None
            self._awake.notify_all()
            return True

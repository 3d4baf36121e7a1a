"""Board publisher: publishes one board, its game and its events to a broker."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.messages import Hello
from hexlume_host.store.repository import Store
from hexlume_record.game.events import BoardEvent

from .client import MqttClient
from .discovery import discovery_message
from .messages import EVENT_TYPES, about_message, event_message, game_message
from .topics import OFFLINE, ONLINE, BoardTopics

NEWS_SECONDS = 60.0
"""Older events are not published: an automation should not act on them."""
DRIFT = 1e-4
"""Max drift between a board's clock and this computer's (docs/logging.md: 30 millionths)."""


class BoardPublisher(GameWatch):
    """Follows the board on one port and publishes it, on its logger's thread; the client never makes that wait."""

    def __init__(
        self, client: MqttClient, store: Store, host: str, port: str, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(store)
        self._client, self._host, self._port, self._now = client, host, port, now
        self._topics: BoardTopics | None = None
        self._board: Hello | None = None
        self._hello_at = 0.0

    def hello(self, board: Hello) -> None:
        """Publish the board, and follow its game."""
        topics = BoardTopics(self._host, board.device)
        if self._topics is not None and self._topics.base != topics.base:
            self.closed()
        self._topics, self._board, self._hello_at = topics, board, self._now()
        self._keep(topics.discovery, discovery_message(topics, board))
        self._keep(topics.about, about_message(board, self._host, self._port))
        self._client.keep(topics.status, ONLINE)
        super().hello(board)

    def closed(self) -> None:
        """Publish that the board has gone."""
        if self._topics is not None:
            self._client.keep(self._topics.status, OFFLINE)
            # Plugged into another computer, the board is described by that one.
            self._client.forget(self._topics.discovery)

    def applied(self, event: BoardEvent) -> None:
        """Publish an event, unless it is old."""
        if self._topics is None or self.live is None or event.kind not in EVENT_TYPES or not self._is_news(event):
            return
        message = event_message(event, self.live, self.look_up(), datetime.now(UTC))
        self._client.publish(self._topics.event, json.dumps(message))

    def changed(self) -> None:
        """Publish the game."""
        if self._topics is not None:
            self._keep(self._topics.game, game_message(self.live, self.table_report, self.look_up()))

    def _is_news(self, event: BoardEvent) -> bool:
        """Return whether an event happened just now, by the board's clock."""
        board = self._board
        if board is None or board.ticks is None or event.boot not in (None, board.boot):
            return False
        age = (self._now() - self._hello_at) * (1 - DRIFT) - (event.ticks - board.ticks) / 1000
        return age < NEWS_SECONDS

    def _keep(self, topic: str, message: dict[str, Any]) -> None:
        self._client.keep(topic, json.dumps(message))

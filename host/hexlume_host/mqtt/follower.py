"""Board follower: turns what one board reports into retained values and events for a broker."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from ..device.game_follower import GameWatch
from ..device.health import PanelHealth
from ..device.messages import Health, Hello
from ..errors import LinkError, RecordError, StoreUnavailableError
from ..game.clock import ClockReport
from ..game.events import START, BoardEvent, is_later
from ..game.record import GameRecord, history_of
from ..game.state import GameState
from ..store.repository import Store
from .client import MqttClient
from .discovery import discovery_message
from .messages import (
    EVENT_TYPES,
    about_message,
    clock_message,
    event_message,
    game_message,
    players,
    sensors_message,
)
from .topics import OFFLINE, ONLINE, BoardTopics

NEWS_SECONDS = 60.0
"""Older events are not published: an automation should not act on them."""
_SURELY_LATE_SECONDS = 2.0
"""Less than this may be the way from the board to here."""
DRIFT = 1e-4
"""Max drift between a board's clock and this computer's (docs/logging.md: 30 millionths)."""
CLOCK_SECONDS = 10.0
"""The interval at which a clock is published that only counts down."""
CHECK_SECONDS = 3600.0
"""The interval at which the board is asked for its sensors' health; also when it says hello."""


class BoardFollower(GameWatch):
    """Follows the board on one port, on the publisher's thread.

    ``now`` is when the current report arrived; the caller sets it. ``flush`` publishes retained values.
    """

    def __init__(self, client: MqttClient, store: Store, host: str, port: str) -> None:
        super().__init__(store)
        self.now = datetime.now(UTC)
        self.command: Callable[..., int | None] = lambda do, **arguments: None
        """Sends the board a command, once somebody can."""
        self._client, self._host, self._port = client, host, port
        self._topics: BoardTopics | None = None
        self._board: Hello | None = None
        self._hello_at = self.now
        self._record: GameRecord | None = None
        self._seq = -1
        self._panel: PanelHealth | None = None
        self._check_at: datetime | None = None
        self._clock: tuple[ClockReport | None, datetime] | None = None
        self._stale = False

    def hello(self, board: Hello) -> None:
        """Publish the board, and follow its game."""
        topics = BoardTopics(self._host, board.board)
        if self._topics is not None and self._topics.base != topics.base:
            self._gone()
        self._topics, self._board, self._hello_at = topics, board, self.now
        self._keep(topics.discovery, discovery_message(topics, board))
        self._keep(topics.about, about_message(board, self._host, self._port))
        self._client.keep(topics.status, ONLINE)
        self._clock = None
        super().hello(board)
        self._check_at = self.now
        self.tick()

    def lost(self, sentence: str) -> None:
        """Publish that the board has gone."""
        self._gone()

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Follow the events of the board's running game; those of its earlier games are history."""
        for event in events:
            if not self._is_running(event):
                continue
            if event.kind == START:
                self.live, self._record, self._seq = GameState(event.game, event.data), None, event.seq
                self._note_table()
            elif self.live is None or self.live.id != event.game or event.seq > self._seq + 1:
                self._take_up(event.game)
            elif event.seq == self._seq + 1:
                self.live.take(event)
                self._seq = event.seq
            self.changed()
            if self.live is not None:
                self._publish_event(event, self.live)

    def health(self, health: Health) -> None:
        """Collect the sensors' health, until that of all of them is known."""
        if self._panel is None or self._topics is None:
            return
        self._panel.take(health)
        if self._panel.complete:
            self.command("health", on=False)
            self._keep(self._topics.sensors, sensors_message(self._panel, self.now))
            self._panel = None

    def changed(self) -> None:
        """Note that the game or its clock has changed."""
        self._stale = True

    def catch_up(self, game: str) -> None:
        """Read a game from the store, some of whose events were left out here, unless it is an earlier one."""
        if self.live is None or game == self.live.id or is_later(game, self.live.id):
            self._take_up(game)
            self.changed()

    def tick(self) -> None:
        """Ask for the sensors' health when that is due."""
        if self._check_at is None or self.now < self._check_at or self._board is None:
            return
        self._check_at = self.now + timedelta(seconds=CHECK_SECONDS)
        try:
            self._panel = PanelHealth(self._board.panel)
        except LinkError:
            self._panel = None
            return
        self.command("health", on=True)

    def flush(self) -> None:
        """Publish the game and its clock, if they have changed."""
        if not self._stale or self._topics is None:
            return
        self._stale = False
        self._keep(self._topics.game, game_message(self.live, self._record_of(self.live)))
        self._publish_clock(self._topics)

    def _take_up(self, game: str) -> None:
        """Read a game from the store, which may be ahead of what arrived here."""
        self.live, self._record, self._seq = None, None, -1
        try:
            if game:
                self._record = self._store.record(game)
                self.live, self._seq = GameState.replay(self._record), self._record.events[-1].seq
        except (RecordError, StoreUnavailableError):
            self.live = None
        self._note_table()

    def _is_running(self, event: BoardEvent) -> bool:
        """Return whether an event is of the running game; after a loss the board also reports earlier ones."""
        return self.live is None or event.game == self.live.id or is_later(event.game, self.live.id)

    def _publish_event(self, event: BoardEvent, live: GameState) -> None:
        at = self._news_at(event)
        if self._topics is None or at is None or event.kind not in EVENT_TYPES:
            return
        record = self._record_of(live)
        actions = len(live.actions)
        if record is not None and event.seq < self._seq:
            # The game was read from the store, which is ahead of this event.
            actions = len(history_of(one for one in record.events if one.seq <= event.seq).actions)
        message = event_message(event, live, players(live, record), actions, at)
        self._client.publish(self._topics.event, _json(message), for_seconds=NEWS_SECONDS)

    def _news_at(self, event: BoardEvent) -> datetime | None:
        """Return when an event happened by the board's clock; ``None`` when that is too long ago to be news."""
        board = self._board
        if board is None or event.boot not in (None, board.boot):
            return None
        if board.ticks is None:
            return self.now
        at = self._hello_at + timedelta(milliseconds=event.ticks - board.ticks)
        age = (self.now - at).total_seconds() - DRIFT * (self.now - self._hello_at).total_seconds()
        if age >= NEWS_SECONDS:
            return None
        return at if age > _SURELY_LATE_SECONDS else self.now

    def _publish_clock(self, topics: BoardTopics) -> None:
        clock = self.live.clock if self.live is not None else None
        if self._clock is not None:
            before, at = self._clock
            soon = (self.now - at).total_seconds() < CLOCK_SECONDS
            if before is None or clock is None:
                if before is clock:
                    return
            elif soon and _without_times(clock) == _without_times(before):
                return
        self._clock = clock, self.now
        self._keep(topics.clock, clock_message(clock, self.now))

    def _record_of(self, live: GameState | None) -> GameRecord | None:
        """Return a game as the store has it, at least its header; ``None`` when it cannot be read just now."""
        if live is None:
            return None
        if self._record is None or self._record.game != live.id:
            try:
                self._record = self._store.record(live.id)
            except (RecordError, StoreUnavailableError):
                return None
        return self._record

    def _gone(self) -> None:
        self.flush()
        self._check_at = self._panel = self._board = None
        topics = self._topics
        if topics is None:
            return
        self._client.keep(topics.status, OFFLINE)
        # Plugged into another computer, the board is published by that one; the broker keeps what it has.
        for topic in (topics.discovery, topics.about, topics.game, topics.clock, topics.sensors):
            self._client.forget(topic)

    def _keep(self, topic: str, message: dict[str, Any]) -> None:
        self._client.keep(topic, _json(message))


def _without_times(clock: ClockReport) -> tuple[object, ...]:
    """Return what of a clock is published at once when it changes: all but the times."""
    return clock.control, clock.running, clock.flagged, tuple(sorted(clock.periods.items()))


def _json(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

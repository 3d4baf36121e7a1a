"""Follows one board for a broker: what it tells becomes retained values and events."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from ..device.game_follower import GameWatch
from ..device.health import PanelHealth
from ..device.messages import Health, Hello
from ..errors import LinkError, RecordError, StoreUnavailableError
from ..game.clock import ClockReport
from ..game.events import START, BoardEvent, is_later
from ..game.record import GameRecord, history_of
from ..game.state import GameState
from ..store.repository import Store
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
"""What happened longer ago is told by the retained values alone: an automation should not act on it."""
_SURELY_LATE_SECONDS = 2.0
"""Less than this may be the way from the board to here."""
DRIFT = 1e-4
"""A board's clock and this computer's part by no more than this share of the time (docs/logging.md: 30 millionths)."""
CLOCK_SECONDS = 10.0
"""While a clock only counts down it is published so often."""
CHECK_SECONDS = 3600.0
"""The board is asked for its sensors' health so often, and when it says hello."""


class Telling(Protocol):
    """Takes what is to be published; ``hexlume_host.mqtt.client.MqttClient`` does."""

    def keep(self, topic: str, payload: str) -> None:
        """Publish a topic's value, retained."""

    def forget(self, topic: str) -> None:
        """Publish a topic's value no more."""

    def publish(self, topic: str, payload: str, *, for_seconds: float | None = None) -> None:
        """Publish something once."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """Something a board told, and when it was heard."""

    what: Any
    at: datetime


class BoardFollower(GameWatch):
    """Follows the board on one port, on the publisher's thread, and publishes what it comes to.

    ``now`` is when what is told now was heard; whoever calls sets it. Retained values are published by ``flush``.
    """

    def __init__(self, telling: Telling, store: Store, host: str, port: str) -> None:
        super().__init__(store)
        self.now = datetime.now(UTC)
        self.command: Callable[..., int | None] = _no_command
        """Sends the board a command; set once somebody can."""
        self._telling, self._host, self._port = telling, host, port
        self._topics: BoardTopics | None = None
        self._hello: Stamped | None = None
        self._record: GameRecord | None = None
        self._seq = -1
        self._panel: PanelHealth | None = None
        self._check_at: datetime | None = None
        self._clock: tuple[ClockReport | None, datetime] | None = None
        self._stale = False

    def hello(self, board: Hello) -> None:
        """Tell of the board, and take up its game."""
        topics = BoardTopics(self._host, board.board)
        if self._topics is not None and self._topics != topics:
            self._gone()
        self._topics, self._hello = topics, Stamped(board, self.now)
        self._keep(topics.discovery, discovery_message(topics, board))
        self._keep(topics.about, about_message(board, self._host, self._port))
        self._telling.keep(topics.status, ONLINE)
        self._clock = None
        super().hello(board)
        self._check_at = self.now
        self.tick()

    def lost(self, sentence: str) -> None:
        """Tell that the board has gone."""
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
                self._tell_event(event, self.live)

    def health(self, health: Health) -> None:
        """Gather what the board tells of its sensors, until all of them are known."""
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
        """Take a game from the store of which some events were not heard here, unless it is an earlier one."""
        if self.live is None or game == self.live.id or is_later(game, self.live.id):
            self._take_up(game)
            self.changed()

    def tick(self) -> None:
        """Do what is due by the time: ask for the sensors' health."""
        if self._check_at is None or self.now < self._check_at or self._hello is None:
            return
        self._check_at = self.now + timedelta(seconds=CHECK_SECONDS)
        try:
            self._panel = PanelHealth(self._hello.what.panel)
        except LinkError:
            self._panel = None
            return
        self.command("health", on=True)

    def flush(self) -> None:
        """Publish how the game and its clock stand, if that has changed."""
        if not self._stale or self._topics is None:
            return
        self._stale = False
        self._keep(self._topics.game, game_message(self.live, self._record_of(self.live)))
        self._tell_clock(self._topics)

    def _take_up(self, game: str) -> None:
        """Take a game from the store, which may be ahead of what was told here so far."""
        self.live, self._record, self._seq = None, None, -1
        try:
            if game:
                self._record = self._store.record(game)
                self.live = GameState.replay(self._record)
                self._seq = self._record.events[-1].seq
        except (RecordError, StoreUnavailableError):
            self.live = None
        self._note_table()

    def _is_running(self, event: BoardEvent) -> bool:
        """Return whether an event is of the game the board plays now; after a loss it also tells of earlier ones."""
        if self.live is None or event.game == self.live.id:
            return True
        return is_later(event.game, self.live.id)

    def _tell_event(self, event: BoardEvent, live: GameState) -> None:
        at = self._news_at(event)
        if self._topics is None or at is None or event.kind not in EVENT_TYPES:
            return
        record = self._record_of(live)
        actions = len(live.actions)
        if record is not None and event.seq < self._seq:
            # The game was taken from the store, which is ahead of this event.
            actions = len(history_of(one for one in record.events if one.seq <= event.seq).actions)
        told = event_message(event, live, players(live, record), actions, at)
        self._telling.publish(self._topics.event, _json(told), for_seconds=NEWS_SECONDS)

    def _news_at(self, event: BoardEvent) -> datetime | None:
        """Return when an event happened by the board's clock; ``None`` when that is too long ago to be news."""
        if self._hello is None or event.boot not in (None, self._hello.what.boot):
            return None
        if self._hello.what.ticks is None:
            return self.now
        at = self._hello.at + timedelta(milliseconds=event.ticks - self._hello.what.ticks)
        age = (self.now - at).total_seconds() - DRIFT * (self.now - self._hello.at).total_seconds()
        if age >= NEWS_SECONDS:
            return None
        return at if age > _SURELY_LATE_SECONDS else self.now

    def _tell_clock(self, topics: BoardTopics) -> None:
        clock = self.live.clock if self.live is not None else None
        if self._clock is not None:
            before, at = self._clock
            if clock is None and before is None:
                return
            soon = (self.now - at).total_seconds() < CLOCK_SECONDS
            if clock is not None and before is not None and soon and _shown(clock) == _shown(before):
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
        self._check_at = self._panel = self._hello = None
        if self._topics is None:
            return
        topics = self._topics
        self._telling.keep(topics.status, OFFLINE)
        # Plugged into another computer, the board is that one's to tell of; what the broker has of it stays.
        for topic in (topics.discovery, topics.about, topics.game, topics.clock, topics.sensors):
            self._telling.forget(topic)

    def _keep(self, topic: str, message: dict[str, Any]) -> None:
        self._telling.keep(topic, _json(message))


def _shown(clock: ClockReport) -> tuple[object, ...]:
    """Return what of a clock is told at once when it changes: all but the times."""
    return clock.control, clock.running, clock.flagged, tuple(sorted(clock.periods.items()))


def _json(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def _no_command(do: str, **arguments: object) -> None:
    return None

"""Board follower: turns what one board reports into retained values and events for a broker."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Concatenate, ParamSpec

from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.health import PanelHealth
from hexlume_host.device.messages import Health, Hello
from hexlume_host.errors import LinkError, StoreUnavailableError
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.record import GameHeader
from hexlume_record.game.state import GameState
from hexlume_record.table.clock import ClockReport

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
"""The interval at which a board that is played on is asked for its sensors' health; also when it says hello."""
_log = logging.getLogger(__name__)
_P = ParamSpec("_P")


def _now() -> datetime:
    return datetime.now(UTC)


def _guarded(
    publish: Callable[Concatenate["BoardFollower", _P], None],
) -> Callable[Concatenate["BoardFollower", _P], None]:
    """Report an error in publishing instead of raising it: the board's games are logged all the same."""

    def guarded(follower: "BoardFollower", /, *arguments: _P.args, **named: _P.kwargs) -> None:
        try:
            publish(follower, *arguments, **named)
        except Exception as error:
            _log.debug("a board was not published", exc_info=error)
            what = f"{type(error).__name__}: {error}"
            follower.client.report(f"A board's news could not be published ({what}); its game is logged.")

    return guarded


class BoardFollower(GameWatch):
    """Follows the board on one port and publishes it, on its logger's thread; the client never makes that wait."""

    def __init__(
        self, client: MqttClient, store: Store, host: str, port: str, now: Callable[[], datetime] = _now
    ) -> None:
        super().__init__(store)
        self.client = client
        self._host, self._port, self._now = host, port, now
        self._command: Callable[..., int | None] = lambda do, **arguments: None
        self._topics: BoardTopics | None = None
        self._board: Hello | None = None
        self._hello_at = now()
        self._header: GameHeader | None = None
        self._panel: PanelHealth | None = None
        self._check_at: datetime | None = None
        self._clock: tuple[object, ...] | None = None
        """What was last published of the clock but its times, ``None`` for nothing yet."""
        self._clock_at = now()

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends the board a command."""
        self._command = command

    @_guarded
    def hello(self, board: Hello) -> None:
        """Publish the board, and follow its game."""
        topics = BoardTopics(self._host, board.board)
        if self._topics is not None and self._topics.base != topics.base:
            self.closed()
        self._topics, self._board, self._hello_at = topics, board, self._now()
        self._keep(topics.discovery, discovery_message(topics, board))
        self._keep(topics.about, about_message(board, self._host, self._port))
        self.client.keep(topics.status, ONLINE)
        self._clock = None
        self._check_at = self._now()
        super().hello(board)

    @_guarded
    def closed(self) -> None:
        """Publish that the board has gone."""
        self._check_at = self._panel = self._board = None
        topics = self._topics
        if topics is None:
            return
        self.client.keep(topics.status, OFFLINE)
        # Plugged into another computer, the board is published by that one; the broker keeps what it has.
        for topic in (topics.discovery, topics.about, topics.game, topics.clock, topics.sensors):
            self.client.forget(topic)

    @_guarded
    def applied(self, event: BoardEvent) -> None:
        """Publish an event, unless it is old."""
        at = self._news_at(event)
        if self._topics is None or self.live is None or at is None or event.kind not in EVENT_TYPES:
            return
        message = event_message(event, self.live, players(self.live, self._header_of(self.live)), at)
        self.client.publish(self._topics.event, _json(message), for_seconds=NEWS_SECONDS)

    @_guarded
    def changed(self) -> None:
        """Publish the game and its clock, and ask for the sensors' health when that is due."""
        if self._topics is not None:
            self._keep(self._topics.game, game_message(self.live, self.table_report, self._header_of(self.live)))
            self._publish_clock(self._topics, self.table_report.clock)
        self._check_sensors()

    @_guarded
    def health(self, health: Health) -> None:
        """Collect the sensors' health, until that of all of them is known."""
        if self._panel is None or self._topics is None:
            return
        self._panel.take(health)
        if self._panel.complete:
            self._command("health", on=False)
            self._keep(self._topics.sensors, sensors_message(self._panel, self._now()))
            self._panel = None

    def _check_sensors(self) -> None:
        if self._check_at is None or self._now() < self._check_at or self._board is None:
            return
        self._check_at = self._now() + timedelta(seconds=CHECK_SECONDS)
        try:
            self._panel = PanelHealth(self._board.panel)
        except LinkError:
            self._panel = None
            return
        self._command("health", on=True)

    def _news_at(self, event: BoardEvent) -> datetime | None:
        """Return when an event happened by the board's clock; ``None`` when that is too long ago to be news."""
        board = self._board
        if board is None or event.boot not in (None, board.boot):
            return None
        now = self._now()
        if board.ticks is None:
            return now
        at = self._hello_at + timedelta(milliseconds=event.ticks - board.ticks)
        age = (now - at).total_seconds() - DRIFT * (now - self._hello_at).total_seconds()
        if age >= NEWS_SECONDS:
            return None
        return at if age > _SURELY_LATE_SECONDS else now

    def _publish_clock(self, topics: BoardTopics, clock: ClockReport | None) -> None:
        now, without_times = self._now(), _without_times(clock)
        counts_down = clock is not None and now - self._clock_at >= timedelta(seconds=CLOCK_SECONDS)
        if without_times != self._clock or counts_down:
            self._clock, self._clock_at = without_times, now
            self._keep(topics.clock, clock_message(clock, now))

    def _header_of(self, live: GameState | None) -> GameHeader | None:
        """Return a game's header from the store; ``None`` when it cannot be read just now."""
        if live is None:
            return None
        if self._header is None or self._header.game != live.id:
            try:
                self._header = self._store.record(live.id)
            except (RecordError, StoreUnavailableError):
                return None
        return self._header

    def _keep(self, topic: str, message: dict[str, Any]) -> None:
        self.client.keep(topic, _json(message))


def _without_times(clock: ClockReport | None) -> tuple[object, ...]:
    """Return what of a clock is published at once when it changes: all but the times."""
    return () if clock is None else (clock.control, clock.running, clock.flagged, tuple(sorted(clock.periods.items())))


def _json(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

"""Rows of a game: create them, append events, keep the columns that follow from the events up to date, read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from hexlume_record.game.events import BoardEvent, StoredEvent
from hexlume_record.game.record import (
    INCOMPLETE,
    UNFINISHED,
    Ending,
    GameHeader,
    GameRecord,
    GameSummary,
    Players,
    history_of,
)
from hexlume_record.words.player_names import player_key

from .clock_sync import ClockReading, EventTime
from .models import DeviceRow, EventRow, GameRow, PlayerRow
from .opening import opening_text

SEEN_WITHIN = timedelta(minutes=5)
"""A board that was not seen for longer counts as gone: whoever logs it says more often that it is there."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as its ``hello`` describes it, with its clock at that moment."""

    id: str
    panel: str
    firmware: str
    clock: ClockReading | None = None


def update_board(session: Session, board: Board) -> None:
    """Store a connected board's panel and firmware, and that it was seen now."""
    now = datetime.now(UTC)
    row = session.get(DeviceRow, board.id) or DeviceRow(id=board.id, first_seen=now)
    row.panel, row.firmware, row.last_seen = board.panel, board.firmware, now
    session.add(row)
    session.flush()


def start_game(
    session: Session, game: str, source: str, board: Board, start: Mapping[str, Any], players: Players, at: datetime
) -> GameRow:
    """Add the row of a new game, still without events; ``start`` is the data of its first one."""
    row = GameRow(
        game=game,
        source=source,
        device=board.id,
        panel=board.panel,
        firmware=board.firmware,
        rules=start["rules"],
        board=start["board"],
        options=start["options"],
        started_at=at,
        status=UNFINISHED,
        action_count=0,
        seats_swapped=False,
    )
    set_players(session, row, players)
    session.add(row)
    session.flush()
    return row


def set_players(session: Session, row: GameRow, players: Players) -> None:
    """Set who started a game with which colour."""
    row.white, row.black = players.white, players.black
    row.white_player, row.black_player = _player(session, players.white), _player(session, players.black)


def part_board(session: Session, device: str) -> None:
    """Store that a board is not connected any more."""
    row = session.get(DeviceRow, device)
    if row is not None:
        row.last_seen = min(row.last_seen, datetime.now(UTC) - SEEN_WITHIN)


class GameWriter:
    """Appends events to one game in a transaction."""

    def __init__(self, session: Session, row: GameRow) -> None:
        self._session = session
        self.row = row
        self._new: list[dict[str, Any]] = []
        self._last: EventTime | None = None
        """When the last new event was played."""

    def append(self, event: BoardEvent | StoredEvent, at: datetime, time: EventTime) -> None:
        """Append the game's next event, committed ``at``."""
        self._last = time
        self._new.append(
            {
                "game_id": self.row.id,
                "seq": event.seq,
                "kind": event.kind,
                "data": dict(event.data),
                "ticks": event.ticks,
                "at": at,
                "boot": event.boot,
                "played_at": time.at,
            }
        )

    def has(self, event: BoardEvent) -> bool:
        """Return whether this very event is the stored one; a board may count its ticks anew after a restart."""
        self._write()
        stored = self._session.get_one(EventRow, (self.row.id, event.seq))
        return stored.kind == event.kind and stored.data == event.data

    def finish(self) -> None:
        """Write the new events, and update the columns that follow from all of them."""
        if self._last is None:
            return
        self._write()
        row, history = self.row, history_of(events_of(self._session, self.row))
        row.action_count, row.opening = history.count, opening_text(history.actions)
        if row.seats_swapped != history.seats_swapped:
            row.seats_swapped = history.seats_swapped
            row.white_player, row.black_player = row.black_player, row.white_player
        ending = history.ending
        if ending != ending_of(row):
            row.status, row.result, row.reason = ending.status, ending.result, ending.reason
            # The host's clock may have been set back since the start.
            row.ended_at = None if ending.status == UNFINISHED else max(self._last.best, row.started_at)

    def _write(self) -> None:
        if self._new:
            # Not as objects: that takes twice as long.
            self._session.connection().execute(insert(EventRow), self._new)
            self._new.clear()


def end_incomplete(session: Session, row: GameRow) -> None:
    """Mark an unfinished game as incomplete: its board has dropped the rest."""
    events = events_of(session, row)
    row.status = INCOMPLETE
    row.ended_at = events[-1].played_at or events[-1].at


def events_of(session: Session, row: GameRow) -> tuple[StoredEvent, ...]:
    """Return all events of a game, in order."""
    # Not as objects: that takes twice as long.
    columns = (EventRow.seq, EventRow.kind, EventRow.ticks, EventRow.data, EventRow.at, EventRow.boot)
    query = select(*columns, EventRow.played_at).where(EventRow.game_id == row.id).order_by(EventRow.seq)
    return tuple(StoredEvent(*event) for event in session.execute(query))


def ending_of(row: GameRow) -> Ending:
    """Return how a game stands, by its row."""
    return Ending(row.status, row.result, row.reason)


def summary_of(game: GameRow, start: EventRow) -> GameSummary:
    """Return a game's line in a list of games; ``start`` is its first event."""
    return GameSummary(**_header(game, start), action_count=game.action_count)


def record_of(session: Session, game: GameRow) -> GameRecord:
    """Return a game with all its events."""
    events = events_of(session, game)
    return GameRecord(**_header(game, events[0]), events=events)


def header_of(session: Session, game: GameRow) -> GameHeader:
    """Return a game's facts, without its events."""
    return GameHeader(**_header(game, session.get_one(EventRow, (game.id, 0))))


def _player(session: Session, name: str) -> int | None:
    """Return the number of the player of a name, adding the player if new; ``None`` for an empty name."""
    key = player_key(name)
    if not key:
        return None
    row = session.scalar(select(PlayerRow).where(PlayerRow.key == key))
    if row is None:
        row = PlayerRow(key=key, name=name)
        session.add(row)
        session.flush()
    return row.id


def _header(game: GameRow, start: EventRow | StoredEvent) -> dict[str, Any]:
    """Return the members of ``GameHeader`` of a game with its ``start`` event."""
    return {
        "id": game.id,
        "game": game.game,
        "source": game.source,
        "device": game.device,
        "panel": game.panel,
        "firmware": game.firmware,
        "rules": game.rules,
        "board": game.board,
        "options": game.options,
        "clock": start.data.get("clock"),
        "white": game.white,
        "black": game.black,
        "started_at": game.started_at,
        "start_known": start.boot is None or start.played_at is not None,
        "ended_at": game.ended_at,
        "seats_swapped": game.seats_swapped,
        "ending": ending_of(game),
    }

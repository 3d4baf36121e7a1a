"""The rows of a game: begun, appended to, kept up to date with what its events come to, and read again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from ..game.events import ACTION, UNDO, BoardEvent
from ..game.player_names import player_key
from ..game.record import (
    INCOMPLETE,
    SEAT_SWAPS,
    UNFINISHED,
    Ending,
    GameRecord,
    GameSummary,
    Players,
    StoredEvent,
)
from .clock_sync import ClockReading, Played
from .game_summary import Digest, digest_of
from .models import BoardRow, EventRow, GameRow, GameSummaryRow, PlayerRow


@dataclass(frozen=True, slots=True)
class Board:
    """A board as its ``hello`` describes it; ``clock`` is what its clock said then."""

    id: str
    panel: str
    firmware: str
    clock: ClockReading | None = None


def note_board(session: Session, board: Board) -> None:
    """Note that a board is there now."""
    now = datetime.now(UTC)
    row = session.get(BoardRow, board.id)
    if row is None:
        row = BoardRow(id=board.id, first_seen=now)
        session.add(row)
    row.panel, row.firmware, row.last_seen = board.panel, board.firmware, now
    session.flush()


def start_game(
    session: Session, game: str, source: str, board: Board, start: Mapping[str, Any], players: Players, at: datetime
) -> GameRow:
    """Return the row of a new game, without any event yet; ``start`` is the data of its first one."""
    row = GameRow(
        game=game,
        source=source,
        board=board.id,
        panel=board.panel,
        firmware=board.firmware,
        rules=start["rules"],
        on=start["on"],
        options=start["options"],
        white=players.white,
        black=players.black,
        white_player=_player(session, players.white),
        black_player=_player(session, players.black),
        started_at=at,
        status=UNFINISHED,
        action_count=0,
        seats_swapped=False,
    )
    session.add(row)
    session.flush()
    return row


class NewEvents:
    """Events that a transaction appends, of any games, written together."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: list[dict[str, Any]] = []

    def add(self, row: GameRow, event: BoardEvent | StoredEvent, at: datetime, played_at: datetime | None) -> None:
        """Note an event of a game, committed ``at``."""
        self._rows.append(
            {
                "game_id": row.id,
                "seq": event.seq,
                "kind": event.kind,
                "data": dict(event.data),
                "ticks": event.ticks,
                "at": at,
                "boot": event.boot,
                "played_at": played_at,
            }
        )

    def flush(self) -> None:
        """Write the events noted so far: before any are read."""
        if self._rows:
            self._session.connection().execute(insert(EventRow), self._rows)
            self._rows.clear()


class GameWriter:
    """Appends events to one game in a transaction; ``finish`` brings what is kept of them up to date."""

    def __init__(self, session: Session, row: GameRow, new: NewEvents) -> None:
        self._session = session
        self._new = new
        self.row = row
        self._taken_back = False
        self._ending_changed = False

    def append(self, event: BoardEvent | StoredEvent, at: datetime, played: Played) -> None:
        """Append the game's next event, committed ``at``."""
        row = self.row
        self._new.add(row, event, at, played.at)
        if event.kind == ACTION:
            row.action_count += 1
            _seat(row, row.seats_swapped != (event.data["action"] in SEAT_SWAPS))
        self._taken_back |= event.kind == UNDO
        before = ending_of(row)
        after = before.after(event)
        if after != before:
            row.status, row.result, row.reason = after.status, after.result, after.reason
            # The host's clock may have been set back since the start.
            row.ended_at = None if after.status == UNFINISHED else max(played.best, row.started_at)
            self._ending_changed = True

    def finish(self) -> None:
        """Bring the game's row and its digest up to date with the events appended, which are written by now."""
        row = self.row
        if self._taken_back or (self._ending_changed and row.status != UNFINISHED):
            # What a take-back takes back depends on the events before it.
            digest = digest_of(events_of(self._session, row))
            row.action_count = digest.action_count
            _seat(row, digest.seats_swapped)
            _keep_digest(self._session, row, digest)
        elif self._ending_changed:
            _keep_digest(self._session, row, None)


def cut_short(session: Session, row: GameRow) -> None:
    """Note that nothing more comes of an unfinished game: its board has dropped the rest."""
    events = events_of(session, row)
    row.status = INCOMPLETE
    row.ended_at = events[-1].played_at or events[-1].at
    _keep_digest(session, row, digest_of(events))


def holds(session: Session, row: GameRow, event: BoardEvent) -> bool:
    """Return whether the store holds this very event; a board may tell its ticks anew after a restart."""
    held = session.get_one(EventRow, (row.id, event.seq))
    return held.kind == event.kind and held.data == event.data


def events_of(session: Session, row: GameRow) -> tuple[StoredEvent, ...]:
    """Return all events of a game, in order."""
    rows = session.scalars(select(EventRow).where(EventRow.game_id == row.id).order_by(EventRow.seq))
    return tuple(
        StoredEvent(event.seq, event.kind, event.ticks, event.data, event.at, event.boot, event.played_at)
        for event in rows
    )


def ending_of(row: GameRow) -> Ending:
    """Return how a game stands."""
    return Ending(row.status, row.result, row.reason)


def summary_of(game: GameRow, start: EventRow) -> GameSummary:
    """Return a game's line in a list of games; ``start`` is its first event."""
    return GameSummary(**_header(game, start), action_count=game.action_count)


def record_of(session: Session, game: GameRow) -> GameRecord:
    """Return a game with all its events."""
    events = events_of(session, game)
    return GameRecord(**_header(game, events[0]), events=events)


def _player(session: Session, name: str) -> int | None:
    """Return the number of the player of a name, noted when it is met first; ``None`` for nobody's name."""
    key = player_key(name)
    if not key:
        return None
    row = session.scalar(select(PlayerRow).where(PlayerRow.key == key))
    if row is None:
        row = PlayerRow(key=key, name=name)
        session.add(row)
        session.flush()
    return row.id


def _seat(row: GameRow, swapped: bool) -> None:
    """Note whether the players have exchanged their colours since the start (rule ACT-3)."""
    if row.seats_swapped != swapped:
        row.seats_swapped = swapped
        row.white_player, row.black_player = row.black_player, row.white_player


def _keep_digest(session: Session, row: GameRow, digest: Digest | None) -> None:
    """Keep what statistics need of a game that has ended, and nothing of one that goes on."""
    kept = session.get(GameSummaryRow, row.id)
    if digest is None or row.status == UNFINISHED:
        if kept is not None:
            session.delete(kept)
    elif kept is None:
        session.add(GameSummaryRow(game_id=row.id, opening=digest.opening, times=digest.times))
    else:
        kept.opening, kept.times = digest.opening, digest.times


def _header(game: GameRow, start: EventRow | StoredEvent) -> dict[str, Any]:
    """Return the members of ``GameHeader`` of a game with its ``start`` event."""
    return {
        "id": game.id,
        "game": game.game,
        "source": game.source,
        "board": game.board,
        "panel": game.panel,
        "firmware": game.firmware,
        "rules": game.rules,
        "on": game.on,
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

"""The store: every game a board told this computer about, safe once it is acknowledged."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from .database import Database
from .errors import RecordError
from .events import ACTION, UNDO, BoardEvent
from .record import UNFINISHED, Ending, GameRecord, GameSummary, StoredEvent
from .schema import BoardRow, EventRow, GameRow


@dataclass(frozen=True, slots=True)
class Board:
    """A board as its ``hello`` describes it."""

    id: str
    panel: str
    firmware: str


@dataclass(frozen=True, slots=True)
class Players:
    """The names of who starts with white and with black; empty when unknown."""

    white: str = ""
    black: str = ""


NOBODY = Players()
"""Players whose names are not known."""


@dataclass(slots=True)
class Committed:
    """What became of a batch of events.

    ``new``: stored now. ``last``: for every game of the batch the last event the store holds, -1 for none; that is what
    to acknowledge, but for games in ``conflicts``. ``ahead``: refused, because an earlier event (``last`` + 1) is
    missing. ``conflicts``: for games of which the store holds other events under the same numbers, one sentence each.
    """

    new: list[BoardEvent] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)
    ahead: list[BoardEvent] = field(default_factory=list)
    conflicts: dict[str, str] = field(default_factory=dict)


def default_store() -> str:
    """Return the path of the store that is used when none is named."""
    return str(user_data_path("hexlume") / "hexlume.sqlite")


class Store:
    """The games, boards and events on this computer.

    Several threads and programs may use one store at once. Every method raises ``StoreError``.
    """

    def __init__(self, where: str | Path | None = None, *, create: bool = True) -> None:
        """Open a store by path or SQLAlchemy URL (by default ``default_store``), made when missing if ``create``."""
        self.where = str(where or default_store())
        self._database = Database(self.where, create)

    def close(self) -> None:
        """Close the store; it cannot be used afterwards."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def saw_board(self, board: Board) -> None:
        """Note that a board is there now."""
        with self._database.writing() as session:
            _note_board(session, board)

    def commit(self, board: Board, events: Sequence[BoardEvent], players: Players = NOBODY) -> Committed:
        """Store those events that are the next of their games, all in one transaction.

        ``players`` play the games that start here. An event the store holds already adds nothing.
        """
        by_game: dict[str, list[BoardEvent]] = {}
        for event in events:
            by_game.setdefault(event.game, []).append(event)
        committed = Committed()
        with self._database.writing() as session:
            for game, of_game in by_game.items():
                row = session.scalar(select(GameRow).where(GameRow.game == game))
                committed.last[game] = -1 if row is None else _last(session, row)
                for event in of_game:
                    if row is None and event.seq == 0:
                        _note_board(session, board)
                        row = _start_game(session, board.id, event, players)
                    if row is None or event.seq > committed.last[game] + 1:
                        committed.ahead.append(event)
                    elif event.seq == committed.last[game] + 1:
                        _append(session, row, event)
                        committed.new.append(event)
                        committed.last[game] = event.seq
                    elif not _holds(session, row, event):
                        committed.conflicts[game] = (
                            f"The board's game {game} is not the one of that name in {self.where}: "
                            "log this board into another store (--store)."
                        )
            for game in committed.conflicts:
                del committed.last[game]
        return committed

    def unfinished(self, board: str | None = None, limit: int = 8) -> dict[str, int]:
        """Return the latest unfinished games, of one board or of all, with the last event's number the store holds."""
        query = (
            select(GameRow.game, func.max(EventRow.seq))
            .join(EventRow, EventRow.game_id == GameRow.id)
            .where(GameRow.status == UNFINISHED)
            .group_by(GameRow.id)
            .order_by(GameRow.id.desc())
            .limit(limit)
        )
        if board is not None:
            query = query.where(GameRow.board == board)
        with self._database.reading() as session:
            return dict(session.execute(query).all())

    def games(self) -> list[GameSummary]:
        """Return all games, the oldest first."""
        count = func.sum(case((EventRow.kind == ACTION, 1), (EventRow.kind == UNDO, -1), else_=0))
        query = (
            select(GameRow, BoardRow, count)
            .join(BoardRow, BoardRow.id == GameRow.board)
            .join(EventRow, EventRow.game_id == GameRow.id)
            .group_by(GameRow.id, BoardRow.id)
            .order_by(GameRow.id)
        )
        with self._database.reading() as session:
            return [GameSummary(**_header(game, board), action_count=n) for game, board, n in session.execute(query)]

    def record(self, game: int | str) -> GameRecord:
        """Return a game by its number or by the board's id of it; raises ``RecordError`` when there is none."""
        query = (
            select(GameRow, BoardRow)
            .join(BoardRow, BoardRow.id == GameRow.board)
            .where(GameRow.id == game if isinstance(game, int) else GameRow.game == game)
        )
        with self._database.reading() as session:
            found = session.execute(query).one_or_none()
            if found is None:
                raise RecordError(f"There is no game {game} in the store {self.where}: see hexlume games.")
            rows = session.scalars(select(EventRow).where(EventRow.game_id == found[0].id).order_by(EventRow.seq))
            events = tuple(StoredEvent(row.seq, row.kind, row.ticks, row.data, row.at) for row in rows)
            return GameRecord(**_header(found[0], found[1]), events=events)


def _note_board(session: Session, board: Board) -> None:
    now = datetime.now(UTC)
    row = session.get(BoardRow, board.id)
    if row is None:
        row = BoardRow(id=board.id, first_seen=now)
        session.add(row)
    row.panel, row.firmware, row.last_seen = board.panel, board.firmware, now
    session.flush()


def _last(session: Session, row: GameRow) -> int:
    highest = session.scalar(select(func.max(EventRow.seq)).where(EventRow.game_id == row.id))
    return -1 if highest is None else highest


def _start_game(session: Session, board: str, event: BoardEvent, players: Players) -> GameRow:
    row = GameRow(
        game=event.game,
        board=board,
        rules=event.data["rules"],
        on=event.data["on"],
        options=event.data["options"],
        white=players.white,
        black=players.black,
        started_at=datetime.now(UTC),
        status=UNFINISHED,
    )
    session.add(row)
    session.flush()
    return row


def _append(session: Session, row: GameRow, event: BoardEvent) -> None:
    now = datetime.now(UTC)
    session.add(EventRow(game_id=row.id, seq=event.seq, kind=event.kind, data=event.data, ticks=event.ticks, at=now))
    before = _ending(row)
    after = before.after(event)
    if after != before:
        row.status, row.result, row.reason = after.status, after.result, after.reason
        row.ended_at = None if after.status == UNFINISHED else now


def _holds(session: Session, row: GameRow, event: BoardEvent) -> bool:
    """Return whether the store holds this very event; a board may tell its ticks anew after a restart."""
    held = session.get_one(EventRow, (row.id, event.seq))
    return held.kind == event.kind and held.data == event.data


def _ending(row: GameRow) -> Ending:
    return Ending(row.status, row.result, row.reason)


def _header(game: GameRow, board: BoardRow) -> dict[str, Any]:
    return {
        "id": game.id,
        "game": game.game,
        "board": board.id,
        "panel": board.panel,
        "firmware": board.firmware,
        "rules": game.rules,
        "on": game.on,
        "options": game.options,
        "white": game.white,
        "black": game.black,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "ending": _ending(game),
    }

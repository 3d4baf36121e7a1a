"""The store: every game a board told this computer about, safe once it is acknowledged."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from ..errors import RecordError, StoreUnavailableError
from ..game.events import IMPORTED, LONGEST_ID, BoardEvent
from ..game.record import (
    FROM_BOARD,
    FROM_FILE,
    FROM_PROBLEM,
    NOBODY,
    UNFINISHED,
    GameRecord,
    GameSummary,
    ImportedGame,
    Players,
    StoredEvent,
    history_of,
)
from .clock_sync import BoardTimes, Played
from .commit import Batch, Committed, Committing
from .database import Database
from .dropped_games import DroppedGames, all_dropped, note_dropped
from .game_rows import (
    Board,
    GameWriter,
    NewEvents,
    events_of,
    note_board,
    record_of,
    start_game,
    summary_of,
)
from .group_commit import Jointly
from .location import default_store
from .models import EventRow, GameRow

__all__ = ("NOBODY", "Board", "Committed", "Imported", "Players", "Store")

_MOST_BATCHES = 64
"""Batches in one transaction: what is read for them stays a short question."""
_GATHER_S = 0.02
"""With many boards each transaction waits so long for more, so that they leave time for everything else."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a game from a file: its number in the store, and how many of its events are new there."""

    id: int
    new: int
    first: bool
    """Whether the store held nothing of it before."""


class Store:
    """The games, boards and events on this computer.

    Several threads and programs may use one store at once. Every method raises ``StoreError``.
    """

    def __init__(self, where: str | Path | None = None, *, create: bool = True) -> None:
        """Open a store by path or SQLAlchemy URL (by default ``default_store``), made when missing if ``create``."""
        self._database = Database(str(where or default_store()), create)
        self.where = self._database.where
        """The store's path, or its URL without the password."""
        self._commits = Jointly(self._commit_all, _MOST_BATCHES, _GATHER_S, shared=(StoreUnavailableError,))

    def close(self) -> None:
        """Close the store; it cannot be used afterwards."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def has_room(self) -> bool:
        """Whether the store's disk has room for more events; of a database server that is not known."""
        return self._database.has_room

    def check(self) -> None:
        """Raise ``StoreError`` when the store cannot be read now, or its file is not where it was."""
        with self._database.reading():
            pass

    def check_writable(self) -> None:
        """Raise ``StoreError`` when nothing can be stored now, ``StoreReadOnlyError`` when nothing ever can."""
        self._database.check_writable()

    def saw_board(self, board: Board) -> None:
        """Note that a board is there now, and what its clock says."""
        with self._database.writing() as session:
            note_board(session, board)
            BoardTimes(session, board.id, board.clock, datetime.now(UTC))

    def commit(self, board: Board, events: Sequence[BoardEvent], players: Players = NOBODY) -> Committed:
        """Store those events that are the next of their games, all in one transaction.

        What threads ask for at the same time is stored in one transaction together. ``players`` play the games that
        start here. An event the store holds already adds nothing. When the events were
        played follows from the board's clock (docs/logging.md).
        """
        return self._commits.ask(Batch(board, events, players))

    def _commit_all(self, batches: Sequence[Batch]) -> list[Committed]:
        with self._database.writing() as session:
            committing = Committing(session, self.where, batches)
            committed = [committing.store(batch) for batch in batches]
            committing.finish()
        return committed

    def take_in(self, game: ImportedGame) -> Imported:
        """Store a game from a file, or what the store does not hold of it yet; taking it in again adds nothing.

        Its id gets ``import:`` in front, so that no file ever stands in the way of a board's own game; when the store
        holds that board's game with the same actions, nothing is added. Raises ``RecordError`` when another game was
        imported under the same id.
        """
        with self._database.writing() as session:
            identity = _import_identity(game.game)
            rows = session.scalars(select(GameRow).where(GameRow.game.in_({game.game, identity}))).all()
            for row in sorted(rows, key=lambda row: row.game == identity):
                held = events_of(session, row)
                if _tells_no_more(game.events, held):
                    return Imported(row.id, 0, False)
                if row.game == identity:
                    if [_content(event) for event in game.events[: len(held)]] != [_content(event) for event in held]:
                        raise RecordError(
                            f"the store {self.where} holds another game under the id {identity}, as game {row.id}"
                        )
                    _append_all(session, row, game.events[len(held) :])
                    return Imported(row.id, len(game.events) - len(held), False)
            board = Board(game.board, game.panel, game.firmware)
            players = Players(game.white, game.black)
            row = start_game(session, identity, FROM_FILE, board, game.events[0].data, players, game.started_at)
            _append_all(session, row, game.events)
            return Imported(row.id, len(game.events), True)

    def unfinished(self, board: str | None = None, limit: int = 8) -> dict[str, int]:
        """Return the latest unfinished games, of one board or of all, with the last event's number the store holds.

        Problems on a board are among those of that one board. Imported games never are: no board goes on with them.
        """
        query = (
            select(GameRow.game, func.max(EventRow.seq))
            .join(EventRow, EventRow.game_id == GameRow.id)
            .where(GameRow.status == UNFINISHED)
            .group_by(GameRow.id)
            .order_by(GameRow.id.desc())
            .limit(limit)
        )
        if board is None:
            query = query.where(GameRow.source == FROM_BOARD)
        else:
            query = query.where(GameRow.board == board, GameRow.source != FROM_FILE)
        with self._database.reading() as session:
            return dict(session.execute(query).all())

    def note_dropped(self, board: str, first: str, before: str) -> DroppedGames | None:
        """Note what a board has dropped of its games from ``first`` (empty: its very first) up to before ``before``.

        Returns it if that is new, and the store lacks anything of it.
        """
        with self._database.writing() as session:
            return note_dropped(session, board, first, before)

    def dropped(self, board: str = "") -> list[DroppedGames]:
        """Return what a board (empty: each) has dropped before a host came, the earliest report first."""
        with self._database.reading() as session:
            return all_dropped(session, board)

    def games(self) -> list[GameSummary]:
        """Return all games, the oldest first."""
        query = (
            select(GameRow, EventRow)
            .join(EventRow, and_(EventRow.game_id == GameRow.id, EventRow.seq == 0))
            .order_by(GameRow.id)
        )
        with self._database.reading() as session:
            return [summary_of(game, start) for game, start in session.execute(query)]

    def record(self, game: int | str) -> GameRecord:
        """Return a game by its number or by the board's id of it; raises ``RecordError`` when there is none."""
        query = select(GameRow).where(GameRow.id == game if isinstance(game, int) else GameRow.game == game)
        with self._database.reading() as session:
            found = session.scalar(query)
            if found is None:
                sentence = f"There is no game {game} in the store {self.where}: see hexlume games."
                raise RecordError(sentence, public=f"There is no game {game}.")
            return record_of(session, found)

    def mark_problem(self, game: str) -> None:
        """Note that a board's game, by its id, is a problem that was set up on it: no archive counts it from now on."""
        with self._database.writing() as session:
            row = session.scalar(select(GameRow).where(GameRow.game == game))
            if row is not None:
                row.source = FROM_PROBLEM

    def reading(self) -> AbstractContextManager[Session]:
        """A transaction that reads the store's tables, for what answers in queries of its own (the archive)."""
        return self._database.reading()

    def writing(self) -> AbstractContextManager[Session]:
        """A transaction that writes the store's tables, as ``reading``."""
        return self._database.writing()


def _import_identity(game: str) -> str:
    """Return the id under which a game from a file is kept, at most as long as a board's own ids."""
    identity = game if game.startswith(IMPORTED) else IMPORTED + game
    return identity if len(identity) <= LONGEST_ID else IMPORTED + sha256(game.encode()).hexdigest()[:32]


def _append_all(session: Session, row: GameRow, events: Sequence[StoredEvent]) -> None:
    new = NewEvents(session)
    writer = GameWriter(session, row, new)
    for event in events:
        writer.append(event, event.at, Played(event.played_at, event.at))
    new.flush()
    writer.finish()


def _content(event: StoredEvent) -> tuple[str, Mapping[str, Any]]:
    return event.kind, event.data


def _tells_no_more(told: Sequence[StoredEvent], held: Sequence[StoredEvent]) -> bool:
    """Return whether told events are the first of those held, or come to the same actions and the same end."""
    if [_content(event) for event in held[: len(told)]] == [_content(event) for event in told]:
        return True
    one, other = history_of(told), history_of(held)
    return _content(told[0]) == _content(held[0]) and (one.actions, one.ending) == (other.actions, other.ending)

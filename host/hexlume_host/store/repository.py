"""The store's repository: reads and writes games, events and boards."""

import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from hexlume_record.errors import RecordError
from hexlume_record.game.events import IMPORTED, LONGEST_ID, BoardEvent, StoredEvent
from hexlume_record.game.record import (
    FROM_BOARD,
    FROM_FILE,
    NOBODY,
    UNFINISHED,
    GameHeader,
    GameRecord,
    GameSummary,
    ImportedGame,
    Players,
    history_of,
)
from hexlume_record.setup.refusal import PositionError
from hexlume_record.variations.json import read_variations, variations_json
from hexlume_record.variations.start import game_start

from ..errors import StoreUnavailableError
from ..feed import Commit, Feed
from .clock_sync import ClockSync, EventTime
from .commit import Batch, BatchWriter, CommitResult
from .database import Database
from .dropped_games import DroppedGames, add_dropped, all_dropped
from .game_rows import (
    Board,
    GameWriter,
    events_of,
    header_of,
    part_board,
    record_of,
    set_players,
    start_game,
    summary_of,
    update_board,
)
from .group_commit import Batcher
from .location import default_store
from .models import EventRow, GameRow, VariationsRow

__all__ = ("NOBODY", "Board", "CommitResult", "ImportResult", "Players", "Store")

_MAX_BATCHES = 64
"""Batches in one transaction: its queries stay short."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The outcome for a game from a file: its number in the store, and how many of its events are new there."""

    id: int
    new: int
    first: bool
    """Whether the store had nothing of it before."""


class Store(Database):
    """The games, boards and events on this computer.

    Several threads and programs may use one store at once. Every method raises ``StoreError``.
    """

    def __init__(self, where: str | Path | None = None, *, create: bool = True) -> None:
        """Open a store by its path (by default ``default_store``); ``create`` makes a missing one."""
        super().__init__(str(where or default_store()), create)
        self.feed = Feed()
        """Every commit by this object; ``other_programs.OtherPrograms`` adds those of others."""
        self.logged: set[str] = set()
        """The boards that this object's user logs."""
        self._batcher = Batcher(self._commit_all, _MAX_BATCHES, shared_errors=(StoreUnavailableError,))

    def update_board(self, board: Board) -> None:
        """Store that a board is connected now, and what its clock says; to be said again within ``SEEN_WITHIN``."""
        self.logged.add(board.id)
        with self.writing() as session:
            update_board(session, board)
            ClockSync(session, board.id, board.clock, datetime.now(UTC))

    def part_board(self, device: str) -> None:
        """Store that a board is not connected any more."""
        try:
            with self.writing() as session:
                part_board(session, device)
        finally:
            self.logged.discard(device)

    def commit(self, board: Board, events: Sequence[BoardEvent], players: Players = NOBODY) -> CommitResult:
        """Store those events that are the next of their games, all in one transaction.

        Commits of several threads share a transaction. ``players`` play the games that start here. An event that the
        store has already adds nothing. When the events were played follows from the board's clock (docs/logging.md).
        """
        result = self._batcher.submit(Batch(board, events, players))
        if result.new:
            self._publish({event.game for event in result.new}, board.id, board.panel, result.new)
        return result

    def _publish(
        self, games: Collection[str], device: str = "", panel: str = "", new: Sequence[BoardEvent] = ()
    ) -> None:
        self.feed.publish(Commit(games, time.time_ns() // 1_000_000, device, panel, new))

    def _commit_all(self, batches: Sequence[Batch]) -> list[CommitResult]:
        with self.writing() as session:
            writer = BatchWriter(session, self.where, batches)
            results = [writer.store(batch) for batch in batches]
            writer.finish()
        return results

    def import_game(self, game: ImportedGame) -> ImportResult:
        """Store a game from a file, or the events of it that are new; importing it again adds nothing.

        Its id gets ``import:`` in front, so that no file ever stands in the way of a board's own game. When the store
        has that board's game with the same actions, nothing is added. A game's variations come with its first events;
        they never change. Raises ``RecordError`` when another game was imported under the same id.
        """
        result = self._import(game)
        if result.new:
            self._publish((_import_identity(game.game),))
        return result

    def _import(self, game: ImportedGame) -> ImportResult:
        with self.writing() as session:
            identity = _import_identity(game.game)
            rows = session.scalars(select(GameRow).where(GameRow.game.in_({game.game, identity}))).all()
            for row in sorted(rows, key=lambda row: row.game == identity):
                stored = events_of(session, row)
                if _is_known(game.events, stored):
                    return ImportResult(row.id, 0, False)
                if row.game == identity:
                    if _contents(game.events[: len(stored)]) != _contents(stored):
                        raise RecordError(
                            f"the store {self.where} holds another game under the id {identity}, as game {row.id}"
                        )
                    _append_all(session, row, game.events[len(stored) :])
                    return ImportResult(row.id, len(game.events) - len(stored), False)
            board = Board(game.device, game.panel, game.firmware)
            players = Players(game.white, game.black)
            row = start_game(session, identity, FROM_FILE, board, game.events[0].data, players, game.started_at)
            _append_all(session, row, game.events)
            if game.variations is not None:
                session.add(VariationsRow(game_id=row.id, data=game.variations))
            return ImportResult(row.id, len(game.events), True)

    def variations(self, record: GameRecord) -> dict[str, Any] | None:
        """Return the variations that a game was imported with, ``None`` without any that are legal now."""
        with self.reading() as session:
            row = session.get(VariationsRow, record.id)
            stored = None if row is None else row.data
        with suppress(RecordError, PositionError):
            start = game_start(record.rules, record.board, record.options)
            return variations_json(read_variations(stored, start))
        return None

    def unfinished(self, device: str | None = None, limit: int = 8) -> dict[str, int]:
        """Return the latest unfinished games, of one board or of all, with the number of the last event in the store.

        Those of one board include puzzles on it. Imported games are left out: no board goes on with them.
        """
        query = (
            select(GameRow.game, func.max(EventRow.seq))
            .join(EventRow, EventRow.game_id == GameRow.id)
            .where(GameRow.status == UNFINISHED)
            .group_by(GameRow.id)
            .order_by(GameRow.id.desc())
            .limit(limit)
        )
        if device is None:
            query = query.where(GameRow.source == FROM_BOARD)
        else:
            query = query.where(GameRow.device == device, GameRow.source != FROM_FILE)
        with self.reading() as session:
            return dict(session.execute(query).all())

    def add_dropped(self, device: str, first: str, before: str, count: int | None = None) -> DroppedGames | None:
        """Store that a board has dropped its games from ``first`` (empty: its very first) up to before ``before``.

        ``count`` is how many these are if the board knows. Returns the report if it is new, and the store lacks any of
        these games or their ends.
        """
        with self.writing() as session:
            return add_dropped(session, device, first, before, count)

    def dropped(self, device: str = "") -> list[DroppedGames]:
        """Return the reports of dropped games, of one board or of all, the earliest first."""
        with self.reading() as session:
            return all_dropped(session, device)

    def games(self) -> list[GameSummary]:
        """Return all games, the oldest first."""
        query = (
            select(GameRow, EventRow)
            .join(EventRow, and_(EventRow.game_id == GameRow.id, EventRow.seq == 0))
            .order_by(GameRow.id)
        )
        with self.reading() as session:
            return [summary_of(game, start) for game, start in session.execute(query)]

    def record(self, game: int | str) -> GameRecord:
        """Return a game by its number or by the board's id; raises ``RecordError`` when there is none."""
        with self.reading() as session:
            return record_of(session, self._row(session, game))

    def header(self, game: int | str) -> GameHeader:
        """Return a game as ``record`` does, without reading its events."""
        with self.reading() as session:
            return header_of(session, self._row(session, game))

    def _row(self, session: Session, game: int | str) -> GameRow:
        query = select(GameRow).where(GameRow.id == game if isinstance(game, int) else GameRow.game == game)
        found = session.scalar(query)
        if found is None:
            sentence = f"There is no game {game} in the store {self.where}: see hexlume games."
            raise RecordError(sentence, public=f"There is no game {game}.")
        return found

    def set_players(self, game: str, players: Players) -> None:
        """Store who started a board's game, by its id, with which colour."""
        with self.writing() as session:
            row = session.scalar(select(GameRow).where(GameRow.game == game))
            if row is not None:
                set_players(session, row, players)
                device, panel = row.device, row.panel
        if row is not None:
            self._publish((game,), device, panel)

    def mark(self, game: str, source: str) -> None:
        """Mark a game that was played on a board, by its id, as one of ``NOBODYS``; any other stays as it is.

        Searches and statistics leave it out.
        """
        with self.writing() as session:
            row = session.scalar(select(GameRow).where(GameRow.game == game))
            if row is not None and row.source == FROM_BOARD:
                row.source = source


def _import_identity(game: str) -> str:
    """Return the id under which a game from a file is stored, no longer than a board's own ids."""
    identity = game if game.startswith(IMPORTED) else IMPORTED + game
    return identity if len(identity) <= LONGEST_ID else IMPORTED + sha256(game.encode()).hexdigest()[:32]


def _append_all(session: Session, row: GameRow, events: Sequence[StoredEvent]) -> None:
    writer = GameWriter(session, row)
    for event in events:
        writer.append(event, event.at, EventTime(event.played_at, event.at))
    writer.finish()


def _contents(events: Sequence[StoredEvent]) -> list[tuple[str, Mapping[str, Any]]]:
    return [(event.kind, event.data) for event in events]


def _is_known(imported: Sequence[StoredEvent], stored: Sequence[StoredEvent]) -> bool:
    """Return whether imported events are the first of those stored, or lead to the same actions and the same end."""
    if _contents(stored[: len(imported)]) == _contents(imported):
        return True
    one, other = history_of(imported), history_of(stored)
    same_start = _contents(imported[:1]) == _contents(stored[:1])
    return same_start and (one.actions, one.ending) == (other.actions, other.ending)

"""Commit of events from boards: those of several boards in one transaction, each game's in order and once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from hexlume_record.game.events import BoardEvent, is_foreign
from hexlume_record.game.record import FROM_BOARD, FROM_FILE, FROM_LESSON, Players

from .clock_sync import ClockSync
from .game_rows import Board, GameWriter, start_game, update_board
from .models import EventRow, GameRow

# Built once: that takes longer than to run them.
_GAMES = select(GameRow, select(func.max(EventRow.seq)).where(EventRow.game_id == GameRow.id).scalar_subquery()).where(
    GameRow.game.in_(bindparam("names", expanding=True))
)


MOST_EVENTS = 10_000
"""No game has more: each commit reads all of a game's events."""


@dataclass(slots=True)
class CommitResult:
    """The outcome for a batch of events.

    ``new``: stored now. ``last``: for every game of the batch the number of the last event in the store, -1 for none;
    acknowledge that, except for games in ``conflicts``. ``ahead``: refused, because an earlier event (``last`` + 1) is
    missing. ``conflicts``: one sentence for each game of which the store has other events under the same numbers.
    """

    new: list[BoardEvent] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)
    ahead: list[BoardEvent] = field(default_factory=list)
    conflicts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Batch:
    """Events from a board, in order; ``players`` play the games that start with them."""

    board: Board
    events: Sequence[BoardEvent]
    players: Players


class BatchWriter:
    """Stores batches in one transaction."""

    def __init__(self, session: Session, where: str, batches: Sequence[Batch]) -> None:
        """Read all that the store has of the batches' games and boots; ``where`` names the store."""
        self._session = session
        self._where = where
        self._now = datetime.now(UTC)
        self._writers: dict[str, GameWriter] = {}
        self._last: dict[str, int] = {}
        names = {event.game for batch in batches for event in batch.events}
        for row, seq in session.execute(_GAMES, {"names": list(names)}):
            self._writers[row.game] = GameWriter(session, row)
            self._last[row.game] = -1 if seq is None else seq

    def store(self, batch: Batch) -> CommitResult:
        """Store those events of a batch that are the next of their games."""
        result = CommitResult()
        clock = ClockSync(self._session, batch.board.id, batch.board.clock, self._now)
        for event in batch.events:
            if event.game not in result.conflicts:
                self._store_event(batch, event, clock, result)
                result.last[event.game] = self._last.get(event.game, -1)
        for game in result.conflicts:
            del result.last[game]
        return result

    def finish(self) -> None:
        """Update the games' columns that follow from the events stored."""
        for writer in self._writers.values():
            writer.finish()

    def _store_event(self, batch: Batch, event: BoardEvent, clock: ClockSync, result: CommitResult) -> None:
        if is_foreign(event.game, batch.board.id):
            result.conflicts[event.game] = (
                f"The board {batch.board.id} sends events of {event.game}, which is not its game."
            )
            return
        if event.seq >= MOST_EVENTS:
            result.conflicts[event.game] = f"The game {event.game} has more than {MOST_EVENTS} events: begin a new one."
            return
        writer, last = self._writers.get(event.game), self._last.get(event.game, -1)
        if writer is None and event.seq == 0:
            update_board(self._session, batch.board)
            began = clock.time_of(event).best
            source = FROM_LESSON if event.data.get("lesson") else FROM_BOARD
            row = start_game(self._session, event.game, source, batch.board, event.data, batch.players, began)
            writer = self._writers[event.game] = GameWriter(self._session, row)
        if writer is None or event.seq > last + 1:
            result.ahead.append(event)
        elif (
            writer.row.source == FROM_FILE
            or writer.row.device != batch.board.id
            or (event.seq <= last and not writer.has(event))
        ):
            result.conflicts[event.game] = (
                f"The board's game {event.game} is not the one of that name in {self._where}: "
                "log this board into another store (--store)."
            )
        elif event.seq > last:
            writer.append(event, self._now, clock.time_of(event))
            result.new.append(event)
            self._last[event.game] = event.seq

"""Stores what boards tell: the events of several boards in one transaction, each game's in order and once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import bindparam, func, select, tuple_
from sqlalchemy.orm import Session

from ..game.events import BoardEvent
from ..game.record import FROM_BOARD, FROM_FILE, Players
from .clock_sync import BoardTimes
from .game_rows import Board, GameWriter, NewEvents, holds, note_board, start_game
from .models import BootRow, EventRow, GameRow

# Made once: to make them takes longer than to carry them out.
_GAMES = select(GameRow, select(func.max(EventRow.seq)).where(EventRow.game_id == GameRow.id).scalar_subquery()).where(
    GameRow.game.in_(bindparam("names", expanding=True))
)
_BOOTS = select(BootRow).where(tuple_(BootRow.board, BootRow.boot).in_(bindparam("boots", expanding=True)))


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


@dataclass(frozen=True, slots=True)
class Batch:
    """Events that a board told, in their order; ``players`` play the games that start with them."""

    board: Board
    events: Sequence[BoardEvent]
    players: Players


class Committing:
    """One transaction that stores batches."""

    def __init__(self, session: Session, where: str, batches: Sequence[Batch]) -> None:
        """Read at once what the store holds of the batches' games and boots; ``where`` is the store's name."""
        self._session = session
        self._where = where
        self._now = datetime.now(UTC)
        self._new = NewEvents(session)
        self._writers: dict[str, GameWriter] = {}
        self._last: dict[str, int] = {}
        names = {event.game for batch in batches for event in batch.events}
        for row, seq in session.execute(_GAMES, {"names": list(names)}):
            self._writers[row.game] = GameWriter(session, row, self._new)
            self._last[row.game] = -1 if seq is None else seq
        boots = {(batch.board.id, batch.board.clock.boot) for batch in batches if batch.board.clock is not None}
        # Held, so that the session still knows them when it is asked for one.
        self._boots = session.scalars(_BOOTS, {"boots": list(boots)}).all()

    def store(self, batch: Batch) -> Committed:
        """Store those events of a batch that are the next of their games."""
        committed = Committed()
        times = BoardTimes(self._session, batch.board.id, batch.board.clock, self._now)
        times.take(batch.events)
        by_game: dict[str, list[BoardEvent]] = {}
        for event in batch.events:
            by_game.setdefault(event.game, []).append(event)
        for game, events in by_game.items():
            for event in events:
                if not self._take(batch, event, times, committed):
                    break
            if game not in committed.conflicts:
                committed.last[game] = self._last.get(game, -1)
        return committed

    def finish(self) -> None:
        """Bring what is kept of the games up to date with the events stored."""
        self._new.flush()
        for writer in self._writers.values():
            writer.finish()

    def _take(self, batch: Batch, event: BoardEvent, times: BoardTimes, committed: Committed) -> bool:
        """Store an event if it is the next; return whether those after it may be."""
        writer, last = self._writers.get(event.game), self._last.get(event.game, -1)
        if writer is None and event.seq == 0:
            note_board(self._session, batch.board)
            began = times.of(event).best
            row = start_game(self._session, event.game, FROM_BOARD, batch.board, event.data, batch.players, began)
            writer = self._writers[event.game] = GameWriter(self._session, row, self._new)
        if writer is None or event.seq > last + 1:
            committed.ahead.append(event)
        elif writer.row.source == FROM_FILE or (event.seq <= last and not self._holds(writer.row, event)):
            committed.conflicts[event.game] = (
                f"The board's game {event.game} is not the one of that name in {self._where}: "
                "log this board into another store (--store)."
            )
            return False
        elif event.seq > last:
            writer.append(event, self._now, times.of(event))
            committed.new.append(event)
            self._last[event.game] = event.seq
        return True

    def _holds(self, row: GameRow, event: BoardEvent) -> bool:
        self._new.flush()
        return holds(self._session, row, event)

"""Record of a game at a page: writes to the store what a board would report."""

import logging
import time
from contextlib import suppress
from datetime import UTC, datetime

from hexlume_host.errors import StoreUnavailableError
from hexlume_host.store.clock_sync import ClockReading
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.errors import RecordError
from hexlume_record.game.events import BoardEvent

from .shared_game import SharedGame

_FIRMWARE = "page"

_log = logging.getLogger(__name__)


class PageRecord:
    """Keeps a game's record in step with its list."""

    def __init__(self, store: Store, game: SharedGame, players: Players, board: str, began: float) -> None:
        """``board`` is an id for the page, ``began`` the start (s since 1970)."""
        self.trouble = ""
        """Why the store is unavailable, empty while it is not."""
        self.number: int | None = None
        """The game's number in the store, once it is over and there."""
        self._store, self._game, self._players = store, game, players
        self._board, self._began = board, began
        self._count = 0
        self._unsaved: list[BoardEvent] = []

    def follow(self) -> None:
        """Commit what is new of the game; raises ``StoreError`` when the store can never keep it."""
        ticks = max(0, round(1000 * (time.time() - self._began)))
        for kind, data in self._game.events[self._count :]:
            self._unsaved.append(BoardEvent(f"{self._board}-1-1", self._count, kind, ticks, data, 1))
            self._count += 1
        if not self._unsaved:
            return
        board = Board(self._board, self._game.game.grid.board, _FIRMWARE, ClockReading(1, ticks, datetime.now(UTC)))
        try:
            self._store.commit(board, self._unsaved, self._players)
        except StoreUnavailableError as error:
            if not self.trouble:
                _log.warning("%s", error)
            self.trouble = error.public
            return
        self.trouble = ""
        self._unsaved = []
        if self._game.over and self.number is None:
            with suppress(RecordError, StoreUnavailableError):
                self.number = self._store.record(f"{self._board}-1-1").id

"""Record of a game at a page: writes to the store what a board would report."""

import logging
import time
from datetime import UTC, datetime

from hexlume.games.game_clock import NONE

from ..errors import StoreUnavailableError
from ..game.events import ACTION, CONCLUDE, RESULT, START, UNDO, BoardEvent
from ..store.clock_sync import ClockReading
from ..store.repository import Board, Players, Store
from .entries import Entry, Terms
from .shared_game import SharedGame

_FIRMWARE = "page"

_log = logging.getLogger(__name__)


class PageRecord:
    """Keeps a game's record in step with its list. Its events follow from the list alone."""

    def __init__(self, store: Store, terms: Terms, names: dict[str, str], board: str, began: float) -> None:
        """``names`` are the players' by role, ``board`` an id for the page, ``began`` the start (s since 1970)."""
        self.trouble = ""
        """Why the store is unavailable, empty while it is not."""
        self._store, self._board, self._began = store, board, began
        self._game = game = SharedGame(terms)
        self._players = Players(names[game.role_of("white")], names[game.role_of("black")])
        self._count = 0
        self._unsaved: list[BoardEvent] = []
        clock = {} if terms.clock == NONE else {"clock": terms.clock}
        self._add(START, rules=terms.rules, on=game.game.grid.board, options=dict(game.game.options), **clock)

    def follow(self, game: SharedGame) -> None:
        """Commit what is new of the list; raises ``StoreError`` when the store can never keep it."""
        for entry in game.entries[len(self._game.entries) :]:
            self._take(entry)
        if not self._unsaved:
            return
        now = datetime.now(UTC)
        clock = ClockReading(1, self._ticks(), now)
        board = Board(self._board, self._game.game.grid.board, _FIRMWARE, clock)
        try:
            self._store.commit(board, self._unsaved, self._players)
        except StoreUnavailableError as error:
            if not self.trouble:
                _log.warning("%s", error)
            self.trouble = error.public
            return
        self.trouble = ""
        self._unsaved = []

    def _take(self, entry: Entry) -> None:
        game = self._game
        actions, concluded = len(game.actions), game.game.concluded
        game.take(entry)
        outcome = game.game.outcome
        if len(game.actions) > actions:
            last = game.actions[-1]
            self._add(ACTION, action=last.action, colour=last.colour)
        for _ in range(actions - len(game.actions) + (concluded and not game.game.concluded)):
            self._add(UNDO)
        if outcome is not None and (entry.kind == ACTION or game.game.concluded > concluded):
            kind = CONCLUDE if game.game.concluded else RESULT
            self._add(kind, result=outcome.result, reason=outcome.reason)

    def _add(self, kind: str, **data: object) -> None:
        self._unsaved.append(BoardEvent(f"{self._board}-1-1", self._count, kind, self._ticks(), data, 1))
        self._count += 1

    def _ticks(self) -> int:
        return max(0, round(1000 * (time.time() - self._began)))

"""Puts a game that is played without a board into the store, as a board would tell it."""

import logging
import time
from datetime import UTC, datetime

from hexlume.games.game_clock import NONE

from ..errors import StoreUnavailableError
from ..game.events import ACTION, CONCLUDE, RESULT, START, UNDO, BoardEvent
from ..store.clock_sync import ClockReading
from ..store.repository import Board, Players, Store
from .entries import GUEST, HOST, Entry, Terms
from .shared_game import AgreedGame

_FIRMWARE = "page"

_log = logging.getLogger(__name__)


class PageRecord:
    """Keeps a game's record in step with its list. Its events follow from the list alone."""

    def __init__(self, store: Store, terms: Terms, names: dict[str, str], identity: str, began: float) -> None:
        """``names`` are the players' by side, ``identity`` the game's name, ``began`` when it did (s since 1970)."""
        self.game = f"{identity}-1-1"
        self._store, self._identity, self._began = store, identity, began
        self._follow = AgreedGame(terms)
        start = self._follow
        self._players = Players(*(names[HOST if start.colour_of(HOST) == one else GUEST] for one in ("white", "black")))
        data: dict[str, object] = {
            "rules": terms.rules,
            "on": start.game.grid.board,
            "options": dict(start.game.options),
        }
        if terms.clock != NONE:
            data["clock"] = terms.clock
        self._count = 0
        self._waiting = [self._event(START, data)]
        self.trouble = ""
        """Why the store can keep nothing just now, empty while it can."""

    def follow(self, game: AgreedGame) -> None:
        """Take what is new of the list and commit it; raises ``StoreError`` when the store can never keep it."""
        for entry in game.entries[len(self._follow.entries) :]:
            self._take(entry)
        if not self._waiting:
            return
        now = datetime.now(UTC)
        board = Board(
            self._identity, self._follow.game.grid.board, _FIRMWARE, ClockReading(1, self._ticks(now.timestamp()), now)
        )
        try:
            self._store.commit(board, self._waiting, self._players)
        except StoreUnavailableError as error:
            if not self.trouble:
                _log.warning("%s", error)
            self.trouble = error.public
            return
        self.trouble = ""
        self._waiting = []

    def _take(self, entry: Entry) -> None:
        game = self._follow
        actions, concluded = len(game.actions), game.game.concluded
        game.take(entry)
        if len(game.actions) > actions:
            last = game.actions[-1]
            self._add(ACTION, {"action": last.action, "colour": last.colour})
            if game.over:
                self._add_end(RESULT)
        elif game.game.concluded and not concluded:
            self._add_end(CONCLUDE)
        else:
            for _ in range(actions - len(game.actions) + (concluded and not game.game.concluded)):
                self._add(UNDO, {})

    def _add_end(self, kind: str) -> None:
        outcome = self._follow.game.outcome
        assert outcome is not None
        self._add(kind, {"result": outcome.result, "reason": outcome.reason})

    def _add(self, kind: str, data: dict[str, object]) -> None:
        self._waiting.append(self._event(kind, data))

    def _event(self, kind: str, data: dict[str, object]) -> BoardEvent:
        self._count += 1
        return BoardEvent(self.game, self._count - 1, kind, self._ticks(time.time()), data, 1)

    def _ticks(self, seconds: float) -> int:
        return max(0, round(1000 * (seconds - self._began)))

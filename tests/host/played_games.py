"""Games played at random by the rules and committed as a board would tell them."""

import random
from typing import Any

from hexlume import games
from hexlume.games.outcome import RESIGNED
from hexlume.games.pieces import COLOURS, other
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.game.events import ACTION, CONCLUDE, RESULT, START, UNDO, BoardEvent

BOARD = Board("b0a4d", "hex4", "0.1.0")
THINKING_MS = 1500
ANN_AND_BEN = Players("Ann", "Ben")


class PlayedGame:
    """A game that grows; every action takes ``THINKING_MS`` of the board's clock."""

    def __init__(
        self,
        store: Store,
        rules: str,
        size: int = 0,
        seed: int = 1,
        options: dict[str, Any] | None = None,
        identity: str = "",
        boot: int = 1,
        players: Players = ANN_AND_BEN,
    ) -> None:
        self.game = games.start(rules, size, options or {})
        self.identity = identity or f"{rules}-{seed}"
        self.events: list[BoardEvent] = []
        self._store, self._random, self._boot, self._players = store, random.Random(seed), boot, players
        self.tell(START, rules=rules, board=self.game.grid.board, options=dict(self.game.options))

    @property
    def number(self) -> int:
        return self._store.record(self.identity).id

    def tell(self, kind: str, **data: Any) -> None:
        event = BoardEvent(self.identity, len(self.events), kind, THINKING_MS * len(self.events), data, self._boot)
        self.events.append(event)
        self._store.commit(BOARD, [event], self._players)

    def act(self, action: str = "") -> str:
        """Play an action, by default any, and return it."""
        colour = COLOURS[self.game.to_move]
        action = action or self.game.name(self._random.choice(self.game.legal_actions()))
        self.game.push_text(action)
        self.tell(ACTION, action=action, colour=colour)
        return action

    def undo(self) -> None:
        self.game.pop()
        self.tell(UNDO)

    def play(self, most: int = 200) -> "PlayedGame":
        """Play so many actions, or until the game is over, which is told then."""
        for _ in range(most):
            if self.game.result is not None:
                break
            self.act()
        outcome = self.game.outcome
        if outcome is not None:
            self.tell(RESULT, result=outcome.result, reason=outcome.reason)
        return self

    def resign(self) -> "PlayedGame":
        self.game.conclude(other(self.game.to_move), RESIGNED)
        self.tell(CONCLUDE, result=self.game.result, reason=RESIGNED)
        return self

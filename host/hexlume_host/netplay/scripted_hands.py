"""Scripted hands at a simulated board that plays a game with another host: they do what the lights ask, then act."""

import random
from typing import Any, Protocol

from hexlume.games import notation
from hexlume.games.game import REPLACING
from hexlume.games.pieces import EMPTY, NAMES
from hexlume.sensing.layout import Layout
from hexlume.sensing.panel import panel_grid

from .board_player import BoardSeat
from .shared_game import AgreedGame

_PATIENCE_SECONDS = 3.0
"""What the board has not understood after so long is done again."""


class Table(Protocol):
    """The hands' table (``hexlume_sim.client.TwinProcess``)."""

    panel: str

    def send(self, message: dict[str, Any]) -> None:
        """Make a gesture."""


class ScriptedSeat(BoardSeat):
    """A board's seat with hands of its own, whose choices follow from a seed."""

    def attend(self, table: Table, seed: int) -> None:
        """Let hands play at a table."""
        self._hands_table = table
        self._grid = panel_grid(table.panel)
        self._choice = random.Random(seed)
        self._done: object = None
        self._done_at = 0.0
        self._acted_at: int | None = None

    def work(self, seconds: float) -> None:
        """Do the seat's work, then that of the hands."""
        super().work(seconds)
        player, live = self._player, self.live
        if player is None or live is None or player.side.ahead is None:
            return
        game = player.side.ahead
        if self.differs:
            done: object = ("asked", tuple(sorted(self.differs.items())), len(live.actions))
            if not self._acting(live.actions) and self._is_due(done, seconds):
                self._do_as_asked()
        elif self.ready and not game.over and game.to_move == player.side.NAME and not self._command:
            here, there = live.actions, game.actions
            if len(here) == len(there) and self._is_due(("act", game.steps, len(here)), seconds):
                self._act(game)

    def _acting(self, here: list[Any]) -> bool:
        """Return whether the hands are in the middle of an action of their own that the board has not seen whole."""
        return self._acted_at == len(here) and self.ready

    def _is_due(self, done: object, seconds: float) -> bool:
        """Return whether something is to be done now, and note that it is."""
        if done == self._done and seconds - self._done_at < _PATIENCE_SECONDS:
            return False
        if done == self._done:
            self._acted_at = None
        self._done, self._done_at = done, seconds
        return True

    def _do_as_asked(self) -> None:
        for cell, words in self.differs.items():
            if words == "turn over":
                self._hands_table.send({"do": "flip", "cell": cell})
                continue
            if not words.startswith("put on"):
                self._hands_table.send({"do": "lift", "cell": cell})
            for start in ("put on ", "exchange for "):
                if words.startswith(start):
                    self._hands_table.send({"do": "put", "cell": cell, "piece": words.removeprefix(start)})

    def _act(self, agreed: AgreedGame) -> None:
        game = agreed.game
        code = self._choice.choice(sorted(game.legal_actions()))
        if notation.is_word(code):
            if self.logger is not None:
                self.logger.command("act", action=game.name(code))
            return
        self._acted_at = len(agreed.actions)
        layout = Layout(self._grid, game.grid)
        for cell, piece in game.hand_work(code):
            name = self._grid.name(layout.to_panel[cell])
            if game.phase == REPLACING or (game.board[cell] != EMPTY and piece != EMPTY):
                self._hands_table.send({"do": "lift", "cell": name})
            elif piece == EMPTY:
                self._hands_table.send({"do": "lift", "cell": name})
                continue
            self._hands_table.send({"do": "put", "cell": name, "piece": NAMES[piece]})

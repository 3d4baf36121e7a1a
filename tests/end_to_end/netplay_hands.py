"""Program: ``hexlume host-game`` or ``join`` at a simulated board with scripted hands.

Its arguments are the panel, the seed of the hands' choices, and those of the command. The hands do what the lights ask
for, then act.
"""

import random
import sys
from functools import partial
from typing import Any

from hexlume.games import notation
from hexlume.games.game import REPLACING
from hexlume.games.pieces import EMPTY, NAMES
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_host.cli import host_game
from hexlume_host.cli.main import main
from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.board_player import BoardPlayer, MakeLogger
from hexlume_plugins.netplay.shared_game import SharedGame
from hexlume_sim.client import TwinProcess
from tests.host.conftest import until_lit

_PATIENCE_SECONDS = 3.0
"""What the board has not understood after so long is done again."""


class ScriptedPlayer(BoardPlayer):
    """A board's player with scripted hands, whose choices follow from a seed."""

    def __init__(self, store: Store, make_logger: MakeLogger, *, twin: TwinProcess, seed: int) -> None:
        super().__init__(store, make_logger)
        self._twin = twin
        self._grid = panel_grid(twin.panel)
        self._choice = random.Random(seed)
        self._done: object = None
        self._done_at = 0.0
        self._acted_at: int | None = None

    def work(self, seconds: float) -> None:
        """Do the seat's work, then that of the hands."""
        super().work(seconds)
        with self.lock:
            self._use_hands(seconds)

    def _use_hands(self, seconds: float) -> None:
        live = self.live
        if live is None:
            return
        game = self._game
        if self.differs:
            done: object = ("asked", tuple(sorted(self.differs.items())), len(live.actions))
            if not self._acting(live.actions) and self._is_due(done, seconds):
                self._do_as_asked()
        elif self.ready and not game.over and game.to_move == self._session.replica.ROLE and not self._command:
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
                self._twin.send({"do": "flip", "cell": cell})
                continue
            if not words.startswith("put on"):
                self._twin.send({"do": "lift", "cell": cell})
            for start in ("put on ", "exchange for "):
                if words.startswith(start):
                    self._twin.send({"do": "put", "cell": cell, "piece": words.removeprefix(start)})

    def _act(self, shared: SharedGame) -> None:
        game = shared.game
        code = self._choice.choice(sorted(game.legal_actions()))
        if notation.is_word(code):
            self.logger.command("act", action=game.name(code))
            return
        self._acted_at = len(shared.actions)
        layout = Layout(self._grid, game.grid)
        for cell, piece in game.hand_work(code):
            name = self._grid.name(layout.to_panel[cell])
            if game.phase == REPLACING or (game.board[cell] != EMPTY and piece != EMPTY):
                self._twin.send({"do": "lift", "cell": name})
            elif piece == EMPTY:
                self._twin.send({"do": "lift", "cell": name})
                continue
            self._twin.send({"do": "put", "cell": name, "piece": NAMES[piece]})


if __name__ == "__main__":
    panel, seed, *arguments = sys.argv[1:]
    with TwinProcess(panel, "real", int(seed), settings={"HEXLUME_PANEL": panel, "HEXLUME_CLOCK": "none"}) as twin:
        until_lit(twin)
        host_game.BoardPlayer = partial(ScriptedPlayer, twin=twin, seed=int(seed))  # type: ignore[misc, assignment]
        sys.argv = ["hexlume", *arguments, "--device", twin.port]
        main()

"""A twin with a logger and the host's engine, and hands that set discs as the board asks."""

import copy
import random
from pathlib import Path

import pytest

from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY, NAMES, turned
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_engine.search.at_board import EngineOffer
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.factory import make_engine
from hexlume_engine.search.level import Level, level_of
from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.logger import Logger
from hexlume_host.store.repository import Store
from hexlume_record.game.state import GameState
from hexlume_sim.client import TwinProcess
from tests.host.conftest import until_lit, wait_until

MOST_STEPS = 400


class Following(GameWatch):
    """Keeps ``stands``, the game as it stood between two of the board's messages.

    It never changes: other threads may read it, and get another one the next time.
    """

    stands: GameState | None = None

    def changed(self) -> None:
        self.stands = copy.deepcopy(self.live)


def position_of(live: GameState) -> Game:
    """Return the position of a game that is legal."""
    assert live.game is not None and live.legal, live.problem
    return live.game


def _make(level: Level) -> Engine:
    return make_engine(level, seed=4, memory_mb=16)


class TwinBoard:
    """A twin at real pace, hands at it, and a host that logs its games and has an engine.

    A ``size`` of 0 is the game's usual one.
    """

    def __init__(self, folder: Path, rules: str, size: int, panel: str) -> None:
        self.grid = panel_grid(panel)
        self.discs: dict[int, int] = {}
        """What stands on the table: panel cells with their pieces."""
        self.store = Store(folder / "games")
        self.watch = Following(self.store)
        offer = EngineOffer(self.store, level_of(2), 30.0, _make, pytest.fail)
        assert offer.engine() is not None, "the engine is ready before the game begins"
        settings = {"HEXLUME_PANEL": panel, "HEXLUME_GAME": rules, **({"HEXLUME_SIZE": str(size)} if size else {})}
        self.twin = TwinProcess(panel, "real", 3, settings=settings).start()
        until_lit(self.twin)
        self.logger = Logger(lambda: self.twin.port, self.store, self.watch, offer.listener())
        self.logger.start()
        wait_until(lambda: self.watch.stands is not None)

    def close(self) -> None:
        self.logger.stop()
        self.twin.stop()
        self.store.close()

    @property
    def live(self) -> GameState:
        """The game as it stands."""
        assert self.watch.stands is not None
        return self.watch.stands

    def tell(self, do: str, **arguments: object) -> None:
        """Send a command over the serial port."""
        assert self.logger.command(do, **arguments) is not None

    def wrong(self, game: Game) -> set[str]:
        """Return the panel's cells on which the discs do not stand as the game has them."""
        to_panel = Layout(self.grid, game.grid).to_panel
        expected = {to_panel[cell]: game.board[cell] for cell in range(game.grid.cells) if game.board[cell] != EMPTY}
        return {self.grid.name(cell) for cell, _ in expected.items() ^ self.discs.items()}

    def do_as_asked(self) -> None:
        """Put the table right in the board's own words."""
        asked = self.watch.table_report.differs
        for name, words in asked.items():
            cell = self.grid.cell(name)
            if words == "turn over":
                self.discs[cell] = turned(self.discs[cell])
                self.twin.send({"do": "flip", "cell": name})
                continue
            if not words.startswith("put on"):
                del self.discs[cell]
                self.twin.send({"do": "lift", "cell": name})
            for start in ("put on ", "exchange for "):
                if words.startswith(start):
                    self.discs[cell] = NAMES.index(words.removeprefix(start))
                    self.twin.send({"do": "put", "cell": name, "piece": words.removeprefix(start)})
        # The board tells so many cells at once and no more: the rest are asked for then.
        wait_until(lambda: not asked.items() & self.watch.table_report.differs.items())

    def act(self, code: int) -> None:
        """Do an action from the host; the hands carry it out as the lights ask."""
        live = self.live
        self.tell("play", action=position_of(live).name(code))
        wait_until(lambda: len(self.live.actions) > len(live.actions))

    def play_on(self, choice: random.Random, second: bool) -> int:
        """Play against the engine, whose seat is the second or the first, until the end.

        Returns how many actions were not the engine's.
        """
        own = 0
        for _ in range(MOST_STEPS):
            live = self.live
            if live.ending.result is not None:
                break
            game = position_of(live)
            if game.result is not None:
                # The last action is in; that the game ended comes with the board's next line.
                wait_until(lambda: self.live.ending.result is not None)
            elif wrong := self.wrong(game):
                # What the lights ask for is told after the action that asks for it.
                wait_until(lambda wrong=wrong: set() < {*self.watch.table_report.differs} <= wrong)  # type: ignore[misc]
                self.do_as_asked()
            elif ((game.to_move == game.FIRST) == live.seats_swapped) == second:
                wait_until(lambda live=live: len(self.live.actions) > len(live.actions))  # type: ignore[misc]
            else:
                self.act(choice.choice(sorted(game.legal_actions())))
                own += 1
        return own

"""A twin with a logger, and helpers to operate its buttons, menu and discs as a person does."""

import copy
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY, NAMES, turned
from hexlume.hardware.panel import panel_grid
from hexlume.play.preferences import Preferences
from hexlume.states.menu import Menu
from hexlume.table.layout import Layout
from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.store.repository import Store
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import TableReport
from hexlume_sim.client import TwinProcess
from tests.host.conftest import rest, until_lit, wait_until
from tests.menu_offers import offer_words


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


class TwinBoard:
    """A twin at real pace, hands at it, and a host that logs its games.

    ``flash`` and ``games`` in the folder stay when it is closed: the next one of the folder is the same board.
    """

    def __init__(self, folder: Path, panel: str, settings: Mapping[str, str] = {}) -> None:
        self.panel = panel
        self.grid = panel_grid(panel)
        self.discs: dict[int, int] = {}
        """What stands on the table: panel cells with their pieces."""
        self.store = Store(folder / "games")
        self.watch = Following(self.store)
        self.twin = TwinProcess(
            panel, "real", 3, flash=folder / "flash", settings={"HEXLUME_PANEL": panel, **settings}
        ).start()
        until_lit(self.twin)
        self.logger = self.plug_in(*self.listeners())
        wait_until(lambda: self.watch.stands is not None)

    def listeners(self) -> Sequence[LinkListener]:
        """Return who is told what the board says."""
        return (self.watch,)

    def plug_in(self, *listeners: LinkListener) -> Logger:
        """Have a host speak with the board."""
        logger = Logger(lambda: self.twin.port, self.store, *listeners)
        logger.start()
        return logger

    def close(self) -> None:
        self.logger.stop()
        self.twin.stop()
        self.store.close()

    @property
    def live(self) -> GameState:
        """The game as it stands."""
        assert self.watch.stands is not None
        return self.watch.stands

    @property
    def table_report(self) -> TableReport:
        """What the board has reported of its table."""
        return self.watch.table_report

    @property
    def game(self) -> Game:
        """The position of ``live``."""
        return position_of(self.live)

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        self.twin.send({"do": "press", "button": button})
        rest(self.twin, 150)
        self.twin.send({"do": "release", "button": button})
        rest(self.twin, 250)

    def choose(self, offer: str) -> None:
        """Put a disc on what the open menu offers, such as ``game sibling``, and take it off again.

        It must have been opened on a clear table.
        """
        menu = Menu(self.grid, Preferences({"HEXLUME_PANEL": self.panel}.get), bytearray(self.grid.cells))
        cell = next(cell for cell in range(self.grid.cells) if offer_words(menu, cell) == offer)
        self.put(cell, NAMES.index("white"))
        rest(self.twin, 400)
        self.lift(cell)
        rest(self.twin, 400)

    def tell(self, do: str, **arguments: object) -> None:
        """Send a command over the serial port."""
        assert self.logger.command(do, **arguments) is not None

    def lift(self, cell: int) -> None:
        """Take a disc off a panel cell."""
        del self.discs[cell]
        self.twin.send({"do": "lift", "cell": self.grid.name(cell)})

    def put(self, cell: int, piece: int) -> None:
        """Put a disc on an empty panel cell."""
        self.discs[cell] = piece
        self.twin.send({"do": "put", "cell": self.grid.name(cell), "piece": NAMES[piece]})

    def flip(self, cell: int) -> None:
        """Turn the disc on a panel cell over."""
        self.discs[cell] = turned(self.discs[cell])
        self.twin.send({"do": "flip", "cell": self.grid.name(cell)})

    def wrong(self, game: Game) -> set[str]:
        """Return the panel's cells on which the discs do not stand as the game has them."""
        to_panel = Layout(self.grid, game.grid).to_panel
        expected = {to_panel[cell]: game.board[cell] for cell in range(game.grid.cells) if game.board[cell] != EMPTY}
        return {self.grid.name(cell) for cell, _ in expected.items() ^ self.discs.items()}

    def do_as_asked(self) -> None:
        """Put the table right in the board's own words."""
        asked = self.table_report.differs
        for name, words in asked.items():
            cell = self.grid.cell(name)
            if words == "turn over":
                self.flip(cell)
                continue
            if not words.startswith("put on"):
                self.lift(cell)
            for start in ("put on ", "exchange for "):
                if words.startswith(start):
                    self.put(cell, NAMES.index(words.removeprefix(start)))
        # The board tells so many cells at once and no more: the rest are asked for then.
        wait_until(lambda: not asked.items() & self.table_report.differs.items())

    def act(self, code: int) -> None:
        """Do an action as a person does."""
        live = self.live
        game = position_of(live)
        if notation.is_word(code):
            self.tell("act", action=game.name(code))
        else:
            layout = Layout(self.grid, game.grid)
            for cell, piece in game.hand_work(code):
                if game.board[cell] != EMPTY:
                    self.lift(layout.to_panel[cell])
                if piece != EMPTY:
                    self.put(layout.to_panel[cell], piece)
        wait_until(lambda: len(self.live.actions) > len(live.actions))

    def play_on(self, choice: random.Random, second: bool, longest: int = 400) -> int:
        """Play against the engine, whose seat is the second or the first, until the end or for so many steps.

        Returns how many actions were not the engine's.
        """
        own = 0
        for _ in range(longest):
            live = self.live
            if live.ending.result is not None:
                break
            game = position_of(live)
            if game.result is not None:
                # The last action is in; that the game ended comes with the board's next line.
                wait_until(lambda: self.live.ending.result is not None)
            elif wrong := self.wrong(game):
                # What the lights ask for is told after the action that asks for it.
                wait_until(lambda wrong=wrong: set() < {*self.table_report.differs} <= wrong)  # type: ignore[misc]
                self.do_as_asked()
            elif ((game.to_move == game.FIRST) == live.seats_swapped) == second:
                wait_until(lambda live=live: len(self.live.actions) > len(live.actions))  # type: ignore[misc]
            else:
                self.act(choice.choice(sorted(game.legal_actions())))
                own += 1
        return own

"""The menu on the board: a game and a brightness chosen by discs, and kept when the power goes off."""

from pathlib import Path

from hexlume_host.link.logger import Logger
from hexlume_host.page_watch import PageWatch
from hexlume_host.store import NOBODY, Store
from hexlume_sim.client import TwinProcess
from tests.end_to_end import menu_hands
from tests.host.conftest import wait_until

PANEL = "hex5"


class Board:
    """A twin with a logger, and what its page would show."""

    def __init__(self, folder: Path, panel: str = PANEL) -> None:
        self.twin = TwinProcess(panel, "real", 3, flash=folder / "flash", settings={"HEXLUME_PANEL": panel})
        self.twin.start()
        self.store = Store(str(folder / "games"))
        self.watch = PageWatch(self.store, NOBODY)
        self.logger = Logger(lambda: self.twin.port, self.store, self.watch, NOBODY)
        self.logger.start()
        wait_until(lambda: self.watch.live is not None)

    def press(self, button: str) -> None:
        menu_hands.press(self.twin, button)

    def choose(self, offer: str) -> None:
        menu_hands.choose(self.twin, PANEL, offer)

    def rules(self) -> str:
        return self.watch.live.rules if self.watch.live is not None else ""

    def menu(self) -> str:
        """Return the game whose choices the open menu offers, as it was told."""
        return self.watch.live.menu if self.watch.live is not None else ""

    def close(self) -> None:
        self.logger.stop()
        self.twin.stop()
        self.store.close()


def test_a_game_is_chosen_by_a_disc_and_still_chosen_after_the_power_was_off(tmp_path: Path) -> None:
    board = Board(tmp_path)
    try:
        assert board.rules() == "orochi"
        board.press("menu")
        wait_until(lambda: board.menu() == "orochi")
        board.choose("game sibling")
        wait_until(lambda: board.menu() == "sibling")
        board.press("act")
        wait_until(lambda: board.rules() == "sibling" and not board.menu())
        board.twin.send({"do": "put", "cell": "e5", "piece": "white"})
        wait_until(lambda: board.watch.live is not None and len(board.watch.live.actions) == 1)
    finally:
        board.close()
    again = Board(tmp_path)
    try:
        wait_until(lambda: again.rules() == "sibling")
    finally:
        again.close()


def test_back_leaves_the_menu_with_nothing_changed_and_the_game_goes_on(tmp_path: Path) -> None:
    board = Board(tmp_path)
    try:
        board.twin.send({"do": "put", "cell": "e5", "piece": "white"})
        wait_until(lambda: board.watch.live is not None and len(board.watch.live.actions) == 1)
        board.press("menu")
        board.choose("game droched")
        wait_until(lambda: board.menu() == "droched")
        board.press("back")
        wait_until(lambda: not board.menu())
        board.twin.send({"do": "put", "cell": "e4", "piece": "black"})
        wait_until(lambda: board.watch.live is not None and len(board.watch.live.actions) == 2)
        assert board.watch.live is not None
        assert board.rules() == "orochi"
        assert [action.action for action in board.watch.live.actions] == ["Wd4", "Bd3"], "hex4 lies in the middle"
    finally:
        board.close()

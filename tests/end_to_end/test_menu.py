"""The menu on the board: discs choose a game and a brightness, which survive power-off."""

from pathlib import Path

from tests.end_to_end.twin_board import TwinBoard
from tests.host.conftest import wait_until

PANEL = "hex5"


def test_game_chosen_on_the_menu_is_still_chosen_after_power_off(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, PANEL)
    try:
        assert board.live.rules == "orochi"
        board.press("menu")
        wait_until(lambda: board.table_report.menu == "orochi")
        board.choose("game sibling")
        wait_until(lambda: board.table_report.menu == "sibling")
        board.press("act")
        wait_until(lambda: board.live.rules == "sibling" and not board.table_report.menu)
        board.twin.send({"do": "put", "cell": "e5", "piece": "white"})
        wait_until(lambda: len(board.live.actions) == 1)
    finally:
        board.close()
    again = TwinBoard(tmp_path, PANEL)
    try:
        wait_until(lambda: again.live.rules == "sibling")
    finally:
        again.close()


def test_back_button_leaves_the_menu_unchanged_and_the_game_goes_on(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, PANEL)
    try:
        board.twin.send({"do": "put", "cell": "e5", "piece": "white"})
        wait_until(lambda: len(board.live.actions) == 1)
        board.press("menu")
        board.choose("game droched")
        wait_until(lambda: board.table_report.menu == "droched")
        board.press("back")
        wait_until(lambda: not board.table_report.menu)
        board.twin.send({"do": "put", "cell": "e4", "piece": "black"})
        wait_until(lambda: len(board.live.actions) == 2)
        assert board.live.rules == "orochi"
        assert [action.action for action in board.live.actions] == ["Wd4", "Bd3"], "hex4 lies in the middle"
    finally:
        board.close()

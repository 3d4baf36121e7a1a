"""The starter, seven cells on a perfboard: whole games of Orochi by its lights, and no menu."""

import json
from pathlib import Path

from hexlume import games
from hexlume.hardware.panel import _STARTER_SUPPLY_MA as STARTER_SUPPLY_MA
from hexlume.hardware.panel import CONTROLLER_MA, SENSOR_MA, STARTER, led_budget_ma, panel_grid
from tests.end_to_end.twin_board import TwinBoard
from tests.host.conftest import wait_until
from tests.in_process import Hexlume


def test_starter_plays_and_logs_games_of_the_smallest_orochi(hexlume: Hexlume, tmp_path: Path) -> None:
    asked = ("--game", "orochi", "--size", "2", "--panel", STARTER, "--games", "5", "--seed", "3")
    ran = hexlume("demo", "--json", "--store", tmp_path / "s", *asked)
    assert ran.code == 0, ran.err
    for logged in map(json.loads, ran.out.splitlines()):
        assert logged["logged"] is True
        replay = games.start("orochi", 2)
        for action in logged["actions"]:
            replay.push_text(action)
        assert replay.result == logged["result"]


def test_menu_button_does_nothing_on_the_starter(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, STARTER)
    try:
        board.press("menu")
        board.twin.send({"do": "put", "cell": "a1", "piece": "white"})
        wait_until(lambda: len(board.live.actions) == 1)
        assert board.twin.restarts == []
    finally:
        board.close()


def test_starter_lights_stay_within_the_current_of_a_usb_socket() -> None:
    grid = panel_grid(STARTER)
    assert led_budget_ma(grid) + SENSOR_MA * grid.cells + CONTROLLER_MA == STARTER_SUPPLY_MA == 500

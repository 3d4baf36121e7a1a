"""The starter, seven cells on a perfboard: whole games of Orochi by its lights, within its supply."""

from pathlib import Path

from hexlume import games
from hexlume.hardware.panel import _STARTER_SUPPLY_MA as STARTER_SUPPLY_MA
from hexlume.hardware.panel import CONTROLLER_MA, SENSOR_MA, STARTER, led_budget_ma, panel_grid
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.store.repository import Store
from hexlume_plugins.gamekit.scripted_games import play_scripted


def test_starter_plays_and_logs_games_of_the_smallest_orochi(tmp_path: Path) -> None:
    board = SimulatedBoard.of(games.start("orochi", 2), STARTER)
    with Store(str(tmp_path / "s")) as store:
        played = list(play_scripted(board, "careful", 5, 3, store))
    assert [game.logged for game in played] == [True] * 5


def test_starter_lights_stay_within_the_current_of_a_usb_socket() -> None:
    grid = panel_grid(STARTER)
    assert led_budget_ma(grid) + SENSOR_MA * grid.cells + CONTROLLER_MA == STARTER_SUPPLY_MA == 500

"""The buttons while a game is played, and while the menu is open over it."""

import pytest

from hexlume.games.pieces import EMPTY, WHITE
from hexlume.hardware.panel import ACT_BUTTON, BACK_BUTTON
from hexlume.journal import flash_log
from hexlume.output.led_cues import NO_CUE
from hexlume.play.preferences import Preferences
from hexlume.play.state import State
from hexlume.states.calibration_wizard import CalibrationState
from hexlume.states.menu import MenuState
from hexlume.states.playing import Playing
from tests.firmware.play.running_table import Table
from tests.menu_offers import offer_words

MENU_BUTTON = BACK_BUTTON + 1


def press(table: Table, button: int, held: bool = False) -> State:
    return table.running.state.press(button, held, table.ms)


def menu_with(table: Table, offer: str) -> MenuState:
    """Open the menu, and choose by a disc put down and taken off again."""
    menu = press(table, MENU_BUTTON)
    assert isinstance(menu, MenuState)
    cell = next(cell for cell in range(table.grid.cells) if offer_words(menu._menu, cell) == offer)
    before = table.pieces[cell]
    for piece in (EMPTY if before else WHITE, before):
        table.pieces[cell] = piece
        assert menu.step(True, table.ms) is menu
    return menu


@pytest.mark.parametrize(
    ("button", "held", "chosen"),
    [
        (ACT_BUTTON, False, True),
        (ACT_BUTTON, True, True),
        (MENU_BUTTON, False, True),
        (MENU_BUTTON, True, False),
        (BACK_BUTTON, False, False),
    ],
)
def test_a_choice_of_the_menu_holds_unless_back_or_a_long_press_closes_it(
    button: int, held: bool, chosen: bool
) -> None:
    table = Table()
    table.play("Wd4")
    assert isinstance(menu_with(table, "game sibling").press(button, held, table.ms), Playing)
    assert table.running.game.NAME == table.running.preferences.rules == ("sibling" if chosen else "orochi")
    assert table.kinds == (["start"] if chosen else ["start", "action"])
    kept = Preferences({"HEXLUME_PANEL": "hex4", "HEXLUME_GAME": "orochi"}.get)
    kept.read(table.running.memory.read(flash_log.PREFERENCES) or b"")
    assert kept.rules == table.running.preferences.rules


def test_a_choice_that_is_not_of_the_game_lets_it_go_on() -> None:
    table = Table()
    table.play("Wd4")
    menu_with(table, "sounds off").press(ACT_BUTTON, False, table.ms)
    assert table.kinds == ["start", "action"] and not table.running.preferences.sounds


@pytest.mark.parametrize("played", [False, True])
def test_a_time_control_chosen_in_a_game_is_the_next_ones(played: bool) -> None:
    table = Table()
    if played:
        table.play("Wd4")
    menu_with(table, "clock fischer 300+5").press(ACT_BUTTON, False, table.ms)
    assert (table.running.log.match.clock is None) is played


def test_back_takes_back_and_held_in_the_menu_calibrates() -> None:
    table = Table()
    table.play("Wd4")
    assert isinstance(press(table, BACK_BUTTON), Playing) and table.running.game.codes == []
    assert table.running.prompt.cues[table.grid.cell("d4")] != NO_CUE, "it is to be taken off"
    table.running.sense.known = False  # type: ignore[misc]
    menu = press(table, MENU_BUTTON)
    assert menu.command({"do": "back"}, table.ms) == (menu, "the board's menu is open: close it first")
    assert isinstance(menu.press(BACK_BUTTON, True, table.ms), CalibrationState)
    press(table, MENU_BUTTON, True)
    assert table.kinds == ["start"] and isinstance(
        press(Table("sibling", size=2, panel_name="hex2"), MENU_BUTTON), Playing
    )

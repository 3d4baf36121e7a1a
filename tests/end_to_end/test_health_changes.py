"""Changes of a sensor's health outside a game, on the unchanged firmware.

No disc becomes an action by them.
"""

from collections.abc import Callable

import pytest

from hexlume.match.events import ACTION, START
from hexlume.output import led_cues
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard

MENU_CELL = "d2"
"""A cell of the menu on hex4 with Orochi (docs/menu.md): a time control."""
GLOW = tuple(led_cues.COLOURS[led_cues.MENU_CHOICE].to_bytes(3, "big"))
"""A cell that calibration asks to be measured."""


def weak_disc(board: VirtualBoard) -> Hands:
    """Leave a disc with a weak magnet on the menu's cell."""
    yield from board.put(MENU_CELL, "white", 0)
    board.twin.faults.set("weak_magnet", f"{MENU_CELL}:0.5")
    yield 14_000 * MS


def stuck_elsewhere(board: VirtualBoard) -> Hands:
    """Leave a good disc on the menu's cell while another cell's sensor is stuck at a rail, and recovers."""
    yield from board.put(MENU_CELL, "white")
    board.twin.faults.set("stuck_sensor", "g4:0")
    yield 8_000 * MS
    board.twin.faults.set("stuck_sensor", "")
    yield 8_000 * MS


def stuck_under_the_disc(board: VirtualBoard) -> Hands:
    """Leave a good disc on the menu's cell, whose own sensor is stuck at a rail and recovers."""
    yield from board.put(MENU_CELL, "white")
    board.twin.faults.set("stuck_sensor", f"{MENU_CELL}:0")
    yield 8_000 * MS
    board.twin.faults.set("stuck_sensor", "")
    yield 8_000 * MS


@pytest.mark.sample(2)
@pytest.mark.parametrize("change", [weak_disc, stuck_elsewhere, stuck_under_the_disc])
@pytest.mark.parametrize(("mode", "button"), [("menu", "back"), ("calibration", "act")])
def test_disc_of_the_menu_or_calibration_is_not_played_when_a_sensors_health_changes(
    mode: str, button: str, change: Callable[[VirtualBoard], Hands]
) -> None:
    def hands(board: VirtualBoard) -> Hands:
        yield from board.press("menu")
        if mode == "calibration":
            yield from board.press("back", 2_500)
            # The table is clear: the zeros are learned, and every cell asks for a disc.
            yield 4_000 * MS
            assert board.twin.led(MENU_CELL) == GLOW
        yield from change(board)
        yield from board.press(button)
        yield 2_000 * MS
        assert board.shown(MENU_CELL) == led_cues.TAKE_THIS_OFF
        board.twin.table.lift(MENU_CELL)
        yield 1_000 * MS
        yield from board.put("d4", "black", 1_000)

    board = VirtualBoard().run(hands)
    assert board.games() == [[START, ACTION]]

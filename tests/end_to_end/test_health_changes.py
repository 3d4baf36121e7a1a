"""Changes of a sensor's health outside a game, on the unchanged firmware.

No disc becomes an action by them.
"""

from collections.abc import Callable

import pytest

from hexlume.match.events import ACTION, CONCLUDE, START
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


CHANGES = pytest.mark.parametrize("change", [weak_disc, stuck_elsewhere, stuck_under_the_disc])


@pytest.mark.sample(1)
@CHANGES
def test_menu_disc_is_not_played_when_a_sensors_health_changes(change: Callable[[VirtualBoard], Hands]) -> None:
    def hands(board: VirtualBoard) -> Hands:
        yield from board.press("menu")
        yield from change(board)
        yield from board.press("back")
        yield 2_000 * MS
        assert board.shown(MENU_CELL) == led_cues.TAKE_THIS_OFF
        board.twin.table.lift(MENU_CELL)
        yield 1_000 * MS
        yield from board.put("d4", "black", 1_000)

    board = VirtualBoard().run(hands)
    assert board.games() == [[START, ACTION]]


@pytest.mark.sample(1)
@CHANGES
def test_calibration_disc_is_not_played_when_a_sensors_health_changes(
    change: Callable[[VirtualBoard], Hands],
) -> None:
    def hands(board: VirtualBoard) -> Hands:
        yield from board.press("menu")
        yield from board.press("back", 2_500)
        # The table is clear: the zeros are learned, and every cell asks for a disc.
        yield 4_000 * MS
        assert board.twin.led(MENU_CELL) == GLOW
        yield from change(board)
        yield from board.press("act")
        yield 2_000 * MS
        assert board.shown(MENU_CELL) == led_cues.TAKE_THIS_OFF
        board.twin.table.lift(MENU_CELL)
        yield 1_000 * MS
        yield from board.put("d4", "black", 1_000)

    board = VirtualBoard().run(hands)
    assert board.games() == [[START, ACTION]]


@pytest.mark.sample(1)
@pytest.mark.parametrize("mode", ["menu", "calibration"])
def test_sensor_that_fails_in_the_menu_or_calibration_is_played_around_afterwards(mode: str) -> None:
    """The cell winks, and the action on it is played with the act button."""

    def hands(board: VirtualBoard) -> Hands:
        yield from board.press("menu")
        if mode == "calibration":
            yield from board.press("back", 2_500)
            yield 4_000 * MS
        board.twin.faults.set("stuck_sensor", "g4:0")
        yield 8_000 * MS
        yield from board.press("back")
        yield 3_000 * MS
        assert board.shown("g4") == led_cues.FAULTY
        assert board.shown("d4") == led_cues.LEGAL
        words = ["Bg4", "Wg4"]
        for _ in range(words.index("Wg4") + 1):
            yield from board.press("act")
        yield from board.press("act", 1_200)

    board = VirtualBoard().run(hands)
    assert board.games() == [[START, ACTION]]


@pytest.mark.sample(1)
@pytest.mark.parametrize("menu_open", [False, True])
def test_no_game_starts_while_the_last_games_discs_are_on_the_board(menu_open: bool) -> None:
    """A game that was resigned ends with its discs standing; the next begins once the table is clear, and only then."""

    def hands(board: VirtualBoard) -> Hands:
        yield from board.put("d4", "white")
        yield from board.put("d5", "black")
        yield from board.press("back", 2_500)
        yield from board.press("act", 1_200)
        if menu_open:
            yield from board.press("menu")
        board.twin.faults.set("stuck_sensor", "g4:0")
        yield 8_000 * MS
        if not menu_open:
            board.twin.faults.set("stuck_sensor", "")
            yield 8_000 * MS
        assert len(board.games()) == 1
        board.twin.table.clear()
        if menu_open:
            yield 1_000 * MS
            board.twin.faults.set("stuck_sensor", "")
            yield 8_000 * MS
            assert len(board.games()) == 1, "no game begins while the menu is open"
            yield from board.press("back")
        yield 2_000 * MS

    board = VirtualBoard().run(hands)
    assert board.games() == [[START, ACTION, ACTION, CONCLUDE], [START]]

"""Hands that could be doing one action or another, on the twin: an own game of placements and jumps."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume.games import notation
from hexlume.games.pieces import BLACK, WHITE
from hexlume.hardware.panel import ACT_LED, panel_grid
from hexlume.journal.journal import Journal
from hexlume.match.events import ACTION, UNDO
from hexlume.output import led_cues
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.firmware.games.test_external import write_game
from tests.firmware.journal.journal_board import without_archive
from tests.firmware.table import spread

pytestmark = pytest.mark.integration

GRID = panel_grid("hex4")
SECOND = 1_000 * MS


def recorded(board: VirtualBoard) -> list[str]:
    """Return the actions and take-backs that the board's journal holds of the last game."""
    memory = without_archive(ByteArray(Clock(), Flash(Clock(), bytes(board.twin.chip.flash.cells))))
    (game,) = [game for game in Journal(memory).games() if game is not None]
    events = [game.event(seq) for seq in range(game.count)]
    return [
        notation.name(event[1], GRID) if event[0] == ACTION else "undo"
        for event in events
        if event[0] in (ACTION, UNDO)
    ]


def play(folder: Path, hands: Callable[[VirtualBoard], Hands]) -> list[str]:
    """Set the start of Spread up, let the hands play, and return what is recorded."""
    write_game(folder, "spread", rules=Path(spread.__file__).read_text())

    def script(board: VirtualBoard) -> Hands:
        for cell, piece in enumerate(spread.Spread(4, {}).board):
            if piece in (WHITE, BLACK):
                board.twin.table.put(GRID.name(cell), ("", "white", "black")[piece])
        yield 2 * SECOND
        yield from hands(board)

    settings = {"HEXLUME_GAME": "spread", "HEXLUME_GAMES": str(folder)}
    return recorded(VirtualBoard().run(script, settings))


def test_jump_whose_destination_is_filled_first_is_recorded_as_the_jump(tmp_path: Path) -> None:
    def hands(board: VirtualBoard) -> Hands:
        yield from board.put("b1", "white", 600)
        assert board.shown("b1") == led_cues.LEGAL, "it is no mistake, and not yet an action"
        board.twin.table.lift("a2")
        yield 2 * SECOND
        assert board.shown("b1") == led_cues.LAST and board.shown("a2") == led_cues.NO_CUE

    assert play(tmp_path, hands) == ["a2-b1"]


def test_placement_that_a_jump_could_follow_is_recorded_after_a_second(tmp_path: Path) -> None:
    def hands(board: VirtualBoard) -> Hands:
        yield from board.put("b1", "white", 3000)
        assert board.shown("b1") == led_cues.LAST

    assert play(tmp_path, hands) == ["b1"]


@pytest.mark.parametrize(("presses", "action"), [(1, "a2-b1"), (2, "b1")])
def test_jump_from_a_cell_at_fault_is_asked_about_and_chosen_with_the_act_button(
    presses: int, action: str, tmp_path: Path
) -> None:
    def hands(board: VirtualBoard) -> Hands:
        board.twin.faults.set("stuck_sensor", "a2:0")
        yield 5 * SECOND
        assert board.shown("a2") == led_cues.FAULTY
        board.twin.table.lift("a2")
        yield SECOND // 2
        yield from board.put("b1", "white", 3000)
        assert board.shown("a2") == led_cues.IN_HAND and board.shown("b1") == led_cues.LEGAL
        assert board.twin.status_led(ACT_LED), "the act button has the two actions"
        for _ in range(presses):
            yield from board.press("act")
        yield 2 * SECOND
        assert board.shown("a2") == (led_cues.IN_HAND if action == "a2-b1" else led_cues.FAULTY)
        yield from board.press("act", 1000)
        yield 2 * SECOND
        assert board.shown("b1") == led_cues.LAST
        yield from board.put("f3", "black", 3000)

    assert play(tmp_path, hands) == [action, "f3"]

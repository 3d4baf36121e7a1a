"""The clock after a power cut: what the events of the game say, and nothing else."""

from typing import Any

import pytest

from hexlume import games
from hexlume.games.pieces import NAMES
from hexlume.match.events import ACTION, CONCLUDE, START, UNDO
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost

pytestmark = pytest.mark.integration

SECOND = 1_000 * MS


def clock_after_power_cut(board: VirtualBoard, control: str) -> dict[str, Any] | None:
    """Return the clock that the board reports once it is switched on again."""
    reports: list[dict[str, Any]] = []

    def hands(board: VirtualBoard) -> Hands:
        host = VirtualHost(board)
        yield 3 * SECOND
        reports.extend(message for message in host.messages("board") if message["type"] == "table")

    VirtualBoard(board).run(hands, {"HEXLUME_CLOCK": control})
    found: dict[str, Any] | None = reports[-1]["clock"]
    return found


def rest(_: VirtualBoard) -> Hands:
    yield SECOND


def seconds(clock: dict[str, Any] | None) -> tuple[float, float]:
    """Return white's and black's time in s."""
    assert clock is not None
    return clock["white"] / 1000, clock["black"] / 1000


def test_a_game_that_goes_on_after_a_fall_of_the_flag_is_not_over_after_a_power_cut() -> None:
    def play(board: VirtualBoard) -> Hands:
        yield from board.put("d4", "white")
        yield 7 * SECOND
        yield from board.press("back")
        yield from board.put("a1", "black", 1_000)

    board = VirtualBoard().run(play, {"HEXLUME_CLOCK": "fischer 5+0"})
    assert board.games() == [[START, ACTION, CONCLUDE, UNDO, ACTION]]
    assert clock_after_power_cut(board, "fischer 5+0") is None
    assert board.games() == VirtualBoard(board).run(rest, {"HEXLUME_CLOCK": "fischer 5+0"}).games()


def test_time_in_the_menu_is_nobodys_also_after_a_power_cut() -> None:
    def play(board: VirtualBoard) -> Hands:
        yield from board.put("d4", "white")
        yield from board.press("menu")
        yield 300 * SECOND
        yield from board.press("back")
        yield from board.put("a1", "black", 1_000)

    board = VirtualBoard().run(play, {"HEXLUME_CLOCK": "fischer 60+0"})
    white, black = seconds(clock_after_power_cut(board, "fischer 60+0"))
    assert white == 60 and 57 < black < 60


def test_the_time_for_carrying_out_an_action_is_nobodys_also_after_a_power_cut() -> None:
    def play(board: VirtualBoard) -> Hands:
        host = VirtualHost(board)
        yield from board.put("d4", "white")
        host.command("play", action="Ba1")
        yield 40 * SECOND
        yield from board.put("a1", "black")
        yield from board.put("b1", "white", 1_000)

    board = VirtualBoard().run(play, {"HEXLUME_CLOCK": "fischer 60+0"})
    white, black = seconds(clock_after_power_cut(board, "fischer 60+0"))
    assert white == 60 and 58 < black < 60


def test_a_game_that_is_taken_up_has_its_whole_time_also_after_a_power_cut() -> None:
    game = games.start("orochi", 4)
    for _ in range(8):
        game.push(min(game.legal_actions()))

    def play(board: VirtualBoard) -> Hands:
        host = VirtualHost(board)
        yield SECOND
        host.command("new", rules="orochi", size=4, clock="fischer 60+10", actions=game.actions())
        yield 2 * SECOND
        for cell, piece in enumerate(game.board):
            if piece:
                board.twin.table.put(game.grid.name(cell), NAMES[piece])
        yield 30 * SECOND

    board = VirtualBoard().run(play)
    assert board.games()[-1] == [START] + 8 * [ACTION]
    assert seconds(clock_after_power_cut(board, "none")) == (60, 60)

"""What a page shows of a clock, made from the firmware's own clock as a board reports it."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexlume.games.pieces import COLOURS
from hexlume.match.game_clock import GameClock, TimeControl
from hexlume_host.device.messages import Table, read_message
from hexlume_record.table.clock import ClockReport, ClockView

WHITE, BLACK = 1, 2


def report(clock: GameClock) -> ClockReport | None:
    return read_message(Table, {"game": "g", "differs": {}, "clock": clock.report()}).clock


def clock_and_view(control: str) -> tuple[GameClock, ClockView]:
    return GameClock(TimeControl(control)), ClockView()


def shown(view: ClockView, clock: GameClock) -> dict[str, Any]:
    message = view.update(report(clock))
    assert message is not None
    return message


def test_a_clock_that_runs_is_counted_down() -> None:
    clock, board = clock_and_view("fischer 300+5")
    first = shown(board, clock)
    assert (first["running"], first["counting"], first["white"]) == (
        None,
        False,
        {"ms": 300000, "periods": 0, "low": False},
    )
    clock.tick(0)
    clock.play(WHITE, BLACK)
    assert (shown(board, clock)["running"], shown(board, clock)["counting"]) == ("black", False)
    clock.tick(1000)
    second = shown(board, clock)
    assert (second["running"], second["counting"], second["black"]["ms"]) == ("black", True, 299000)


def test_a_clock_that_waits_is_not_counted_down() -> None:
    """While a player carries out what another did, the time does not fall though it is their turn."""
    clock, board = clock_and_view("fischer 300+5")
    clock.tick(0)
    clock.play(WHITE, BLACK)
    assert shown(board, clock)["counting"]
    clock.tick(1000, waiting=True)
    assert not shown(board, clock)["counting"]
    clock.tick(2000)
    assert shown(board, clock)["counting"]
    clock.tick(2500)
    clock.paused = True
    assert not shown(board, clock)["counting"]


def test_a_delay_is_not_counted_down() -> None:
    clock, board = clock_and_view("delay 300+3")
    clock.tick(0)
    clock.play(WHITE, BLACK)
    told = []
    for ms in (0, 1000, 2000, 3000, 4000, 5000):
        clock.tick(ms)
        told.append(shown(board, clock)["counting"])
    assert told == [False, False, False, False, True, True]


@pytest.mark.parametrize(
    "control", ["fischer 300+5", "fischer 60+0", "delay 20+5", "byoyomi 0+3x30", "byoyomi 60+1x10"]
)
@given(steps=st.lists(st.integers(1, 40000), max_size=30))
@example([1, 1, 7000, 15500, 46000])
def test_low_time_is_what_the_board_calls_low(control: str, steps: list[int]) -> None:
    clock, board = clock_and_view(control)
    ms, mover = 0, WHITE
    for step in steps:
        ms += step
        clock.tick(ms)
        message = shown(board, clock)
        for colour in (WHITE, BLACK):
            assert message[COLOURS[colour]]["low"] == clock.low(colour)
        assert message["flagged"] == (COLOURS[clock.flagged] or None)
        if not clock.flagged:
            clock.tick(ms)
            clock.play(mover, 3 - mover)
            mover = 3 - mover

"""Weeks of uptime of the unchanged firmware, in virtual time: board time wraps, and nobody notices."""

from functools import cache
from typing import Any

import pytest

from hexlume.const import _PERIOD as PERIOD
from hexlume.journal.record import MOST_TICKS
from hexlume_host.device.messages import Hello
from tests.end_to_end.test_idle import Watched
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost

DAY_MS = 24 * 60 * 60_000
GAME_MS = 16_000
"""How long the hands of ``play`` take."""


def age(board: Watched, host: VirtualHost, uptime_ms: int) -> Hands:
    """Let time pass until the board has been on for so long."""
    yield 100 * MS
    left = uptime_ms - next(one.ticks or 0 for one in host.heard if isinstance(one, Hello)) - 100
    while left > 0:
        # A loop that stood for more than six days would miss that its counter wrapped.
        jump = min(left, 5 * DAY_MS)
        board.twin.chip.time.origin_us -= jump * MS
        yield 20 * MS
        left -= jump + 20


def play(board: Watched) -> Hands:
    """Play a game with a take-back by hand, ended by two buttons that are held."""
    # In the dark it would only wake the lights.
    yield from board.press("act", 300)
    yield from board.put("d4", "white", 3_000)
    yield from board.put("a1", "black", 2_000)
    board.twin.table.lift("a1")
    yield 2_500 * MS
    yield from board.put("g4", "black", 3_000)
    yield from board.press("back", 2_200)
    yield from board.press("act", 1_000)


@cache
def played(uptime_ms: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the events of a game that begins after so long, and how the table stood: what the host was sent."""
    found: list[VirtualHost] = []

    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        found.append(VirtualHost(board))
        yield from age(board, found[0], uptime_ms)
        yield from play(board)

    Watched().run(hands, {"HEXLUME_CLOCK": "fischer 60+5"})
    messages = found[0].messages("board")
    return tuple([one for one in messages if one["type"] == kind] for kind in ("event", "table"))  # type: ignore[return-value]


YOUNG_MS = 12_000


@pytest.mark.parametrize(
    "uptime_ms", [wraps * PERIOD - before for wraps in (1, 2) for before in range(1_000, GAME_MS, 2_500)]
)
def test_game_goes_on_as_ever_when_board_time_wraps_in_it(uptime_ms: int) -> None:
    """What the hands do takes as long as on a board that was just switched on: clocks, take-backs, buttons."""
    events, tables = played(uptime_ms)
    expected, as_expected = played(YOUNG_MS)
    assert [event["kind"] for event in events] == [event["kind"] for event in expected]
    assert [event["kind"] for event in events] == ["start", "action", "action", "undo", "action", "conclude"]
    for event, other in zip(events[1:], expected[1:], strict=True):
        assert event["ticks"] - uptime_ms == pytest.approx(other["ticks"] - YOUNG_MS, abs=60)
    for colour in ("white", "black"):
        assert tables[-1]["clock"][colour] == pytest.approx(as_expected[-1]["clock"][colour], abs=60)


def test_events_of_a_board_that_is_on_for_a_year_have_the_latest_time_there_is() -> None:
    events, _ = played(365 * DAY_MS)
    assert [event["ticks"] for event in events[1:]] == 5 * [MOST_TICKS]

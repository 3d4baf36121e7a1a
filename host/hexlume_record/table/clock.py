"""Clocks of games, from a board's reports, which come once a second and may get lost, to what pages show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume.match.game_clock import BYOYOMI, DELAY, LOW_MS, TimeControl

from ..game.events import COLOURS


@dataclass(frozen=True, slots=True)
class ClockReport:
    """A game's clock: by colour the time left in ms, and the whole byo-yomi periods left after that.

    ``control`` is its time control's text, ``running`` the colour whose time runs, ``flagged`` the one whose time is
    over.
    """

    control: str
    ms: Mapping[str, int]
    periods: Mapping[str, int]
    running: str | None
    flagged: str | None


class ClockView:
    """A clock as a page shows it and counts it down, from a board's reports of it."""

    def __init__(self) -> None:
        """Begin without a clock."""
        self._last: ClockReport | None = None

    def update(self, report: ClockReport | None) -> dict[str, Any] | None:
        """Take the next report; returns ``clock_view`` of it, ``None`` without a clock.

        At the beginning of a turn with a delay, and while a player carries out what another did, no time falls.
        """
        last, self._last = self._last, report
        if report is None:
            return None
        delayed = TimeControl(report.control).kind == DELAY
        return clock_view(report, report.running is not None and self._falls(last, report, delayed))

    def _falls(self, last: ClockReport | None, report: ClockReport, delayed: bool) -> bool:
        """Return whether the running time falls, judged by two reports in a row."""
        colour = report.running
        if colour is None or last is None or last.running != colour or last.control != report.control:
            return not delayed
        now, before = ((one.ms[colour], one.periods[colour]) for one in (report, last))
        if now == before:
            return False
        return now[1] < before[1] or now[0] < before[0] or not delayed


def clock_view(report: ClockReport, counting: bool) -> dict[str, Any]:
    """Return a clock as JSON for pages.

    ``running`` is the colour whose time runs, and ``counting`` whether it falls just now. Of each colour there are
    ``ms`` and whole ``periods``, and whether its time is ``low``; ``period_ms`` is a period's length.
    """
    control = TimeControl(report.control)
    return {
        "control": report.control,
        "running": report.running,
        "counting": counting,
        "flagged": report.flagged,
        "period_ms": control.step_ms if control.kind == BYOYOMI else 0,
        **{
            colour: {
                "ms": report.ms[colour],
                "periods": report.periods[colour],
                "low": _is_low(control, report, colour),
            }
            for colour in COLOURS
        },
    }


def _is_low(control: TimeControl, report: ClockReport, colour: str) -> bool:
    """Return whether a colour's time is low, by the same measure as on the board (``GameClock.low``)."""
    reserve = report.ms[colour] + report.periods[colour] * control.step_ms
    return reserve <= min(LOW_MS, control.reserve_ms // 4)

"""Clocks of games, from a board's reports, which come once a second and may get lost, to what pages show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from hexlume.match.game_clock import BYOYOMI, DELAY, LOW_MS, MOST_MS, MOST_PERIODS, NONE, TimeControl

from ..game.events import COLOURS
from ..game.read_event import Colour, KnownClock
from ..validation import checked, whole


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

    @classmethod
    def from_json(cls, value: object) -> "ClockReport | None":
        """Read what a board sends of a clock; ``None`` for that of a game without one. Raises ``FieldError``."""
        if isinstance(value, dict) and value.get("control") == NONE:
            return None
        clock = checked(_Clock, value)
        left = {"white": clock.white, "black": clock.black}
        periods = {"white": clock.white_periods, "black": clock.black_periods}
        return cls(clock.control, left, periods, clock.running, clock.flagged)


@dataclass
class _Clock:
    control: KnownClock
    white: Annotated[int, whole(MOST_MS)]
    black: Annotated[int, whole(MOST_MS)]
    white_periods: Annotated[int, whole(MOST_PERIODS)]
    black_periods: Annotated[int, whole(MOST_PERIODS)]
    running: Colour | None = None
    flagged: Colour | None = None


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
        return clock_view(report, _falls(last, report))


def _falls(last: ClockReport | None, report: ClockReport) -> bool:
    """Return whether the running time falls, judged by two reports in a row."""
    colour = report.running
    if colour is None:
        return False
    if last is not None and (last.running, last.control) == (colour, report.control):
        now, before = ((one.periods[colour], one.ms[colour]) for one in (report, last))
        if now <= before:
            return now < before
    return TimeControl(report.control).kind != DELAY


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

"""How a game's clock looks between the board's reports of it, which come once a second and may get lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume.games.game_clock import BYOYOMI, DELAY, LOW_MS, TimeControl

from .events import COLOURS


@dataclass(frozen=True, slots=True)
class ClockReport:
    """What a game's clock said: by colour the time left in ms, and the whole byo-yomi periods besides.

    ``control`` is its time control's text, ``running`` the colour whose time runs, ``flagged`` the one whose time is
    over.
    """

    control: str
    ms: Mapping[str, int]
    periods: Mapping[str, int]
    running: str | None
    flagged: str | None


class ClockFace:
    """Turns a board's reports of its clock into what a page shows and counts down."""

    def __init__(self) -> None:
        """Begin without a clock."""
        self._last: ClockReport | None = None
        self._counting = False

    def take(self, report: ClockReport | None) -> dict[str, Any] | None:
        """Take the next report; returns what a page is to show, ``None`` without a clock.

        ``running`` is the colour whose time runs, and ``counting`` whether it falls just now: at the beginning of a
        turn with a delay, and while a player carries out what another did, it does not. Of each colour there are
        ``ms`` and whole ``periods``, and whether its time is ``low``; ``period_ms`` is a period's length.
        """
        last, self._last = self._last, report
        if report is None:
            return None
        control = TimeControl(report.control)
        self._counting = report.running is not None and self._falls(last, report, control.kind == DELAY)
        return {
            "control": report.control,
            "running": report.running,
            "counting": self._counting,
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

    def _falls(self, last: ClockReport | None, report: ClockReport, delayed: bool) -> bool:
        """Return whether the running time falls, as far as two reports in a row tell."""
        colour = report.running
        if colour is None or last is None or last.running != colour or last.control != report.control:
            return not delayed
        now, before = ((one.ms[colour], one.periods[colour]) for one in (report, last))
        if now == before:
            return False
        return now[1] < before[1] or now[0] < before[0] or not delayed


def _is_low(control: TimeControl, report: ClockReport, colour: str) -> bool:
    """Return whether a colour's time is low, by the same measure as on the board (``GameClock.low``)."""
    reserve = report.ms[colour] + report.periods[colour] * control.step_ms
    return reserve <= min(LOW_MS, control.reserve_ms // 4)

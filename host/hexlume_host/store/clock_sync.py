"""When a board's events happened: ticks of its own clock, which knows no date, mapped to wall time.

A board counts milliseconds from each power-on (``boot``). Heard at wall time ``w``, a message that was written at tick
``t`` says that the boot began at ``w - t`` at the latest: earlier by as much as the message took. So the earliest
estimate is the best one, but for the drift of the board's crystal since it was made.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ..game.events import BoardEvent
from .models import BootRow

DRIFT = 30e-6
"""How fast two clocks may part: 30 ppm, the tolerance of the crystals on Pico boards."""
SET_ANEW = timedelta(minutes=1)
"""No hello takes so long: one that is later than this against the estimate tells that this computer's clock was set."""
_KEPT_ANEW = timedelta(minutes=1)
"""An estimate that got no better is written so seldom: clocks part by 2 ms meanwhile."""
LONGEST_UP = timedelta(days=3653)
"""A board that says it has been on for longer is not believed."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A board's clock as its ``hello`` told it: in boot ``boot``, ``ticks`` (ms; ``None``: not told), heard ``at``."""

    boot: int
    ticks: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class BootClock:
    """An estimate of the wall time at which a boot began, made at ``estimated_at``."""

    began_at: datetime
    estimated_at: datetime

    def after_hello(self, ticks: int, now: datetime) -> "BootClock":
        """Return the estimate after a ``hello`` written at ``ticks`` and heard now."""
        heard, latest = _beginning(ticks, now), self._latest(now)
        if heard is None:
            return self
        return BootClock(heard if heard <= latest or heard - latest > SET_ANEW else latest, now)

    def after_event(self, ticks: int, now: datetime) -> "BootClock":
        """Return the estimate after an event that happened at ``ticks``, at whatever time before now."""
        heard, latest = _beginning(ticks, now), self._latest(now)
        return self if heard is None else BootClock(min(heard, latest), now)

    def time_of(self, ticks: int) -> datetime | None:
        """Return the wall time of a tick; ``None`` for one no board can reach."""
        up = timedelta(milliseconds=ticks)
        return self.began_at + up if up <= LONGEST_UP else None

    def _latest(self, now: datetime) -> datetime:
        """Return the latest the boot can have begun as seen now: the estimate, and what the clocks may have parted."""
        return self.began_at + DRIFT * max(now - self.estimated_at, timedelta())


@dataclass(frozen=True, slots=True)
class Played:
    """When an event was played: ``at``, or ``None`` when only ``latest`` is known, after which it cannot have been."""

    at: datetime | None
    latest: datetime

    @property
    def best(self) -> datetime:
        """The time it was played or, not known, the latest it can have been."""
        return self.at or self.latest


class BoardTimes:
    """Tells when the events of one board were played, and keeps the estimates of its clock, in one transaction."""

    def __init__(self, session: Session, board: str, reading: ClockReading | None, now: datetime) -> None:
        """``reading`` is the connected board's clock, if its hello told one."""
        self._session = session
        self._board = board
        self._reading = reading
        self._now = now
        self._ends: dict[int, datetime] = {}
        if reading is not None and reading.ticks is not None:
            self._take_hello(reading.boot, reading.ticks, reading.at)

    def take(self, events: Iterable[BoardEvent]) -> None:
        """Improve the estimate of the connected boot by its latest event: it has happened by now."""
        boot = self._reading.boot if self._reading is not None else None
        latest = max((event.ticks for event in events if event.boot == boot), default=None)
        row = None if boot is None or latest is None else self._session.get(BootRow, (self._board, boot))
        if row is not None and latest is not None:
            better = BootClock(row.began_at, row.estimated_at).after_event(latest, self._now)
            # In between, the estimate only drifts, which the next one counts as well.
            if better.began_at < row.began_at or self._now - row.estimated_at > _KEPT_ANEW:
                _keep(row, better)

    def of(self, event: BoardEvent) -> Played:
        """Return when an event was played."""
        if event.boot is None:
            return Played(None, self._now)
        latest = self._latest(event.boot)
        row = self._session.get(BootRow, (self._board, event.boot))
        at = None if row is None else BootClock(row.began_at, row.estimated_at).time_of(event.ticks)
        return Played(None if at is None else min(at, latest), latest)

    def _latest(self, boot: int) -> datetime:
        """Return the end of a boot at the latest: before the next known one began, and before now."""
        if self._reading is not None and boot == self._reading.boot:
            return self._now
        if boot in self._ends:
            return self._ends[boot]
        next_began = self._session.scalar(
            select(func.min(BootRow.began_at)).where(BootRow.board == self._board, BootRow.boot > boot)
        )
        self._ends[boot] = self._now if next_began is None else min(next_began, self._now)
        return self._ends[boot]

    def _take_hello(self, boot: int, ticks: int, heard_at: datetime) -> None:
        row = self._session.get(BootRow, (self._board, boot))
        if row is None:
            began_at = _beginning(ticks, heard_at)
            if began_at is not None:
                self._session.add(BootRow(board=self._board, boot=boot, began_at=began_at, estimated_at=heard_at))
                self._session.flush()
        elif row.estimated_at < heard_at or row.estimated_at > self._now:
            # It is newer, or this computer's clock was set back.
            _keep(row, BootClock(row.began_at, row.estimated_at).after_hello(ticks, heard_at))


def _beginning(ticks: int, heard_at: datetime) -> datetime | None:
    up = timedelta(milliseconds=ticks)
    return heard_at - up if up <= LONGEST_UP else None


def _keep(row: BootRow, clock: BootClock) -> None:
    row.began_at, row.estimated_at = clock.began_at, clock.estimated_at

"""Clock synchronisation: maps ticks of a board's clock, which knows no date, to wall time.

A board counts milliseconds from each power-on (a *boot*). A message written at tick ``t`` and received at wall time
``w`` shows that the boot began at ``w - t`` at the latest: earlier by as long as the message took. So the earliest
estimate is the best one, but for the drift of the board's crystal since then.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from hexlume_record.game.events import BoardEvent

from .models import BootRow

DRIFT = 30e-6
"""How fast two clocks may drift apart: 30 ppm, the tolerance of the crystals on Pico boards."""
CLOCK_SET = timedelta(minutes=1)
"""No hello takes this long: if one is this late against the estimate, this computer's clock was set."""
_REFRESH = timedelta(minutes=1)
"""An estimate that got no better is written no more often: clocks drift by 2 ms meanwhile."""
MAX_UPTIME = timedelta(days=3653)
"""A board that claims to have been on for longer is not believed."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A board's clock in its ``hello``: ``ticks`` (ms) of boot ``boot``, received ``at``; ``None``: not known."""

    boot: int
    ticks: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class BootClock:
    """An estimate of the wall time at which a boot began, made at ``estimated_at``."""

    began_at: datetime
    estimated_at: datetime

    def updated(self, ticks: int, now: datetime, *, is_hello: bool) -> "BootClock":
        """Return the estimate after a hello written at ``ticks`` and received now, or an event that happened then."""
        began = _boot_start(ticks, now)
        if began is None:
            return self
        # The estimate, and what the clocks may have drifted since.
        latest = self.began_at + DRIFT * max(now - self.estimated_at, timedelta())
        clock_was_set = is_hello and began - latest > CLOCK_SET
        return BootClock(began if clock_was_set else min(began, latest), now)

    def time_of(self, ticks: int) -> datetime | None:
        """Return the wall time of a tick; ``None`` for one no board can reach."""
        uptime = timedelta(milliseconds=ticks)
        return self.began_at + uptime if uptime <= MAX_UPTIME else None


@dataclass(frozen=True, slots=True)
class EventTime:
    """When an event was played: ``at``, or ``None`` when only ``latest`` is known, after which it cannot have been."""

    at: datetime | None
    latest: datetime

    @property
    def best(self) -> datetime:
        """The time it was played or, if not known, the latest it can have been."""
        return self.at or self.latest


class ClockSync:
    """Finds out when the events of one board were played, and stores the estimates of its clock."""

    def __init__(self, session: Session, board: str, reading: ClockReading | None, now: datetime) -> None:
        """Use the clock of the connected board's hello, if it sent one, in a transaction."""
        self._session = session
        self._board = board
        self._boot = None if reading is None else reading.boot
        self._now = now
        self._ends: dict[int, datetime] = {}
        if reading is not None and reading.ticks is not None:
            self._take_hello(reading.boot, reading.ticks, reading.at)

    def improve(self, events: Iterable[BoardEvent]) -> None:
        """Improve the estimate of the connected boot by its latest event, which has happened by now."""
        latest = max((event.ticks for event in events if event.boot == self._boot), default=None)
        row = None if self._boot is None else self._row(self._boot)
        if row is not None and latest is not None:
            better = _clock_of(row).updated(latest, self._now, is_hello=False)
            # In between, the estimate only drifts, and the next one includes that.
            if better.began_at < row.began_at or self._now - row.estimated_at > _REFRESH:
                row.began_at, row.estimated_at = better.began_at, better.estimated_at

    def time_of(self, event: BoardEvent) -> EventTime:
        """Return when an event was played."""
        if event.boot is None:
            return EventTime(None, self._now)
        latest, row = self._end_of(event.boot), self._row(event.boot)
        at = None if row is None else _clock_of(row).time_of(event.ticks)
        return EventTime(None if at is None else min(at, latest), latest)

    def _end_of(self, boot: int) -> datetime:
        """Return the latest end of a boot: before the next known one began, and before now."""
        if boot == self._boot:
            return self._now
        if boot not in self._ends:
            following = select(func.min(BootRow.began_at)).where(BootRow.board == self._board, BootRow.boot > boot)
            self._ends[boot] = min(self._session.scalar(following) or self._now, self._now)
        return self._ends[boot]

    def _take_hello(self, boot: int, ticks: int, received_at: datetime) -> None:
        row, began_at = self._row(boot), _boot_start(ticks, received_at)
        if row is not None and (row.estimated_at < received_at or row.estimated_at > self._now):
            # The hello is newer, or this computer's clock was set back.
            better = _clock_of(row).updated(ticks, received_at, is_hello=True)
            row.began_at, row.estimated_at = better.began_at, better.estimated_at
        elif row is None and began_at is not None:
            self._session.add(BootRow(board=self._board, boot=boot, began_at=began_at, estimated_at=received_at))
            self._session.flush()

    def _row(self, boot: int) -> BootRow | None:
        return self._session.get(BootRow, (self._board, boot))


def _clock_of(row: BootRow) -> BootClock:
    return BootClock(row.began_at, row.estimated_at)


def _boot_start(ticks: int, received_at: datetime) -> datetime | None:
    uptime = timedelta(milliseconds=ticks)
    return received_at - uptime if uptime <= MAX_UPTIME else None

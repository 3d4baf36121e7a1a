"""Clock synchronisation: maps ticks of a board's clock, which knows no date, to wall time.

A board counts milliseconds from each power-on (a *boot*). A hello written at tick ``t`` and received at wall time ``w``
shows that the boot began at ``w - t`` at the latest: earlier by as long as the message took. So the earliest estimate
is the best one.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from hexlume_record.game.events import BoardEvent

from .models import BootRow

CLOCK_SET = timedelta(minutes=1)
"""No hello takes this long: if one is this late against the estimate, this computer's clock was set."""
MAX_UPTIME = timedelta(days=3653)
"""A board that claims to have been on for longer is not believed."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A board's clock in its ``hello``: ``ticks`` (ms) of boot ``boot``, received ``at``; ``None``: not known."""

    boot: int
    ticks: int | None
    at: datetime


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

    def __init__(self, session: Session, device: str, reading: ClockReading | None, now: datetime) -> None:
        """Use the clock of the connected board's hello, if it sent one, in a transaction."""
        self._session = session
        self._device = device
        self._now = now
        self._ends: dict[int, datetime] = {}
        """The latest end of boots."""
        if reading is not None:
            self._ends[reading.boot] = now
            uptime = _uptime(reading.ticks)
            if uptime is not None:
                self._estimate(reading.boot, reading.at - uptime)

    def time_of(self, event: BoardEvent) -> EventTime:
        """Return when an event was played."""
        if event.boot is None:
            return EventTime(None, self._now)
        latest, row, uptime = self._end_of(event.boot), self._row(event.boot), _uptime(event.ticks)
        if row is None or uptime is None:
            return EventTime(None, latest)
        return EventTime(min(row.began_at + uptime, latest), latest)

    def _end_of(self, boot: int) -> datetime:
        """Return the latest end of a boot: before the next known one began, and before now."""
        if boot not in self._ends:
            following = select(func.min(BootRow.began_at)).where(BootRow.device == self._device, BootRow.boot > boot)
            self._ends[boot] = min(self._session.scalar(following) or self._now, self._now)
        return self._ends[boot]

    def _estimate(self, boot: int, began_at: datetime) -> None:
        row = self._row(boot)
        if row is None:
            self._session.add(BootRow(device=self._device, boot=boot, began_at=began_at))
            self._session.flush()
        elif began_at < row.began_at or began_at - row.began_at > CLOCK_SET:
            row.began_at = began_at

    def _row(self, boot: int) -> BootRow | None:
        return self._session.get(BootRow, (self._device, boot))


def _uptime(ticks: int | None) -> timedelta | None:
    """Return for how long a board was on at a tick, ``None`` where that is not known or not believed."""
    uptime = None if ticks is None else timedelta(milliseconds=ticks)
    return None if uptime is None or uptime > MAX_UPTIME else uptime

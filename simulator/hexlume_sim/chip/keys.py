"""``keypad``: the background scanner of push buttons, as far as the firmware uses it."""

from collections.abc import Sequence
from typing import NamedTuple

from .clock import Clock
from .pins import Pin, claim

MAX_EVENTS = 64
"""Max number of waiting events. An event that finds the queue full is lost."""


class Event(NamedTuple):
    """A key press or release."""

    key_number: int
    pressed: bool


class EventQueue:
    """A queue of events, which the scanner fills."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._events: list[Event] = []

    def get(self) -> Event | None:
        """Remove and return the next event, or None if there is none."""
        self._clock.advance(self._clock.costs.call)
        return self._events.pop(0) if self._events else None

    def record(self, event: Event) -> None:
        """Append an event. For the scanner."""
        if len(self._events) < MAX_EVENTS:
            self._events.append(event)


class Keys:
    """Scans the pins of push buttons every ``interval`` seconds. ``events`` holds their changes.

    It schedules a scan only when one could find something: at the next multiple of the interval
    after a pin changed.
    """

    def __init__(
        self, pins: Sequence[Pin], *, value_when_pressed: bool, pull: bool = True, interval: float = 0.020
    ) -> None:
        self._pins = tuple(pins)
        self._clock = self._pins[0].clock
        self._when_pressed = value_when_pressed
        self._start_us = self._clock.now
        self._interval_us = int(interval * 1000000)
        self._pressed = [False] * len(self._pins)
        self._scan_due = False
        self.events = EventQueue(self._clock)
        for pin in self._pins:
            claim(pin)
            if pull:
                pin.pull = 0 if value_when_pressed else 1
            pin.on_external = self._schedule_scan
        self._schedule_scan()

    def _schedule_scan(self) -> None:
        if not self._scan_due:
            self._scan_due = True
            scans = (self._clock.now - self._start_us) // self._interval_us + 1
            self._clock.at(self._start_us + scans * self._interval_us, self._scan)

    def _scan(self) -> None:
        self._scan_due = False
        for key, pin in enumerate(self._pins):
            down = pin.read() == self._when_pressed
            if down != self._pressed[key]:
                self._pressed[key] = down
                self.events.record(Event(key, down))

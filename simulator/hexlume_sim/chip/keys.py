"""``keypad``: the background scanner of push buttons."""

from .clock import Clock
from .pins import Pin, claim, deinited, release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Event:
    """A key press or release. Events with the same key and direction are equal."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: "int | None" = None) -> None:
        self.key_number = key_number
        self.pressed = bool(pressed)
        self.timestamp = 0 if timestamp is None else timestamp

    @property
    def released(self) -> bool:
        """Whether the key went up."""
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (other.key_number, other.pressed) == (self.key_number, self.pressed)

    def __hash__(self) -> int:
        return self.key_number << 1 | int(self.pressed)

    def __repr__(self) -> str:
        return f"<Event: key_number {self.key_number} {'pressed' if self.pressed else 'released'}>"


class EventQueue:
    """A queue of events. A new event that finds it full is lost and sets ``overflowed``."""

    def __init__(self, clock: Clock, max_events: int) -> None:
        self.overflowed = False
        self._clock = clock
        self._events: list[Event] = []
        self._max = max_events

    def get(self) -> "Event | None":
        """Remove and return the next event, or None if there is none."""
        self._clock.advance(self._clock.costs.call)
        return self._events.pop(0) if self._events else None

    def get_into(self, event: Event) -> bool:
        """Remove the next event and copy it to ``event``. Return false if there is none."""
        self._clock.advance(self._clock.costs.call)
        if not self._events:
            return False
        found = self._events.pop(0)
        event.key_number, event.pressed, event.timestamp = found.key_number, found.pressed, found.timestamp
        return True

    def clear(self) -> None:
        """Discard all events."""
        self._events = []
        self.overflowed = False

    def __bool__(self) -> bool:
        return bool(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def record(self, event: Event) -> None:
        """Append an event. For the scanner."""
        if len(self._events) >= self._max:
            self.overflowed = True
        else:
            self._events.append(event)


class KeyScanner:
    """``keypad.Keys``: scans its keys' pins every ``interval`` seconds and queues changes.

    It schedules a scan only when one could find something. With a threshold of 1 that is the next
    multiple of the interval after a pin changed.
    """

    def __init__(
        self,
        ticks_ms: "Callable[[], int]",
        pins: "Sequence[Pin]",
        value_when_pressed: bool,
        pull: bool,
        interval: float,
        max_events: int,
        debounce_threshold: int,
    ) -> None:
        if max_events < 1 or not 1 <= debounce_threshold <= 127:
            raise ValueError("max_events must be at least 1, debounce_threshold 1 to 127")
        self._ticks_ms = ticks_ms
        self._pins = tuple(pins)
        for pin in self._pins:
            claim(pin)
        self._clock = self._pins[0].clock
        self._when_pressed = bool(value_when_pressed)
        self._start_us = self._clock.now
        self._interval_us = max(1, int(interval * 1000000))
        self._threshold = debounce_threshold
        self._counts = [0] * len(self._pins)
        self._pressed = [False] * len(self._pins)
        self._scan_due = False
        self._alive = True
        self.events = EventQueue(self._clock, max_events)
        for pin in self._pins:
            if pull:
                pin.pull = 0 if self._when_pressed else 1
            pin.on_external = self._schedule_scan
        self._schedule_scan()

    @property
    def key_count(self) -> int:
        """The number of keys."""
        if not self._alive:
            raise deinited()
        return len(self._pins)

    def reset(self) -> None:
        """Treat all keys as released: a pressed key gives a new event."""
        self._pressed = [False] * len(self._pins)
        self._counts = [0] * len(self._pins)
        self._schedule_scan()

    def deinit(self) -> None:
        """Stop scanning and release the pins."""
        if self._alive:
            self._alive = False
            for pin in self._pins:
                release(pin)

    def __enter__(self) -> "KeyScanner":
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def _schedule_scan(self) -> None:
        if not self._scan_due:
            self._scan_due = True
            scans = (self._clock.now - self._start_us) // self._interval_us + 1
            self._clock.at(self._start_us + scans * self._interval_us, self._scan)

    def _scan(self) -> None:
        self._scan_due = False
        if not self._alive:
            return
        for key, pin in enumerate(self._pins):
            down = pin.read() == self._when_pressed
            changed = down != self._pressed[key]
            # Scans that saw the new state minus those that saw the old one.
            count = max(0, self._counts[key] + (1 if changed else -1))
            if count >= self._threshold:
                count = 0
                self._pressed[key] = down
                self.events.record(Event(key, down, self._ticks_ms()))
            self._counts[key] = count
            if count:
                self._schedule_scan()

"""Virtual clock: microseconds since power-on, with scheduled callbacks.

The clock advances when the firmware waits and when it calls the hardware. The time of its own
Python code is owed until then (``metering``). Scripted hands, the key scanner and the pace schedule
callbacks, which run while the clock advances.
"""

from collections.abc import Callable, Generator
from heapq import heappop, heappush
from math import exp

from .costs import RP2350, Costs
from .power import HardReset, HardwareLawBroken, PowerCut, ScriptFailed, SoftReload

NEVER = 1 << 60
"""A time that is never reached, in us."""


class Clock:
    """Virtual time with a schedule of callbacks.

    ``now`` is the time in us. It does not include ``owed_us``, the time since the clock last
    advanced. ``due`` is the time of the next callback. ``costs`` are the chip's.
    """

    def __init__(self, costs: Costs = RP2350) -> None:
        self.costs = costs
        self.now = 0
        self.owed_us = 0.0
        self.due = NEVER
        self._cold_us = 0.0
        self._schedule: list[tuple[int, int, Callable[[], object]]] = []
        self._scheduled = 0
        self._moving = False

    def at(self, us: int, callback: Callable[[], object]) -> None:
        """Schedule a callback at a virtual time in us; a past time means the next advance.

        Callbacks of the same time run in the order in which they were scheduled.
        """
        self._scheduled += 1
        heappush(self._schedule, (us, self._scheduled, callback))
        self.due = min(self.due, us)

    def after(self, us: int, callback: Callable[[], object]) -> None:
        """Schedule a callback a number of us from now."""
        self.at(self.now + us, callback)

    def run_script(self, script: Generator[float, None, None]) -> "Script":
        """Run a generator that yields waits in us. It starts when the clock next advances."""
        return Script(self, script)

    def spend(self, us: float) -> bool:
        """Owe a number of us. Return true, for use in expressions."""
        self.owed_us += us
        return True

    def empty_cache(self) -> None:
        """Let the work that follows run from a cold flash cache."""
        self._cold_us = self.costs.cold_cache

    def advance(self, us: float) -> None:
        """Advance by a number of us and by what is owed. A fraction of a us stays owed."""
        if self._cold_us:
            misses = self._cold_us * (1 - exp(-self.owed_us / self.costs.warm_after))
            # The last tenth of a us is not worth a further look.
            self._cold_us = self._cold_us - misses if self._cold_us > 0.1 else 0.0
            self.owed_us += misses
        passed = self.owed_us + us
        whole = int(passed)
        self.owed_us = passed - whole
        target = self.now + whole
        if target < self.due:
            self.now = target
        else:
            self.reach(target)

    def reach(self, target: int) -> None:
        """Advance to a time in us and run the callbacks that are due on the way.

        Raises ``ScriptFailed`` if a callback raised, and passes on the exceptions of ``power``.
        """
        if self._moving:
            raise HardwareLawBroken("A callback of the clock waited: scripted hands must yield their waits.")
        self._moving = True
        schedule = self._schedule
        try:
            while schedule and schedule[0][0] <= target:
                when, _, callback = heappop(schedule)
                self.now = max(self.now, when)
                callback()
            self.now = target
        except (PowerCut, HardwareLawBroken, HardReset, SoftReload, ScriptFailed, KeyboardInterrupt):
            raise
        except BaseException as problem:
            raise ScriptFailed(f"Scripted hands or a listener failed: {problem!r}") from problem
        finally:
            self._moving = False
            self.due = schedule[0][0] if schedule else NEVER


class Script:
    """A generator run by the clock. ``done`` is true once it has ended."""

    def __init__(self, clock: Clock, script: Generator[float, None, None]) -> None:
        self.done = False
        self._clock = clock
        self._script = script
        self._next_us: float = clock.now
        clock.at(clock.now, self._resume)

    def _resume(self) -> None:
        try:
            wait = next(self._script)
        except StopIteration:
            self.done = True
            return
        if wait < 0:
            raise ValueError(f"a script waited {wait!r} us: a wait cannot be negative")
        # Fractions accumulate, so that a script does not drift.
        self._next_us += wait
        self._clock.at(int(self._next_us), self._resume)

"""The one clock: microseconds of virtual time since power-on.

It moves when the firmware waits and when it calls the hardware. The time that its own Python code takes is owed until
then (``metering``). Whoever wants to act at some virtual time (scripted hands, the key scanner, the pace) is called
back while the clock moves.
"""

from heapq import heappop, heappush

from .costs import RP2350, Costs
from .power import HardReset, HardwareLawBroken, PowerCut, ScriptFailed, SoftReload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

NEVER = 1 << 60
"""A time that does not come, in us."""


class Clock:
    """Virtual time with a schedule of callbacks.

    ``now`` is the time in us, without ``owed_us``: what passed since the clock last moved. ``due`` is when the next
    callback is. ``costs`` are the chip's.
    """

    def __init__(self, costs: Costs = RP2350) -> None:
        self.costs = costs
        self.now = 0
        self.owed_us = 0.0
        self.due = NEVER
        self._schedule: list[tuple[int, int, Callable[[], object]]] = []
        self._scheduled = 0
        self._moving = False

    def at(self, us: int, callback: "Callable[[], object]") -> None:
        """Call back at a virtual time in us; a time that has passed means as soon as the clock moves.

        Callbacks of the same time are called in the order in which they were asked for.
        """
        self._scheduled += 1
        heappush(self._schedule, (us, self._scheduled, callback))
        self.due = min(self.due, us)

    def after(self, us: int, callback: "Callable[[], object]") -> None:
        """Call back a number of us from now."""
        self.at(self.now + us, callback)

    def run_script(self, script: "Generator[float, None, None]") -> "Script":
        """Run a generator that yields how many us to wait before it goes on; it begins when the clock next moves."""
        return Script(self, script)

    def spend(self, us: float) -> bool:
        """Owe a number of us; return true, for use within expressions."""
        self.owed_us += us
        return True

    def advance(self, us: float) -> None:
        """Let a number of us pass, and those that are owed; a fraction of one is owed on."""
        passed = self.owed_us + us
        whole = int(passed)
        self.owed_us = passed - whole
        target = self.now + whole
        if target < self.due:
            self.now = target
        else:
            self.reach(target)

    def reach(self, target: int) -> None:
        """Move to a time in us, calling back whatever is due on the way.

        Raises ``ScriptFailed`` when a callback raised, and whatever of ``power`` a callback raised.
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
    """A generator run by the clock. ``done`` is true once it came to its end or was cancelled."""

    def __init__(self, clock: Clock, script: "Generator[float, None, None]") -> None:
        self.done = False
        self._clock = clock
        self._script = script
        self._next_us: float = clock.now
        clock.at(clock.now, self._go_on)

    def cancel(self) -> None:
        """Let the script go no further."""
        if not self.done:
            self.done = True
            self._script.close()

    def _go_on(self) -> None:
        if self.done:
            return
        try:
            wait = next(self._script)
        except StopIteration:
            self.done = True
            return
        if wait < 0:
            raise ValueError(f"a script waited {wait!r} us: a wait cannot be negative")
        # Fractions add up from wait to wait, so a script keeps its own pace.
        self._next_us += wait
        self._clock.at(int(self._next_us), self._go_on)

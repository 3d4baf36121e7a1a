"""The firmware's one clock: the board time of the loop's passes, and how long the board has been on.

``supervisor.ticks_ms`` wraps at 2**29 too, and first about 65 s after power-on.
"""

from ..const import const

if False:  # for type checkers only
    from typing import Callable

_PERIOD = const(1 << 29)
"""As in ``hexlume.const``."""
PASS_MS = 10
"""The loop's period: 100 scans a second. A panel too large for it runs as fast as it can."""
_NAPS_S = tuple([ms / 1000 for ms in range(PASS_MS + 1)])
"""The sleeps of a pass in s, by their ms: numbers with a fraction are allocated on some chips."""


class Clock:
    """Board time in ms (``hexlume.const``), and the steady rhythm of the loop."""

    def __init__(
        self,
        ticks_ms: "Callable[[], int]",
        sleep: "Callable[[float], None]",
        feed: "Callable[[], None]",
    ) -> None:
        """Take the chip's tick counter (ms) and its sleep function (s), and what feeds its watchdog once a pass."""
        self._ticks_ms = ticks_ms
        self._sleep = sleep
        self._feed = feed
        self._begun = ticks_ms()
        self.ms = self._wraps = self._due = 0

    def tick(self) -> int:
        """Bring ``ms`` up to date and return it. Called at least once in three days of running."""
        ms = (self._ticks_ms() - self._begun) % _PERIOD
        if ms < self.ms:
            self._wraps += 1
            self._due -= _PERIOD
        self.ms = ms
        return ms

    def since_start(self, ms: int) -> int:
        """Return a board time of this pass as ms since the start: a number that never wraps but may be allocated."""
        return (self._wraps - (ms > self.ms)) * _PERIOD + ms

    def wait_for_pass(self) -> None:
        """Sleep until a period after the last pass was due; a late pass starts a new rhythm."""
        self._feed()
        self._due += PASS_MS
        left = self._due - self.tick()
        if left > 0:
            self._sleep(_NAPS_S[min(left, PASS_MS)])
        else:
            self._due = self.ms

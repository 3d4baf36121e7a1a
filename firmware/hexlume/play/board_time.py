"""The firmware's one clock: milliseconds since the start, safe against the counter's wrap.

``supervisor.ticks_ms`` wraps at 2**29 and first overflows about 65 s after power-on; everything else
in the firmware counts in ``Clock.ms``, which does not wrap.
"""

from ..const import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

_TICKS_PERIOD = const(1 << 29)
PASS_MS = 10
"""The loop's period: 100 scans a second. A panel too large for it runs as fast as it can."""
_NAPS_S = tuple([ms / 1000 for ms in range(PASS_MS + 1)])
"""The sleeps of a pass in s, by their ms: numbers with a fraction are allocated on some chips."""


class Clock:
    """Time since the start in ms, and the steady rhythm of the loop."""

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
        self._last = ticks_ms()
        self.ms = 0
        self._due = 0

    def tick(self) -> int:
        """Bring ``ms`` up to date and return it. Called at least once in three days of running."""
        ticks = self._ticks_ms()
        self.ms += (ticks - self._last) % _TICKS_PERIOD
        self._last = ticks
        return self.ms

    def wait_for_pass(self) -> None:
        """Sleep until a period after the last pass was due; a late pass starts a new rhythm."""
        self._feed()
        self._due += PASS_MS
        left = self._due - self.tick()
        if left > 0:
            self._sleep(_NAPS_S[min(left, PASS_MS)])
        else:
            self._due = self.ms

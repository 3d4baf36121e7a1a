"""Pacing: ties virtual time to the wall clock and looks at the outside world on the way."""

import time
from collections.abc import Callable

from .twin import Board

VIRTUAL_TICK_US = 5000
"""Poll interval at virtual pace, in us of virtual time. A poll costs two system calls."""

REAL_TICK_US = 1000
"""Interval of synchronising with the wall clock at real pace, in us."""

MAX_LAG_US = 250_000
"""Max lag behind the wall clock, in us. Beyond it the twin does not catch up.

A stopped process or a sleeping laptop causes such a lag.
"""


class Pace:
    """Ticks on a twin's clock: serves gestures and the serial port, and paces the clock.

    ``wait`` waits at most that many ms for gestures, executes them and updates the serial port.
    """

    def __init__(self, twin: Board, wait: Callable[[int], None], real: bool) -> None:
        self._clock = twin.clock
        self._data = twin.data
        self._wait = wait
        self._real = real
        self._offset_us = 0

    def start(self) -> None:
        """Start to tick, from now."""
        self._offset_us = self._clock.now - self._wall_us()
        self._clock.after(0, self._tick)

    def _tick(self) -> None:
        self._look(0)
        if self._real:
            self._wait_for_wall_clock()
        self._clock.after(REAL_TICK_US if self._real else VIRTUAL_TICK_US, self._tick)

    def _wait_for_wall_clock(self) -> None:
        while True:
            ahead = self._clock.now - self._offset_us - self._wall_us()
            if ahead <= 0:
                break
            # It waits whole milliseconds; the remainder adds up until the next tick.
            self._look(-(-ahead // 1000))
        if ahead < -MAX_LAG_US:
            self._offset_us = self._clock.now - self._wall_us()

    def _look(self, wait_ms: int) -> None:
        self._wait(wait_ms)
        self._data.exchange()

    @staticmethod
    def _wall_us() -> int:
        return time.perf_counter_ns() // 1000

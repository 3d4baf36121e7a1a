"""How virtual time goes with the wall clock, and when the outside world is heard on the way."""

import select
import time
from typing import Protocol

from .serial_port import PseudoTerminal
from .twin import Board

VIRTUAL_TICK_US = 5000
"""At virtual pace the outside is looked at every so many us of virtual time: two system calls each."""

REAL_TICK_US = 1000
"""At real pace the wall clock is waited for every so many us."""

LOST_US = 250_000
"""A twin that fell behind the wall clock by more (a stopped process, a sleeping laptop) does not catch up."""


class Listener(Protocol):
    """Where gestures come from: a file to wait on and what to do when something arrived."""

    reading: int

    def receive(self) -> None:
        """Take what has arrived."""


class Pace:
    """Ticks on a twin's clock: hears gestures and the serial port, and at real pace waits for the wall clock."""

    def __init__(self, twin: Board, port: PseudoTerminal, listener: Listener, real: bool) -> None:
        self._clock = twin.clock
        self._data = twin.data
        self._port = port
        self._listener = listener
        self._real = real
        self._offset_us = 0
        self._gestures = select.poll()
        self._gestures.register(listener.reading, select.POLLIN)

    def start(self) -> None:
        """Begin to tick, from now."""
        self._offset_us = self._clock.now - self._wall_us()
        self._clock.after(0, self._tick)

    def _tick(self) -> None:
        self._hear(0)
        if self._real:
            self._wait_for_wall_clock()
        self._clock.after(REAL_TICK_US if self._real else VIRTUAL_TICK_US, self._tick)

    def _wait_for_wall_clock(self) -> None:
        while True:
            ahead = self._clock.now - self._offset_us - self._wall_us()
            if ahead <= 0:
                break
            # poll waits whole milliseconds; the remainder adds up until the next tick.
            self._hear(-(-ahead // 1000))
        if ahead < -LOST_US:
            self._offset_us = self._clock.now - self._wall_us()

    def _hear(self, wait_ms: int) -> None:
        """Wait at most so long for gestures, and see to the serial port."""
        if self._gestures.poll(wait_ms):
            self._listener.receive()
        self._port.look()
        self._data.exchange()

    @staticmethod
    def _wall_us() -> int:
        return time.perf_counter_ns() // 1000

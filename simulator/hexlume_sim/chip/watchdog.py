"""``watchdog``: resets a board whose firmware hangs, as far as the firmware uses it.

As in CircuitPython 9 and later on RP2 chips (``common-hal/watchdog/WatchDogTimer.c``), it can be
switched off.
"""

from enum import Enum

from .clock import Clock
from .power import WatchdogExpired

MAX_TIMEOUT_S = 8
"""Max timeout in s: the RP2040's 24-bit watchdog counts at 2 MHz, which is 8.4 s.

CircuitPython accepts whole seconds up to 8.
"""


class WatchDogMode(Enum):
    """The action of an expired watchdog. RP2 chips have no other."""

    RESET = "reset"


class WatchDogTimer:
    """``microcontroller.watchdog``."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timeout = 0.0
        self._mode: WatchDogMode | None = None
        self._deadline = 0
        self._check_scheduled = False

    def feed(self) -> None:
        """Restart the timeout. Does nothing while the watchdog is off."""
        self._clock.advance(self._clock.costs.call)
        self._deadline = self._clock.now + int(self._timeout * 1000000)

    @property
    def timeout(self) -> float:
        """Max seconds between feeds, up to 8. Setting it feeds the watchdog."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        if timeout <= 0:
            raise ValueError("watchdog timeout must be greater than 0")
        if int(timeout) > MAX_TIMEOUT_S:
            raise ValueError(f"timeout must be <= {MAX_TIMEOUT_S}")
        self._timeout = timeout
        self.feed()

    @property
    def mode(self) -> WatchDogMode | None:
        """``WatchDogMode.RESET``, or None while the watchdog is off."""
        return self._mode

    @mode.setter
    def mode(self, mode: WatchDogMode | None) -> None:
        if mode is None or mode is self._mode:
            self._mode = mode
            return
        if self._timeout <= 0:
            raise ValueError("WatchDogTimer.timeout must be greater than 0")
        self._mode = mode
        self.feed()
        if not self._check_scheduled:
            self._check_scheduled = True
            self._clock.at(self._deadline, self._check)

    def reset(self) -> None:
        """Switch the watchdog off, as a reset of the chip or a reload does."""
        self._mode = None
        self._timeout = 0.0

    def _check(self) -> None:
        self._check_scheduled = False
        if self._mode is None:
            return
        if self._clock.now >= self._deadline:
            raise WatchdogExpired(f"The watchdog was not fed for {self._timeout:g} s.")
        self._check_scheduled = True
        self._clock.at(self._deadline, self._check)

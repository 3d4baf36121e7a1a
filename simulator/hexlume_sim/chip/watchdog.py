"""``watchdog``: resets a board whose firmware hangs.

As in CircuitPython 9 and later on RP2 chips (``common-hal/watchdog/WatchDogTimer.c``), it can be
switched off.
"""

from .clock import Clock
from .power import WatchdogExpired

MAX_TIMEOUT_S = 8
"""Max timeout in s: the RP2040's 24-bit watchdog counts at 2 MHz, which is 8.4 s.

CircuitPython accepts whole seconds up to 8.
"""


class WatchDogTimeout(Exception):
    """Never raised here: RP2040 boards support only ``WatchDogMode.RESET``."""


class WatchDogMode:
    """The action of an expired watchdog: ``WatchDogMode.RESET``.

    ``WatchDogMode.RAISE`` is not implemented for the RP2040.
    """

    RESET: "WatchDogMode"
    RAISE: "WatchDogMode"

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return "watchdog.WatchDogMode." + self._name


WatchDogMode.RESET = WatchDogMode("RESET")
WatchDogMode.RAISE = WatchDogMode("RAISE")


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
    def mode(self) -> "WatchDogMode | None":
        """``WatchDogMode.RESET``, or None while the watchdog is off."""
        return self._mode

    @mode.setter
    def mode(self, mode: "WatchDogMode | None") -> None:
        if mode is self._mode:
            return
        if mode is None:
            self._mode = None
            return
        if mode is not WatchDogMode.RESET:
            raise NotImplementedError("RAISE mode is not implemented")
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
        if self._mode is None:
            self._check_scheduled = False
        elif self._clock.now < self._deadline:
            self._clock.at(self._deadline, self._check)
        else:
            self._check_scheduled = False
            raise WatchdogExpired(f"The watchdog was not fed for {self._timeout:g} s.")

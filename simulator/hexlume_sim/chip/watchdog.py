"""``watchdog``: resets a board whose firmware hangs.

As CircuitPython 9 and later have it on RP2 chips (``common-hal/watchdog/WatchDogTimer.c``): it can be switched off.
"""

from .clock import Clock
from .power import WatchdogExpired

LONGEST_S = 8
"""The RP2040's 24-bit watchdog counts at 2 MHz, 8.4 s; CircuitPython takes whole seconds up to 8."""


class WatchDogTimeout(Exception):
    """Never raised here: RP2040 boards know only ``WatchDogMode.RESET``."""


class WatchDogMode:
    """What an expired watchdog does: ``WatchDogMode.RESET``; ``WatchDogMode.RAISE`` is not made for the RP2040."""

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
        self._watching = False

    def feed(self) -> None:
        """Put off the end by the timeout; does nothing while the watchdog is off."""
        self._clock.advance(self._clock.costs.call)
        self._deadline = self._clock.now + int(self._timeout * 1000000)

    @property
    def timeout(self) -> float:
        """Seconds between feeds, at most 8; setting it feeds."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        if timeout <= 0:
            raise ValueError("watchdog timeout must be greater than 0")
        if int(timeout) > LONGEST_S:
            raise ValueError(f"timeout must be <= {LONGEST_S}")
        self._timeout = timeout
        self.feed()

    @property
    def mode(self) -> "WatchDogMode | None":
        """None while off, which it can be set to; else ``WatchDogMode.RESET``."""
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
        if not self._watching:
            self._watching = True
            self._clock.at(self._deadline, self._look)

    def reset(self) -> None:
        """Switch off, as a reset of the chip does, and a reload."""
        self._mode = None
        self._timeout = 0.0

    def _look(self) -> None:
        if self._mode is None:
            self._watching = False
        elif self._clock.now < self._deadline:
            self._clock.at(self._deadline, self._look)
        else:
            self._watching = False
            raise WatchdogExpired(f"The watchdog was not fed for {self._timeout:g} s.")

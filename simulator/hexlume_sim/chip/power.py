"""Exceptions that end or restart a firmware run from outside.

They derive from ``BaseException``: a firmware's ``except Exception`` cannot catch them, just as it
cannot stop a real reset.
"""


class HardwareLawBroken(BaseException):
    """The firmware did what makes a real board hang or fail silently.

    The message says what that was and how to fix it.
    """


class PowerCut(BaseException):
    """The power was cut, by a fault knob or because the twin was stopped."""


class HardReset(BaseException):
    """``microcontroller.reset``: everything except the flash restarts, from boot.py on."""


class WatchdogExpired(HardReset):
    """The watchdog was not fed in time and resets the chip."""


class SafeModeEntered(HardReset):
    """CircuitPython itself failed: the chip restarts in safe mode, for a ``SafeModeReason``."""

    def __init__(self, reason: str) -> None:
        super().__init__("CircuitPython failed: " + reason)
        self.reason = reason


class SoftReload(BaseException):
    """``supervisor.reload``: code.py restarts."""


class ScriptFailed(BaseException):
    """A callback of the clock (scripted hands, a listener) raised; see ``__cause__``."""


class Supply:
    """A power supply that fails after a number of steps; several parts may share one.

    ``cut_after`` is the number of steps left, None for no limit. ``seed`` determines the state in
    which an interrupted step is left. ``spent`` counts all steps.
    """

    def __init__(self, cut_after: int | None = None, seed: int = 1) -> None:
        self.cut_after = cut_after
        self.seed = seed
        self.spent = 0

    @property
    def gone(self) -> bool:
        """Whether the power has failed."""
        return self.cut_after == 0

    def steps(self, count: int) -> int:
        """Use ``count`` steps; return how many were made before the power failed."""
        if self.cut_after is not None:
            count = min(count, self.cut_after)
            self.cut_after -= count
        self.spent += count
        return count

"""What ends or restarts a firmware run from outside of it.

They derive from ``BaseException``, so a firmware's ``except Exception`` can no more hold them up than it
could hold up a real reset.
"""


class HardwareLawBroken(BaseException):
    """The firmware did what a real board punishes with silence or a hang; the message says what and how to mend it."""


class PowerCut(BaseException):
    """The power went away: by a fault knob or because somebody stopped the twin."""


class HardReset(BaseException):
    """``microcontroller.reset``: everything but the flash begins anew, with boot.py."""


class WatchdogExpired(HardReset):
    """The watchdog was not fed in time and resets the chip."""


class SafeModeEntered(HardReset):
    """CircuitPython itself failed: the chip begins anew in safe mode, for a ``SafeModeReason``."""

    def __init__(self, reason: str) -> None:
        super().__init__("CircuitPython failed: " + reason)
        self.reason = reason


class SoftReload(BaseException):
    """``supervisor.reload``: code.py begins anew."""


class ScriptFailed(BaseException):
    """Something the clock called (scripted hands, a listener) raised; its exception is the ``__cause__``."""


class Supply:
    """When the power goes, counted in steps of whatever draws on it; several parts may share one.

    ``cut_after`` is how many more steps it lasts, None for ever. ``seed`` chooses how a step that was cut is left.
    ``spent`` counts all steps.
    """

    def __init__(self, cut_after: int | None = None, seed: int = 1) -> None:
        self.cut_after = cut_after
        self.seed = seed
        self.spent = 0

    @property
    def gone(self) -> bool:
        """Whether the power has gone."""
        return self.cut_after == 0

    def steps(self, count: int) -> int:
        """Take a number of steps; return how many were made before the power went."""
        if self.cut_after is not None:
            count = min(count, self.cut_after)
            self.cut_after -= count
        self.spent += count
        return count

"""What ends or restarts a firmware run from outside of it.

They derive from ``BaseException``, so a firmware's ``except Exception`` can no more hold them up than it
could hold up a real reset.
"""


class HardwareLawBroken(BaseException):
    """The firmware did what a real board punishes with silence or a hang; the message says what and how to mend it."""


class WatchdogExpired(BaseException):
    """The watchdog was not fed in time."""


class PowerCut(BaseException):
    """The power went away: by a fault knob or because somebody stopped the twin."""


class HardReset(BaseException):
    """``microcontroller.reset``: everything but the flash begins anew, with boot.py."""


class SoftReload(BaseException):
    """``supervisor.reload``: code.py begins anew."""


class ScriptFailed(BaseException):
    """Something the clock called (scripted hands, a listener) raised; its exception is the ``__cause__``."""

"""Time controls for whoever plays without one: ``hexlume.timing`` is on the heap only while somebody needs it."""

from .constant import const
from .on_demand import give_back, is_there

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .timing import GameClock

NONE = "none"


def checked(text: str) -> str:
    """Return a time control's text as it is kept; raises ``ValueError`` for one that is none."""
    if text == NONE:
        return NONE
    there = is_there("timing")
    try:
        from .timing import TimeControl

        return TimeControl(text).text
    finally:
        if not there:
            give_back("timing")


def clock_for(text: str) -> "GameClock | None":
    """Return a clock for a time control, ``None`` where there is no control; raises ``ValueError`` for a wrong text."""
    if text == NONE:
        return None
    from .timing import GameClock, TimeControl

    return GameClock(TimeControl(text))

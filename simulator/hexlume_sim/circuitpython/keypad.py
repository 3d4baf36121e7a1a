"""Stand-in for ``keypad``: keys with one pin each."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.keys import Event, EventQueue, KeyScanner
from hexlume_sim.chip.pins import Pin

__all__ = ["Event", "EventQueue", "Keys"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Keys(KeyScanner):
    """Push buttons scanned in the background. ``events`` holds their changes."""

    def __init__(
        self,
        pins: "Sequence[Pin]",
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        KeyScanner.__init__(
            self,
            _powered().time.ticks_now,
            pins,
            value_when_pressed,
            pull,
            interval,
            max_events,
            debounce_threshold,
        )

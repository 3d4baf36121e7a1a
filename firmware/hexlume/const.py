"""``const`` of MicroPython and CircuitPython, and board time: what every package needs, in one module to save heap.

The compilers of ``const`` put the value in wherever a constant's name stands.

A name that begins with an underscore takes no room at all then, and nothing is kept of what stands under
``if TYPE_CHECKING`` when that is ``const(False)``. They know it by its name and never call it; other Pythons do.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


def const(value: "T") -> "T":
    """Return the value, which is made of numbers, strings and tuples."""
    return value


_PERIOD = const(1 << 29)
"""Board time is ms since the start, modulo this period: so it stays a small integer, and is never allocated.

Times are compared by ``elapsed`` only, and what may be longer ago than that (six days) needs ``Clock.since_start`` of
``hexlume.hardware.board_time``.
"""


def elapsed(since: int, ms: int) -> int:
    """Return how long ago ``since`` was at time ``ms``, in ms."""
    return ms - since if ms >= since else ms - since + _PERIOD

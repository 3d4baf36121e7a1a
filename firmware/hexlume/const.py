"""``const`` of MicroPython and CircuitPython: their compilers put the value in wherever a constant's name stands.

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

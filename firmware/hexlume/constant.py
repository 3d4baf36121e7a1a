"""``const`` of MicroPython and CircuitPython: their compilers put the number in wherever a constant's name stands.

A name that begins with an underscore takes no room at all then, and nothing is kept of what stands under
``if TYPE_CHECKING`` when that is ``const(False)``. They know it by its name and never call it; other Pythons do.
"""


def const(value: int) -> int:
    """Return the value."""
    return value

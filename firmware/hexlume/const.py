"""``const`` of MicroPython and CircuitPython, and board time: what every package needs, in one module to save heap.

The compilers of ``const`` put the value in wherever a constant's name stands.

A name that begins with an underscore takes no room at all then. They know ``const`` by its name and never call it;
other Pythons do. Nothing is kept of what stands under ``if False``: the imports for type checkers.
"""

if False:  # for type checkers only
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


def varint(value: int) -> bytes:
    """Return a number of 0 or more in as few bytes as it needs, seven bits each, the low ones first."""
    return bytes((value,)) if value < 128 else bytes((value & 127 | 128,)) + varint(value >> 7)


def read_varint(payload: bytes, at: int) -> tuple[int, int]:
    """Return a number that ``varint`` wrote at a place, and the place behind it."""
    value, shift, byte = 0, 0, 128
    while byte >= 128 and at < len(payload):
        byte = payload[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
    return value, at

"""Board time: ms since the start, with a wrap at ``PERIOD``.

So it stays a small integer, however long the board is on: larger ones are allocated. Times are compared by ``elapsed``
only, and what may be longer ago than ``PERIOD`` (six days) needs ``Clock.since_start`` of ``hexlume.play.board_time``.
"""

PERIOD = 1 << 29


def elapsed(since: int, ms: int) -> int:
    """Return how long ago ``since`` was at time ``ms``, in ms."""
    return ms - since if ms >= since else ms - since + PERIOD

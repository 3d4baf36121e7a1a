"""Droched's preview on the menu: a white bridge from edge to edge, and the stones of a komi or handicap."""

from ..grid import number
from ..pieces import BLACK, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (q, r, mark) of the cells that the menu shows, on a board of a size with options in words."""
    span = size - 1
    bridge = [(q, 0, WHITE) for q in range(-span, span + 1)]
    stones = number(options.partition("=")[2])
    return bridge + [(q + 1 - span, -1, BLACK) for q in range(min(stones, 2 * span))]

"""Hex's preview on the menu: each colour's two sides."""

from ..pieces import BLACK, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (column, row, mark) of both colours' sides, without the corners, which belong to both."""
    last = size - 1
    return [
        cell
        for along in range(1, last)
        for cell in ((0, along, WHITE), (last, along, WHITE), (along, 0, BLACK), (along, last, BLACK))
    ]

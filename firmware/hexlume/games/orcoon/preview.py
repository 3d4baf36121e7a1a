"""Orcoon's preview on the menu: black's edges at the top and bottom, white's at the sides (ORC-1)."""

from ..pieces import BLACK, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (column, row, mark) of the cells that the menu shows, on a board of a size with options in words."""
    last = size - 1
    return [
        cell
        for along in range(size)
        for cell in ((0, along, WHITE), (last, along, WHITE), (along, 0, BLACK), (along, last, BLACK))
    ]

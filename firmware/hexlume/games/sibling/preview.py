"""Sibling's preview on the menu: two pairs."""

from ..pieces import BLACK, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (q, r, mark) of the cells that the menu shows, on a board of a size with options in words."""
    return [(-2, 0, WHITE), (2, 0, WHITE), (0, -2, BLACK), (0, 2, BLACK)]

"""Orochi's preview on the menu: a piece with four neighbours of its colour."""

from ..pieces import EMPTY, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (q, r, mark) of the cells that the menu shows, on a board of a size with options in words."""
    return [(0, 0, EMPTY), (1, 0, WHITE), (0, 1, WHITE), (-1, 1, WHITE), (-1, 0, WHITE)]

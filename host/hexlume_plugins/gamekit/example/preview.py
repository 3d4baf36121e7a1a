"""What the menu shows of Example: two groups in the making."""

from ..pieces import BLACK, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (q, r, mark) of the cells that the menu shows, on a board of a size with options in words."""
    return [(-1, 0, WHITE), (0, -1, WHITE), (0, 1, BLACK), (1, 0, BLACK)]

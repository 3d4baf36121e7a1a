"""What the menu shows of Hex: each colour's two sides."""

from ..pieces import BLACK, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (column, row, mark) of both colours' sides, without the corners, which belong to both."""
    marks = []
    for place in range(1, size - 1):
        for side in (0, size - 1):
            marks.append((place, side, BLACK))
            marks.append((side, place, WHITE))
    return marks

"""Organica's preview on the menu: how the pieces stand at the start."""

from ..pieces import BLACK, WHITE


def cells(size: int, options: str) -> list[tuple[int, int, int]]:
    """Return (q, r, mark) of the cells that the menu shows, on a board of a size with options in words."""
    span = size - 1
    if options:
        white = ((0, -span), (span, 0), (-span, span))
    else:
        white = ((0, -span), (1, -span), (-1, 1 - span))
    return [(q, r, WHITE) for q, r in white] + [(-q, -r, BLACK) for q, r in white]

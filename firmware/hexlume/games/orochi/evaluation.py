"""Orochi's hint for the engine: which piece a random game places."""

from ..pieces import WHITE

if False:  # for type checkers only
    from typing import Callable

    from ..game import Game


def random_piece(game: "Game", random: "Callable[[int], int]") -> int:
    """Return a piece to try in a random game: either colour may be placed (ORO-1)."""
    return WHITE + random(2)

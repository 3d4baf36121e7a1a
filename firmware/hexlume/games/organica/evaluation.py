"""Organica's hints for the engine: who seems to be ahead, and which piece a random game places."""

from ..pieces import leader, other

if False:  # for type checkers only
    from typing import Callable

    from .rules import Organica


def lead(game: "Organica", colour: int) -> int:
    """Return by how much a colour seems to be ahead, in hundredths of a chance to win."""
    enemy = other(colour)
    more = 15 * (game.leaders(colour) - game.leaders(enemy))
    # Without any piece that may move a colour soon loses.
    return more + 2 * (len(game.large_groups(colour)) - len(game.large_groups(enemy)))


def random_piece(game: "Organica", random: "Callable[[int], int]") -> int:
    """Return a piece to try in a random game: now and then a leader."""
    return leader(game.to_move) if random(4) == 0 else game.to_move

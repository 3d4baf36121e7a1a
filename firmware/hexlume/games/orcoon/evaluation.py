"""Orcoon's hint for the engine: who seems to be ahead."""

from ..game import Game
from ..pieces import other
from ..placing import lacking


def lead(game: Game, colour: int) -> int:
    """Return by how much a colour seems to be ahead, in hundredths of a chance to win."""
    return max(-45, min(45, 8 * (lacking(game, other(colour)) - lacking(game, colour))))

"""Hex's hint for the engine: how many more discs each colour needs to join its sides."""

from ..game import Game
from ..pieces import other
from ..placing import lacking


def lead(game: Game, colour: int) -> int:
    """Return by how much a colour is ahead, in hundredths of a chance to win: ten for one disc less to place."""
    missing = lacking(game, other(colour)) - lacking(game, colour)
    return max(-45, min(45, 10 * missing + (5 if game.to_move == colour else -5)))

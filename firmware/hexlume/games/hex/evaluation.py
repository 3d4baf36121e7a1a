"""Hex's hint for the engine: how many more discs each colour needs to join its sides."""

from ...const import const
from ..game import Game
from ..pieces import other
from ..placing import lacking

_STEP = const(10)
"""What one disc less to place is worth, in hundredths of a chance to win."""


def lead(game: Game, colour: int) -> int:
    """Return by how much a colour is ahead, in hundredths of a chance to win."""
    missing = lacking(game, other(colour)) - lacking(game, colour)
    ahead = missing * _STEP + (_STEP // 2 if game.to_move == colour else -_STEP // 2)
    return max(-45, min(45, ahead))

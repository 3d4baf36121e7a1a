"""Who seems to be ahead in Organica, and which piece a random game places."""

from ...const import const
from ..pieces import COLOURS, leader, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable

    from ..game import Game


def lead(game: "Game", colour: int) -> int:
    """Return by how much a colour seems to be ahead, in hundredths of a chance to win."""
    enemy = other(colour)
    more = 15 * (leaders(game, colour) - leaders(game, enemy))
    return more + 2 * (movable(game, colour) - movable(game, enemy))


def random_piece(game: "Game", random: "Callable[[int], int]") -> int:
    """Return a piece to try in a random game: now and then a leader."""
    return leader(game.to_move) if random(4) == 0 else game.to_move


def leaders(game: "Game", colour: int) -> int:
    """Return how many leaders a colour has not lost (ORG-13)."""
    count, on_board = game.hand()[COLOURS[colour]]["leader"], leader(colour)
    for piece in game.board:
        if piece == on_board:
            count += 1
    return count


def movable(game: "Any", colour: int) -> int:
    """Return how many pieces of a colour are in groups that may move (ORG-6): without any it soon loses."""
    return len(game.large_groups(colour))

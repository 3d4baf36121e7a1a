"""Who seems to be ahead in Orcoon and in Organica."""

from ..constant import const
from ..games.pieces import BLACK, COLOURS, leader, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..games.game import Game

JUDGED = ("orcoon", "organica")
"""The games that are judged."""


def lead(game: "Game", colour: int) -> int:
    """Return by how much a colour seems to be ahead, in hundredths of a chance to win; 0 in games not ``JUDGED``."""
    enemy = other(colour)
    if game.NAME == "orcoon":
        return 8 * (lacking(game, enemy) - lacking(game, colour))
    if game.NAME == "organica":
        more = 15 * (leaders(game, colour) - leaders(game, enemy))
        return more + 2 * (movable(game, colour) - movable(game, enemy))
    return 0


def lacking(game: "Game", colour: int) -> int:
    """Return how many more stones at least would join a colour's edges in Orcoon, were all empty points free for it.

    As many as there are points where the edges are parted (ORC-1).
    """
    size, offsets = game.size, game.grid.offsets
    step, last = (1, size * (size - 1)) if colour == BLACK else (size, size - 1)
    far = range(last, last + size * step, step)
    left, gone, arrived = bytearray(game.board), other(colour), False
    reached = list(range(0, size * step, step))
    for count in range(size * size):
        entered: "list[int]" = []
        for cell in reached:
            there = left[cell]
            if there != gone:
                left[cell] = gone
                if cell in far:
                    if there == colour:
                        return count
                    arrived = True
                # A chain's points are gone through at once, those behind an empty one with the next stone.
                beyond = reached if there == colour else entered
                for offset in offsets[cell]:
                    beyond.append(cell + offset)
        if arrived:
            return count + 1
        reached = entered
    return size * size


def leaders(game: "Game", colour: int) -> int:
    """Return how many leaders a colour has not lost in Organica (ORG-13)."""
    count, on_board = game.hand()[COLOURS[colour]]["leader"], leader(colour)
    for piece in game.board:
        if piece == on_board:
            count += 1
    return count


def movable(game: "Any", colour: int) -> int:
    """Return how many pieces of a colour are in groups that may move in Organica (ORG-6): without any it soon loses."""
    return len(game.large_groups(colour))

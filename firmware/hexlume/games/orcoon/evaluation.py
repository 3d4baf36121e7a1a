"""Who seems to be ahead in Orcoon."""

from ...const import const
from ..pieces import BLACK, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..game import Game


def lead(game: "Game", colour: int) -> int:
    """Return by how much a colour seems to be ahead, in hundredths of a chance to win."""
    return 8 * (lacking(game, other(colour)) - lacking(game, colour))


def lacking(game: "Game", colour: int) -> int:
    """Return how many more stones at least would join a colour's edges, were all empty points free for it.

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

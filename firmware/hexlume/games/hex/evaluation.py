"""Hex's hint for the engine: how many more discs each colour needs to join its sides."""

from ...const import const
from ..pieces import BLACK, EMPTY, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..game import Game

_STEP = 10
"""What one disc less to place is worth, in hundredths of a chance to win."""


def lead(game: "Game", colour: int) -> int:
    """Return by how much a colour is ahead, in hundredths of a chance to win."""
    missing = distance(game, other(colour)) - distance(game, colour)
    ahead = missing * _STEP + (_STEP // 2 if game.to_move == colour else -_STEP // 2)
    return max(-45, min(45, ahead))


def distance(game: "Game", colour: int) -> int:
    """Return how many more discs a colour needs to join its sides if the opponent passes."""
    board, offsets, size = game.board, game.grid.offsets, game.grid.size
    step = size if colour == BLACK else 1  # from one line between the sides to the next
    along = 1 if colour == BLACK else size
    last = size - 1
    seen = bytearray(len(board))
    now: list[int] = []
    later: list[int] = []
    for place in range(size):
        cell = place * along
        seen[cell] = 1
        if board[cell] == colour:
            now.append(cell)
        elif board[cell] == EMPTY:
            later.append(cell)
    discs = 0
    while now or later:
        if not now:
            now, later = later, now
            discs += 1
        cell = now.pop()
        if cell // step % size == last:
            return discs
        for offset in offsets[cell]:
            near = cell + offset
            if not seen[near]:
                seen[near] = 1
                if board[near] == colour:
                    now.append(near)
                elif board[near] == EMPTY:
                    later.append(near)
    return size * size

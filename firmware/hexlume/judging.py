"""Who seems to be ahead in a running game, for the board's own opponent: in games whose boards tell something.

It is beside the rules, so that it takes of the heap only while the opponent plays.
"""

from . import notation
from .constant import const
from .pieces import BLACK, COLOURS, leader, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .games.contract import Game
    from .grid import HexGrid

JUDGED = ("orcoon", "organica", "droched")
"""The games whose boards tell something."""


def lead(game: "Game", colour: int) -> int:
    """Return by how much a colour seems to be ahead, in hundredths of a chance to win; 0 in games not ``JUDGED``."""
    enemy = other(colour)
    if game.NAME == "orcoon":
        return 8 * (lacking(game, enemy) - lacking(game, colour))
    if game.NAME == "organica":
        return 15 * (leaders(game, colour) - leaders(game, enemy))
    return 2 * holding(game, colour) if game.NAME == "droched" else 0


def is_quiet(game: "Any", action: int) -> bool:
    """Return whether a legal action clearly removes nothing in Droched (DRO-4); elsewhere none is taken for quiet."""
    if game.NAME != "droched":
        return False
    from .games.droched_reach import HARMLESS

    return notation.is_word(action) or game.verdict(notation.first(action)) == HARMLESS


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


def holding(game: "Game", colour: int) -> int:
    """Return how many more stones, enemy stones in prison and cells to itself a colour has than the other in Droched.

    Empty cells are a colour's own in regions that make no bridge and are next to its stones only (DRO-2, DRO-3): a
    stone of the other's would be alone there (DRO-7).
    """
    grid: "HexGrid" = game.grid  # type: ignore[assignment]
    enemy, board, offsets, border = other(colour), game.board, grid.offsets, grid.border
    prison = game.prison()
    more = prison[COLOURS[enemy]] - prison[COLOURS[colour]]
    seen = bytearray(len(board))
    for start in range(len(board)):
        if board[start]:
            more += 1 if board[start] == colour else -1
        elif not seen[start]:
            seen[start] = 1
            mask = beside = 0
            region = [start]
            for cell in region:
                mask |= border[cell]
                for offset in offsets[cell]:
                    near = cell + offset
                    if board[near]:
                        beside |= board[near]
                    elif not seen[near]:
                        seen[near] = 1
                        region.append(near)
            if mask & (mask - 1) == 0:
                if beside == colour:
                    more += len(region)
                elif beside == enemy:
                    more -= len(region)
    return more

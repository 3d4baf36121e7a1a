"""Droched's hint for the engine: who is ahead, now and after an action, which is not played: that takes longer."""

from .. import notation
from ..pieces import BLACK, WHITE, other
from .reach import is_bridge

if False:  # for type checkers only
    from .rules import Droched

WON = 1000
"""The lead of who wins at once."""


def lead(game: "Droched", colour: int) -> int:
    """Return how many more stones, enemy stones in prison and cells to itself a colour has than the other."""
    prisoners = game.in_prison[other(colour)] - game.in_prison[colour]
    return prisoners + _holding(game, game.board, colour)


def lead_after(game: "Droched", action: int, before: int) -> int:
    """Return what a legal action makes of the lead of the player to act, without playing it.

    ``before`` is this player's lead now. It is quick for an action that was just listed.
    """
    if notation.is_word(action):
        return before - 1
    player, reach, cell = game.to_move, game.reach, notation.first(action)
    left = reach.region(game.board, cell) & ~game.grid.border[cell]
    if is_bridge(left) and reach.is_clear(game.board, cell, player):
        return before + 1
    reach.place(game.board, cell, player)
    enemy = other(player)
    taken = [game.board[gone] for gone in reach.removed].count(enemy)
    if taken and taken == game._count(enemy):
        return WON
    prisoners = game.in_prison[enemy] - game.in_prison[player] + 2 * taken - len(reach.removed)
    return prisoners + _holding(game, reach.board, player)


def _holding(game: "Droched", board: bytearray, colour: int) -> int:
    """Return how many more stones and cells to itself a colour has than the other.

    Empty cells are a colour's own in regions that make no bridge and are next to its stones only (DRO-2, DRO-3): a
    stone of the other's would be alone there (DRO-7).
    """
    offsets, border = game.grid.offsets, game.grid.border
    more = 0
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
            if not is_bridge(mask) and beside in (WHITE, BLACK):
                more += len(region) if beside == colour else -len(region)
    return more

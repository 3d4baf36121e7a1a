"""Who is ahead in a game, now and after actions that are not played for it: that would take longer."""

from ...const import const
from .. import notation
from ..pieces import COLOURS, EMPTY, other
from .reach import UNCLEAR, is_bridge

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..grid import HexGrid
    from .rules import Droched

WON = 1000
"""The lead of who wins at once."""


def lead(game: "Droched", colour: int) -> int:
    """Return how many more stones, enemy stones in prison and cells to itself a colour has than the other."""
    return _prisoners(game, colour) + _holding(game.grid, game.board, colour)


def be_quick(game: "Droched") -> None:
    """Let a game not see that somebody has no legal action: that takes long at once, and listing replies tells it."""
    game.judges_acting = False


def is_quiet(game: "Droched", action: int) -> bool:
    """Return whether an action that was just listed or allowed removes nothing (DRO-4)."""
    return notation.is_word(action) or game.verdict(notation.first(action)) != UNCLEAR or not game.reach.removed


def lead_after(game: "Droched", action: int, before: int) -> int:
    """Return what an action that was just listed makes of the lead of the player to act, without playing it.

    ``before`` is this player's lead now. An action that was just allowed will do if it is not quiet.
    """
    if notation.is_word(action):
        return before - 1
    player, board, cell = game.to_move, game.board, notation.first(action)
    prisoners = _prisoners(game, player)
    if game.verdict(cell) == UNCLEAR:
        reach, left = game.reach, game.stones[other(player)]
        for gone in reach.removed:
            if gone == cell or board[gone] == player:
                prisoners -= 1
            else:
                prisoners += 1
                left -= 1
        if reach.removed and not left:
            return WON
        return prisoners + _holding(game.grid, reach.board, player)
    if game.reach.stays_bridge(cell):
        return before + 1
    board[cell] = player
    after = prisoners + _holding(game.grid, board, player)
    board[cell] = EMPTY
    return after


def _holding(grid: "HexGrid", board: bytearray, colour: int) -> int:
    """Return how many more stones and cells to itself a colour has than the other.

    Empty cells are a colour's own in regions that make no bridge and are next to its stones only (DRO-2, DRO-3): a
    stone of the other's would be alone there (DRO-7).
    """
    enemy, offsets, border = other(colour), grid.offsets, grid.border
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
            if not is_bridge(mask):
                if beside == colour:
                    more += len(region)
                elif beside == enemy:
                    more -= len(region)
    return more


def _prisoners(game: "Droched", colour: int) -> int:
    """Return how many more enemy stones are in prison than a colour's own."""
    prison = game.prison()
    return prison[COLOURS[other(colour)]] - prison[COLOURS[colour]]

"""Orcoon, compiled (ORC-1 to ORC-8).

A position's own part is the board with a margin of two points, then a forest of chains: each point's parent and, at
the roots, which of its owner's edges the chain touches (bit 0 the near one, bit 1 the far one).
"""

from ..compiled import Numbers, compiled
from ..state import (
    BOARD,
    EMPTIES,
    EXCHANGED,
    FILLING,
    OVER,
    PHASE,
    PIE,
    PLACING,
    PLIES,
    T_CELLS,
    T_NEAR,
    T_OPTION,
    T_SIZE,
    TO_MOVE,
    below,
    clear,
    code,
    finish,
    own,
    put,
    swap_empties,
)

WHITE, BLACK = 1, 2
PLACE, SWAP, PASS, DONE = 4, 9, 10, 11
SWAP_CODE, PASS_CODE, DONE_CODE = SWAP << 20, PASS << 20, DONE << 20
_OUTSIDE = 9
_BOTH = 3


@compiled
def begin(s: Numbers, t: Numbers) -> None:
    """Begin with an empty board, black to act (ORC-1)."""
    clear(s, t)
    s[TO_MOVE] = BLACK
    cells, wide = t[T_CELLS], t[T_SIZE] + 4
    framed = own(t)
    for at in range(wide * wide):
        s[framed + at] = _OUTSIDE
    parents = framed + wide * wide
    for cell in range(cells):
        s[framed + _spot(t, cell)] = 0
        s[parents + cell] = cell


@compiled
def _spot(t: Numbers, cell: int) -> int:
    """Return a cell's place on the board with the margin."""
    size = t[T_SIZE]
    return (cell // size + 2) * (size + 4) + cell % size + 2


@compiled
def fits(s: Numbers, t: Numbers, cell: int, player: int) -> bool:
    """Return whether a player may place a stone on an empty cell (ORC-3, ORC-4)."""
    wide = t[T_SIZE] + 4
    spot = own(t) + _spot(t, cell)
    east, west, north, south = s[spot + 1], s[spot - 1], s[spot + wide], s[spot - wide]
    if s[spot + wide + 1] == player and player not in (north, east):
        return False
    if s[spot + wide - 1] == player and player not in (north, west):
        return False
    if s[spot - wide + 1] == player and player not in (south, east):
        return False
    if s[spot - wide - 1] == player and player not in (south, west):
        return False
    enemy = 3 - player
    for side in range(4):
        if side == 0:
            there, step, along = east, 1, wide
        elif side == 1:
            there, step, along = west, -1, wide
        elif side == 2:
            there, step, along = north, wide, 1
        else:
            there, step, along = south, -wide, 1
        if there != enemy:
            continue
        for _ in range(2):
            # The block of two by three with alternating corners and an empty middle (ORC-4).
            if (
                s[spot + along] == 0
                and s[spot + along + step] == 0
                and s[spot + 2 * along] == enemy
                and s[spot + 2 * along + step] == player
            ):
                return False
            along = -along
    return True


@compiled
def _may_swap(s: Numbers, t: Numbers) -> bool:
    return t[t[T_OPTION] + PIE] != 0 and s[PLIES] == 1 and s[PHASE] == PLACING


@compiled
def legal(s: Numbers, t: Numbers, w: Numbers, out: Numbers) -> int:
    """List the legal codes (ORC-2, ORC-5, ORC-7, ORC-8)."""
    if s[PHASE] == OVER:
        return 0
    found = 0
    for at in range(BOARD + t[T_CELLS], BOARD + t[T_CELLS] + s[EMPTIES]):
        if fits(s, t, s[at], s[TO_MOVE]):
            out[found] = code(PLACE, s[at], 0)
            found += 1
    if s[PHASE] == FILLING:
        out[found] = DONE_CODE
        return found + 1
    out[found] = PASS_CODE
    found += 1
    if _may_swap(s, t):
        out[found] = SWAP_CODE
        found += 1
    return found


@compiled
def any_legal(s: Numbers, t: Numbers, w: Numbers, rng: Numbers, informed: bool) -> int:
    """Return any legal code: candidates are drawn without putting them back until one is legal.

    Informed, a word is drawn only if there is no placement (ORC-8).
    """
    left = s[EMPTIES]
    words = 0 if informed else 2 if _may_swap(s, t) else 1
    while left + words > 0:
        at = below(rng, left + words)
        if at == left:
            break
        if at > left:
            return SWAP_CODE
        cell = s[BOARD + t[T_CELLS] + at]
        if fits(s, t, cell, s[TO_MOVE]):
            return code(PLACE, cell, 0)
        left -= 1
        swap_empties(s, t, at, left)
    return DONE_CODE if s[PHASE] == FILLING else PASS_CODE


@compiled
def _root(s: Numbers, parents: int, cell: int) -> int:
    """Return the root of a point's chain, halving the path to it."""
    while s[parents + cell] != cell:
        s[parents + cell] = s[parents + s[parents + cell]]
        cell = s[parents + cell]
    return cell


@compiled
def _joins(s: Numbers, t: Numbers, cell: int, player: int) -> bool:
    """Join a new stone to its neighbours' chains; return whether it joins its owner's edges (ORC-1, ORC-6)."""
    size, cells = t[T_SIZE], t[T_CELLS]
    parents = own(t) + (size + 4) * (size + 4)
    edges = parents + cells
    along = cell // size if player == BLACK else cell % size
    touched = (1 if along == 0 else 0) | (2 if along == size - 1 else 0)
    root = cell
    for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 4):
        near = t[at]
        if near >= 0 and s[BOARD + near] == player:
            joined = _root(s, parents, near)
            touched |= s[edges + joined]
            s[parents + root] = joined
            root = joined
    s[edges + root] = touched
    return touched == _BOTH


@compiled
def apply(s: Numbers, t: Numbers, w: Numbers, action: int) -> None:
    """Play a legal code."""
    s[PLIES] += 1
    if action == SWAP_CODE:
        s[EXCHANGED] ^= 1
        return
    player = s[TO_MOVE]
    if action == PASS_CODE:
        s[PHASE] = FILLING
        s[TO_MOVE] = 3 - player
    elif action == DONE_CODE:
        finish(s, 3 - player)
    else:
        cell = action >> 10 & 1023
        put(s, t, cell, player)
        s[own(t) + _spot(t, cell)] = player
        if _joins(s, t, cell, player):
            finish(s, player)
        elif s[PHASE] == PLACING:
            s[TO_MOVE] = 3 - player

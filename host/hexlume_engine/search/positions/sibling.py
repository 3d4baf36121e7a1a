"""Sibling, compiled (SIB-1 to SIB-7). A position's own part counts the empty hexes of every line."""

from ..compiled import Numbers, compiled
from ..state import (
    BOARD,
    DUE,
    EMPTIES,
    EXCHANGED,
    FIRST,
    OVER,
    PHASE,
    PIE,
    PLIES,
    T_CELLS,
    T_NEAR,
    T_OPTION,
    T_Q,
    T_R,
    T_SIZE,
    TO_MOVE,
    below,
    clear,
    code,
    finish,
    flood,
    own,
    put,
    swap_empties,
)

WHITE, BLACK = 1, 2
PLACE, SWAP = 4, 9
_SWAP_CODE = SWAP << 20


@compiled
def begin(s: Numbers, t: Numbers) -> None:
    """Begin with an empty board, white to place one piece (SIB-1)."""
    clear(s, t)
    s[TO_MOVE] = WHITE
    s[DUE] = 1
    s[FIRST] = -1
    for cell in range(t[T_CELLS]):
        _count(s, t, cell, 1)


@compiled
def _count(s: Numbers, t: Numbers, cell: int, change: int) -> None:
    """Change the count of empty hexes on the three lines of a cell."""
    span = t[T_SIZE] - 1
    lines = 2 * t[T_SIZE] - 1
    q, r = t[t[T_Q] + cell] + span, t[t[T_R] + cell] + span
    room = own(t)
    s[room + q] += change
    s[room + lines + r] += change
    s[room + 2 * lines + q + r - span] += change


@compiled
def _opens(s: Numbers, t: Numbers, cell: int) -> bool:
    """Return whether a second piece could follow a first one on an empty hex (SIB-3)."""
    span = t[T_SIZE] - 1
    lines = 2 * t[T_SIZE] - 1
    q, r = t[t[T_Q] + cell] + span, t[t[T_R] + cell] + span
    own_at = own(t)
    room = s[own_at + q] + s[own_at + lines + r] + s[own_at + 2 * lines + q + r - span] - 3
    if room > 6:
        return True
    for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
        if t[at] >= 0 and s[BOARD + t[at]] == 0:
            room -= 1
    return room > 0


@compiled
def _pairs(t: Numbers, one: int, two: int) -> bool:
    """Return whether two hexes share a line and are not adjacent (SIB-2)."""
    dq = t[t[T_Q] + two] - t[t[T_Q] + one]
    dr = t[t[T_R] + two] - t[t[T_R] + one]
    if dq != 0 and dr != 0 and dq + dr != 0:
        return False
    return abs(dq) > 1 or abs(dr) > 1


@compiled
def _fits(s: Numbers, t: Numbers, cell: int) -> bool:
    """Return whether the next piece may stand on an empty cell (SIB-1 to SIB-3)."""
    if s[FIRST] >= 0:
        return _pairs(t, s[FIRST], cell)
    return s[PLIES] == 0 or _opens(s, t, cell)


@compiled
def _may_swap(s: Numbers, t: Numbers) -> bool:
    return t[t[T_OPTION] + PIE] != 0 and s[PLIES] == 1


@compiled
def legal(s: Numbers, t: Numbers, w: Numbers, out: Numbers) -> int:
    """List the legal codes."""
    if s[PHASE] == OVER:
        return 0
    found = 0
    for at in range(BOARD + t[T_CELLS], BOARD + t[T_CELLS] + s[EMPTIES]):
        if _fits(s, t, s[at]):
            out[found] = code(PLACE, s[at], 0)
            found += 1
    if _may_swap(s, t):
        out[found] = _SWAP_CODE
        found += 1
    return found


@compiled
def any_legal(s: Numbers, t: Numbers, w: Numbers, rng: Numbers) -> int:
    """Return any legal code: candidates are drawn without putting them back until one is legal."""
    left = s[EMPTIES]
    words = 1 if _may_swap(s, t) else 0
    while left + words > 0:
        at = below(rng, left + words)
        if at == left:
            return _SWAP_CODE
        cell = s[BOARD + t[T_CELLS] + at]
        if _fits(s, t, cell):
            return code(PLACE, cell, 0)
        left -= 1
        swap_empties(s, t, at, left)
    return -1


@compiled
def apply(s: Numbers, t: Numbers, w: Numbers, action: int) -> None:
    """Play a legal code."""
    s[PLIES] += 1
    if action == _SWAP_CODE:
        # Seats change hands, the board and the colour to move do not (SIB-7).
        s[EXCHANGED] ^= 1
        return
    cell = action >> 10 & 1023
    put(s, t, cell, s[TO_MOVE])
    _count(s, t, cell, -1)
    s[DUE] -= 1
    if s[DUE]:
        s[FIRST] = cell
        return
    s[FIRST] = -1
    s[DUE] = 2
    s[TO_MOVE] = 3 - s[TO_MOVE]
    for at in range(BOARD + t[T_CELLS], BOARD + t[T_CELLS] + s[EMPTIES]):
        if _opens(s, t, s[at]):
            return
    decide(s, t, w)


@compiled
def decide(s: Numbers, t: Numbers, w: Numbers) -> None:
    """End the game by the groups' sizes (SIB-4, SIB-5)."""
    cells = t[T_CELLS]
    # By size how many groups each has.
    whites = 2 * cells
    blacks = whites + cells + 1
    for cell in range(cells):
        w[cell] = 0
    for at in range(whites, blacks + cells + 1):
        w[at] = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        if piece and not w[cell]:
            size = flood(s, t, w, cell, piece, 1)
            w[(whites if piece == WHITE else blacks) + size] += 1
    # Compared are the second, the first, the third, the fourth ... in size.
    finish(s, WHITE if _ranks(w, whites, blacks, cells) > 0 else BLACK)


@compiled
def _ranks(w: Numbers, whites: int, blacks: int, cells: int) -> int:
    """Return white's size minus black's at the deciding rank; sizes' counts stand in ``w`` and are used up."""
    first = 0
    rank = 0
    white = black = cells
    while white > 0 or black > 0:
        while white > 0 and w[whites + white] == 0:
            white -= 1
        while black > 0 and w[blacks + black] == 0:
            black -= 1
        if white:
            w[whites + white] -= 1
        if black:
            w[blacks + black] -= 1
        if rank == 0:
            first = white - black
        else:
            if white != black:
                return white - black
            if rank == 1 and first != 0:
                return first
        rank += 1
    return first

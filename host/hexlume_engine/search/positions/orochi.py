"""Orochi, compiled (ORO-1 to ORO-8). A position's own part has each piece's count of like-coloured neighbours."""

from ..compiled import Numbers, compiled
from ..state import (
    BLACK_WON,
    BOARD,
    CHAINED,
    DUE,
    EMPTIES,
    OVERS,
    PHASE,
    PLACING,
    PLIES,
    REPLACING,
    T_CELLS,
    T_NEAR,
    TO_MOVE,
    WHITE_WON,
    below,
    clear,
    code,
    finish,
    flood,
    own,
    put,
)

WHITE, BLACK = 1, 2
PLACE_WHITE, PLACE_BLACK, REPLACE = 1, 2, 3
OVER_CONNECTED = 4


@compiled
def begin(s: Numbers, t: Numbers) -> None:
    """Begin with an empty board, white to place one piece (ORO-1, ORO-2)."""
    clear(s, t)
    s[TO_MOVE] = WHITE
    s[DUE] = 1


@compiled
def legal(s: Numbers, t: Numbers, w: Numbers, out: Numbers) -> int:
    """List the legal codes (ORO-1, ORO-4)."""
    cells = t[T_CELLS]
    found = 0
    if s[PHASE] == PLACING:
        for at in range(BOARD + cells, BOARD + cells + s[EMPTIES]):
            out[found] = code(PLACE_WHITE, s[at], 0)
            out[found + 1] = code(PLACE_BLACK, s[at], 0)
            found += 2
    elif s[PHASE] == REPLACING:
        kin = own(t)
        for cell in range(cells):
            if s[kin + cell] >= OVER_CONNECTED:
                out[found] = code(REPLACE, cell, 0)
                found += 1
    return found


@compiled
def any_legal(s: Numbers, t: Numbers, w: Numbers, rng: Numbers) -> int:
    """Return any legal code."""
    cells = t[T_CELLS]
    if s[PHASE] == PLACING:
        choice = below(rng, 2 * s[EMPTIES])
        return code(PLACE_WHITE + (choice & 1), s[BOARD + cells + (choice >> 1)], 0)
    left = below(rng, s[OVERS])
    kin = own(t)
    for cell in range(cells):
        if s[kin + cell] >= OVER_CONNECTED:
            if left == 0:
                return code(REPLACE, cell, 0)
            left -= 1
    return -1


@compiled
def _write(s: Numbers, t: Numbers, cell: int, piece: int) -> None:
    """Set a cell to a colour and bring the counts of like-coloured neighbours up to date (ORO-3)."""
    before = s[BOARD + cell]
    put(s, t, cell, piece)
    kin = own(t)
    around = 0
    overs = s[OVERS]
    for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
        near = t[at]
        if near < 0:
            continue
        there = s[BOARD + near]
        if there == 0:
            continue
        if there == piece:
            around += 1
            s[kin + near] += 1
            if s[kin + near] == OVER_CONNECTED:
                overs += 1
        elif there == before:
            if s[kin + near] == OVER_CONNECTED:
                overs -= 1
            s[kin + near] -= 1
    overs += (1 if around >= OVER_CONNECTED else 0) - (1 if s[kin + cell] >= OVER_CONNECTED else 0)
    s[kin + cell] = around
    s[OVERS] = overs


@compiled
def apply(s: Numbers, t: Numbers, w: Numbers, action: int) -> None:
    """Play a legal code (ORO-2 to ORO-6)."""
    s[PLIES] += 1
    what, cell = action >> 20, action >> 10 & 1023
    if what == REPLACE:
        _write(s, t, cell, 3 - s[BOARD + cell])
        s[CHAINED] = 1
    else:
        _write(s, t, cell, WHITE if what == PLACE_WHITE else BLACK)
        s[DUE] -= 1
    if s[OVERS]:
        s[PHASE] = REPLACING
        return
    s[PHASE] = PLACING
    if s[EMPTIES] == 1:
        _decide(s, t, w)
    elif s[CHAINED]:
        # Another full turn of the same player (ORO-5).
        s[DUE] = 1
        s[CHAINED] = 0
    elif s[DUE] == 0:
        s[TO_MOVE] = 3 - s[TO_MOVE]
        s[DUE] = 2 if s[EMPTIES] == t[T_CELLS] - 1 else 1


@compiled
def _decide(s: Numbers, t: Numbers, w: Numbers) -> None:
    """End the game by the groups at the last empty hex (ORO-6 to ORO-8)."""
    cells = t[T_CELLS]
    last = s[BOARD + cells]
    for cell in range(cells):
        w[cell] = 0
    white = black = 0
    for at in range(T_NEAR + 6 * last, T_NEAR + 6 * last + 6):
        near = t[at]
        if near < 0 or w[near]:
            continue
        size = flood(s, t, w, near, s[BOARD + near], 1)
        if s[BOARD + near] == WHITE:
            white = max(white, size)
        else:
            black = max(black, size)
    if white == black:
        finish(s, 3 - s[TO_MOVE])
    else:
        finish(s, WHITE_WON if white > black else BLACK_WON)

"""Droched, compiled (DRO-1 to DRO-12).

A position's own part: the sides of every cell where white stones stand, as six bits, then where black ones do; then a
survey's findings (``droched_reach``). ``SURVEYED`` says whether they hold for this board; ``CHECKED`` is twice the
cell that ``fits`` was asked about last, plus 2, and 1 more if the survey alone decided it; 0 if there was none. What
that placement removes, ``REMOVES`` cells, still stands in working memory then: one belongs to a position at a time.
"""

from ..compiled import Numbers, compiled
from ..state import (
    BOARD,
    CHECKED,
    DUE,
    EMPTIES,
    EXCHANGED,
    HANDICAP,
    HASH,
    KOMI_OPTION,
    OVER,
    PHASE,
    PIE,
    PLACING,
    PLIES,
    PRISON,
    REMOVES,
    SETTING_UP,
    SETTLED,
    STONES,
    SURVEYED,
    T_CELLS,
    T_HASHES,
    T_NEAR,
    T_OPTION,
    TO_MOVE,
    below,
    clear,
    code,
    finish,
    own,
    put,
    remember,
    swap_empties,
    times_before,
)
from .droched_reach import (
    HARMLESS,
    LONE,
    REMOVED,
    UNCLEAR,
    all_on_bridges,
    follow,
    survey,
    try_placement,
    verdict,
)

WHITE, BLACK = 1, 2
PLACE, FREE, KOMI, TAKE_BLACK, TAKE_WHITE = 4, 13, 14, 15, 16
FREE_CODE = FREE << 20
MOST_KOMI = 20


@compiled
def begin(s: Numbers, t: Numbers) -> None:
    """Begin with an empty board, black to act (DRO-1, DRO-11, DRO-12)."""
    clear(s, t)
    option = t[T_OPTION]
    s[TO_MOVE] = BLACK
    s[SETTLED] = 1
    s[PRISON + BLACK] = t[option + KOMI_OPTION]
    s[DUE] = t[option + HANDICAP]
    s[PHASE] = SETTING_UP if t[option + PIE] or s[DUE] else PLACING


@compiled
def _write(s: Numbers, t: Numbers, cell: int, piece: int) -> None:
    """Set a cell; the counts and the stones around cells follow."""
    before = s[BOARD + cell]
    put(s, t, cell, piece)
    s[SURVEYED] = 0
    s[CHECKED] = 0
    if before:
        s[STONES + before] -= 1
    if piece:
        s[STONES + piece] += 1
    cells, stones = t[T_CELLS], own(t)
    for side in range(6):
        near = t[T_NEAR + 6 * cell + side]
        if near >= 0:
            bit = 1 << (side + 3) % 6
            if before:
                s[stones + (before - 1) * cells + near] &= ~bit
            if piece:
                s[stones + (piece - 1) * cells + near] |= bit


@compiled
def _key(t: Numbers, state: int, player: int) -> int:
    """Return the hash under which a board at the end of a player's turn is remembered (DRO-8)."""
    return state ^ (t[t[T_HASHES] + 5 * t[T_CELLS]] if player == WHITE else 0)


@compiled
def _stone(t: Numbers, cell: int, piece: int) -> int:
    cells = t[T_CELLS]
    return t[t[T_HASHES] + cell] ^ t[t[T_HASHES] + piece * cells + cell]


@compiled
def may_free(s: Numbers, t: Numbers) -> bool:
    """Return whether an enemy stone may leave the prison (DRO-6, DRO-8)."""
    player = s[TO_MOVE]
    if s[PHASE] != PLACING or not s[PRISON + 3 - player]:
        return False
    return times_before(s, t, _key(t, s[HASH], player)) == 0


@compiled
def _fits_removing(s: Numbers, t: Numbers, w: Numbers, cell: int, removed: int) -> bool:
    """Return whether a placement that removes cells is legal, as ``try_placement`` left them (DRO-7, DRO-8)."""
    cells, player = t[T_CELLS], s[TO_MOVE]
    gone = REMOVED * cells
    if removed == 1 and w[gone] == cell:
        return False
    state = s[HASH] ^ _stone(t, cell, player)
    for at in range(gone, gone + removed):
        state ^= _stone(t, w[at], player if w[at] == cell else s[BOARD + w[at]])
    return times_before(s, t, _key(t, state, player)) == 0


@compiled
def fits(s: Numbers, t: Numbers, w: Numbers, cell: int) -> bool:
    """Return whether the player to act may place a stone on an empty cell; ``CHECKED`` keeps what it removes."""
    if s[PHASE] == SETTING_UP:
        return True
    player = s[TO_MOVE]
    found = UNCLEAR
    if s[SETTLED]:
        if not s[SURVEYED]:
            survey(s, t, w)
        found = verdict(s, t, cell, player)
    if found == LONE:
        return False
    removed = 0 if found == HARMLESS else try_placement(s, t, w, cell, player)
    s[CHECKED] = 2 * cell + 2 + (1 if found == HARMLESS else 0)
    s[REMOVES] = removed
    return _fits_removing(s, t, w, cell, removed)


@compiled
def legal(s: Numbers, t: Numbers, w: Numbers, out: Numbers) -> int:
    """List the legal codes."""
    if s[PHASE] == OVER:
        return 0
    if t[t[T_OPTION] + PIE] and s[PLIES] < 2:
        if s[PLIES] == 1:
            out[0], out[1] = TAKE_BLACK << 20, TAKE_WHITE << 20
            return 2
        for komi in range(MOST_KOMI + 1):
            out[komi] = code(KOMI, komi, 0)
        return MOST_KOMI + 1
    found = 0
    cells = t[T_CELLS]
    for at in range(BOARD + cells, BOARD + cells + s[EMPTIES]):
        if fits(s, t, w, s[at]):
            out[found] = code(PLACE, s[at], 0)
            found += 1
    if may_free(s, t):
        out[found] = FREE_CODE
        found += 1
    return found


@compiled
def any_legal(s: Numbers, t: Numbers, w: Numbers, rng: Numbers) -> int:
    """Return any legal code: candidates are drawn without putting them back until one is legal."""
    if t[t[T_OPTION] + PIE] and s[PLIES] < 2:
        if s[PLIES] == 1:
            return (TAKE_BLACK + below(rng, 2)) << 20
        return code(KOMI, below(rng, MOST_KOMI + 1), 0)
    left = s[EMPTIES]
    frees = 1 if may_free(s, t) else 0
    while left + frees > 0:
        at = below(rng, left + frees)
        if at == left:
            return FREE_CODE
        cell = s[BOARD + t[T_CELLS] + at]
        if fits(s, t, w, cell):
            return code(PLACE, cell, 0)
        left -= 1
        swap_empties(s, t, at, left)
    return -1


@compiled
def apply(s: Numbers, t: Numbers, w: Numbers, action: int) -> None:
    """Play a legal code."""
    s[PLIES] += 1
    what, first = action >> 20, action >> 10 & 1023
    if what == KOMI:
        s[PRISON + BLACK] = first
        s[TO_MOVE] = WHITE
    elif what in (TAKE_BLACK, TAKE_WHITE):
        s[EXCHANGED] ^= 1 if what == TAKE_BLACK else 0
        s[TO_MOVE] = BLACK
        s[PHASE] = SETTING_UP if s[DUE] else PLACING
    elif what == FREE:
        s[PRISON + 3 - s[TO_MOVE]] -= 1
        _end_turn(s, t, w)
    elif s[PHASE] == SETTING_UP:
        _write(s, t, first, BLACK)
        s[DUE] -= 1
        if s[DUE] == 0:
            s[PHASE] = PLACING
            s[SETTLED] = 1 if all_on_bridges(s, t, w) else 0
            _end_turn(s, t, w)
        elif s[STONES + BLACK] == t[T_CELLS]:
            finish(s, WHITE)
    else:
        _place(s, t, w, first)


@compiled
def _place(s: Numbers, t: Numbers, w: Numbers, cell: int) -> None:
    """Place a stone, send broken bridges to the prison and cancel it out (DRO-4, DRO-5, DRO-9)."""
    player = s[TO_MOVE]
    enemy = 3 - player
    if s[CHECKED] >> 1 != cell + 1:
        fits(s, t, w, cell)
    harmless, removed = s[CHECKED] == 2 * cell + 3, s[REMOVES]
    had_enemies = s[STONES + enemy] > 0
    _write(s, t, cell, player)
    if harmless:
        follow(s, t, cell)
        s[SURVEYED] = 1
    gone = REMOVED * t[T_CELLS]
    for at in range(gone, gone + removed):
        s[PRISON + s[BOARD + w[at]]] += 1
        _write(s, t, w[at], 0)
    pairs = min(s[PRISON + WHITE], s[PRISON + BLACK])
    s[PRISON + WHITE] -= pairs
    s[PRISON + BLACK] -= pairs
    s[SETTLED] = 1
    if had_enemies and not s[STONES + enemy]:
        finish(s, player)
    elif not s[STONES + player]:
        finish(s, enemy)
    else:
        _end_turn(s, t, w)


@compiled
def _end_turn(s: Numbers, t: Numbers, w: Numbers) -> None:
    """Remember the board and give the turn away; without a legal action a player loses (DRO-8, DRO-10)."""
    remember(s, _key(t, s[HASH], s[TO_MOVE]))
    s[TO_MOVE] = 3 - s[TO_MOVE]
    s[CHECKED] = 0
    if may_free(s, t):
        return
    empties, player = BOARD + t[T_CELLS], s[TO_MOVE]
    if s[SETTLED]:
        # The quick question first.
        if not s[SURVEYED]:
            survey(s, t, w)
        for at in range(empties, empties + s[EMPTIES]):
            if verdict(s, t, s[at], player) == HARMLESS and _fits_removing(s, t, w, s[at], 0):
                return
    for at in range(empties, empties + s[EMPTIES]):
        if fits(s, t, w, s[at]):
            return
    finish(s, 3 - player)

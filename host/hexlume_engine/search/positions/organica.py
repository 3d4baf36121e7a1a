"""Organica, compiled (ORG-1 to ORG-15).

A position's own part: how many white leaders, then how many black ones, stand next to each cell, then the
list of the pieces that may step.
"""

from ..compiled import Numbers, compiled
from ..state import (
    BOARD,
    CAPACITY,
    COMPELLED,
    DRAWN,
    EMPTIES,
    HAND,
    HASH,
    LEADERS,
    MOVERS,
    MOVING,
    OVER,
    PHASE,
    PLACING,
    PLIES,
    SETUP,
    T_CELLS,
    T_HASHES,
    T_NEAR,
    T_OPTION,
    T_Q,
    T_R,
    T_SIZE,
    T_START,
    TO_MOVE,
    USED,
    below,
    clear,
    code,
    finish,
    flood,
    own,
    put,
    remember,
    times_before,
)

WHITE, BLACK = 1, 2
PLACE_PAWN, PLACE_LEADER, STEP, CAPTURE, END = 5, 6, 7, 8, 12
END_CODE = END << 20
_PAWNS, _LEADERS = 7, 4
_SMALLEST = 3
_TRIES = 24


@compiled
def begin(s: Numbers, t: Numbers) -> None:
    """Begin with three pawns of each side, white to act (ORG-1, ORG-2)."""
    clear(s, t)
    s[TO_MOVE] = WHITE
    span = t[T_SIZE] - 1
    corners = t[t[T_OPTION] + SETUP] != 0
    for cell in range(t[T_CELLS]):
        q, r = t[t[T_Q] + cell], t[t[T_R] + cell]
        for sign in (1, -1):
            x, y = sign * q, sign * r
            if corners:
                stands = (x == 0 and y == -span) or (x == span and y == 0) or (x == -span and y == span)
            else:
                stands = (x == 0 and y == -span) or (x == 1 and y == -span) or (x == -1 and y == 1 - span)
            if stands:
                _write(s, t, cell, WHITE if sign == 1 else BLACK)
    for colour in (WHITE, BLACK):
        s[HAND + colour] = _PAWNS
        s[HAND + colour + 2] = _LEADERS
        s[LEADERS + colour] = _LEADERS
    remember(s, _turn_key(s, t))


@compiled
def _turn_key(s: Numbers, t: Numbers) -> int:
    """Return the hash of what stands at a turn's start; hands shrink only, and then the past is forgotten (ORG-15)."""
    return s[HASH] ^ (t[t[T_HASHES] + 5 * t[T_CELLS]] if s[TO_MOVE] == WHITE else 0)


@compiled
def _guarded(s: Numbers, t: Numbers, colour: int, cell: int) -> int:
    """Return how many leaders of a colour stand next to a cell."""
    return s[own(t) + (colour - 1) * t[T_CELLS] + cell]


@compiled
def _write(s: Numbers, t: Numbers, cell: int, piece: int) -> None:
    """Set a cell and bring the counts of leaders next to cells up to date."""
    before = s[BOARD + cell]
    put(s, t, cell, piece)
    if before > 2 or piece > 2:
        guarded = own(t)
        cells = t[T_CELLS]
        for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
            near = t[at]
            if near >= 0:
                if before > 2:
                    s[guarded + (before - 3) * cells + near] -= 1
                if piece > 2:
                    s[guarded + (piece - 3) * cells + near] += 1


@compiled
def _takes_leader(s: Numbers, t: Numbers, cell: int) -> bool:
    """Return whether the player to act has a leader to place on an empty cell (ORG-4)."""
    player = s[TO_MOVE]
    return s[HAND + player + 2] > 0 and _guarded(s, t, player, cell) == 0


@compiled
def _step(s: Numbers, t: Numbers, origin: int, target: int) -> int:
    """Return the code of a step by a piece that may step to an adjacent cell, -1 if illegal (ORG-7, ORG-10, ORG-11)."""
    piece, there = s[BOARD + origin], s[BOARD + target]
    player = s[TO_MOVE]
    if there == 0:
        what = STEP
    elif piece > 2 and there == 3 - player:
        what = CAPTURE
    else:
        return -1
    if piece > 2 and _guarded(s, t, player, target) > 1:
        return -1
    return code(what, origin, target)


@compiled
def legal(s: Numbers, t: Numbers, w: Numbers, out: Numbers) -> int:
    """List the legal codes (ORG-4, ORG-7, ORG-9)."""
    cells = t[T_CELLS]
    found = 0
    if s[PHASE] == PLACING:
        pawns = s[HAND + s[TO_MOVE]] > 0
        for at in range(BOARD + cells, BOARD + cells + s[EMPTIES]):
            if pawns:
                out[found] = code(PLACE_PAWN, s[at], 0)
                found += 1
            if _takes_leader(s, t, s[at]):
                out[found] = code(PLACE_LEADER, s[at], 0)
                found += 1
    elif s[PHASE] == MOVING:
        movers = own(t) + 2 * cells
        for place in range(movers, movers + s[MOVERS]):
            origin = s[place]
            for at in range(T_NEAR + 6 * origin, T_NEAR + 6 * origin + 6):
                if t[at] >= 0:
                    step = _step(s, t, origin, t[at])
                    if step >= 0:
                        out[found] = step
                        found += 1
        if not s[COMPELLED]:
            out[found] = END_CODE
            found += 1
    return found


@compiled
def any_legal(s: Numbers, t: Numbers, w: Numbers, rng: Numbers) -> int:
    """Return any legal code: drawn among all that could be, until one is legal, at last from their list."""
    cells = t[T_CELLS]
    empties = BOARD + cells
    if s[PHASE] == PLACING:
        pawns = s[HAND + s[TO_MOVE]] > 0
        for _ in range(_TRIES):
            at = below(rng, 2 * s[EMPTIES])
            cell = s[empties + (at >> 1)]
            if at & 1:
                if _takes_leader(s, t, cell):
                    return code(PLACE_LEADER, cell, 0)
            elif pawns:
                return code(PLACE_PAWN, cell, 0)
    elif s[PHASE] == MOVING:
        movers = own(t) + 2 * cells
        places = 6 * s[MOVERS]
        for _ in range(_TRIES):
            at = below(rng, places + 1)
            if at == places:
                if not s[COMPELLED]:
                    return END_CODE
                continue
            origin = s[movers + at // 6]
            target = t[T_NEAR + 6 * origin + at % 6]
            if target >= 0:
                step = _step(s, t, origin, target)
                if step >= 0:
                    return step
    out = w[4 * cells :]
    count = legal(s, t, w, out)
    return out[below(rng, count)] if count else -1


@compiled
def _can_step(s: Numbers, t: Numbers) -> bool:
    movers = own(t) + 2 * t[T_CELLS]
    for place in range(movers, movers + s[MOVERS]):
        origin = s[place]
        for at in range(T_NEAR + 6 * origin, T_NEAR + 6 * origin + 6):
            if t[at] >= 0 and _step(s, t, origin, t[at]) >= 0:
                return True
    return False


@compiled
def _can_place(s: Numbers, t: Numbers) -> bool:
    empties = BOARD + t[T_CELLS]
    if s[HAND + s[TO_MOVE]] and s[EMPTIES]:
        return True
    if not s[HAND + s[TO_MOVE] + 2]:
        return False
    at = empties
    while at < empties + s[EMPTIES]:
        if _takes_leader(s, t, s[at]):
            return True
        at += 1
    return False


@compiled
def _gather_large(s: Numbers, t: Numbers, w: Numbers) -> None:
    """List as movers the pieces of all groups of the player to act that are large enough (ORG-6)."""
    cells = t[T_CELLS]
    player = s[TO_MOVE]
    movers = own(t) + 2 * cells
    count = 0
    for cell in range(cells):
        w[cell] = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        if (piece == player or piece == player + 2) and not w[cell]:
            size = flood(s, t, w, cell, player, 1)
            if size >= _SMALLEST:
                for at in range(size):
                    s[movers + count] = w[cells + at]
                    count += 1
    s[MOVERS] = count


@compiled
def apply(s: Numbers, t: Numbers, w: Numbers, action: int) -> None:
    """Play a legal code."""
    s[PLIES] += 1
    what, cell = action >> 20, action >> 10 & 1023
    if what == END:
        _start_turn(s, t, w)
    elif what in (PLACE_PAWN, PLACE_LEADER):
        player = s[TO_MOVE]
        piece = player if what == PLACE_PAWN else player + 2
        _write(s, t, cell, piece)
        s[HAND + piece] -= 1
        s[USED] = t[T_START]
        _judge_leaders(s, t, cell)
        if s[PHASE] == OVER:
            return
        s[MOVERS] = 0
        if what == PLACE_PAWN:
            _gather_large(s, t, w)
        _offer_steps(s, t, w)
    else:
        _do_step(s, t, w, cell, action & 1023)


@compiled
def _do_step(s: Numbers, t: Numbers, w: Numbers, origin: int, target: int) -> None:
    """Move one piece of the moving group (ORG-6 to ORG-8)."""
    cells = t[T_CELLS]
    movers = own(t) + 2 * cells
    player = s[TO_MOVE]
    for cell in range(cells):
        w[cell] = 0
    if s[CAPACITY] == 0:
        size = flood(s, t, w, origin, player, 1)
        for at in range(size):
            s[movers + at] = w[cells + at]
        s[MOVERS] = size
        s[CAPACITY] = size
    s[COMPELLED] = 0
    s[CAPACITY] -= 1
    piece = s[BOARD + origin]
    _write(s, t, origin, 0)
    _write(s, t, target, piece)
    _judge_leaders(s, t, target)
    if s[PHASE] == OVER:
        return
    there = s[BOARD + target]
    size = 0
    if there == player or there == player + 2:
        size = flood(s, t, w, target, player, 2)
    for at in range(s[MOVERS]):
        member = s[movers + at]
        if w[target if member == origin else member] != 2:
            # A piece lost or cut off ends the turn (ORG-8).
            _start_turn(s, t, w)
            return
    if s[CAPACITY]:
        for at in range(size):
            s[movers + at] = w[cells + at]
        s[MOVERS] = size
    else:
        s[MOVERS] = 0
    _offer_steps(s, t, w)


@compiled
def _offer_steps(s: Numbers, t: Numbers, w: Numbers) -> None:
    """Go on with the movers; without a legal step the turn ends (ORG-9)."""
    if _can_step(s, t):
        s[PHASE] = MOVING
    else:
        _start_turn(s, t, w)


@compiled
def _judge_leaders(s: Numbers, t: Numbers, cell: int) -> None:
    """Take surrounded leaders off, the enemy's first, after a piece came to a cell (ORG-12, ORG-13)."""
    player = s[TO_MOVE]
    enemy = 3 - player
    if _guarded(s, t, enemy, cell):
        for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
            if t[at] >= 0 and s[BOARD + t[at]] == enemy + 2:
                _judge_leader(s, t, t[at], enemy)
    if s[BOARD + cell] == player + 2:
        _judge_leader(s, t, cell, player)
    if s[LEADERS + enemy] == 0:
        finish(s, player)
    elif s[LEADERS + player] == 0:
        finish(s, enemy)


@compiled
def _judge_leader(s: Numbers, t: Numbers, cell: int, colour: int) -> None:
    """Take a leader off if the other colour occupies all its neighbours (ORG-12)."""
    enemy = 3 - colour
    for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
        if t[at] >= 0:
            there = s[BOARD + t[at]]
            if there != enemy and there != enemy + 2:
                return
    _write(s, t, cell, 0)
    s[LEADERS + colour] -= 1


@compiled
def _start_turn(s: Numbers, t: Numbers, w: Numbers) -> None:
    """Give the turn to the other player (ORG-5, ORG-14, ORG-15)."""
    s[TO_MOVE] = 3 - s[TO_MOVE]
    s[PHASE] = PLACING
    s[MOVERS] = 0
    s[CAPACITY] = 0
    s[COMPELLED] = 0
    key = _turn_key(s, t)
    if times_before(s, t, key) >= 2:
        finish(s, DRAWN)
        return
    remember(s, key)
    if _can_place(s, t):
        return
    _gather_large(s, t, w)
    if _can_step(s, t):
        s[PHASE] = MOVING
        s[COMPELLED] = 1
    else:
        finish(s, 3 - s[TO_MOVE])

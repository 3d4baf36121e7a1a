"""Hand-written knowledge of the games: priors of untried actions, and the value of playouts that are cut off."""

from .compiled import Numbers, compiled
from .state import BOARD, DROCHED, HAND, LEADERS, ORCOON, ORGANICA, PRISON, STONES, T_CELLS, T_GAME, T_NEAR, TO_MOVE
from .tree import WHOLE

_PASS, _DONE = 10 << 20, 11 << 20
_CAPTURE = 8


@compiled
def prior(s: Numbers, t: Numbers, w: Numbers, action: int) -> float:
    """Return how good an action seems before it is tried, for the colour to act: 0 to 1."""
    game = t[T_GAME]
    if game == ORCOON:
        if action in (_PASS, _DONE):
            return 0.05
    elif game == ORGANICA:
        return _organica_prior(s, t, action)
    return 0.5


@compiled
def _organica_prior(s: Numbers, t: Numbers, action: int) -> float:
    """Return more for what comes next to enemy leaders, and for captures."""
    what = action >> 20
    if what > _CAPTURE:
        return 0.5
    target = action >> 10 & 1023 if what < 7 else action & 1023
    enemy_leader = 5 - s[TO_MOVE]
    value = 0.5
    for at in range(T_NEAR + 6 * target, T_NEAR + 6 * target + 6):
        if t[at] >= 0 and s[BOARD + t[at]] == enemy_leader:
            # The fewer free neighbours it has, the better.
            free = 0
            for around in range(T_NEAR + 6 * t[at], T_NEAR + 6 * t[at] + 6):
                if t[around] >= 0 and s[BOARD + t[around]] == 0:
                    free += 1
            value = max(value, 0.95 - 0.06 * free)
    if what == _CAPTURE:
        value = max(value, 0.7)
    return value


@compiled
def judge(s: Numbers, t: Numbers, w: Numbers) -> int:
    """Return the value for white of a playout that was cut off, 0 to ``WHOLE``."""
    game = t[T_GAME]
    lead = 0.0
    if game == ORGANICA:
        lead = _organica_lead(s, t)
    elif game == DROCHED:
        lead = 0.03 * (s[STONES + 1] - s[STONES + 2] + s[PRISON + 2] - s[PRISON + 1])
    return int(WHOLE * min(0.95, max(0.05, 0.5 + lead)))


@compiled
def _organica_lead(s: Numbers, t: Numbers) -> float:
    """Return white's lead in leaders, in the air around those on the board, and in pawns."""
    lead = 0.15 * (s[LEADERS + 1] - s[LEADERS + 2]) + 0.02 * (s[HAND + 1] - s[HAND + 2])
    for cell in range(t[T_CELLS]):
        piece = s[BOARD + cell]
        if piece == 0:
            continue
        sign = 1 if piece & 1 else -1
        if piece <= 2:
            lead += 0.02 * sign
            continue
        taken = around = 0
        for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
            if t[at] >= 0:
                around += 1
                there = s[BOARD + t[at]]
                if there and (there & 1) != (piece & 1):
                    taken += 1
        share = taken / around
        lead -= 0.15 * sign * share * share
    return lead

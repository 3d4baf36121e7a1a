"""128-bit transposition-table keys: two hashes that are equal where the rest of a game is.

In Organica and Droched the past counts too (ORG-15, DRO-8). The chance that two of a billion positions share both words
is less than one in 10**20.
"""

from hexlume.games.pieces import BLACK, WHITE

from .compiled import Numbers, compiled
from .state import (
    BOARD,
    CAPACITY,
    CHAINED,
    COMPELLED,
    DROCHED,
    DUE,
    FIRST,
    HAND,
    MOVERS,
    ORGANICA,
    OROCHI,
    PHASE,
    PLIES,
    PRISON,
    SIBLING,
    T_CELLS,
    T_GAME,
    T_START,
    TO_MOVE,
    USED,
    own,
)

_ODD = (0x2545F4914F6CDD1D, 0x1B03738712FAD5C9)
_FOLD = 2**35 - 1


@compiled
def write_key(s: Numbers, t: Numbers, key: Numbers) -> None:
    """Write a position's two words to ``key[0]`` and ``key[1]``."""
    key[0] = _hash(s, t, _ODD[0])
    key[1] = _hash(s, t, _ODD[1])


@compiled
def _mixed(found: int, number: int, odd: int) -> int:
    found = (found ^ number) * odd
    return found ^ (found >> 29 & _FOLD)


@compiled
def _hash(s: Numbers, t: Numbers, odd: int) -> int:
    """Return a hash of all that the rest of a game follows from, the past boards in any order."""
    game, cells = t[T_GAME], t[T_CELLS]
    found = _mixed(odd, s[TO_MOVE] | s[PHASE] << 2 | min(s[PLIES], 2) << 5, odd)
    word = 0
    for cell in range(cells):
        word = word << 3 | s[BOARD + cell]
        if cell % 20 == 19:
            found = _mixed(found, word, odd)
            word = 0
    found = _mixed(found, word, odd)
    if game == ORGANICA:
        for piece in range(1, 5):
            found = _mixed(found, s[HAND + piece], odd)
        found = _mixed(found, s[CAPACITY] << 1 | s[COMPELLED], odd)
        # The moving group; which of several large groups there are follows from the board.
        if s[CAPACITY]:
            movers = 0
            for at in range(own(t) + 2 * cells, own(t) + 2 * cells + s[MOVERS]):
                movers += _mixed(odd, s[at] + 1, odd)
            found = _mixed(found, movers, odd)
    elif game == DROCHED:
        found = _mixed(found, s[PRISON + WHITE] << 16 | s[PRISON + BLACK] << 8 | s[DUE], odd)
    elif game == SIBLING:
        found = _mixed(found, s[FIRST] + 1, odd)
    elif game == OROCHI:
        found = _mixed(found, s[DUE] | s[CHAINED] << 2, odd)
    past = 0
    for at in range(t[T_START], s[USED]):
        past += _mixed(odd, s[at], odd)
    return _mixed(found, past, odd)

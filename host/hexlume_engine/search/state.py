"""How a position lies in memory, and what all games do to it.

A position is one array of 64-bit whole numbers: a head of ``BOARD`` numbers, the board's cells with their pieces'
codes, the list of the empty cells, every cell's place in that list, what the game keeps besides (from ``own(t)``),
and the hashes of past boards up to ``USED``. What does not change in a game stands in another such array, the tables
(``tables``).

Throughout: ``s`` is a position, ``t`` the tables, ``w`` working memory of ``work_size`` numbers that keeps nothing,
``rng`` a random number generator's state.
"""

from typing import Any

import numpy as np

from .compiled import Numbers, compiled

OROCHI, SIBLING, ORCOON, ORGANICA, DROCHED = range(5)
"""The games' numbers: their places in ``positions.COMPILED``."""

PLACING, REPLACING, MOVING, FILLING, SETTING_UP, OVER = range(6)
"""The phases' numbers."""

WHITE_WON, BLACK_WON, DRAWN = range(1, 4)
"""The results' numbers; a colour's win is the colour's code."""

# Places in a position's head.
TO_MOVE, PHASE, RESULT, PLIES, HASH, USED, EMPTIES = range(7)
EXCHANGED = 22
"""1 if the seats have exchanged their colours (ACT-3), else 0."""
DUE, FIRST, OVERS, CHAINED = 7, 8, 9, 10
HAND, LEADERS, CAPACITY, COMPELLED, MOVERS = 7, 12, 15, 16, 17
PRISON, STONES, SETTLED, SURVEYED, CHECKED, REMOVES = 12, 15, 18, 19, 20, 21
"""From 7 each game has its own; ``HAND + piece``, ``LEADERS``, ``PRISON`` and ``STONES + colour`` are counts."""
BOARD = 24

WORK_A_CELL, WORK_BESIDES = 8, 1024
"""Working memory: numbers a cell, and in addition; behind them there may be a whole position."""

# Places in the tables' head.
T_GAME, T_SIZE, T_CELLS, T_LENGTH, T_INSIDE, T_BORDER, T_Q, T_R, T_HASHES, T_START, T_OPTION = range(11)
T_NEAR = 16
"""``t[T_NEAR + 6 * cell + side]`` is a neighbour's cell, the sides in ``DIRECTIONS``' order, or -1 off the board.

``T_INSIDE`` and ``T_BORDER`` say where the arrays by cell begin: six bits for the sides with a neighbour, and
``HexGrid.border``; ``T_HASHES`` begins the pieces' hashes, by piece and cell, then five numbers more.
"""

PIE, KOMI_OPTION, HANDICAP, SETUP = 1, 2, 3, 4


_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_SHIFTS = (np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32))
_S12, _S25, _S27, _S32 = _SHIFTS


@compiled
def below(rng: Numbers, count: int) -> int:
    """Return a random number from 0 to ``count - 1``.

    The generator is xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled",
    ACM TOMS 42, 2016), of which the upper 32 bits are used.
    """
    x: Any = rng[0]
    x ^= x >> _S12
    x ^= x << _S25
    x ^= x >> _S27
    rng[0] = x
    return np.int64((((x * _MULTIPLIER) >> _S32) * np.uint64(count)) >> _S32)  # type: ignore[return-value]


@compiled
def code(kind: int, first: int, second: int) -> int:
    """Return an action's code, as ``hexlume.games.notation.code``."""
    return kind << 20 | first << 10 | second


@compiled
def own(t: Numbers) -> int:
    """Return where the part of a position begins that each game has for itself."""
    return BOARD + 3 * t[T_CELLS]


@compiled
def put(s: Numbers, t: Numbers, cell: int, piece: int) -> None:
    """Set a cell; the list of empty cells and the hash follow."""
    cells = t[T_CELLS]
    before = s[BOARD + cell]
    s[BOARD + cell] = piece
    s[HASH] ^= t[t[T_HASHES] + before * cells + cell] ^ t[t[T_HASHES] + piece * cells + cell]
    empties = BOARD + cells
    places = empties + cells
    if before == 0 and piece != 0:
        last = s[EMPTIES] - 1
        s[EMPTIES] = last
        at = s[places + cell]
        moved = s[empties + last]
        s[empties + at] = moved
        s[places + moved] = at
        s[empties + last] = cell
        s[places + cell] = last
    elif before != 0 and piece == 0:
        count = s[EMPTIES]
        s[EMPTIES] = count + 1
        # Taken cells stand behind the empty ones.
        at = s[places + cell]
        moved = s[empties + count]
        s[empties + at] = moved
        s[places + moved] = at
        s[empties + count] = cell
        s[places + cell] = count


@compiled
def swap_empties(s: Numbers, t: Numbers, one: int, two: int) -> None:
    """Exchange two places of the list of empty cells; its order means nothing."""
    empties = BOARD + t[T_CELLS]
    places = empties + t[T_CELLS]
    first, second = s[empties + one], s[empties + two]
    s[empties + one], s[empties + two] = second, first
    s[places + first], s[places + second] = two, one


@compiled
def clear(s: Numbers, t: Numbers) -> None:
    """Make an empty board, no action played, nothing due."""
    cells = t[T_CELLS]
    for at in range(t[T_START]):
        s[at] = 0
    for cell in range(cells):
        s[BOARD + cells + cell] = cell
        s[BOARD + 2 * cells + cell] = cell
    s[EMPTIES] = cells
    s[USED] = t[T_START]


@compiled
def finish(s: Numbers, result: int) -> None:
    """End the game."""
    s[RESULT] = result
    s[PHASE] = OVER
    s[TO_MOVE] = 0


@compiled
def times_before(s: Numbers, t: Numbers, key: int) -> int:
    """Return how often a hash is among those of past boards."""
    found = 0
    for at in range(t[T_START], s[USED]):
        if s[at] == key:
            found += 1
    return found


@compiled
def remember(s: Numbers, key: int) -> None:
    """Add a hash to those of past boards. There must be room."""
    s[s[USED]] = key
    s[USED] += 1


@compiled
def flood(s: Numbers, t: Numbers, w: Numbers, start: int, colour: int, mark: int) -> int:
    """Mark the group (GEO-5) of a colour on ``start`` with ``mark`` in ``w[cell]``; return its size.

    Its cells stand from ``w[cells]`` on. Pieces of a colour are its stones and its leaders.
    """
    cells = t[T_CELLS]
    w[start] = mark
    w[cells] = start
    count = 1
    done = 0
    while done < count:
        cell = w[cells + done]
        done += 1
        for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
            near = t[at]
            if near >= 0 and w[near] != mark:
                there = s[BOARD + near]
                if there == colour or there == colour + 2:
                    w[near] = mark
                    w[cells + count] = near
                    count += 1
    return count

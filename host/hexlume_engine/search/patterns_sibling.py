"""Features of a position of Sibling for the learned evaluation (``patterns``): groups by size (SIB-5).

Groups of the largest size of their colour have the rank of a *first*, those of the next one below it that of a
*second*; if several are of the largest, there is no second. Besides the cells' patterns these count: the sizes of both
sides' two largest groups, on how many empty cells each could grow, and the groups that a piece on each empty cell would
join.

All of that has weights of its own for who would place the last piece on a full board, and for the other: who runs out
of harmless cells first has to join groups of one's own, and that follows from how many cells are left. Between equal
players on hex5 it is white, who would, that wins most games; on hex3 it is black, who is proven to win.
"""

from .cell_patterns import AROUND, SIDES, STATES, centre, neighbour, stage_of
from .compiled import Numbers, compiled
from .state import BOARD, DUE, EMPTIES, T_CELLS, T_NEAR, TO_MOVE, flood

_SIZES = 24
_SIZE_SHARE = 61
"""A group's size is counted in 61sts of the board, which are cells on hex5."""
_JOINS = 12
"""For each colour, what groups an empty cell is beside: none with a rank, a first, a second, or two with a rank; and
none, one or more of the others."""
_JOIN, _GROUP = 15, 1023
_KNOWN, _KNOWN_OTHER = 4, 14
_FREE = 13
"""This many empty cells less one, or more, are all the same."""
_DUES = 3
_SIZES_AT = _JOINS * _JOINS
_FREE_AT = _SIZES_AT + 2 * _SIZES * _SIZES
_DUE_AT = _FREE_AT + 2 * _FREE * _FREE
BESIDE_PATTERNS = _DUE_AT + _DUES
"""The places that each half of a stage has for other things than patterns."""


@compiled
def features_of_sibling(s: Numbers, t: Numbers, w: Numbers, kinds: Numbers, stage_size: int, out: Numbers) -> int:
    """Do what ``patterns.features`` does, for Sibling."""
    cells = t[T_CELLS]
    mover = s[TO_MOVE]
    half = stage_size // 2
    base = stage_of(s[EMPTIES], cells) * stage_size + (0 if _places_last(s[EMPTIES]) else half)
    beside = base + half - BESIDE_PATTERNS
    first, second, first_other, second_other = _note_ranks(s, t, w)
    free = free_second = free_other = free_second_other = 0
    count = cells
    for cell in range(cells):
        number = AROUND * centre(s[BOARD + cell], mover)
        step = 1
        ours = theirs = 0
        for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
            near = t[at]
            if near >= 0:
                there = s[BOARD + near]
                if there == 0:
                    number += step
                else:
                    group = w[near]
                    rank = w[2 * cells + group]
                    number += step * neighbour(there, mover, rank > 0)
                    if there == mover:
                        ours = _joined(ours, group, rank)
                    else:
                        theirs = _joined(theirs, group, rank)
            step *= STATES
        out[cell] = base + kinds[number]
        if s[BOARD + cell] == 0:
            ours &= _JOIN
            theirs &= _JOIN
            free += ours & 1
            free_second += ours >> 1 & 1
            free_other += theirs & 1
            free_second_other += theirs >> 1 & 1
            out[count] = beside + ours * _JOINS + theirs
            count += 1
    if first == second:
        free_second = free
    if first_other == second_other:
        free_second_other = free_other
    sizes, frees = beside + _SIZES_AT, beside + _FREE_AT
    out[count] = sizes + _size(first, cells) * _SIZES + _size(first_other, cells)
    out[count + 1] = sizes + (_SIZES + _size(second, cells)) * _SIZES + _size(second_other, cells)
    out[count + 2] = frees + min(free, _FREE - 1) * _FREE + min(free_other, _FREE - 1)
    out[count + 3] = frees + (_FREE + min(free_second, _FREE - 1)) * _FREE + min(free_second_other, _FREE - 1)
    out[count + 4] = beside + _DUE_AT + s[DUE]
    return count + 5


@compiled
def _places_last(empty: int) -> bool:
    """Return whether who acts would place the last piece if the board filled up; two pieces are a turn (SIB-2)."""
    return (empty & 3) in (1, 2)


@compiled
def _note_ranks(s: Numbers, t: Numbers, w: Numbers) -> tuple[int, int, int, int]:
    """Note each piece's group in ``w[cell]``, from 1, and from ``w[2 * cells]`` on each group's rank.

    That is 1 for a first, 2 for a second, else 0. Returns the sizes of the first and the second group of who acts, then
    of the other; 0 if there is none.
    """
    cells = t[T_CELLS]
    mover = s[TO_MOVE]
    ranks = 2 * cells
    for cell in range(cells):
        w[cell] = 0
    groups = first = second = first_other = second_other = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        if piece == 0 or w[cell]:
            continue
        groups += 1
        size = flood(s, t, w, cell, piece, groups)
        w[ranks + groups] = size if piece == mover else -size
        if piece == mover:
            first, second = max(first, size), max(second, min(first, size))
        else:
            first_other, second_other = max(first_other, size), max(second_other, min(first_other, size))
    for at in range(ranks + 1, ranks + groups + 1):
        size = w[at]
        if size in (first, -first_other):
            w[at] = 1
        else:
            w[at] = 2 if size in (second, -second_other) else 0
    return first, second, first_other, second_other


@compiled
def _joined(joins: int, group: int, rank: int) -> int:
    """Return what an empty cell's join becomes with one neighbour more.

    The last four bits are the join: one for each of two groups with a rank, and two for the number of others. Above
    them stand one group with a rank and one of the others, so that none is counted twice.
    """
    if rank:
        known = joins >> _KNOWN & _GROUP
        if known == 0:
            return joins | rank | group << _KNOWN
        return joins if known == group else joins | 3
    other = joins >> _KNOWN_OTHER
    if other == 0:
        return joins | 4 | group << _KNOWN_OTHER
    return joins if other == group else joins & ~4 | 8


@compiled
def _size(size: int, cells: int) -> int:
    """Return which of the ``_SIZES`` a group's size is."""
    return min(size * _SIZE_SHARE // cells, _SIZES - 1)

"""The learned evaluation: a position's win chance by its patterns, with learned weights.

Every cell with its neighbours is a pattern, the same in all rotations and reflections, and seen by who acts; what is
in hand, the largest groups of each side and what is due count besides. The logistic function of the sum of their
weights is the chance to win. Sums of small patterns, learned from games against itself, are strong in Othello and
Connect Four: Lucas, "Learning to play Othello with n-tuple systems" (2008); Thill, Koch and Konen, "Reinforcement
learning with n-tuples on the game Connect-4" (PPSN 2012); and more so with a tree search around them: Scheiermann and
Konen, "AlphaZero-inspired game learning: faster training by using MCTS only at test time" (IEEE Transactions on Games,
2023).
"""

import math
from typing import Any, NamedTuple

from .cell_patterns import AROUND, SIDES, STAGES, STATES, centre, is_of, neighbour, stage_of
from .compiled import Numbers, Reals, compiled, entry
from .patterns_droched import BESIDE_PATTERNS as BESIDE_DROCHED
from .patterns_droched import features_of_droched
from .patterns_sibling import BESIDE_PATTERNS as BESIDE_SIBLING
from .patterns_sibling import features_of_sibling
from .state import (
    BOARD,
    CAPACITY,
    CHAINED,
    COMPELLED,
    DROCHED,
    EMPTIES,
    HAND,
    LEADERS,
    MOVING,
    OROCHI,
    PHASE,
    REPLACING,
    RESULT,
    SIBLING,
    T_CELLS,
    T_GAME,
    T_NEAR,
    TO_MOVE,
    flood,
    own,
)

FEWEST_BEFORE_OVER = 3
_IN_HANDS = 22
_GROUPS = 20
_GROUP_SHARE = 38
"""A group's size is counted in 38ths of the board, which are cells on Orochi's hex4."""
_LEADERS = 5
_PAWNS = 8
_STEPS = 32
DUE_BACK = 64
_MOST_LEAD = 13
_LEADS = 2 * _MOST_LEAD + 1
_SMALL, _LARGE = 4, 9
"""Groups of max four 38ths of the board are small, and of more than nine large."""
_AHEAD = DUE_BACK // 2
# A stage's places for other things than patterns, counted from its end.
_LEADS_BACK = _LEADERS * _LEADERS + _PAWNS * _PAWNS + DUE_BACK
GROUPS_BACK = _GROUPS * _GROUPS + _LEADS_BACK
A_CELL, BESIDES = 3, 5
"""The max number of a position's features: for each cell, and in addition."""


class Patterns(NamedTuple):
    """``kinds`` has each pattern's number by its code, equal for those that are each other's images; ``weights`` what
    patterns, groups and what is due add, stage by stage. Both are empty where nothing was learned."""

    kinds: Numbers
    weights: Reals


@compiled
def features(s: Numbers, t: Numbers, w: Numbers, kinds: Numbers, stage_size: int, out: Numbers) -> int:
    """List the places in ``Patterns.weights`` of all that a position has; return how many they are.

    ``w`` is working memory of three times the cells and one. ``out`` has room for ``A_CELL`` times the cells
    and ``BESIDES``. The game is not over.
    """
    if t[T_GAME] == SIBLING:
        return features_of_sibling(s, t, w, kinds, stage_size, out)
    if t[T_GAME] == DROCHED:
        return features_of_droched(s, t, w, kinds, stage_size, out)
    cells = t[T_CELLS]
    mover = s[TO_MOVE]
    orochi = t[T_GAME] == OROCHI
    kin = own(t)
    empty = s[EMPTIES]
    if orochi:
        stage = stage_of(empty, cells)
    else:
        stage = (s[HAND + 1] + s[HAND + 2] + s[HAND + 3] + s[HAND + 4] + 2) * (STAGES - 1) // (_IN_HANDS + 2)
    base = stage * stage_size
    for cell in range(cells):
        w[cell] = 0
    ours = theirs = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        number = AROUND * centre(piece, mover)
        step = 1
        for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
            near = t[at]
            if near >= 0:
                there = s[BOARD + near]
                if there == 0:
                    number += step
                else:
                    marked = s[kin + near] >= FEWEST_BEFORE_OVER if orochi else there > 2
                    number += step * neighbour(there, mover, marked)
            step *= STATES
        out[cell] = base + kinds[number]
        if piece and w[cell] == 0:
            mine = is_of(piece, mover)
            size = flood(s, t, w, cell, mover if mine else 3 - mover, 1)
            for at in range(cells, cells + size):
                w[w[at]] = 2 * size + (0 if mine else 1)
            if mine:
                ours = max(ours, size)
            else:
                theirs = max(theirs, size)
    end = base + stage_size
    out[cells] = end - GROUPS_BACK + groups_place(ours, theirs, cells)
    due = end - DUE_BACK
    if orochi:
        out[cells + 1] = due + due_place(s[PHASE] == REPLACING, s[CHAINED], empty)
        return _leads(s, t, w, end, out, cells + 2)
    leaders, hands = end - _LEADS_BACK, due - _PAWNS * _PAWNS
    out[cells + 1] = due + (min(s[CAPACITY], _STEPS - 1) if s[PHASE] == MOVING else _STEPS + s[COMPELLED])
    out[cells + 2] = leaders + s[LEADERS + mover] * _LEADERS + s[LEADERS + 3 - mover]
    out[cells + 3] = hands + s[HAND + mover] * _PAWNS + s[HAND + 3 - mover]
    return cells + 4


@compiled
def _leads(s: Numbers, t: Numbers, w: Numbers, end: int, out: Numbers, count: int) -> int:
    """List what each empty cell would decide if it were the last (ORO-7), and who is ahead on how many of them.

    ``w`` has by cell twice the size of its group, and one more for the enemy's; ``end`` is behind the stage's places.
    Returns ``count`` with what was added to it.
    """
    cells = t[T_CELLS]
    empty = s[EMPTIES]
    balance = 0
    for number in range(empty):
        cell = s[BOARD + cells + number]
        ours = theirs = 0
        for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
            near = t[at]
            if near >= 0 and w[near]:
                if w[near] & 1:
                    theirs = max(theirs, w[near] >> 1)
                else:
                    ours = max(ours, w[near] >> 1)
        balance += int(ours > theirs) - int(ours < theirs)
        out[count] = end + lead_place(ours, theirs, cells)
        count += 1
    out[count] = end + balance_place(balance, empty)
    return count + 1


@compiled
def groups_place(ours: int, theirs: int, cells: int) -> int:
    """Return where the weight of the largest groups' sizes stands behind the first of these."""
    ours = min(ours * _GROUP_SHARE // cells, _GROUPS - 1)
    return ours * _GROUPS + min(theirs * _GROUP_SHARE // cells, _GROUPS - 1)


@compiled
def due_place(replacing: bool, chained: int, empty: int) -> int:
    """Return where the weight of what is due in Orochi stands behind the first of these."""
    return (1 if replacing else 0) + 2 * chained + 4 * (empty & 7)


@compiled
def lead_place(ours: int, theirs: int, cells: int) -> int:
    """Return where the weight of what an empty cell would decide stands, seen from the stage's end.

    Leaders and pawns, which Orochi does not have, leave these places. ``ours`` and ``theirs`` are the sizes of the
    largest groups beside the cell.
    """
    size = max(ours, theirs) * _GROUP_SHARE // cells
    lead = min(_MOST_LEAD, (abs(ours - theirs) * _GROUP_SHARE + cells - 1) // cells)
    if ours < theirs:
        lead = -lead
    return _LEADS * ((size > _SMALL) + (size > _LARGE)) + _MOST_LEAD + lead - _LEADS_BACK


@compiled
def balance_place(balance: int, empty: int) -> int:
    """Return where the weight of who is ahead on how many empty cells stands, seen from the stage's end."""
    return (balance + empty) * (_AHEAD - 1) // (2 * empty) + _AHEAD - DUE_BACK


@entry
def chance(s: Numbers, t: Numbers, w: Numbers, patterns: Patterns) -> float:
    """Return the chance of who acts to win a game that is not over, 0 to 1.

    ``w`` is of six times the cells and ``BESIDES`` and one more.
    """
    out = w[3 * t[T_CELLS] + 1 :]
    held = features(s, t, w, patterns.kinds, len(patterns.weights) // STAGES, out)
    return chance_by(patterns.weights, out, held)


@compiled
def chance_by(weights: Reals, found: Numbers, held: int) -> float:
    """Return the chance of who acts by the places in ``weights`` of all that a position has."""
    total = 0.0
    for at in range(held):
        total += weights[found[at]]
    return logistic(total)


@compiled
def logistic(total: float) -> float:
    """Return the chance that weights add up to."""
    return 1.0 / (1.0 + math.exp(-total))


@entry
def white_chance(s: Numbers, t: Numbers, w: Numbers, patterns: Patterns) -> float:
    """Return white's chance to win, also when the game is over."""
    if s[RESULT]:
        return 1.0 if s[RESULT] == 1 else 0.0 if s[RESULT] == 2 else 0.5
    found = chance(s, t, w, patterns)
    return found if s[TO_MOVE] == 1 else 1.0 - found


def stage_size(of_kinds: Numbers, name: str) -> int:
    """Return how many weights a stage of a game has."""
    numbers: Any = of_kinds
    patterns = int(numbers.max()) + 1
    if name == "sibling":
        return 2 * (patterns + BESIDE_SIBLING)
    return patterns + (BESIDE_DROCHED if name == "droched" else GROUPS_BACK)

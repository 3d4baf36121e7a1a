"""What a position of Orochi is worth by its patterns, with weights that were learned (``learning``).

Every cell with its neighbours is a pattern, the same in all rotations and reflections, and seen by who acts; the
largest group of each side and what is due count besides. The logistic function of the sum of their weights is the
chance to win. Sums of small patterns, learned from games against itself, are strong in Othello and Connect Four: Lucas,
"Learning to play Othello with n-tuple systems" (2008); Thill, Koch and Konen, "Reinforcement learning with n-tuples on
the game Connect-4" (PPSN 2012); and more so with a tree search around them: Scheiermann and Konen, "AlphaZero-inspired
game learning: faster training by using MCTS only at test time" (IEEE Transactions on Games, 2023).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from .compiled import Numbers, Reals, compiled, entry
from .state import BOARD, CHAINED, EMPTIES, PHASE, REPLACING, RESULT, T_CELLS, T_NEAR, TO_MOVE, flood, own

_SIDES = 6
_STATES = 6
"""What a neighbour can be: off the board, empty, one's own or the other's, each with less than three or at least three
neighbours of its colour: one more makes it over-connected (ORO-3)."""
_FEWEST_BEFORE_OVER = 3
_AROUND = _STATES**_SIDES
_CENTRES = 3
"""What a cell can be: empty, one's own, the other's."""

STAGES = 10
"""Each part of a game has weights of its own, by how many cells are empty."""
_LAST_EMPTY = 4
"""So few empty cells are all one stage."""
_GROUPS = 20
_GROUP_SHARE = 38
"""A group's size is told in 38ths of the board, which are cells on hex4."""
_DUE = 64


class Patterns(NamedTuple):
    """``kinds`` has each pattern's number by its code, equal for those that are each other's images; ``weights`` what
    patterns, groups and what is due add, stage by stage. Both are empty where nothing was learned."""

    kinds: Numbers
    weights: Reals


@compiled
def features(s: Numbers, t: Numbers, w: Numbers, kinds: Numbers, stage_size: int, out: Numbers) -> int:
    """List the places in ``Patterns.weights`` of all that a position has; return how many they are.

    ``w`` is working memory of twice the cells. The game is not over.
    """
    cells = t[T_CELLS]
    mover = s[TO_MOVE]
    kin = own(t)
    empty = s[EMPTIES]
    stage = 0 if empty <= _LAST_EMPTY else empty * STAGES // (cells + 1)
    base = stage * stage_size
    for cell in range(cells):
        w[cell] = 0
    ours = theirs = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        number = _AROUND * (0 if piece == 0 else 1 if piece == mover else 2)
        step = 1
        for at in range(T_NEAR + _SIDES * cell, T_NEAR + _SIDES * cell + _SIDES):
            near = t[at]
            if near >= 0:
                there = s[BOARD + near]
                if there == 0:
                    number += step
                else:
                    crowded = 1 if s[kin + near] >= _FEWEST_BEFORE_OVER else 0
                    number += step * ((2 if there == mover else 4) + crowded)
            step *= _STATES
        out[cell] = base + kinds[number]
        if piece and w[cell] == 0:
            size = flood(s, t, w, cell, piece, 1)
            if piece == mover:
                ours = max(ours, size)
            else:
                theirs = max(theirs, size)
    ours = min(ours * _GROUP_SHARE // cells, _GROUPS - 1)
    theirs = min(theirs * _GROUP_SHARE // cells, _GROUPS - 1)
    behind = base + stage_size - _DUE
    out[cells] = behind - _GROUPS * _GROUPS + ours * _GROUPS + theirs
    replacing = 1 if s[PHASE] == REPLACING else 0
    out[cells + 1] = behind + replacing + 2 * s[CHAINED] + 4 * (empty & 7)
    return cells + 2


@entry
def chance(s: Numbers, t: Numbers, w: Numbers, patterns: Patterns) -> float:
    """Return the chance of who acts to win a game that is not over, 0 to 1. ``w`` is of three times the cells and 2."""
    cells = t[T_CELLS]
    out = w[2 * cells :]
    total = 0.0
    for at in range(features(s, t, w, patterns.kinds, len(patterns.weights) // STAGES, out)):
        total += patterns.weights[out[at]]
    return 1.0 / (1.0 + math.exp(-total))


@entry
def white_chance(s: Numbers, t: Numbers, w: Numbers, patterns: Patterns) -> float:
    """Return white's chance to win, also when the game is over."""
    if s[RESULT]:
        return 1.0 if s[RESULT] == 1 else 0.0
    found = chance(s, t, w, patterns)
    return found if s[TO_MOVE] == 1 else 1.0 - found


def kinds() -> Numbers:
    """Return ``Patterns.kinds``."""
    codes = np.arange(_AROUND)
    states = [codes // _STATES**side % _STATES for side in range(_SIDES)]
    least = codes
    for turn in range(_SIDES):
        for way in (1, -1):
            image = sum(states[(turn + way * side) % _SIDES] * _STATES**side for side in range(_SIDES))
            least = np.minimum(least, image)
    found, number = np.unique(least, return_inverse=True)
    made: Numbers = np.concatenate([number + centre * len(found) for centre in range(_CENTRES)]).astype(np.int32)
    return made


def stage_size(of_kinds: Numbers) -> int:
    """Return how many weights a stage has."""
    numbers: Any = of_kinds
    return int(numbers.max()) + 1 + _GROUPS * _GROUPS + _DUE

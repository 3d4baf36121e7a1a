"""Learns the weights of a game's patterns from games against itself.

Each position's chance is drawn towards what came after it: the best chance that any action gives, and what the game
went on to, as in TD(lambda) (Sutton, "Learning to predict by the methods of temporal differences", 1988), but not past
an action that was drawn by lot, as in Watkins' Q(lambda). Each weight's steps get shorter the more it was
changed (AdaGrad: Duchi, Hazan and Singer, 2011).
"""

import math
from typing import Any

import numpy as np

from hexlume import games

from .compiled import Numbers, Reals, entry
from .game import any_legal, apply, begin, copy, legal
from .patterns import BESIDES, STAGES, Patterns, chance_of, features, kinds, stage_size, white_chance
from .position import FastPosition, generator
from .state import RESULT, T_CELLS, TO_MOVE, below

_LONGEST = 300
_THOUSAND = 1000
_RANDOM_OPENING = 10
"""So many actions by lot begin a game at most."""
_BY_LOT = 100
"""So many actions of a thousand are drawn by lot, to see more of the game."""
_LAMBDA = 0.7
_SEEN = 5
_STEP = 0.1


@entry
def learn_from_games(
    s: Numbers,
    after: Numbers,
    t: Numbers,
    w: Numbers,
    out: Numbers,
    rng: Numbers,
    patterns: Patterns,
    changed: Reals,
    found: Numbers,
    seen: Reals,
    count: int,
) -> float:
    """Play so many games and learn from each; return the mean square of the errors.

    ``s`` and ``after`` are positions. ``changed`` has what each weight was changed by, squared and summed; ``found``
    has room for the features of a game's positions, ``seen`` for five numbers of each.
    """
    cells = t[T_CELLS]
    row = 2 * cells + BESIDES
    weights = patterns.weights
    size = len(weights) // STAGES
    errors, positions = 0.0, 0
    for _ in range(count):
        begin(s, t)
        for _ in range(below(rng, _RANDOM_OPENING + 1)):
            if s[RESULT] == 0:
                apply(s, t, w, any_legal(s, t, w, rng, True))
        length = 0
        while s[RESULT] == 0 and length < _LONGEST:
            mover = s[TO_MOVE]
            held = features(s, t, w, patterns.kinds, size, found[length * row : (length + 1) * row])
            total = 0.0
            for at in range(length * row, length * row + held):
                total += weights[found[at]]
            count_legal = legal(s, t, w, out)
            best, action = -1.0, out[0]
            for at in range(count_legal):
                copy(s, after)
                apply(after, t, w, out[at])
                value = chance_of(mover, after, t, w, patterns)
                if value > best:
                    best, action = value, out[at]
            by_lot = below(rng, _THOUSAND) < _BY_LOT
            if by_lot:
                action = out[below(rng, count_legal)]
            seen[_SEEN * length] = 1.0 / (1.0 + math.exp(-total))
            seen[_SEEN * length + 1] = best
            seen[_SEEN * length + 2] = mover
            seen[_SEEN * length + 3] = by_lot
            seen[_SEEN * length + 4] = held
            apply(s, t, w, action)
            length += 1
        # A game that was broken off is worth what it seems to be.
        white = white_chance(s, t, w, patterns)
        for turn in range(length - 1, -1, -1):
            is_white = seen[_SEEN * turn + 2] == 1
            best = seen[_SEEN * turn + 1] if is_white else 1.0 - seen[_SEEN * turn + 1]
            share = 0.0 if seen[_SEEN * turn + 3] else _LAMBDA
            white = (1.0 - share) * best + share * white
            error = (white if is_white else 1.0 - white) - seen[_SEEN * turn]
            errors += error * error
            positions += 1
            for at in range(turn * row, turn * row + int(seen[_SEEN * turn + 4])):
                place = found[at]
                changed[place] += error * error
                weights[place] += _STEP * error / math.sqrt(changed[place] + 1.0)
    return errors / max(1, positions)


class Learner:
    """Learns Orochi or Organica on a board of one size.

    The same seed and the same counts of games give the same weights."""

    def __init__(self, name: str, size: int, seed: int) -> None:
        of_kinds = kinds()
        count = STAGES * stage_size(of_kinds)
        # Learning adds up many small steps.
        self.weights: Any = np.zeros(count, np.float64)
        self.patterns = Patterns(of_kinds, self.weights)
        self._changed: Any = np.zeros(count, np.float64)
        self._position = FastPosition.at_start(games.start(name, size))
        self._after = self._position.copy()
        self._rng = generator(seed)
        cells = self._position.tables.cells
        self._found: Any = np.zeros(_LONGEST * (2 * cells + BESIDES), np.int64)
        self._seen: Any = np.zeros(_SEEN * _LONGEST, np.float64)

    def learn(self, count: int) -> float:
        """Play so many games; return the mean square of the errors that were seen in them."""
        own = self._position
        return learn_from_games(
            own.numbers,
            self._after.numbers,
            own.tables.compiled(),
            own.work,
            own.out,
            self._rng,
            self.patterns,
            self._changed,
            self._found,
            self._seen,
            count,
        )

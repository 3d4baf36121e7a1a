"""Learns the weights of patterns that come with Hexlume from games against itself, and from proven ends of them.

    python tools/learn_patterns.py orochi --size 4 --games 450000 --solved 60000

Each position's chance is drawn towards what came after it: the best chance that any action gives, and what the game
went on to, as in TD(lambda) (Sutton, "Learning to predict by the methods of temporal differences", 1988), but not past
an action that was drawn at random, as in Watkins' Q(lambda). Each weight's steps get shorter the more it was
changed (AdaGrad: Duchi, Hazan and Singer, 2011).
"""

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hexlume import games
from hexlume.games.pieces import WHITE
from hexlume_engine.search import pattern_weights
from hexlume_engine.search.cell_patterns import STAGES, kinds
from hexlume_engine.search.compiled import Numbers, Reals, compiled, entry
from hexlume_engine.search.game import any_legal, apply, begin, legal
from hexlume_engine.search.patterns import A_CELL, BESIDES, Patterns, chance_by, features, stage_size, white_chance
from hexlume_engine.search.patterns_after import chances_after
from hexlume_engine.search.position import FastPosition, generator
from hexlume_engine.search.solver import Solver
from hexlume_engine.search.state import EMPTIES, RESULT, T_CELLS, TO_MOVE, below

_LONGEST = 300
_THOUSAND = 1000
_RANDOM_OPENING = 10
"""Max random actions at a game's start."""
_BY_LOT = 100
"""Random actions among a thousand, to see more of the game."""
_LAMBDA = 0.7
_SEEN = 5
_STEP = 0.1

_FEWEST_EMPTY, _MOST_EMPTY = 5, 10
"""The range of empty cells where a game is solved: that takes a hundredth of a second."""
_ACTIONS = 8
"""Random actions whose positions are solved as well."""
_MOST_POSITIONS, _MOST_POSITIONS_AFTER = 150_000, 20_000
_SOLVER_MB = 64
_AT_ONCE = 1_000


@entry
def play(
    s: Numbers,
    t: Numbers,
    w: Numbers,
    out: Numbers,
    rng: Numbers,
    patterns: Patterns,
    found: Numbers,
    seen: Reals,
    chances: Reals,
    until: int,
) -> int:
    """Play a game to its end, or until max ``until`` cells are empty; return how many actions can be learned.

    ``found`` has room for the features of a game's positions, ``seen`` for five numbers of each and ``chances`` for
    one of each legal action.
    """
    row = A_CELL * t[T_CELLS] + BESIDES
    weights = patterns.weights
    size = len(weights) // STAGES
    begin(s, t)
    for _ in range(below(rng, _RANDOM_OPENING + 1)):
        if s[RESULT] == 0:
            apply(s, t, w, any_legal(s, t, w, rng, True))
    length = 0
    while s[RESULT] == 0 and s[EMPTIES] > until and length < _LONGEST:
        held = features(s, t, w, patterns.kinds, size, found[length * row : (length + 1) * row])
        count = legal(s, t, w, out)
        chances_after(s, t, w, out, count, patterns, chances)
        best = 0
        for at in range(1, count):
            if chances[at] > chances[best]:
                best = at
        by_lot = below(rng, _THOUSAND) < _BY_LOT
        seen[_SEEN * length] = chance_by(weights, found[length * row : (length + 1) * row], held)
        seen[_SEEN * length + 1] = chances[best]
        seen[_SEEN * length + 2] = s[TO_MOVE]
        seen[_SEEN * length + 3] = by_lot
        seen[_SEEN * length + 4] = held
        apply(s, t, w, out[below(rng, count)] if by_lot else out[best])
        length += 1
    return length


@entry
def learn_game(
    t: Numbers, patterns: Patterns, changed: Reals, found: Numbers, seen: Reals, length: int, white: float
) -> float:
    """Learn from a game with the value ``white`` for white where it ended; return the sum of the squared errors.

    ``changed`` has what each weight was changed by, squared and summed.
    """
    row = A_CELL * t[T_CELLS] + BESIDES
    errors = 0.0
    for turn in range(length - 1, -1, -1):
        is_white = seen[_SEEN * turn + 2] == 1
        best = seen[_SEEN * turn + 1] if is_white else 1.0 - seen[_SEEN * turn + 1]
        share = 0.0 if seen[_SEEN * turn + 3] else _LAMBDA
        white = (1.0 - share) * best + share * white
        error = (white if is_white else 1.0 - white) - seen[_SEEN * turn]
        errors += error * error
        _change(patterns.weights, changed, found[turn * row : (turn + 1) * row], int(seen[_SEEN * turn + 4]), error)
    return errors


@entry
def learn_position(
    s: Numbers, t: Numbers, w: Numbers, patterns: Patterns, changed: Reals, found: Numbers, wins: bool
) -> float:
    """Learn whether who acts wins a position; return the squared error."""
    held = features(s, t, w, patterns.kinds, len(patterns.weights) // STAGES, found)
    error = (1.0 if wins else 0.0) - chance_by(patterns.weights, found, held)
    _change(patterns.weights, changed, found, held, error)
    return error * error


@compiled
def _change(weights: Reals, changed: Reals, found: Numbers, held: int, error: float) -> None:
    """Have what a position was found to have make up for an error."""
    for at in range(held):
        place = found[at]
        changed[place] += error * error
        weights[place] += _STEP * error / math.sqrt(changed[place] + 1.0)


class Learner:
    """Learns a game on a board of one size, from nothing or from weights of before.

    The same seed and the same counts of games give the same weights."""

    def __init__(self, name: str, size: int, seed: int, weights: Any = None) -> None:
        of_kinds = kinds()
        count = STAGES * stage_size(of_kinds, name)
        # Learning adds up many small steps.
        self.weights: Any = np.zeros(count, np.float64) if weights is None else np.array(weights, np.float64)
        self.patterns = Patterns(of_kinds, self.weights)
        self._changed: Any = np.zeros(count, np.float64)
        game = games.start(name, size)
        self._position = FastPosition.at_start(game)
        self._rng = generator(seed)
        self._draws = np.random.default_rng(seed)
        cells = self._position.tables.cells
        row = A_CELL * cells + BESIDES
        self._found: Any = np.zeros(_LONGEST * row, np.int64)
        self._held: Any = np.zeros(row, np.int64)
        self._seen: Any = np.zeros(_SEEN * _LONGEST, np.float64)
        self._chances: Any = np.zeros(len(self._position.out), np.float32)
        self._solver = Solver(game, _SOLVER_MB)

    def learn(self, count: int) -> float:
        """Play ``count`` games; return the mean square of the errors that were seen in them."""
        errors, positions = 0.0, 0
        own = self._position
        for _ in range(count):
            length = self._play(0)
            # A game that was cut off has the value that its last position seems to have.
            white = white_chance(own.numbers, own.tables.numbers, own.work, self.patterns)
            errors += self._learn_game(length, white)
            positions += length
        return errors / max(1, positions)

    def learn_solved(self, count: int) -> float:
        """Play ``count`` games of Orochi until few cells are empty, and learn what is proven of these positions.

        What is proven of positions one action later is learned as well, and the games up to there from their values.
        Returns the mean square of the errors that were seen where the truth is known.
        """
        errors, positions = 0.0, 0
        own = self._position
        for _ in range(count):
            length = self._play(int(self._draws.integers(_FEWEST_EMPTY, _MOST_EMPTY + 1)))
            wins = self._solver.wins_at(own, _MOST_POSITIONS) if own.result is None else None
            if wins is None:
                continue
            errors += self._learn_position(own, wins)
            positions += 1
            for action in self._draws.permutation(own.legal())[:_ACTIONS]:
                after = own.copy()
                after.apply(int(action))
                wins_after = self._solver.wins_at(after, _MOST_POSITIONS_AFTER) if after.result is None else None
                if wins_after is not None:
                    errors += self._learn_position(after, wins_after)
                    positions += 1
            self._learn_game(length, float(wins == (own.to_move == WHITE)))
        return errors / max(1, positions)

    def _play(self, until: int) -> int:
        own = self._position
        return play(
            own.numbers,
            own.tables.numbers,
            own.work,
            own.out,
            self._rng,
            self.patterns,
            self._found,
            self._seen,
            self._chances,
            until,
        )

    def _learn_game(self, length: int, white: float) -> float:
        tables = self._position.tables.numbers
        return learn_game(tables, self.patterns, self._changed, self._found, self._seen, length, white)

    def _learn_position(self, position: FastPosition, wins: bool) -> float:
        tables = position.tables.numbers
        return learn_position(position.numbers, tables, position.work, self.patterns, self._changed, self._held, wins)


def main() -> None:
    """Learn, tell how it goes, and write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=("orochi", "sibling", "organica", "droched"))
    parser.add_argument("--size", type=int, required=True, help="the board's size")
    parser.add_argument("--games", type=int, default=1_000_000, help="so many games (1,000,000)")
    parser.add_argument(
        "--solved", type=int, default=0, help="so many games more, of Orochi, whose ends are solved (0)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn by lot (1)")
    parser.add_argument("--out", type=Path, default=None, help="where to write them (to what comes with Hexlume)")
    wanted = parser.parse_args()
    if wanted.solved and wanted.game != "orochi":
        parser.error("--solved: only ends of Orochi are solved in so short a time; leave it out.")
    out = wanted.out or pattern_weights.SHIPPED / f"{wanted.game}.npz"
    learner = Learner(wanted.game, wanted.size, wanted.seed)
    teach(learner.learn, wanted.games, "games", learner, out)
    # What is proven is learned in long steps again.
    learner = Learner(wanted.game, wanted.size, wanted.seed, learner.weights)
    teach(learner.learn_solved, wanted.solved, "games solved", learner, out)


def teach(learn: Callable[[int], float], games: int, what: str, learner: Learner, out: Path) -> None:
    """Have it learn from so many games, tell how it goes, and write the weights."""
    began = time.monotonic()
    for done in range(0, games, _AT_ONCE):
        count = min(_AT_ONCE, games - done)
        error = learn(count)
        print(f"{done + count:,} {what}, {time.monotonic() - began:.0f} s, error {error:.4f}", file=sys.stderr)
        pattern_weights.save(out, learner.weights)


if __name__ == "__main__":
    main()

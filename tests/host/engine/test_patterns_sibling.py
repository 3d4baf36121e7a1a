"""Features of a position of Sibling: groups' sizes, room to grow and what each empty cell joins (SIB-5)."""

import math

import numpy as np
import pytest

from hexlume_engine.search.cell_patterns import STAGES, kinds, stage_of
from hexlume_engine.search.patterns import Patterns, stage_size
from hexlume_engine.search.patterns_sibling import BESIDE_PATTERNS
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.state import DUE
from tests.host.engine.test_patterns import group_at, judged, played

pytestmark = pytest.mark.integration

SIZES, JOINS, FREE = 24, 12, 13
SIZES_AT = JOINS * JOINS
FREE_AT = SIZES_AT + 2 * SIZES * SIZES
DUE_AT = FREE_AT + 2 * FREE * FREE


class Side:
    """A colour's groups in a game, found piece by piece."""

    def __init__(self, game, colour):
        self.game = game
        self.groups = {frozenset(group_at(game, cell)) for cell in range(game.grid.cells) if game.board[cell] == colour}
        sizes = [*sorted(map(len, self.groups), reverse=True), 0, 0]
        self.first, self.second = sizes[:2]

    def join(self, cell):
        """Which of the joins an empty cell is: of groups with a rank none, a first, a second or two; 4 for another."""
        near = set(self.game.grid.neighbours[cell])
        sizes = [len(group) for group in self.groups if group & near]
        ranked = [size for size in sizes if size in (self.first, self.second)]
        join = 3 if len(ranked) > 1 else 0 if not ranked else 1 if ranked[0] == self.first else 2
        return join + 4 * min(len(sizes) - len(ranked), 2)

    def free(self, joins):
        """On how many of the empty cells the first group could grow, and the second."""
        first, second = (sum(join >> bit & 1 for join in joins) for bit in (0, 1))
        return first, first if self.second == self.first else second


def places(game):
    """The places of all features besides the cells' patterns, counted from the first of these."""
    cells = game.grid.cells
    ours, theirs = Side(game, game.to_move), Side(game, 3 - game.to_move)
    joins = [(ours.join(cell), theirs.join(cell)) for cell in range(cells) if game.board[cell] == 0]
    found = [mine * JOINS + other for mine, other in joins]
    for at, mine, other in ((0, ours.first, theirs.first), (1, ours.second, theirs.second)):
        shares = [min(size * 61 // cells, SIZES - 1) for size in (mine, other)]
        found.append(SIZES_AT + (at * SIZES + shares[0]) * SIZES + shares[1])
        free = [
            min(side.free([join[number] for join in joins])[at], FREE - 1) for number, side in enumerate((ours, theirs))
        ]
        found.append(FREE_AT + (at * FREE + free[0]) * FREE + free[1])
    found.append(DUE_AT + int(FastPosition.of(game).numbers[DUE]))
    return found


def places_last(game):
    """Whether who acts would place the last piece if all empty cells were filled in turns (SIB-2)."""
    left, due, mover = game.board.count(0), int(FastPosition.of(game).numbers[DUE]), game.to_move
    while left > due:
        left, due, mover = left - due, 2, 3 - mover
    return mover == game.to_move


@pytest.mark.parametrize("size", [3, 4, 5, 8])
def test_features_have_the_groups(size):
    of_kinds = kinds()
    half = stage_size(of_kinds, "sibling") // 2
    weights = np.zeros((STAGES, 2, half), np.float32)
    weights[..., -BESIDE_PATTERNS:] = np.random.default_rng(size).normal(0, 0.05, (STAGES, 2, BESIDE_PATTERNS))
    seen, lasts = set(), set()
    for seed in range(30):
        game = played("sibling", size, seed)
        stage = stage_of.py_func(game.board.count(0), game.grid.cells)
        of_stage = weights[stage, int(not places_last(game)), -BESIDE_PATTERNS:]
        expected = sum(of_stage[place] for place in places(game))
        found = judged(FastPosition.of(game), Patterns(of_kinds, weights.ravel()))
        assert math.log(found / (1 - found)) == pytest.approx(expected, abs=1e-4), game.actions()
        seen.update(place for place in places(game) if place < SIZES_AT)
        lasts.add(places_last(game))
    assert len(seen) > 20 and len(lasts) == 2

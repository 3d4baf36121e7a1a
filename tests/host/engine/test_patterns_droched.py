"""Features of a position of Droched: bridges, territory, groups, prisoners (DRO-2, DRO-3, DRO-6)."""

import math
import random

import numpy as np
import pytest

from hexlume import games
from hexlume.games.pieces import EMPTY, WHITE
from hexlume_engine.search.cell_patterns import STAGES, kinds, stage_of
from hexlume_engine.search.pattern_weights import patterns_of
from hexlume_engine.search.patterns import Patterns, stage_size
from hexlume_engine.search.patterns_droched import BESIDE_PATTERNS
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.state import PRISON
from hexlume_record.game.position import prison_of
from tests.host.engine.test_patterns import group_at, judged

pytestmark = pytest.mark.integration

RINGS, CENTRES = 7, 5
SIZES, REACHES = 5, 7
LEADS, EVEN = 41, 20
GROUPS_AT = RINGS * CENTRES
LEADS_AT = GROUPS_AT + 2 * 2 * SIZES * REACHES
SETTING_UP_AT = LEADS_AT + 4 * LEADS


def log_odds(chance):
    return math.log(chance / (1 - chance))


def played(size, seed, options=None):
    """A random game that is not over, whose groups have been in each other's way for a while."""
    rng = random.Random(seed)
    game = games.start("droched", size, options or {})
    for _ in range(rng.randrange(1, 5 * size * size)):
        game.push(rng.choice(game.legal_actions()))
        if game.result is not None:
            game.pop()
            break
    return game


class Features:
    """A position's parts, each found cell by cell: ``part`` is the whole region or group that a cell is in."""

    def __init__(self, game):
        self.game = game
        self.part = [frozenset(group_at(game, cell)) for cell in range(game.grid.cells)]

    def beside(self, part):
        return {near for cell in part for near in self.game.grid.neighbours[cell]} - part

    def borders(self, part):
        """The edges and corners that have a cell of a part (DRO-2), each a bit."""
        return {bit for cell in part for bit in range(12) if self.game.grid.border[cell] >> bit & 1}

    def owner(self, cell):
        """Who has the empty cell in their territory."""
        colours = {self.game.board[near] for near in self.beside(self.part[cell])}
        return colours.pop() if len(colours) == 1 else EMPTY

    def held(self, group):
        colour = self.game.board[min(group)]
        own = [self.part[near] for near in self.beside(group) if self.game.board[near] == EMPTY]
        return self.borders(group).union(*(self.borders(part) for part in own if self.owner(min(part)) == colour))

    def reached(self, group):
        return self.borders(group).union(
            *(self.borders(self.part[near]) for near in self.beside(group) if self.game.board[near] == EMPTY)
        )

    def middle(self, cell):
        """What a cell is as a pattern's centre."""
        mine = self.game.to_move
        if self.game.board[cell] != EMPTY:
            return 1 if self.game.board[cell] == mine else 2
        return {EMPTY: 0, mine: 3, 3 - mine: 4}[self.owner(cell)]

    def places(self):
        """The places of all features besides the cells' patterns, counted from the first of these."""
        game, grid = self.game, self.game.grid
        found = []
        for cell in range(grid.cells):
            q, r = grid.q[cell], grid.r[cell]
            ring = min(RINGS - 1, game.size - 1 - max(abs(q), abs(r), abs(q + r)))
            found.append(ring * CENTRES + self.middle(cell))
        for group in {part for part in self.part if game.board[min(part)] != EMPTY}:
            size = [len(group) <= most for most in (1, 2, 4, 8, 1000)].index(True)
            kind = (size * REACHES + min(REACHES - 1, len(self.reached(group)))) * 2 + (len(self.held(group)) > 1)
            theirs = game.board[min(group)] != game.to_move
            found.append(GROUPS_AT + kind + theirs * 2 * SIZES * REACHES)
        middles = [self.middle(cell) for cell in range(grid.cells)]
        territory = middles.count(3) - middles.count(4)
        white, black = prison_of(game)["white"], prison_of(game)["black"]
        prison = black - white if game.to_move == WHITE else white - black
        stones = middles.count(1) - middles.count(2)
        for number, lead in enumerate((prison, territory, prison + territory, stones)):
            found.append(LEADS_AT + number * LEADS + EVEN + max(-EVEN, min(EVEN, lead)))
        found.append(SETTING_UP_AT + (game.phase == "setup"))
        return found


@pytest.mark.parametrize(
    ("size", "options"),
    [
        (3, {}),
        (4, {"handicap": 4}),
        *(pytest.param(*larger, marks=pytest.mark.soak) for larger in ((5, {"komi": 3}), (7, {}))),
    ],
)
def test_features_have_bridges_territory_and_prisoners(size, options):
    of_kinds = kinds()
    weights = np.zeros((STAGES, stage_size(of_kinds, "droched")), np.float32)
    weights[:, -BESIDE_PATTERNS:] = np.random.default_rng(size).normal(0, 0.05, (STAGES, BESIDE_PATTERNS))
    seen = set()
    for seed in range(90 // size):
        game = played(size, seed, options)
        stage = stage_of.py_func(game.board.count(EMPTY), game.grid.cells)
        places = Features(game).places()
        expected = sum(weights[stage, -BESIDE_PATTERNS:][place] for place in places)
        found = judged(FastPosition.of(game), Patterns(of_kinds, weights.ravel()))
        assert log_odds(found) == pytest.approx(expected, abs=2e-4), game.actions()
        seen.update(places)
    # Territory of both, and groups that are secure and that are not.
    assert {3, 4} <= {place % CENTRES for place in seen if place < GROUPS_AT}
    assert {0, 1} == {(place - GROUPS_AT) % 2 for place in seen if GROUPS_AT <= place < LEADS_AT}


@pytest.mark.soak
def test_neighbours_in_secure_groups_are_told_apart():
    """A pattern of the centre cell's neighbourhood counts each neighbour's colour and whether its group is secure."""
    of_kinds = kinds()
    secure_places = 0
    for seed in range(40):
        game = played(5, seed)
        features = Features(game)
        cell = game.grid.at(0, 0)
        states = []
        for near in game.grid.neighbours[cell]:
            piece = game.board[near]
            secure = piece != EMPTY and len(features.held(features.part[near])) > 1
            secure_places += secure
            states.append(1 if piece == EMPTY else (2 if piece == game.to_move else 4) + secure)
        kinds_here = {
            of_kinds[6**6 * features.middle(cell) + sum(states[(side + turn) % 6] * 6**side for side in range(6))]
            for turn in range(6)
        }
        kinds_there = {
            of_kinds[6**6 * features.middle(cell) + sum(states[(turn - side) % 6] * 6**side for side in range(6))]
            for turn in range(6)
        }
        assert kinds_here == kinds_there and len(kinds_here) == 1, "one for all images"
        with_it = np.zeros((STAGES, stage_size(of_kinds, "droched")), np.float32)
        with_it[:, kinds_here.pop()] = 1.0
        found = judged(FastPosition.of(game), Patterns(of_kinds, with_it.ravel()))
        assert log_odds(found) >= 1 - 1e-4, game.actions()
    assert secure_places > 10


@pytest.mark.soak
def test_more_prisoners_are_better():
    """By what came along: each is an action more to make (DRO-6)."""
    patterns = patterns_of("droched")
    gained = []
    for seed in range(60):
        position = FastPosition.of(played(5, seed))
        before = judged(position, patterns)
        position.numbers[PRISON + 3 - position.to_move] += 3
        gained.append(log_odds(judged(position, patterns)) - log_odds(before))
    assert np.mean(gained) > 0.1

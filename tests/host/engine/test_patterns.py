"""What is learned: the same for all images of a position, and right about late ones."""

import math
import random

import numpy as np
import pytest

from hexlume import games
from hexlume.games import notation
from hexlume_engine.search import compiled_search, pattern_weights
from hexlume_engine.search.cell_patterns import STAGES, kinds
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import LEVELS, OF_GAME, STRONGEST, Level, Limit, Settings
from hexlume_engine.search.patterns import Patterns, chance, stage_size, white_chance
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.solver import Solver
from hexlume_engine.search.state import BOARD, HAND, LEADERS, PRISON, STONES, TO_MOVE
from hexlume_engine.search.value import WIN

pytestmark = pytest.mark.integration

LEADS_BEFORE_END = 25 + 64 + 64
"""The places for leads begin so many before a stage's end."""
BALANCE_BEHIND_LEADS = 25 + 64 + 32
LEADS, NO_LEAD = 27, 13
"""Of so many places for leads of groups of a kind, this is that of none."""
MOST_BALANCE = 31


def judged(position, patterns):
    return chance(position.numbers, position.tables.numbers, position.work, patterns)


def random_game(size, seed, empty, name="orochi"):
    """A random game up to so many empty cells, where a placement is due."""
    rng = random.Random(seed)
    while True:
        game = games.start(name, size)
        while game.result is None and game.board.count(0) > empty:
            game.push(rng.choice(game.legal_actions()))
        while game.result is None and notation.kind(game.legal_actions()[0]) == notation.REPLACE:
            game.push(rng.choice(game.legal_actions()))
        if game.result is None:
            return game


def played(name, size, seed):
    """A random game that is not over."""
    rng = random.Random(f"{name} {seed}")
    game = games.start(name, size)
    for _ in range(rng.randrange(2, 6 * size)):
        game.push(rng.choice(game.legal_actions()))
        if game.result is not None:
            game.pop()
            break
    return game


def image(game, turns, mirrored):
    """Its position on the board turned by sixths and mirrored, as far as patterns go."""
    grid = game.grid
    position = FastPosition.of(game)
    found = position.copy()
    kin = BOARD + 3 * grid.cells
    parts = (BOARD,) if game.NAME in ("sibling", "droched") else (BOARD, kin)
    for cell in range(grid.cells):
        q, r = grid.q[cell], grid.r[cell]
        for _ in range(turns):
            q, r = -r, q + r
        if mirrored:
            q, r = r, q
        there = grid.at(q, r)
        for part in parts:
            found.numbers[part + there] = position.numbers[part + cell]
    empty = np.flatnonzero(found.numbers[BOARD : BOARD + grid.cells] == 0)
    found.numbers[BOARD + grid.cells : BOARD + grid.cells + len(empty)] = empty
    return found


def some_patterns(name, seed=1):
    of_kinds = kinds()
    weights = np.random.default_rng(seed).normal(0, 0.3, STAGES * stage_size(of_kinds, name)).astype(np.float32)
    return Patterns(of_kinds, weights)


def test_there_are_as_many_kinds_as_patterns_that_differ():
    # Burnside's lemma, for six states on a ring of six under its twelve images, with five kinds of centre.
    fixed = 6**6 + 2 * 6 + 2 * 6**2 + 6**3 + 3 * 6**4 + 3 * 6**3
    assert len(set(kinds().tolist())) == 5 * fixed // 12


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("orochi", 2),
        ("orochi", 4),
        ("orochi", 6),
        ("sibling", 3),
        ("sibling", 5),
        ("organica", 4),
        ("organica", 5),
        ("droched", 3),
        ("droched", 7),
    ],
)
def test_images_have_the_same_value(name, size):
    patterns = some_patterns(name)
    chances = set()
    for seed in range(5):
        game = played(name, size, seed)
        here = judged(FastPosition.of(game), patterns)
        chances.add(here)
        for turns in range(6):
            for mirrored in (False, True):
                assert judged(image(game, turns, mirrored), patterns) == pytest.approx(here)
    assert len(chances) > 3


def exchanged(position):
    """The position with the colours exchanged."""
    other = position.copy()
    board = slice(BOARD, BOARD + other.tables.cells)
    pieces = other.numbers[board]
    other.numbers[board] = np.where(pieces == 0, 0, ((pieces - 1) ^ 1) + 1)
    other.numbers[TO_MOVE] = 3 - other.numbers[TO_MOVE]
    if other.tables.game == "organica":
        for at in (HAND + 1, HAND + 3, LEADERS + 1):
            other.numbers[[at, at + 1]] = other.numbers[[at + 1, at]]
    if other.tables.game == "droched":
        for at in (PRISON + 1, STONES + 1):
            other.numbers[[at, at + 1]] = other.numbers[[at + 1, at]]
    return other


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["orochi", "sibling", "organica", "droched"])
def test_colours_have_the_same_value_for_the_player_to_act(name):
    patterns = some_patterns(name)
    for seed in range(20):
        position = FastPosition.of(played(name, 5, seed))
        other = exchanged(position)
        assert judged(position, patterns) == pytest.approx(judged(other, patterns))
        tables = position.tables.numbers
        white = white_chance(position.numbers, tables, position.work, patterns)
        assert white == pytest.approx(1 - white_chance(other.numbers, tables, other.work, patterns))


def group_at(game, cell):
    """The cells of the group (GEO-5) that a piece is in, or of the region that an empty cell is in."""
    group, edge = {cell}, [cell]
    while edge:
        for near in game.grid.neighbours[edge.pop()]:
            if near not in group and game.board[near] == game.board[cell]:
                group.add(near)
                edge.append(near)
    return group


def lead_at(game, cell):
    """By how many pieces who acts would win if a cell were the last empty one (ORO-7)."""
    most = {1: 0, 2: 0}
    for near in game.grid.neighbours[cell]:
        if game.board[near]:
            colour = game.board[near]
            most[colour] = max(most[colour], len(group_at(game, near)))
    return most[game.to_move] - most[3 - game.to_move]


def summed(position, of_place):
    """What the leads and the balance of a position add up to, if each place for them has such a weight."""
    of_kinds = kinds()
    stage = stage_size(of_kinds, "orochi")
    weights = np.zeros((STAGES, stage), np.float32)
    weights[:, stage - LEADS_BEFORE_END :][:, : len(of_place)] = of_place
    found = judged(position, Patterns(of_kinds, weights.ravel()))
    return math.log(found / (1 - found))


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [2, 4, *(pytest.param(size, marks=pytest.mark.soak) for size in (3, 6))])
def test_every_empty_cell_tells_what_it_would_decide(size):
    """Each is seen as a lead of who acts or of the other, and all together as one balance."""
    lead_of_place = np.arange(3 * LEADS) % LEADS - NO_LEAD
    balance_of_place = np.zeros(BALANCE_BEHIND_LEADS + MOST_BALANCE + 1)
    balance_of_place[BALANCE_BEHIND_LEADS:] = np.arange(MOST_BALANCE + 1)
    decided = 0
    for seed in range(30):
        game = played("orochi", size, seed)
        empty = [cell for cell in range(game.grid.cells) if game.board[cell] == 0]
        leads = [lead_at(game, cell) for cell in empty]
        signs = sum((lead > 0) - (lead < 0) for lead in leads)
        position = FastPosition.of(game)
        assert summed(position, np.sign(lead_of_place) / 10) == pytest.approx(signs / 10, abs=1e-5)
        balance = (signs + len(empty)) * MOST_BALANCE // (2 * len(empty))
        assert summed(position, balance_of_place / 10) == pytest.approx(balance / 10, abs=1e-5)
        decided += signs != 0
    assert decided > 10


def right_about(patterns, size, empty, count, name="orochi"):
    """How many of so many random positions it judges as best play does."""
    solver = Solver(games.start(name, size), 32)
    right = 0
    for seed in range(count):
        game = random_game(size, seed, empty, name)
        wins = solver.value(FastPosition.of(game)) == WIN
        right += (judged(FastPosition.of(game), patterns) > 0.5) == wins
    return right


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "size", "empty"), [("orochi", 4, 8), ("sibling", 5, 12)])
def test_what_came_along_is_mostly_right(name, size, empty):
    right = right_about(pattern_weights.patterns_of(name), size, empty, 100, name)
    assert right >= 75


def test_a_leader_more_is_better_in_organica():
    patterns = pattern_weights.patterns_of("organica")
    gained = []
    for seed in range(40):
        position = FastPosition.of(played("organica", 5, seed))
        numbers = position.numbers
        before = judged(position, patterns)
        enemy = 3 - int(numbers[TO_MOVE])
        if numbers[HAND + enemy + 2]:
            numbers[HAND + enemy + 2] -= 1
            numbers[LEADERS + enemy] -= 1
            gained.append(judged(position, patterns) - before)
    assert len(gained) > 20 and np.mean(gained) > 0.02


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0.0, 1.0), (0.5, 0.25, 0.75), (1.0, 0.5, 0.5)])
def test_a_share_of_a_position_is_judged_by_what_was_learned(monkeypatch, share, least, most):
    """What was learned says one half of everything here, random games say 0 or 1."""
    of_kinds = kinds()
    halves = Patterns(of_kinds, np.zeros(STAGES * stage_size(of_kinds, "sibling"), np.float32))
    monkeypatch.setattr(compiled_search, "patterns_of", lambda name: halves)
    tuned = Settings(learned=share, prior_weight=0.0, reference=0)
    level = Level("odd", tuned={"sibling": tuned}, learned=("sibling",))
    analysis = Engine(level, 1, 64).analyse(games.start("sibling", 4), Limit(playouts=2_000))
    chances = [candidate.chance for candidate in analysis.candidates if candidate.visits]
    assert len(chances) == 37
    assert least <= min(chances) and max(chances) <= most
    assert (min(chances) < max(chances)) == (share < 1)


def test_levels_without_the_learned_evaluation_search_by_playouts():
    for name, first in (("orochi", 5), ("sibling", 5), ("organica", 3), ("droched", 6)):
        assert OF_GAME[name].learned
        assert [level.settings(name).learned > 0 for level in LEVELS] == [level >= first for level in range(1, 7)]
    assert not any(level.settings("orcoon").learned for level in LEVELS)


def test_a_game_of_which_nothing_was_learned_is_searched_all_the_same():
    level = STRONGEST.__class__("odd", tuned={"orcoon": OF_GAME["orochi"]}, learned=("orcoon",))
    game = games.start("orcoon", 5)
    assert Engine(level, 1, 64).choose(game, Limit(playouts=300)) in game.legal_actions()

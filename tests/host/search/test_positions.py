"""The fast positions against the rules modules: legal sets, boards, phases, results (all rule clauses)."""

import collections
import json
import random
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import FILLING, MOVING, OVER, PLACING, REPLACING, SETTING_UP
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.positions import COMPILED
from hexlume_engine.search.state import BOARD, CHECKED, PHASE
from tests.perft.test_perft import ENTRIES

pytestmark = pytest.mark.integration

BOUNDED = {"droched": 20, "orcoon": 60, "organica": 50, "orochi": 50, "sibling": 50}
SOAK = 1000
SIZES = {  # small boards mostly: they reach the rare situations soonest
    "droched": [3] * 6 + [4] * 6 + [5] * 3 + [7],
    "orcoon": [4] * 5 + [5] * 5 + [6] * 3 + [7] * 2 + [9],
    "organica": [4] * 6 + [5] * 6 + [6, 7],
    "orochi": [2] * 3 + [3] * 6 + [4] * 6 + [5, 6],
    "sibling": [3] * 6 + [4] * 5 + [5] * 4 + [6, 7],
}
OPTIONS = {
    "droched": [{}, {"pie": True}, {"komi": 1}, {"komi": 20}, {"handicap": 2}, {"handicap": 17, "komi": 3}],
    "orcoon": [{}, {"pie": True}, {"pie": False}],
    "organica": [{}, {"setup": "clusters"}, {"setup": "corners"}],
    "orochi": [{}],
    "sibling": [{}, {"pie": True}, {"pie": False}],
}
LEFT_OVER = 7
PHASES = (PLACING, REPLACING, MOVING, FILLING, SETTING_UP, OVER)
"""The phases' words, by the numbers of ``state``."""
LARGEST = {"droched": 9, "orcoon": 26, "organica": 13, "orochi": 13, "sibling": 13}
SMALL_COUNT, LARGE_COUNT = 12_000, 3_000_000
RARE_GAMES = [
    rare
    for rare in json.loads((Path(__file__).parents[2] / "rules" / "rare_games.json").read_text())
    if rare["game"] in COMPILED
]


def evenly(rng, game, legal):
    """Any action."""
    return rng.choice(legal)


def by_kinds(rng, game, legal):
    """First a kind of action, then one of it: words and captures come up far more often."""
    kinds = collections.defaultdict(list)
    for action in legal:
        kinds[notation.kind(action)].append(action)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def crowded(rng, game, legal):
    """Of some placements the one among most neighbours: groups grow, regions close."""
    few = rng.sample(legal, min(8, len(legal)))

    def taken(action):
        cell = notation.first(action)
        if notation.is_word(action) or cell >= game.grid.cells:
            return 0
        return sum(game.board[near] != 0 for near in game.grid.neighbours[cell])

    return max(few, key=taken)


CHOICES = (evenly, by_kinds, crowded)


def play_together(name, size, options, seed, choose, longest=400):
    """Play a game under the rules modules and as a fast position, compared after every action; return it."""
    rng = random.Random(f"{name} {seed}")
    game = games.start(name, size, options)
    fast = FastPosition.at_start(game)
    while True:
        legal, history = sorted(game.legal_actions()), (name, size, options, game.actions())
        board = fast.numbers[BOARD : BOARD + game.grid.cells].astype("uint8")
        assert sorted(fast.legal()) == legal, history
        assert (fast.to_move, PHASES[fast.numbers[PHASE]], fast.result, bytes(board)) == (
            game.to_move,
            game.phase,
            game.result,
            bytes(game.board),
        ), history
        if not legal or len(game.codes) >= longest:
            return game
        action = choose(rng, game, legal)
        # Working memory keeps nothing: whatever stands there means nothing.
        fast.work[:] = LEFT_OVER
        fast.numbers[CHECKED] = 0
        game.push(action)
        fast.apply(action)


def compare(name, number, seed):
    results = collections.Counter()
    for index in range(number):
        rng = random.Random(f"{name} {seed} {index}")
        size, options = rng.choice(SIZES[name]), rng.choice(OPTIONS[name])
        game = play_together(name, size, options, f"{seed} {index}", CHOICES[index % len(CHOICES)])
        results[game.result] += 1
        results.update(notation.kind(action) for action in game.codes)
    return results


@pytest.mark.parametrize("name", COMPILED)
def test_agrees_in_random_games(name):
    results = compare(name, BOUNDED[name], 1)
    assert results["W+"] and results["B+"]


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", COMPILED)
def test_agrees_in_a_thousand_games(name):
    compare(name, SOAK, 2)


@pytest.mark.parametrize("name", COMPILED)
def test_agrees_on_the_largest_boards(name):
    play_together(name, LARGEST[name], {}, 3, evenly, longest=60)


@pytest.mark.parametrize("rare", [pytest.param(rare, id=rare["situation"]) for rare in RARE_GAMES])
def test_agrees_where_chance_seldom_leads(rare):
    actions = iter(rare["actions"])

    def choose(rng, game, legal):
        return notation.parse(next(actions), game.grid)

    game = play_together(rare["game"], rare["size"], rare["options"], 0, choose, longest=len(rare["actions"]))
    assert len(game.codes) == len(rare["actions"])


def perft(position, depth):
    """The number of sequences of ``depth`` actions."""
    actions = position.legal()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = position.copy()
        after.apply(action)
        total += perft(after, depth - 1)
    return total


def parameter(entry):
    options = " ".join(f"{option}={value}" for option, value in entry["options"].items())
    name = f"{entry['game']}-{entry['board']}-{options}-after-{len(entry['actions'])}-depth-{entry['depth']}"
    return pytest.param(entry, id=name, marks=[pytest.mark.soak] if entry["count"] > SMALL_COUNT else [])


@pytest.mark.parametrize(
    "entry", [parameter(entry) for entry in ENTRIES if entry["game"] in COMPILED and entry["count"] <= LARGE_COUNT]
)
def test_perft(entry):
    game = games.start(entry["game"], entry["size"], entry["options"])
    for action in entry["actions"]:
        game.push_text(action)
    assert perft(FastPosition.of(game), entry["depth"]) == entry["count"]

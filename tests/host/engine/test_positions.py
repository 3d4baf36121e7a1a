"""The fast positions against the rules modules: legal sets, boards, phases, results (all rule clauses)."""

import collections
import json
import random
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.positions import COMPILED
from hexlume_engine.search.state import BOARD
from tests.naive import GAMES, policies
from tests.naive.compare import SIZES, random_options
from tests.perft.test_perft import ENTRIES

pytestmark = pytest.mark.integration

BOUNDED = {"droched": 20, "orcoon": 60, "organica": 50, "orochi": 50, "sibling": 50}
SOAK = 1000
LARGEST = {"droched": 9, "orcoon": 26, "organica": 13, "orochi": 13, "sibling": 13}
SMALL_COUNT, LARGE_COUNT = 12_000, 3_000_000
RARE_GAMES = json.loads((Path(__file__).parents[2] / "naive" / "rare_games.json").read_text())


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


def compare(together, name, number, seed):
    results = collections.Counter()
    for index in range(number):
        rng = random.Random(f"{name} {seed} {index}")
        size, options = rng.choice(SIZES[name]), random_options(name, rng)
        played = together(name, size, options, f"{seed} {index}", CHOICES[index % len(CHOICES)])
        results[played.game.result] += 1
        results.update(notation.kind(action) for action in played.game.codes)
    return results


@pytest.mark.parametrize("name", COMPILED)
def test_agrees_in_random_games(together, name):
    results = compare(together, name, BOUNDED[name], 1)
    assert results["W+"] and results["B+"]


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", COMPILED)
def test_agrees_in_a_thousand_games(together, name):
    compare(together, name, SOAK, 2)


@pytest.mark.parametrize("name", COMPILED)
def test_agrees_on_the_largest_boards(together, name):
    together(name, LARGEST[name], {}, 3, evenly, longest=60)


@pytest.mark.parametrize("policy", ["shuffle", "capture", "besiege", "cover"])
def test_agrees_where_organica_is_rare(together, policy):
    # ORG-5, ORG-12 to ORG-15: positions that chance seldom reaches.
    module = GAMES["organica"]
    for seed in range(4):
        player = policies.Player(policy, random.Random(f"{policy} {seed}"), collections.Counter())
        state = module.start(4, {})

        def choose(rng, game, legal, player=player):
            nonlocal state
            action = player.choose(module, state, sorted(map(game.name, legal)))
            state = module.play(state, action)
            return notation.parse(action, game.grid)

        together("organica", 4, {}, seed, choose, longest=120)


@pytest.mark.parametrize("rare", [pytest.param(rare, id=rare["situation"]) for rare in RARE_GAMES])
def test_agrees_where_chance_seldom_leads(together, rare):
    actions = iter(rare["actions"])

    def choose(rng, game, legal):
        return notation.parse(next(actions), game.grid)

    played = together(rare["game"], rare["size"], rare["options"], 0, choose, longest=len(rare["actions"]))
    assert len(played.game.codes) == len(rare["actions"])


def test_ranks_of_sizes_decide_sibling(together):
    # SIB-5: the second largest groups, then the largest, the third ...
    for seed in range(20):
        together("sibling", 3, {}, seed, crowded)


@pytest.mark.parametrize("name", COMPILED)
def test_a_running_game_is_taken_over(name):
    rng = random.Random(name)
    game = games.start(name)
    for _ in range(30):
        if game.result is not None:
            break
        game.push(rng.choice(game.legal_actions()))
        fast = FastPosition.of(game)
        assert sorted(fast.legal()) == sorted(game.legal_actions())
        board = fast.copy().numbers[BOARD : BOARD + game.grid.cells]
        assert bytes(board.astype("uint8")) == bytes(game.board)


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

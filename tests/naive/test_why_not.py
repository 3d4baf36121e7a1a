"""``why_not`` against the plain implementation: without the clause it names an illegal placement is legal.

Two clauses may forbid the same placement, ORC-3 and ORC-4 say. Then switching off the named one leaves the others,
and with these alone switched off the named one still forbids it.
"""

import collections
import random

import pytest

from hexlume import games
from hexlume.games import notation

from . import GAMES, policies
from .compare import LONGEST, SIZES, random_options
from .geometry import hexagon, square

KINDS = {"droched": [""], "hex": [""], "orcoon": [""], "organica": ["P", "L"], "orochi": ["W", "B"], "sibling": [""]}

CLAUSES = {  # those that forbid placements
    "droched": ["DRO-1", "DRO-7", "DRO-8", "DRO-11"],
    "hex": ["HEX-2"],
    "orcoon": ["ORC-2", "ORC-3", "ORC-4"],
    "organica": ["ORG-1", "ORG-3", "ORG-4"],
    "orochi": ["ORO-1", "ORO-4"],
    "sibling": ["SIB-2", "SIB-3"],
}
BOUNDED = {"droched": 15, "hex": 15, "orcoon": 40, "organica": 40, "orochi": 40, "sibling": 25}


def positions(game, number, seed):
    """So many unfinished positions of random games, each on both implementations."""
    rng = random.Random(f"{game} {seed}")
    module = GAMES[game]
    counts = collections.Counter()
    while number:
        size, policy = rng.choice(SIZES[game]), rng.choice(policies.OF_GAME[game])
        options = policies.fitting_options(policy, random_options(game, rng))
        state, engine = module.start(size, options), games.start(game, size, options)
        player = policies.Player(policy, rng, counts)
        while number and not state.result and len(engine.codes) < LONGEST:
            if rng.random() < 0.2:
                yield state, engine
                number -= 1
            action = player.choose(module, state, module.legal(state))
            state = module.play(state, action)
            engine.push_text(action)
            counts.update(state.events)


def others(module, state, action, clause):
    """The clauses besides this one that forbid a placement."""
    ignored = {clause}
    while found := module.placement_forbidden_by(state, action, ignored):
        ignored.add(found)
    return ignored - {clause}


def check(game, number, seed):
    """Compare all placements of positions; returns how often each clause alone forbade one."""
    module, alone = GAMES[game], collections.Counter()
    for state, engine in positions(game, number, seed):
        cells = (square if game in ("hex", "orcoon") else hexagon)(state.size)
        for action in [kind + cell for kind in KINDS[game] for cell in cells]:
            told = f"{action} after {engine.actions()} on {engine.grid.board} with {engine.options}"
            clause = engine.why_not(notation.parse(action, engine.grid))
            if clause is None:
                assert module.placement_forbidden_by(state, action) is None, told
                continue
            rest = others(module, state, action, clause)
            assert module.placement_forbidden_by(state, action, rest) == clause, told
            alone[clause] += not rest
    return alone


@pytest.mark.parametrize("game", sorted(GAMES))
def test_without_the_clause_that_why_not_names_a_placement_is_legal(game):
    alone = check(game, BOUNDED[game], seed=1)
    assert set(alone) <= set(CLAUSES[game])
    assert len(alone) >= min(2, len(CLAUSES[game]))


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_without_the_clause_that_why_not_names_a_placement_is_legal_in_a_thousand_positions(game):
    alone = check(game, 1000, seed=2)
    assert sorted(clause for clause in alone if alone[clause]) == sorted(CLAUSES[game])

"""Why a chain of replacements in Orochi ends.

``tests/rules/test_orochi.py`` has the clauses case by case.
"""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.pieces import EMPTY

SEEDS = st.integers(0, 2**32 - 1)


def same_pairs(game):
    """Return the number of adjacent pairs of one colour."""
    return sum(
        game.board[cell] != EMPTY and game.board[near] == game.board[cell]
        for cell in range(game.grid.cells)
        for near in game.grid.neighbours[cell]
        if near > cell
    )


@given(SEEDS)
def test_every_replacement_parts_two_pairs_or_more(begin, seed):
    """ORO-9: the number of adjacent pairs of one colour falls by at least 2, so a chain ends."""
    game = begin("orochi", 4)
    random = Random(seed)
    while game.result is None:
        code = random.choice(game.legal_actions())
        before = same_pairs(game)
        game.push(code)
        if game.name(code)[0] == "*":
            assert same_pairs(game) <= before - 2

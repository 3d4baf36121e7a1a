"""Orochi's clauses in random games; ``tests/rules/test_orochi.py`` has them case by case."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.pieces import BLACK, EMPTY, WHITE, other
from hexlume_record.game.position import legal_texts

SEEDS = st.integers(0, 2**32 - 1)


def over_connected(game):
    """Return the names of the pieces with four or more neighbours of their own colour, counted afresh."""
    return [
        game.grid.name(cell)
        for cell in range(game.grid.cells)
        if game.board[cell] and sum(game.board[near] == game.board[cell] for near in game.grid.neighbours[cell]) >= 4
    ]


def same_pairs(game):
    """Return the number of adjacent pairs of one colour."""
    return sum(
        game.board[cell] != EMPTY and game.board[near] == game.board[cell]
        for cell in range(game.grid.cells)
        for near in game.grid.neighbours[cell]
        if near > cell
    )


def test_a_replacement_can_call_for_another(begin):
    """ORO-4: after a replacement the pieces are judged afresh, and others, or more, may be due."""
    found = 0
    for seed in range(200):
        game = begin("orochi", 3)
        random = Random(seed)
        while game.result is None:
            due = over_connected(game)
            if due:
                assert legal_texts(game) == sorted(["*" + cell for cell in due])
                found += game.name(game.codes[-1])[0] == "*"
            game.push(random.choice(game.legal_actions()))
    assert found > 10


@given(SEEDS, st.integers(2, 4))
def test_the_end(begin, seed, size):
    """ORO-6, ORO-7, ORO-8: one hex is left, nothing is over-connected, the larger group at that hex wins."""
    game = begin("orochi", size)
    random = Random(seed)
    placer = EMPTY
    while game.result is None:
        code = random.choice(game.legal_actions())
        if game.name(code)[0] != "*":
            placer = game.to_move
        game.push(code)
    assert list(game.board).count(EMPTY) == 1
    assert over_connected(game) == []
    last = list(game.board).index(EMPTY)
    sizes = [0, 0, 0]
    for near in game.grid.neighbours[last]:
        reached, fresh = set(), {near}
        while fresh:
            reached |= fresh
            beyond = {far for cell in fresh for far in game.grid.neighbours[cell]}
            fresh = {far for far in beyond if game.board[far] == game.board[near]} - reached
        sizes[game.board[near]] = max(sizes[game.board[near]], len(reached))
    winner = WHITE if sizes[WHITE] > sizes[BLACK] else BLACK
    if sizes[WHITE] == sizes[BLACK]:
        winner = other(placer)
    assert game.result == ("W+" if winner == WHITE else "B+")


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

"""Sibling's clauses in random games; ``tests/rules/test_sibling.py`` has them case by case."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume_record.game.position import legal_texts

SEEDS = st.integers(0, 2**32 - 1)


def pair(grid, one, two):
    """Return whether two cells may take the two pieces of a turn, by coordinates alone (SIB-2)."""
    dq, dr = grid.q[two] - grid.q[one], grid.r[two] - grid.r[one]
    distance = max(abs(dq), abs(dr), abs(dq + dr))
    return 0 in (dq, dr, dq + dr) and distance >= 2


def empty_cells(game):
    return [cell for cell in range(game.grid.cells) if game.board[cell] == EMPTY]


def sizes(game, colour):
    """Return the sizes of a colour's groups, largest first."""
    left = {cell for cell in range(game.grid.cells) if game.board[cell] == colour}
    found = []
    while left:
        group, fresh = set(), {left.pop()}
        while fresh:
            group |= fresh
            fresh = {near for cell in fresh for near in game.grid.neighbours[cell] if near in left}
            left -= fresh
        found.append(len(group))
    return sorted(found, reverse=True)


@given(SEEDS, st.integers(3, 4))
def test_legal_actions_by_coordinates(begin, seed, size):
    """SIB-2, SIB-3, SIB-4: compared with the definition at every action up to the end."""
    game = begin("sibling", size)
    random = Random(seed)
    game.push(random.choice(game.legal_actions()))
    while True:
        empty = empty_cells(game)
        firsts = [one for one in empty if any(pair(game.grid, one, two) for two in empty)]
        assert legal_texts(game) == sorted(game.grid.name(cell) for cell in firsts)
        assert (game.result is None) == bool(firsts)
        if not firsts:
            return
        mover, first = game.to_move, random.choice(firsts)
        game.push_text(game.grid.name(first))
        assert game.to_move == mover
        seconds = [two for two in empty if pair(game.grid, first, two)]
        assert legal_texts(game) == sorted(game.grid.name(cell) for cell in seconds)
        game.push_text(game.grid.name(random.choice(seconds)))


@pytest.mark.parametrize(
    "actions, result, reason, compared, equal",
    [
        (
            "d1 d3 a1 c3 e3 c2 e2 b3 e1 c1 c4 b1 d2 a3 c5 b4 b2 d4 a2",
            "B+",
            "larger-second-group",
            (3, 1),
            0,
        ),
        (
            "b2 a3 c5 b3 e1 e2 c4 d1 d4 c3 a1 a2 c2 b1 d2 d3 b4",
            "W+",
            "larger-first-group",
            (7, 5),
            0,
        ),
        (
            "b4 a1 e3 a3 c5 b3 b1 a2 c4 d2 d4 c1 e1 d3 d1 e2 c2",
            "W+",
            "larger-next-group",
            (2, 1),
            2,
        ),
        (
            "e2 a3 c5 c4 a2 d2 b3 d1 d3 a1 c1 b1 b4 c3 e3",
            "B+",
            "larger-next-group",
            (1, 0),
            4,
        ),
    ],
)
def test_what_decides(begin, actions, result, reason, compared, equal):
    """SIB-5: the second-largest groups, then the largest, the third, the fourth and so on."""
    game = begin("sibling", 3, actions)
    assert (game.outcome.result, game.outcome.reason) == (result, reason)
    won, lost, _ = game.final_groups()
    assert (len(won), len(lost)) == compared
    assert sizes(game, WHITE)[:equal] == sizes(game, BLACK)[:equal]


@given(SEEDS, st.integers(3, 5))
def test_there_is_always_a_winner(begin, wander, seed, size):
    """SIB-5, SIB-6: white owns an odd number of pieces, black an even one; the order of ranks decides."""
    game = begin("sibling", size)
    wander(game, seed)
    white, black = sizes(game, WHITE), sizes(game, BLACK)
    assert sum(white) % 2 == 1
    assert sum(black) % 2 == 0
    ranks = max(len(white), len(black), 2)
    white += [0] * (ranks - len(white))
    black += [0] * (ranks - len(black))
    order = [1, 0, *range(2, ranks)]
    white_wins = [white[rank] for rank in order] > [black[rank] for rank in order]
    assert game.result == ("W+" if white_wins else "B+")

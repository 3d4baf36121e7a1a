"""Which groups decide Sibling.

``tests/rules/test_sibling.py`` has the clauses case by case, ``tests/naive`` compares whole games.
"""

import pytest

from hexlume.games.pieces import BLACK, WHITE


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
def test_second_largest_groups_decide_sibling_then_the_others(begin, actions, result, reason, compared, equal):
    """SIB-5: the second-largest groups, then the largest, the third, the fourth and so on."""
    game = begin("sibling", 3, actions)
    assert (game.outcome.result, game.outcome.reason) == (result, reason)
    won, lost, _ = game.final_groups()
    assert (len(won), len(lost)) == compared
    assert sizes(game, WHITE)[:equal] == sizes(game, BLACK)[:equal]

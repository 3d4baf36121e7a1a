"""What Orcoon shows at its end.

``tests/rules/test_orcoon.py`` has the clauses case by case, ``tests/naive`` compares whole games.
"""


def test_the_winning_chain_is_shown(begin):
    """ORC-6: the chain that joined the edges."""
    game = begin("orcoon", 4, "b1 d1 b2 d2 b3 d3 b4", pie=False)
    assert [game.grid.name(cell) for cell in sorted(game.final_groups()[0])] == ["b1", "b2", "b3", "b4"]


def test_after_done_nothing_is_shown(begin):
    """ORC-5: no chain decided."""
    assert begin("orcoon", 4, "b1 c2 pass b2 done", pie=False).final_groups() == ([], [], [])

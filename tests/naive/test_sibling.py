"""How the plain Sibling compares groups; ``tests/rules/test_sibling.py`` has its clauses case by case."""

from . import sibling


def test_ranks_are_compared_second_first_third_fourth():  # SIB-5
    assert sibling.decide([5, 2], [4, 3]) == ("black", 2)
    assert sibling.decide([1, 3], [2, 2]) == ("black", 2)
    assert sibling.decide([9], [8, 1]) == ("black", 2)  # no second group counts 0
    assert sibling.decide([9], [8]) == ("white", 1)
    assert sibling.decide([5, 3, 1], [5, 2, 3]) == ("black", 3)
    assert sibling.decide([4, 4, 2, 1], [4, 4, 2]) == ("white", 4)

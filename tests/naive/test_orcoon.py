"""Which edges the plain Orcoon joins; ``tests/rules/test_orcoon.py`` has its clauses case by case."""

from . import orcoon


def test_the_default_size():
    assert orcoon.start().size == 9


def test_diagonal_steps_join_nothing():  # GEO-4, ORC-6
    chain = dict.fromkeys(["a1", "a2", "b3", "b4"], "b")
    assert not orcoon.joins_edges(4, chain, "black")
    assert orcoon.joins_edges(4, {**chain, "a3": "b"}, "black")


def test_own_edges_only():  # ORC-1
    assert not orcoon.joins_edges(4, dict.fromkeys(["a1", "b1", "c1", "d1"], "b"), "black")
    assert not orcoon.joins_edges(4, dict.fromkeys(["a1", "a2", "a3", "a4"], "w"), "white")

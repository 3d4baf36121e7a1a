"""Bridges and history of the plain Droched; ``tests/rules/test_droched.py`` has its clauses case by case.

hex3 has the corners a1 a3 c1 c5 e1 e3 and one cell on each edge: a2 b1 b4 d1 d4 e2.
"""

from dataclasses import replace

import pytest

from . import droched


def moves(state, *actions):
    for action in actions:
        state = droched.play(state, action)
    return state


def placed(**cells):
    return {cell: letter for letter, names in cells.items() for cell in names.split()}


def prepared(pieces, mover="white", white=0, black=0):
    prison = {"white": white, "black": black}
    return replace(droched.start(3), pieces=pieces, to_move=mover, prison=prison)


def broken(pieces, colour, size=3):
    return sorted(map(sorted, droched.broken_groups(size, pieces, colour)))


def test_a_lone_stone_reaches_everything():  # DRO-2
    assert broken(placed(b="c3"), "black") == []
    assert broken(placed(b="a1"), "black") == []


def test_an_enclosed_stone_reaches_nothing():  # DRO-2, DRO-3
    assert broken(placed(w="c3", b="b2 b3 c2 c4 d2 d3"), "white") == [["c3"]]
    assert broken(placed(w="c3", b="b2 b3 c2 c4 d2"), "white") == []  # through d3 to d4 e2 e3


def test_one_corner_is_not_enough():  # DRO-3
    assert broken(placed(w="a1", b="a2 b1 b2"), "white") == [["a1"]]
    assert broken(placed(w="a1", b="a2 b2"), "white") == []  # through b1 on


def test_a_corner_and_an_edge_are_enough():  # DRO-3
    assert broken(placed(w="a1 a2", b="a3 b1 b2 b3"), "white") == []


def test_two_cells_of_one_edge_are_not_enough():  # DRO-3
    assert broken(placed(w="a2 a3", b="a1 a4 b2 b3 b4"), "white", size=4) == [["a2", "a3"]]
    assert broken(placed(w="a2", b="a1 a4 b2 b3 b4"), "white", size=4) == [["a2"]]  # a3 is empty, same edge
    assert broken(placed(w="a2", b="a1 b2 b3 b4"), "white", size=4) == []  # a4, a corner


def test_two_edges_are_enough_without_a_corner():  # DRO-3
    # hex3: white a2 b2 b1 around a black corner a1
    assert broken(placed(w="a2 b2 b1", b="a1 a3 b3 c3 c2 c1"), "white") == []


def test_chains_run_along_the_border():  # DRO-2
    # c3 reaches a2 only; from a2 along the empty border to a1
    pieces = placed(w="c3", b="b2 c2 c4 d2 d3 b1 a3 b4")
    assert broken(pieces, "white") == []  # b3, a2, a1
    assert broken({**pieces, "a1": "b"}, "white") == [["c3"]]  # b3, a2


def test_a_board_of_ones_own_history_may_not_come_back():  # DRO-8
    repeated = ({"c3": "b", "c2": "w"},)
    state = prepared(placed(b="c3"), "white")
    assert droched.verdicts(state)["c2"] is None
    assert droched.verdicts(replace(state, ends={"white": repeated, "black": ()}))["c2"] == "DRO-8"
    assert droched.verdicts(replace(state, ends={"white": (), "black": repeated}))["c2"] is None


def test_free_repeats_too():  # DRO-8
    pieces = placed(b="c3", w="c2")
    state = prepared(pieces, "white", black=2)
    assert droched.verdicts(replace(state, ends={"white": (pieces,), "black": ()}))["free"] == "DRO-8"
    assert droched.verdicts(replace(state, ends={"white": (), "black": (pieces,)}))["free"] is None


def test_turn_ends_enter_the_history_of_their_colour():  # DRO-8
    state = moves(droched.start(3, {"komi": 2}), "c3", "free", "c2")
    assert state.ends == {"black": (placed(b="c3"), placed(b="c3 c2")), "white": (placed(b="c3"),)}


def test_the_handicap_is_one_turn_of_the_history():  # DRO-8, DRO-12
    state = moves(droched.start(3, {"handicap": 3, "pie": True}), "komi=1", "take=white", "a1", "a2", "b1")
    assert state.ends == {"black": (placed(b="a1 a2 b1"),), "white": ()}


def test_a_handicap_may_leave_a_broken_bridge():  # DRO-12
    ring = [cell for cell, (q, r) in droched.hexagon(4).items() if max(abs(q), abs(r), abs(q + r)) == 2]
    state = moves(droched.start(4, {"handicap": 13}), "d4", *ring)
    assert broken(state.pieces, "black", size=4) == [["d4"]]


def test_both_share_the_way_out():  # DRO-2: the groups of "both sides may lose stones" in tests/rules
    pieces = placed(w="a1 a2 a3 b1 c1 c2 c4", b="b2 b4 c5 d4 e2 e3")
    assert broken(pieces, "white") == broken(pieces, "black") == []


@pytest.mark.parametrize("bad", [{"komi": 21}, {"komi": -1}, {"handicap": 1}, {"pie": True, "komi": 3}, {"size": 3}])
def test_options_are_checked(bad):  # ACT-7
    with pytest.raises(ValueError):
        droched.start(7, bad)

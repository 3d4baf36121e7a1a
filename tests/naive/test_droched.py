"""The plain Droched on positions worked out by hand.

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


def test_start():  # DRO-1
    state = droched.start(3)
    assert (state.to_move, len(droched.legal(state)), droched.position(state)["phase"]) == ("black", 19, "place")
    assert droched.position(state)["prison"] == {"white": 0, "black": 0}


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


def test_enemy_groups_fall_first():  # DRO-4
    # black b1 closes a1 in; black's own stones breathe
    state = moves(prepared(placed(w="a1 e1", b="a2 b2"), "black"), "b1")
    assert state.pieces == placed(w="e1", b="a2 b2 b1")
    assert state.prison == {"white": 1, "black": 0}


def test_both_sides_may_lose_stones():  # DRO-4, DRO-5
    # black b2 and white c4 share the inside, whose only way out leads over d2 to d1
    pieces = placed(w="a1 a2 a3 b1 c1 c2 c4", b="b2 b4 c5 d4 e2 e3")
    assert broken(pieces, "white") == broken(pieces, "black") == []
    state = moves(prepared(pieces, "white", black=1), "d2")
    assert state.pieces == placed(w="a1 a2 a3 b1 c1 c2 d2", b="b4 c5 d4 e2 e3")
    assert state.prison == {"white": 0, "black": 1}


def test_a_broken_group_left_over_falls_with_any_placement():  # DRO-4, DRO-12
    pieces = placed(b="b2 b3 c2 c4 d2 d3", w="c3 e1")
    state = moves(prepared(pieces, "white"), "a3")
    assert ("c3" in state.pieces, state.prison) == (False, {"white": 1, "black": 0})


def test_the_prison_cancels_in_pairs():  # DRO-5
    pieces = placed(w="a1 e1", b="a2 b2")
    assert moves(prepared(pieces, "black", black=3), "b1").prison == {"white": 0, "black": 2}
    assert moves(prepared(pieces, "black", white=3), "b1").prison == {"white": 4, "black": 0}


def test_free_takes_one_enemy_stone_out():  # DRO-6
    state = prepared(placed(b="c3", w="c2"), "white", black=2)
    assert "free" in droched.legal(state)
    after = moves(state, "free")
    assert (after.prison, after.to_move, after.pieces) == ({"white": 0, "black": 1}, "black", state.pieces)
    assert "free" not in droched.legal(after)  # the prison holds black stones, not black's enemies
    assert "free" not in droched.legal(prepared(placed(b="c3", w="c2"), "white", white=2))


def test_a_placement_that_removes_only_itself_is_illegal():  # DRO-7
    state = prepared(placed(b="a2 b1 b2", w="e1"), "white")
    assert droched.verdicts(state)["a1"] == "DRO-7"
    assert droched.verdicts(replace(state, to_move="black"))["a1"] is None


def test_several_own_stones_may_be_given_up():  # DRO-7
    # d3 shuts c3 and itself in among black
    pieces = placed(w="c3 c1", b="b2 b3 c2 c4 d2 d4 e2 e3")
    state = moves(prepared(pieces, "white"), "d3")
    assert (state.prison, state.result) == ({"white": 2, "black": 0}, None)
    assert "c3" not in state.pieces
    assert "d3" not in state.pieces


def test_a_placed_stone_that_falls_with_others_is_legal():  # DRO-7
    # c3, alone and shut in from before, falls together with a1
    pieces = placed(w="c3 e1", b="a2 b1 b2 b3 c2 c4 d2 d3")
    state = prepared(pieces, "white")
    assert droched.verdicts(state)["a1"] is None
    assert moves(state, "a1").prison == {"white": 2, "black": 0}


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


def test_elimination_of_the_enemy():  # DRO-9
    state = moves(prepared(placed(w="a1", b="a2 b2"), "black"), "b1")
    assert (state.result, state.reason, droched.legal(state)) == ("B+", "DRO-9", [])
    assert droched.position(state)["to_move"] is None
    assert droched.position(state)["phase"] == "over"


def test_elimination_of_oneself():  # DRO-9
    state = moves(prepared(placed(w="c3", b="b2 b3 c2 c4 d2 d4 e2 e3"), "white"), "d3")
    assert (state.result, state.reason) == ("B+", "DRO-9")


def test_no_elimination_before_the_first_stone():  # DRO-9
    assert moves(droched.start(3), "c3").result is None


def test_no_legal_action_loses():  # DRO-10
    cells = list(droched.hexagon(3))
    state = droched.start(3, {"handicap": 19})
    state = moves(state, *cells)
    assert (state.result, state.reason) == ("B+", "DRO-10")
    state = moves(droched.start(3, {"handicap": 20}), *cells)
    assert (state.result, state.reason) == ("W+", "DRO-10")


def test_free_keeps_a_full_board_alive():  # DRO-6, DRO-10
    state = moves(droched.start(3, {"handicap": 19, "komi": 2}), *droched.hexagon(3))
    assert (state.result, droched.legal(state)) == (None, ["free"])
    state = moves(state, "free")
    assert (state.result, state.reason) == ("W+", "DRO-10")  # now black has nothing


def test_komi_fills_the_prison():  # DRO-11
    state = droched.start(3, {"komi": 3})
    assert (state.prison, state.to_move) == ({"white": 0, "black": 3}, "black")
    assert "free" in droched.legal(moves(state, "c3"))
    assert "free" not in droched.legal(state)


def test_pie():  # DRO-11
    state = droched.start(3, {"pie": True})
    assert (state.to_move, droched.position(state)["phase"], len(droched.legal(state))) == ("black", "setup", 21)
    state = moves(state, "komi=20")
    assert (state.to_move, droched.position(state)["phase"]) == ("white", "setup")
    assert droched.legal(state) == ["take=black", "take=white"]
    for take in droched.legal(state):
        after = moves(state, take)
        assert (after.to_move, after.prison) == ("black", {"white": 0, "black": 20})
        assert droched.position(after)["phase"] == "place"


def test_handicap():  # DRO-12
    state = droched.start(3, {"handicap": 3, "pie": True})
    state = moves(state, "komi=1", "take=white")
    for cell in ["a1", "a2", "b1"]:
        assert (state.to_move, droched.position(state)["phase"]) == ("black", "setup")
        assert "free" not in droched.legal(state)
        state = moves(state, cell)
    assert (state.to_move, droched.position(state)["phase"]) == ("white", "place")
    assert state.ends == {"black": (placed(b="a1 a2 b1"),), "white": ()}
    assert "free" in droched.legal(state)


def test_nothing_is_removed_during_the_handicap():  # DRO-12
    ring = [cell for cell, (q, r) in droched.hexagon(4).items() if max(abs(q), abs(r), abs(q + r)) == 2]
    state = moves(droched.start(4, {"handicap": 13}), "d4", *ring)
    assert broken(state.pieces, "black", size=4) == [["d4"]]
    assert state.prison == {"white": 0, "black": 0}
    state = moves(state, "a1")  # the next placement, white's, sends it to the prison
    assert ("d4" in state.pieces, state.prison) == (False, {"white": 0, "black": 1})


def test_the_next_placement_by_black_counts_as_well():  # DRO-12
    ring = [cell for cell, (q, r) in droched.hexagon(4).items() if max(abs(q), abs(r), abs(q + r)) == 2]
    state = moves(droched.start(4, {"handicap": 13, "komi": 1}), "d4", *ring, "free")
    assert "d4" in state.pieces
    state = moves(state, "a1")
    assert ("d4" in state.pieces, state.prison) == (False, {"white": 0, "black": 1})


@pytest.mark.parametrize("bad", [{"komi": 21}, {"komi": -1}, {"handicap": 1}, {"pie": True, "komi": 3}, {"size": 3}])
def test_options_are_checked(bad):  # ACT-7
    with pytest.raises(ValueError):
        droched.start(7, bad)

"""The plain Orcoon on positions worked out by hand."""

from dataclasses import replace

from . import orcoon


def moves(state, *actions):
    for action in actions:
        state = orcoon.play(state, action)
    return state


def drawn(*rows, size=None, **state):
    """A position drawn from the top row down, ``.`` empty."""
    size = size or len(rows)
    pieces = {
        f"{'abcdefghi'[x]}{size - y}": letter
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "."
    }
    return replace(orcoon.start(size, {"pie": False}), pieces=pieces, **state)


def test_black_starts():  # ORC-1
    assert orcoon.start(4).to_move == "black"
    assert orcoon.start().size == 9


def test_diagonal_stones_need_a_common_neighbour_of_their_colour():  # ORC-3
    state = drawn("....", "....", ".b..", "....")
    assert orcoon.verdicts(state)["c3"] == "ORC-3"
    assert orcoon.verdicts(state)["a1"] == "ORC-3"
    assert orcoon.verdicts(state)["b3"] is None
    state = drawn("....", ".b..", ".b..", "....")
    assert orcoon.verdicts(state)["c3"] is None  # b3 touches b2 and c3
    state = drawn("....", ".w..", ".bw.", "....")
    assert orcoon.verdicts(state)["c3"] == "ORC-3"


def test_every_diagonal_pair_counts():  # ORC-3
    state = drawn("b...", "..b.", "..b.", "....")
    assert orcoon.verdicts(state)["b3"] == "ORC-3"  # fine with c3 and c2, not with a4
    state = drawn("bb..", "..b.", "..b.", "....")
    assert orcoon.verdicts(state)["b3"] is None


def test_the_alternating_block_with_an_empty_middle_is_illegal():  # ORC-4
    state = drawn("....", "....", "w...", "b.w.")
    assert orcoon.verdicts(state)["c2"] == "ORC-4"
    assert orcoon.verdicts(replace(state, to_move="white"))["c2"] is None
    state = drawn("....", "....", "wb..", "bbw.")
    assert orcoon.verdicts(state)["c2"] is None  # the middle is not empty
    state = drawn("....", "....", "w...", "b.b.", to_move="white")
    assert orcoon.verdicts(state)["c2"] is None  # the corners do not alternate


def test_the_standing_block_too():  # ORC-4
    state = drawn("....", "bw..", "....", "w...", to_move="black")
    assert orcoon.verdicts(state)["b1"] == "ORC-4"
    state = drawn("....", "bw..", "bb..", "w...", to_move="black")
    assert orcoon.verdicts(state)["b1"] is None


def test_pass_starts_the_fill_and_done_loses_it():  # ORC-5
    state = moves(orcoon.start(4, {"pie": False}), "b2", "pass")
    assert (state.phase, state.to_move) == ("fill", "black")
    assert "done" in orcoon.legal(state)
    assert "pass" not in orcoon.legal(state)
    assert moves(state, "done").result == "W+"
    state = moves(state, "b3", "b4")
    assert (state.phase, state.to_move, state.result) == ("fill", "black", None)
    state = moves(state, "b1")
    assert (state.result, state.phase, state.to_move, orcoon.legal(state)) == ("B+", "over", None, [])


def test_black_may_pass_at_once():  # ORC-5, ORC-7
    state = moves(orcoon.start(4), "pass")
    assert (state.phase, state.to_move, "swap" in orcoon.legal(state)) == ("fill", "white", False)
    assert moves(state, "a1", "b1", "c1", "d1").result == "W+"


def test_a_chain_wins_at_once():  # ORC-6
    state = drawn(".b..", ".b..", ".b..", ".w..")
    assert orcoon.play(state, "a2").result is None
    state = drawn(".b..", ".b..", ".b..", "....")
    assert orcoon.play(state, "b1").result == "B+"
    state = drawn("....", "www.", "...b", "...b", to_move="white")
    assert orcoon.play(state, "d3").result == "W+"


def test_diagonal_steps_join_nothing():  # GEO-4, ORC-6
    state = drawn(".b..", ".b..", "b...", "b...")
    assert not orcoon.joins_edges(4, state.pieces, "black")
    assert orcoon.joins_edges(4, {**state.pieces, "a3": "b"}, "black")


def test_own_edges_only():  # ORC-1
    assert not orcoon.joins_edges(4, dict.fromkeys(["a1", "b1", "c1", "d1"], "b"), "black")
    assert not orcoon.joins_edges(4, dict.fromkeys(["a1", "a2", "a3", "a4"], "w"), "white")


def test_swap_instead_of_whites_first_action():  # ORC-7
    state = moves(orcoon.start(4), "b2")
    assert "swap" in orcoon.legal(state)
    swapped = moves(state, "swap")
    assert (swapped.to_move, swapped.pieces, swapped.phase) == ("white", {"b2": "b"}, "place")
    assert "swap" not in orcoon.legal(swapped)
    assert "pass" in orcoon.legal(swapped)
    assert "swap" not in orcoon.legal(moves(state, "b3", "c2"))
    assert "swap" not in orcoon.legal(moves(swapped, "b3", "c2"))
    assert "swap" not in orcoon.legal(moves(orcoon.start(4, {"pie": False}), "b2"))


def test_black_never_swaps():  # ORC-7
    assert "swap" not in orcoon.legal(orcoon.start(4))


def test_without_a_legal_placement_only_pass_is_left():  # ORC-8
    state = drawn("wwww", "bbww", "wbbb", ".wbb")
    assert orcoon.legal(state) == ["pass"]
    assert orcoon.legal(replace(state, phase="fill")) == ["done"]

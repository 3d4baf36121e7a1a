"""The plain Organica on positions worked out by hand."""

from dataclasses import replace

import pytest

from . import organica

NOTHING = {"pawn": 0, "leader": 0}


def moves(state, *actions):
    for action in actions:
        state = organica.play(state, action)
    return state


def prepared(pieces, white=(0, 0), black=(7, 4), mover="white", size=4):
    """The start of a turn; hands as (pawns, leaders)."""
    hand = {"white": dict(zip(NOTHING, white, strict=True)), "black": dict(zip(NOTHING, black, strict=True))}
    state = replace(organica.start(size), pieces=pieces, hand=hand, to_move=organica.OTHER[mover], seen=())
    return organica._next_turn(state)


def placed(**cells):
    """``w="a1 a2", L=...``: letters to cells."""
    return {cell: letter for letter, names in cells.items() for cell in names.split()}


# White's three in the middle row of hex4, far from everything.
ROW = placed(w="d1 d2 d3", W="a4", b="g1", B="g4")


def test_clusters():  # ORG-1, ORG-2
    assert organica.start(4).pieces == placed(w="a1 a2 b1", b="g4 g3 f5")
    assert organica.start().pieces == placed(w="a1 a2 b1", b="i5 i4 h6")
    assert organica.position(organica.start())["hand"] == {
        "white": {"pawn": 7, "leader": 4},
        "black": {"pawn": 7, "leader": 4},
    }


def test_corners():  # ORG-2
    assert organica.start(4, {"setup": "corners"}).pieces == placed(w="a1 d7 g1", b="g4 d1 a4")


def test_a_leader_placed_ends_the_turn():  # ORG-3
    state = moves(organica.start(4), "Ld4")
    assert (state.to_move, state.phase, state.hand["white"]["leader"]) == ("black", "place", 3)


def test_a_pawn_placed_offers_steps_and_end():  # ORG-3, ORG-6, ORG-9
    state = moves(organica.start(4), "Pd4")
    assert (state.to_move, state.phase) == ("white", "move")
    # the cluster a1 a2 b1 is the only group of three; d4 stands alone
    assert organica.legal(state) == ["a1-b2", "a2-a3", "a2-b2", "a2-b3", "b1-b2", "b1-c1", "b1-c2", "end"]
    assert moves(state, "end").to_move == "black"


def test_a_pawn_placed_without_a_group_of_three_ends_the_turn():  # ORG-9
    state = moves(organica.start(4, {"setup": "corners"}), "Pd4")
    assert (state.to_move, state.phase) == ("black", "place")


def test_leaders_keep_apart_from_own_leaders_when_placed():  # ORG-4
    state = prepared(placed(W="d4", B="d6"), white=(1, 1))
    assert organica.verdicts(state)["Lc3"] == "ORG-4"
    assert organica.verdicts(state)["Ld5"] == "ORG-4"
    assert organica.verdicts(state)["Ld7"] is None  # the neighbour is black's
    assert organica.verdicts(state)["Pc3"] is None


def test_a_leader_in_hand_must_be_placed_without_pawns():  # ORG-5
    state = prepared(ROW, white=(0, 1))
    assert state.phase == "place"
    assert {action[0] for action in organica.legal(state)} == {"L"}


def test_only_who_can_place_nothing_moves_without_placing_and_must():  # ORG-5
    state = prepared(ROW)
    assert (state.phase, "end" in organica.legal(state)) == ("move", False)
    state = moves(state, "d3-c2")
    assert (state.to_move, "end" in organica.legal(state)) == ("white", True)


def test_a_leader_without_a_legal_hex_frees_the_move():  # ORG-5
    # every hex is taken or next to a white leader
    leaders = placed(W="b2 b5 d3 d6 f2 f5")
    near = organica.hex_neighbours(4)
    taken = [c for c in near if c not in leaders and not any(n in leaders for n in near[c])]
    state = prepared({**leaders, **dict.fromkeys(taken, "b"), "c3": "w", "d4": "w"}, white=(0, 1))
    assert state.phase == "move"
    assert all(action[0] not in "LP" for action in organica.legal(state))


def test_capacity_is_the_size_at_the_first_step():  # ORG-6, ORG-7, ORG-9
    state = moves(prepared(ROW), "d3-c2", "d1-c1")
    assert (state.to_move, state.capacity) == ("white", 1)
    state = moves(state, "d2-d1")
    assert state.to_move == "black"
    assert "ORG-9 capacity used up" in state.events


def test_a_group_of_two_does_not_move():  # ORG-6
    state = prepared(placed(w="d1 d2 f3", W="a1", b="g1", B="g4"), white=(1, 0))
    assert moves(state, "Pa4").to_move == "black"
    assert "d3-d4" in organica.legal(moves(state, "Pd3"))


def test_a_broken_group_ends_the_turn():  # ORG-8
    state = moves(prepared(ROW), "d2-e2")  # e2 touches d2 d3 only: d1 is left alone
    assert (state.to_move, state.events[-1]) == ("black", "ORG-8 group broken apart")
    state = moves(prepared(ROW), "d3-d4")
    assert state.to_move == "black"


def test_shedding_one_and_joining_another_ends_the_turn():  # ORG-8
    state = moves(prepared({**ROW, "d5": "w"}), "d3-d4")  # leaves d2 and joins d5
    assert (state.to_move, state.events[-1]) == ("black", "ORG-8 group broken and joined")


def test_fusion_enlarges_the_group_but_not_the_capacity():  # ORG-6, ORG-8
    # c2 touches d2 and b1
    state = prepared({**ROW, "b1": "w"})
    state = moves(state, "d3-c2")
    assert (state.moving, state.capacity, state.events[-1]) == ({"d1", "d2", "c2", "b1"}, 2, "ORG-8 fusion")
    assert {action.split("-")[0] for action in organica.legal(state)} == {"d1", "d2", "c2", "b1", "end"}
    state = moves(state, "b1-c1")
    assert state.capacity == 1


def test_the_fused_group_breaks_like_any_other():  # ORG-8
    state = moves(prepared({**ROW, "b1": "w"}), "d3-c2", "b1-a1")
    assert state.to_move == "black"


def test_another_group_may_not_take_over():  # ORG-6
    state = moves(prepared({**ROW, "f1": "w", "f2": "w", "g2": "w"}), "d3-c2")
    assert all(action[:2] not in ("f1", "f2", "g2") for action in organica.legal(state))


def test_a_leader_steps_not_next_to_another_own_leader():  # ORG-10
    state = prepared(placed(w="d1 d2", W="d3 c4", b="g1", B="g4"))
    assert organica.verdicts(state)["d3-c3"] == "ORG-10"
    assert organica.verdicts(state)["d3-d4"] == "ORG-10"
    assert organica.verdicts(state)["d3-c2"] is None
    assert organica.verdicts(state)["d3-e2"] is None  # besides its own old place


def test_only_leaders_capture_and_only_pawns():  # ORG-11
    state = prepared(placed(w="d1 d2", W="d3", b="d4 c1 e2", B="e3"), black=(0, 3))
    found = organica.legal(state)
    assert [action for action in found if "x" in action] == ["d3xd4", "d3xe2"]
    state = moves(state, "d3xe2")  # e2 touches d2: the group holds together, and e2 was the compulsory step
    assert (state.to_move, state.capacity, state.pieces["e2"]) == ("white", 2, "W")
    assert "end" in organica.legal(state)
    assert state.hand["black"] == {"pawn": 0, "leader": 3}  # the pawn leaves the game


def test_a_capture_next_to_an_own_leader_is_forbidden():  # ORG-10, ORG-11
    state = prepared(placed(w="d1 d2", W="d3 c5", b="d4", B="g4"))
    assert organica.verdicts(state)["d3xd4"] is None
    state = prepared(placed(w="d1 d2", W="d3 c4", b="d4", B="g4"))
    assert organica.verdicts(state)["d3xd4"] == "ORG-10"


def test_several_captures_in_a_turn():  # ORG-11
    state = prepared(placed(w="d1 d2", W="d3", b="e2 e1", B="g4"))
    state = moves(state, "d3xe2", "e2xe1")
    assert (state.to_move, state.capacity) == ("white", 1)
    assert "b" not in state.pieces.values()


def test_a_surrounded_enemy_leader_leaves():  # ORG-12
    state = prepared(placed(w="a2 b1", W="d4", B="a1 g4"), white=(1, 0))
    state = moves(state, "Pb2")
    assert "a1" not in state.pieces
    state = prepared(placed(w="a2", b="b1", W="d4", B="a1 g4"), white=(1, 0))
    assert "a1" in moves(state, "Pb2").pieces  # one neighbour is its own side's


def test_a_leader_put_into_a_ring_is_lost():  # ORG-12
    state = prepared(placed(w="d4 d5", W="g4", b="a2 b1 b2"), white=(0, 1))
    state = moves(state, "La1")
    assert (state.pieces.get("a1"), state.hand["white"], state.result) == (None, NOTHING, None)
    assert state.to_move == "black"
    state = prepared(placed(w="d4 d5 b1", W="g4", b="a2 b2"), white=(0, 1))
    assert moves(state, "La1").pieces["a1"] == "W"  # a neighbour is its own


def test_a_step_leaves_a_gap_in_the_ring():  # ORG-12
    state = prepared(placed(W="b2 g4", w="c2 d2", b="a2 b1"))
    assert moves(state, "b2-a1").pieces["a1"] == "W"  # b2 is empty now


def test_a_step_may_close_a_ring():  # ORG-12
    state = moves(prepared(placed(w="a2 b1 c2 c3", W="g1", B="a1 g4")), "c2-b2")
    assert ("a1" in state.pieces, "ORG-12 enemy leader surrounded" in state.events) == (False, True)
    assert state.to_move == "white"  # b1 b2 c3 a2 hold together: the turn goes on


def test_two_leaders_may_leave_at_once():  # ORG-12
    state = prepared(placed(w="a2 b3 c1 c2", W="g1", B="a1 b1 g4"), white=(1, 0))
    assert "a1" in moves(state, "Pb2").pieces  # b1 is its own side's
    state = prepared(placed(w="b1 b4 a4", W="g1", b="g4", B="a1 a3 e5"), white=(0, 3))
    state = moves(prepared({**state.pieces, "b3": "w", "b2": "w"}, white=(0, 3)), "La2")
    assert [cell for cell, letter in state.pieces.items() if letter == "B"] == ["e5"]


def test_the_last_leader_lost_loses():  # ORG-13
    pieces = placed(w="a2 b1", W="d4", B="a1")
    assert moves(prepared(pieces, white=(1, 0), black=(7, 0)), "Pb2").result == "W+"
    assert moves(prepared(pieces, white=(1, 0), black=(7, 1)), "Pb2").result is None
    pieces = placed(w="d4", b="a2 b1 b2", B="g4")
    state = moves(prepared(pieces, white=(0, 1)), "La1")
    assert (state.result, state.reason) == ("B+", "ORG-13")


def test_no_legal_action_at_the_start_of_a_turn_loses():  # ORG-14
    state = prepared(placed(w="a1 a3", W="d4", B="g4"))  # no group of three, nothing in hand
    assert (state.result, state.reason, organica.legal(state)) == ("B+", "ORG-14", [])
    walled_in = placed(w="a1 a2 b1", W="g1", b="a3 b2 b3 c1 c2", B="g4")
    assert prepared(walled_in).result == "B+"
    del walled_in["c2"]
    state = prepared(walled_in)
    assert (state.result, organica.legal(state)) == (None, ["b1-c2"])


def test_the_third_time_draws():  # ORG-15
    state = prepared(placed(w="d1 d2 c1", W="a4", b="d7 d6 e6", B="g1"), black=(0, 0))
    shuffle = ["c1-c2", "end", "e6-e5", "end", "c2-c1", "end", "e5-e6", "end"]
    state = moves(state, *shuffle)
    assert state.result is None
    state = moves(state, *shuffle)
    assert (state.result, state.reason, organica.position(state)["phase"]) == ("0", "ORG-15", "over")


def test_hands_and_side_belong_to_the_position():  # ORG-15
    state = prepared(placed(w="d1 d2 c1", W="a4", b="d7 d6 e6", B="g1"), black=(0, 0))
    other = replace(state, hand={**state.hand, "black": {"pawn": 0, "leader": 1}})
    assert state.seen != organica._next_turn(replace(other, to_move="black", seen=())).seen


def test_the_opening_counts_as_its_first_time():  # ORG-15
    assert len(organica.start(4).seen) == 1


@pytest.mark.parametrize("bad", [{"pie": True}, {"setup": "rings"}])
def test_options_are_checked(bad):  # ACT-7
    with pytest.raises(ValueError):
        organica.start(4, bad)

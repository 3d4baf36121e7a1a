"""The plain Orochi on positions worked out by hand."""

from dataclasses import replace

from . import orochi


def moves(state, *actions):
    for action in actions:
        state = orochi.play(state, action)
    return state


def test_turns_are_one_then_two_then_one():  # ORO-2
    movers = []
    state = orochi.start(4)
    for action in ["Wa1", "Wa2", "Bb5", "Bg1", "We1"]:
        movers.append(state.to_move)
        state = orochi.play(state, action)
    assert movers == ["white", "black", "black", "white", "black"]


def test_any_player_places_either_colour():  # ORO-1
    assert len(orochi.legal(orochi.start(4))) == 74
    assert len(orochi.legal(moves(orochi.start(4), "Bd4"))) == 72


def test_three_own_neighbours_are_not_over_connected():  # ORO-3
    state = replace(orochi.start(3), pieces=dict.fromkeys(["b2", "b3", "c2"], "w"))
    assert orochi.play(state, "Wc3").phase == "place"


def test_four_own_neighbours_must_be_replaced():  # ORO-3, ORO-4, ORO-5
    state = replace(orochi.start(3), pieces=dict.fromkeys(["b2", "b3", "c2", "c4"], "w"))
    state = orochi.play(state, "Wc3")
    assert (state.phase, state.to_move, orochi.legal(state)) == ("replace", "white", ["*c3"])
    state = orochi.play(state, "*c3")
    assert (state.phase, state.to_move, state.pieces["c3"]) == ("place", "white", "b")  # another full turn
    state = orochi.play(state, "Wa1")
    assert (state.phase, state.to_move) == ("place", "black")


def test_one_replacement_may_settle_three_over_connected_pieces():  # ORO-4
    # c2 has b1 b2 c3 d2 besides; c3 has b2 b3 c2 d2.
    state = replace(orochi.start(3), pieces=dict.fromkeys(["b1", "b2", "b3", "c2", "d2"], "b"))
    state = orochi.play(state, "Bc3")
    assert orochi.legal(state) == ["*b2", "*c2", "*c3"]  # b2: b1 b3 c2 c3
    for replacement in orochi.legal(state):  # each of the three touches the other two
        assert orochi.play(state, replacement).phase == "place"


def test_a_replacement_may_over_connect_another_piece():  # ORO-4
    # d3 has black d4 e2 e3, and black c3 once that is turned
    pieces = {**dict.fromkeys(["b2", "b3", "c2", "c4"], "w"), **dict.fromkeys(["d3", "d4", "e2", "e3"], "b")}
    state = moves(replace(orochi.start(3), pieces=pieces), "Wc3")
    assert orochi.legal(state) == ["*c3"]
    state = moves(state, "*c3")
    assert (state.phase, orochi.legal(state)) == ("replace", ["*d3"])
    assert moves(state, "*d3").phase == "place"


def ending(last, **pieces):
    """A hex2 with five pieces before the last placement."""
    return orochi.play(replace(orochi.start(2), pieces=pieces, to_move="black"), last)


def test_the_larger_group_touching_the_last_empty_hex_wins():  # ORO-6, ORO-7
    state = ending("Wc2", a2="w", b2="w", b3="w", b1="b", c1="b")
    assert (state.result, state.reason, state.phase, state.to_move) == ("W+", "ORO-7", "over", None)
    state = ending("Wa2", b2="b", b1="b", c1="b", b3="w", c2="w")  # black 3, white 3 around a1
    assert state.reason == "ORO-8"


def test_equal_groups_lose_for_the_last_placer():  # ORO-8
    state = ending("Bc2", a2="w", b2="w", b3="w", b1="b", c1="b")
    assert (state.result, state.reason) == ("W+", "ORO-8")


def test_a_group_that_does_not_touch_counts_nothing():  # ORO-7
    state = ending("Bc2", a2="w", b1="w", b2="w", b3="b", c1="b")  # around a1 only white; black 3 stand apart
    assert (state.result, state.reason) == ("W+", "ORO-7")


def test_the_last_placement_is_processed_fully_first():  # ORO-6
    state = ending("Wc2", a2="w", b1="w", b2="w", b3="w", c1="b")
    assert (state.result, orochi.legal(state)) == (None, ["*b2"])
    state = orochi.play(state, "*b2")  # white a2 b3 c2 is 3, b1 is 1; black b2 c1 is 2
    assert (state.result, orochi.legal(state)) == ("W+", [])

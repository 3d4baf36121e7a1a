"""The plain Sibling on positions worked out by hand."""

from dataclasses import replace

from . import sibling
from .geometry import hexagon


def moves(state, *actions):
    for action in actions:
        state = sibling.play(state, action)
    return state


def full_but(size, *empty):
    return {cell: "b" for cell in hexagon(size) if cell not in empty}


def test_the_first_turn_is_one_piece_and_the_others_are_two():  # SIB-1, SIB-2
    state = sibling.start(3)
    movers = []
    for action in ["c3", "a1", "a3", "e1", "e3"]:
        movers.append(state.to_move)
        state = sibling.play(state, action)
    assert movers == ["white", "black", "black", "white", "white"]
    assert (state.to_move, state.pieces["a3"], state.pieces["e3"]) == ("black", "b", "w")


def test_the_second_piece_stands_on_a_common_line_and_not_adjacent():  # SIB-2
    state = moves(sibling.start(3), "e3", "c3")
    assert sibling.legal(state) == ["a1", "a3", "c1", "c5", "e1"]


def test_pieces_may_stand_between():  # SIB-2
    state = moves(sibling.start(3), "b2", "c3")
    assert "a1" in sibling.legal(state)


def test_lines_run_along_all_three_axes():  # SIB-2
    state = moves(sibling.start(3), "c3", "a1")
    # along row a: a3; up left past b1: c1; up right past b2 and the white c3: d3 e3
    assert sibling.legal(state) == ["a3", "c1", "d3", "e3"]


def test_a_first_piece_needs_a_second():  # SIB-3
    state = replace(sibling.start(3), pieces=full_but(3, "a1", "a2", "a3", "e1"))
    # e1 shares a line with a3 (a3 b3 c3 d2 e1), a2 with none but its neighbours
    assert sibling.legal(state) == ["a1", "a3", "e1"]
    state = replace(sibling.start(3), pieces=full_but(3, "a1", "a2", "a3"))
    assert sibling.legal(state) == ["a1", "a3"]


def test_the_game_ends_without_a_legal_first_piece():  # SIB-4
    state = replace(sibling.start(3), pieces=full_but(3, "a1", "a2", "a3", "b1"), first="c3", to_move="white")
    assert sibling.play(state, "a1").result  # a2 and a3 are adjacent, b1 shares no line with a3 and none with a2
    after = sibling.play(state, "a3")
    assert after.result  # a1 is adjacent to a2 and b1
    assert (sibling.position(after)["phase"], sibling.legal(after)) == ("over", [])
    state = replace(sibling.start(3), pieces=full_but(3, "a1", "a2", "a3", "c1"), first="c3", to_move="white")
    assert sibling.play(state, "c1").result is None  # a1 and a3 are left


def decided(rows, missing, mover):
    """Plays the one cell that is missing in a hex3 given as row strings from the bottom."""
    pieces = {f"{row}{i}": letter for row, line in zip("abcde", rows, strict=True) for i, letter in enumerate(line, 1)}
    pieces = {cell: letter for cell, letter in pieces.items() if letter != "."}
    far = max(pieces, key=lambda cell: sibling._may_be_pair(3, cell, missing))
    return sibling.play(replace(sibling.start(3), pieces=pieces, first=far, to_move=mover), missing)


def test_the_second_largest_group_decides_first():  # SIB-5
    # white rows of 5, 3 and 3, black rows of 4 and 4
    assert decided(["www", "bbb.", "wwwww", "bbbb", "www"], "b4", "black").result == "B+"


def test_then_the_largest():  # SIB-5
    # white 9 (row c, d4 and row e) and 3; black 4 and 3
    state = decided(["www", "bbbb", "wwwww", "bbbw", "ww."], "e3", "white")
    assert (state.result, state.events[1]) == ("W+", "SIB-5 decided by group number 1")


def test_ranks_are_compared_second_first_third_fourth():  # SIB-5
    assert sibling.decide([5, 2], [4, 3]) == ("black", 2)
    assert sibling.decide([1, 3], [2, 2]) == ("black", 2)
    assert sibling.decide([9], [8, 1]) == ("black", 2)  # no second group counts 0
    assert sibling.decide([9], [8]) == ("white", 1)
    assert sibling.decide([5, 3, 1], [5, 2, 3]) == ("black", 3)
    assert sibling.decide([4, 4, 2, 1], [4, 4, 2]) == ("white", 4)


def test_swap_is_blacks_answer_to_the_first_piece_only():  # SIB-7
    state = moves(sibling.start(3, {"pie": True}), "c3")
    assert "swap" in sibling.legal(state)
    swapped = sibling.play(state, "swap")
    assert (swapped.to_move, swapped.pieces) == ("black", {"c3": "w"})
    assert "swap" not in sibling.legal(swapped)
    assert "swap" not in sibling.legal(moves(state, "a1"))
    assert "swap" not in sibling.legal(moves(state, "a1", "a3"))
    assert "swap" not in sibling.legal(moves(sibling.start(3), "c3"))

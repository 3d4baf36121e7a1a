"""What the plain Organica notes; ``tests/rules/test_organica.py`` has its clauses case by case."""

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


def test_what_ended_a_turn_is_among_the_events():  # ORG-8, ORG-9, ORG-12
    assert "ORG-9 capacity used up" in moves(prepared(ROW), "d3-c2", "d1-c1", "d2-d1").events
    assert moves(prepared(ROW), "d2-e2").events[-1] == "ORG-8 group broken apart"
    assert moves(prepared({**ROW, "d5": "w"}), "d3-d4").events[-1] == "ORG-8 group broken and joined"
    fused = moves(prepared({**ROW, "b1": "w"}), "d3-c2")
    assert (fused.moving, fused.events[-1]) == ({"d1", "d2", "c2", "b1"}, "ORG-8 fusion")
    state = moves(prepared(placed(w="a2 b1 c2 c3", W="g1", B="a1 g4")), "c2-b2")
    assert "ORG-12 enemy leader surrounded" in state.events


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

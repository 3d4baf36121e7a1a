"""Organica's leaders: clauses ORG-4 and ORG-10 to ORG-13."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.games.pieces import BLACK, BLACK_LEADER, WHITE_LEADER, is_leader

SEEDS = st.integers(0, 2**32 - 1)

NOTHING_LEFT = {"white": {"pawn": 0, "leader": 0}, "black": {"pawn": 0, "leader": 0}}


LEADERS = """
      . . . .
     . . . . .
    . . . . . .
   B . . . . . .
    . b . . . .
     w W . W .
      w w . .
"""


def test_leaders_keep_apart_when_stepping(white_turn):
    """ORG-10: b2 may not go to b3, next to b4; c3 is free to it, and pawns may go to b3."""
    game = white_turn(LEADERS, "g4")
    assert "b2-b3" not in game.legal_texts()
    assert "b2-c3" in game.legal_texts()
    assert "a2-b3" in game.legal_texts()
    assert "a2-a3" in game.legal_texts()


def test_only_leaders_capture_pawns(white_turn):
    """ORG-11: b2 takes the pawn on c2, b1 next to it may not; the pawn leaves the game."""
    game = white_turn(LEADERS, "g4")
    captures = [action for action in game.legal_texts() if "x" in action]
    assert captures == ["b2xc2"]
    game.push_text("b2xc2")
    assert game.position()["pieces"]["c2"] == "W"
    assert "b2" not in game.position()["pieces"]
    assert game.position()["hand"] == NOTHING_LEFT
    assert game.changes() == [(5, WHITE_LEADER, 0), (10, BLACK, WHITE_LEADER)]
    # It was the compulsory step (ORG-5), so the turn may end now; it cost 1 of 4.
    assert "end" in game.legal_texts()


def test_several_captures_in_a_turn(white_turn):
    """ORG-11: the leader goes on capturing while capacity lasts, but never a leader."""
    game = white_turn(
        """
              . . . .
             . . . . .
            . . . . . .
           . . . . . . .
            b b b . . .
             w W B . .
              w w . .
        """,
        "g4",
    )
    assert [action for action in game.legal_texts() if "x" in action] == ["b2xc2", "b2xc3"]
    game.push_text("b2xc2")
    assert [action for action in game.legal_texts() if "x" in action] == ["c2xc1", "c2xc3"]
    game.push_text("c2xc1")
    assert sorted(game.position()["pieces"]) == ["a1", "a2", "b1", "b3", "c1", "c3", "g4"]


def test_captures_keep_leaders_apart(white_turn):
    """ORG-10, ORG-11: the pawn on c3 is next to b2 and to the leader on b4's neighbour c4."""
    game = white_turn(
        """
              . . . .
             . . . . .
            . . . . . .
           B . . . . . .
            . b b W . .
             w W . . .
              w w . .
        """,
        "g4",
    )
    assert "b2xc2" in game.legal_texts()
    assert "b2xc3" not in game.legal_texts()


def test_a_surrounded_leader_leaves(begin):
    """ORG-12: the corner leader has three neighbours; with the third white piece it is gone."""
    game = begin("organica", 4, "Pd4 end Lg1 Pg2 end Pd1 end Pf1 end Pa4 end")
    assert game.position()["pieces"]["g1"] == "B"
    game.push_text("Pf2")
    assert "g1" not in game.position()["pieces"]
    assert len(game.changes()) == 2
    assert game.result is None
    assert game.position()["hand"]["black"]["leader"] == 3
    game.pop()
    assert game.position()["pieces"]["g1"] == "B"


def test_a_leader_may_enter_a_ring_and_is_lost(begin):
    """ORG-12: legal, and it leaves at once; the turn is over."""
    game = begin("organica", 4, "Pg2 end Pd1 end Pf1 end Pa4 end Pf2 end")
    assert "Lg1" in game.legal_texts()
    game.push_text("Lg1")
    assert "g1" not in game.position()["pieces"]
    assert game.changes() == []
    assert game.position()["hand"]["black"]["leader"] == 3
    assert game.position()["to_move"] == "white"


@pytest.mark.parametrize("letter, gone", [("w", True), ("W", True), (".", False), ("b", False), ("B", False)])
def test_all_neighbours_must_be_the_acting_sides(white_turn, letter, gone):
    """ORG-12: pawns and leaders surround alike; an empty hex or a friend next to it saves the leader."""
    picture = """
              B * . .
             w . . . .
            . . . . . .
           . . . . . . .
            . . . . . .
             . . . . .
              W . . B
        """
    game = white_turn(picture.replace("*", letter), "d7", pawns=1)
    game.push_text("Pf2")
    assert ("g1" not in game.position()["pieces"]) == gone


def test_the_last_leader_decides(begin):
    """ORG-13: with none in hand and the last one gone a side loses at once."""
    game = begin("organica", 4, "Pd4 end Lg1 Pg2 end Pd1 end Pf1 end Pa4 end")
    game._hand[BLACK_LEADER] = 0
    game._leaders[BLACK] = 1
    game.push_text("Pf2")
    assert (game.result, game.reason) == ("W+", "black lost the last leader")
    ring, lost, hexes = game.final_groups()
    assert sorted(game.grid.name(cell) for cell in ring) == ["f1", "f2", "g2"]
    assert (lost, [game.grid.name(cell) for cell in hexes]) == ([], ["g1"])


def test_losing_ones_own_last_leader(begin):
    """ORG-13: the last leader placed into a ring loses; with another in hand the game goes on."""
    game = begin("organica", 4, "Pg2 end Pd1 end Pf1 end Pa4 end Pf2 end")
    game._hand[BLACK_LEADER] = 1
    game._leaders[BLACK] = 1
    game.push_text("Lg1")
    assert (game.result, game.reason) == ("W+", "black lost the last leader")
    assert game.legal_texts() == []


def test_leaders_in_hand_count(begin):
    """ORG-13: nobody has a leader on the board at the start, and nobody has lost."""
    game = begin("organica", 4, "Pd4 end Pd1 end")
    assert game.result is None


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_leaders_never_stand_side_by_side_nor_surrounded(begin, wander, seed):
    """ORG-4, ORG-10, ORG-12 after every action of a random game."""
    game = begin("organica", 4)
    random = Random(seed)
    while game.result is None:
        game.push(random.choice(game.legal_actions()))
        for cell in range(37):
            piece = game.board[cell]
            if is_leader(piece):
                around = [game.board[near] for near in game.grid.neighbours[cell]]
                assert piece not in around
                assert not all(near in (5 - piece, 7 - piece) for near in around)

"""What Organica reports of leaders (ORG-11 to ORG-13), besides ``tests/rules/test_organica.py``."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.pieces import BLACK, BLACK_LEADER, WHITE_LEADER, is_leader
from hexlume_record.game.position import legal_texts, position_of

SEEDS = st.integers(0, 2**32 - 1)

LEADERS = """
      . . . .
     . . . . .
    . . . . . .
   B . . . . . .
    . b . . . .
     w W . W .
      w w . .
"""


def test_a_capture_changes_two_cells(white_turn):
    """ORG-11: b2 takes the pawn on c2."""
    game = white_turn(LEADERS, "g4")
    game.push_text("b2xc2")
    assert game.changes() == [(5, WHITE_LEADER, 0), (10, BLACK, WHITE_LEADER)]


def test_a_surrounded_leader_leaves(begin):
    """ORG-12: the corner leader has three neighbours; with the third white piece it is gone."""
    game = begin("organica", 4, "Pd4 end Lg1 Pg2 end Pd1 end Pf1 end Pa4 end")
    assert position_of(game)["pieces"]["g1"] == "B"
    game.push_text("Pf2")
    assert "g1" not in position_of(game)["pieces"]
    assert len(game.changes()) == 2
    assert game.result is None
    assert position_of(game)["hand"]["black"]["leader"] == 3
    game.pop()
    assert position_of(game)["pieces"]["g1"] == "B"


def test_a_leader_may_enter_a_ring_and_is_lost(begin):
    """ORG-12: legal, and it leaves at once; the turn is over."""
    game = begin("organica", 4, "Pg2 end Pd1 end Pf1 end Pa4 end Pf2 end")
    assert "Lg1" in legal_texts(game)
    game.push_text("Lg1")
    assert "g1" not in position_of(game)["pieces"]
    assert game.changes() == []
    assert position_of(game)["hand"]["black"]["leader"] == 3
    assert position_of(game)["to_move"] == "white"


def test_the_last_leader_decides(begin):
    """ORG-13: with none in hand and the last one gone a side loses at once."""
    game = begin("organica", 4, "Pd4 end Lg1 Pg2 end Pd1 end Pf1 end Pa4 end")
    game._hand[BLACK_LEADER] = 0
    assert game.leaders(BLACK) == 1
    game.push_text("Pf2")
    assert (game.outcome.result, game.outcome.reason) == ("W+", "leaders-lost")
    ring, lost, hexes = game.final_groups()
    assert sorted(game.grid.name(cell) for cell in ring) == ["f1", "f2", "g2"]
    assert (lost, [game.grid.name(cell) for cell in hexes]) == ([], ["g1"])


def test_losing_ones_own_last_leader(begin):
    """ORG-13: the last leader placed into a ring loses; with another in hand the game goes on."""
    game = begin("organica", 4, "Pg2 end Pd1 end Pf1 end Pa4 end Pf2 end")
    game._hand[BLACK_LEADER] = 1
    assert game.leaders(BLACK) == 1
    game.push_text("Lg1")
    assert (game.outcome.result, game.outcome.reason) == ("W+", "leaders-lost")
    assert legal_texts(game) == []


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

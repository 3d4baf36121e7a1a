"""Organica's repetition (ORG-15), its end, and what it reports of leaders.

``tests/rules/test_organica.py`` has the clauses case by case, ``tests/naive`` compares whole games.
"""

from hexlume.games.pieces import BLACK, BLACK_LEADER, WHITE, WHITE_LEADER
from hexlume_record.game.position import legal_texts, position_of

LEADERS = """
      . . . .
     . . . . .
    . . . . . .
   B . . . . . .
    . b . . . .
     w W . W .
      w w . .
"""


def test_no_legal_action_loses(white_turn):
    """ORG-14: nothing in hand and no group of three."""
    game = white_turn(
        """
              . . . .
             . . . . .
            . . . . . .
           B . . . . . .
            . . . . . .
             . . . . W
              w w . .
        """,
        "g4",
    )
    assert (game.outcome.result, game.outcome.reason) == ("B+", "no-moves")
    assert sorted(game.final_groups()[1]) == [0, 1, 8]


def shuffle_from_the_opening(begin):
    """Return a game whose hands are empty from the opening position on, white to step."""
    game = begin("organica", 4)
    game._hand[:] = bytes(5)
    game._movers = game.large_groups(WHITE)
    game.phase = "move"
    game._compelled = True
    del game._keys[:]
    game._remember(game._mark(), 0)
    return game


def give_a_pawn(game):
    """Have white place the last pawn in hand, which was there at the start of every earlier turn."""
    game._hand[WHITE] = 1
    game.phase = "place"
    game._compelled = False
    game._keys = [key + (1 << 2) if key >= 0 else key for key in game._keys]


def test_the_third_time_is_a_draw(begin):
    """ORG-15: the opening position counts as its first time; other positions come twice by then."""
    game = shuffle_from_the_opening(begin)
    round_trip = ["a1-b2", "end", "g4-f4", "end", "b2-a1", "end", "f4-g4", "end"]
    for action in [*round_trip, *round_trip[:-1]]:
        game.push_text(action)
        assert game.result is None
    game.push_text("end")
    assert (game.outcome.result, game.outcome.reason) == ("0", "repetition")
    assert game.final_groups() == ([], [], [])
    game.pop()
    assert game.result is None
    assert "end" in legal_texts(game)


def test_turns_that_end_by_themselves_count_as_well(begin):
    """ORG-9, ORG-15: three steps use up the capacity, and the last of them makes the position for the third time."""
    game = shuffle_from_the_opening(begin)
    out, back = ["a1-b2", "b2-a1", "a1-b2"], ["b2-a1", "a1-b2", "b2-a1"]
    far_out, far_back = ["g4-f4", "f4-g4", "g4-f4"], ["f4-g4", "g4-f4", "f4-g4"]
    for action in (out + far_out + back + far_back) * 2:
        assert game.result is None
        game.push_text(action)
    assert game.result == "0"


def test_hands_are_part_of_the_position(begin):
    """ORG-15: the board comes a third time, but with a pawn less in hand."""
    game = shuffle_from_the_opening(begin)
    for action in ["a1-b2", "end", "g4-f4", "end", "b2-a1", "end", "f4-g4", "end"]:
        game.push_text(action)
    give_a_pawn(game)
    game.push_text("Pd4")
    game.push_text("end")
    # As if it had been captured and all had gone back since.
    game._write(game.grid.cell("d4"), 0)
    for action in ["g4-f4", "f4-g4", "end"]:
        game.push_text(action)
    assert (game.to_move, game.result) == (WHITE, None)


def test_a_placement_starts_the_count_afresh(begin):
    """ORG-15: hands are part of the position."""
    game = shuffle_from_the_opening(begin)
    round_trip = ["a1-b2", "end", "g4-f4", "end", "b2-a1", "end", "f4-g4", "end"]
    for action in round_trip:
        game.push_text(action)
    give_a_pawn(game)
    game.push_text("Pd4")
    game.push_text("end")
    for action in ["g4-f4", "end", "a1-b2", "end", "f4-g4", "end", "b2-a1", "end"] * 2:
        assert game.result is None
        game.push_text(action)
    assert game.result == "0"


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

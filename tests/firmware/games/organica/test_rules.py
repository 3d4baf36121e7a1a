"""Organica's clauses ORG-1 to ORG-9, ORG-14 and ORG-15."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.games.pieces import WHITE

SEEDS = st.integers(0, 2**32 - 1)

NOTHING_LEFT = {"white": {"pawn": 0, "leader": 0}, "black": {"pawn": 0, "leader": 0}}


def test_what_each_side_owns(begin):
    """ORG-1: three pawns on the board, seven pawns and four leaders in hand; white starts."""
    position = begin("organica").position()
    assert position["board"] == "hex5"
    assert position["to_move"] == "white"
    assert position["hand"] == {"white": {"pawn": 7, "leader": 4}, "black": {"pawn": 7, "leader": 4}}
    assert sorted(position["pieces"].values()) == ["b", "b", "b", "w", "w", "w"]


@pytest.mark.parametrize(
    "size, setup, white, black",
    [
        (4, "clusters", "a1 a2 b1", "f5 g3 g4"),
        (5, "clusters", "a1 a2 b1", "h6 i4 i5"),
        (4, "corners", "a1 d7 g1", "a4 d1 g4"),
        (5, "corners", "a1 e9 i1", "a5 e1 i5"),
    ],
)
def test_setups(begin, size, setup, white, black):
    """ORG-2."""
    pieces = begin("organica", size, setup=setup).position()["pieces"]
    assert sorted(cell for cell in pieces if pieces[cell] == "w") == white.split()
    assert sorted(cell for cell in pieces if pieces[cell] == "b") == black.split()


def test_a_leader_is_a_whole_turn(begin):
    """ORG-3: nothing else may follow, though a group of three could move."""
    game = begin("organica", 4, "Ld4")
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")
    assert game.position()["hand"]["white"] == {"pawn": 7, "leader": 3}
    assert game.position()["pieces"]["d4"] == "W"


def test_a_pawn_and_then_perhaps_a_group(begin):
    """ORG-3, ORG-6, ORG-9: after a pawn the steps of groups of three or more are on offer, and ``end``."""
    game = begin("organica", 4, "Pd4")
    assert (game.position()["to_move"], game.position()["phase"]) == ("white", "move")
    assert game.legal_texts() == ["a1-b2", "a2-a3", "a2-b2", "a2-b3", "b1-b2", "b1-c1", "b1-c2", "end"]
    assert game.position()["hand"]["white"] == {"pawn": 6, "leader": 4}
    game.push_text("end")
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")
    assert "end" not in game.legal_texts()


def test_placements(begin):
    """ORG-4: on empty hexes; a leader not next to one of its own colour, next to the other's it may be."""
    game = begin("organica", 4)
    empty = {game.grid.name(cell) for cell in range(37)} - set(game.position()["pieces"])
    assert game.legal_texts() == sorted([kind + cell for kind in "LP" for cell in empty])
    game = begin("organica", 4, "Ld4 Ld5")
    for cell in ("c3", "c4", "d3", "e3", "e4"):
        assert "L" + cell not in game.legal_texts()
        assert "P" + cell in game.legal_texts()
    assert "Ld6" in game.legal_texts()
    assert "Pd5" not in game.legal_texts()


def test_without_anything_to_place_a_group_must_move(white_turn):
    """ORG-5: at least one step is compulsory, then ``end`` is legal."""
    game = white_turn(
        """
              . . . .
             . . . . .
            . . . . . .
           B . . . . . .
            . . . . . .
             w . . . W
              w w . .
        """,
        "g4",
    )
    assert (game.position()["to_move"], game.position()["phase"]) == ("white", "move")
    assert game.legal_texts() == ["a1-b2", "a2-a3", "a2-b2", "a2-b3", "b1-b2", "b1-c1", "b1-c2"]
    game.push_text("a1-b2")
    assert "end" in game.legal_texts()


def test_a_leader_that_can_be_placed_must_be(white_turn):
    """ORG-5: no pawn in hand but a leader: only its placements are legal."""
    game = white_turn(
        """
              . . . .
             . . . . .
            . . . . . .
           B . . . . . .
            . . . . . .
             w . . . W
              w w . .
        """,
        "g4",
        leaders=1,
    )
    assert game.phase == "place"
    assert {action[0] for action in game.legal_texts()} == {"L"}
    # 37 hexes less 6 pieces less the hexes next to the leader on b5: a4, b4, c5 and c6.
    assert len(game.legal_texts()) == 37 - 6 - 4


def test_a_leader_without_a_legal_hex_is_no_placement(white_turn):
    """ORG-5: seven leaders guard every hex of the board, so a group must move instead."""
    game = white_turn(
        """
              . W . B
             . . . . W
            W . . . . .
           . . . W . . .
            . . w w . W
             W . . . .
              . . W .
        """,
        "a1",
        leaders=1,
    )
    assert game.position()["hand"]["white"] == {"pawn": 0, "leader": 1}
    assert game.phase == "move"
    # The leader on d4 and the two pawns next to it are the only group of three.
    assert {action[:3] for action in game.legal_texts()} == {"c3-", "c4-", "d4-"}


def test_capacity(begin):
    """ORG-6, ORG-7, ORG-9: a group of three has three steps, the pawn placed into it gives a fourth."""
    game = begin("organica", 4, "Pd4 a1-b2 b2-a1")
    assert game.position()["to_move"] == "white"
    game.push_text("a1-b2")
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")
    game = begin("organica", 4, "Pb2 a2-b3 b3-a2 a2-b3")
    assert game.position()["to_move"] == "white"
    game.push_text("b3-a2")
    assert game.position()["to_move"] == "black"


def test_groups_of_two_stay(begin):
    """ORG-6: after a pawn next to a lone corner pawn no step is on offer, and the turn ends by itself (ORG-9)."""
    game = begin("organica", 4, "Pa2", setup="corners")
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")


def test_only_the_chosen_group_goes_on(begin):
    """ORG-6, ORG-8: the first step chooses the group."""
    game = begin("organica", 4, "Pd5 end Lg1 Pd6 end Pc1 end Pd7")
    assert {"d5-d4", "a1-b2"} <= set(game.legal_texts())
    game.push_text("d5-e4")
    assert game.position()["to_move"] == "black"
    game.pop()
    game.push_text("d7-e6")
    assert {action[:2] for action in game.legal_texts()} == {"d5", "d6", "e6", "en"}


def test_breaking_the_group_ends_the_turn(begin):
    """ORG-8: a2 leaves a1 and b1."""
    game = begin("organica", 4, "Pd4 a2-a3")
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")


def test_a_fusion_enlarges_the_group_but_not_the_capacity(begin):
    """ORG-6, ORG-8: a1 reaches b2 and joins c3; c3 may step now; three steps are all."""
    game = begin("organica", 4, "Pc3 a1-b2")
    assert "c3-d4" in game.legal_texts()
    game.push_text("c3-c2")
    assert game.position()["to_move"] == "white"
    game.push_text("c2-c3")
    assert game.position()["to_move"] == "black"


def test_shedding_one_and_joining_another_ends_the_turn(begin):
    """ORG-8: a2 goes to a3, away from its group and next to the pawn on a4."""
    game = begin("organica", 4, "Pa4 a2-a3")
    assert game.position()["to_move"] == "black"


def test_breaking_a_fusion_ends_the_turn(begin):
    """ORG-8: after the fusion with c3, that piece's leaving ends the turn as well."""
    game = begin("organica", 4, "Pc3 a1-b2 c3-d4")
    assert game.position()["to_move"] == "black"


def test_an_enclosed_group_offers_no_step(white_turn):
    """ORG-9: after white's pawn in the far corner no step is legal, so the turn ends at once."""
    game = white_turn(
        """
              . . . .
             . . . . .
            . . . . . .
           W . . . . . B
            b b . . . .
             w b b . .
              w w b .
        """,
        "g4",
        pawns=1,
    )
    game.push_text("Pg1")
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "move")


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
    assert (game.result, game.reason) == ("B+", "white has no legal action")
    assert sorted(game.final_groups()[1]) == [0, 1, 8]


def shuffle_from_the_opening(begin):
    """Return a game whose hands are empty from the opening position on, white to step."""
    game = begin("organica", 4)
    game._hand[:] = bytes(5)
    game._movers = game.large_groups(WHITE)
    game.phase = "move"
    game._compelled = True
    return game


def test_the_third_time_is_a_draw(begin):
    """ORG-15: the opening position counts as its first time; other positions come twice by then."""
    game = shuffle_from_the_opening(begin)
    round_trip = ["a1-b2", "end", "g4-f4", "end", "b2-a1", "end", "f4-g4", "end"]
    for action in [*round_trip, *round_trip[:-1]]:
        game.push_text(action)
        assert game.result is None
    game.push_text("end")
    assert (game.result, game.reason) == ("0", "the same position started a turn for the third time")
    assert game.final_groups() == ([], [], [])
    game.pop()
    assert game.result is None
    assert "end" in game.legal_texts()


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
    game._hand[WHITE] = 1
    game.phase = "place"
    game._compelled = False
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
    game._hand[WHITE] = 1
    game.phase = "place"
    game._compelled = False
    game.push_text("Pd4")
    game.push_text("end")
    for action in ["g4-f4", "end", "a1-b2", "end", "f4-g4", "end", "b2-a1", "end"] * 2:
        assert game.result is None
        game.push_text(action)
    assert game.result == "0"


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_repetition_by_counting(begin, seed):
    """ORG-15: random shuffling, every turn's start counted with the side to move."""
    game = shuffle_from_the_opening(begin)
    random = Random(seed)
    seen = Counter({(bytes(game.board), game.to_move): 1})
    for _ in range(400):
        if game.result is not None:
            return
        mover = game.to_move
        legal = game.legal_texts()
        back = [action for action in legal if action in ("end", "b2-a1", "a1-b2", "g4-f4", "f4-g4")]
        game.push_text(random.choice(back or legal))
        if game.to_move != mover and game.result in (None, "0"):
            seen[bytes(game.board), 3 - mover] += 1
            assert (game.result == "0") == (seen[bytes(game.board), 3 - mover] == 3)

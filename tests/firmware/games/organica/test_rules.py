"""Repetition in Organica (ORG-15) and its end; ``tests/rules/test_organica.py`` has the clauses case by case."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.pieces import WHITE
from hexlume_record.game.position import legal_texts

SEEDS = st.integers(0, 2**32 - 1)


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
        legal = legal_texts(game)
        back = [action for action in legal if action in ("end", "b2-a1", "a1-b2", "g4-f4", "f4-g4")]
        game.push_text(random.choice(back or legal))
        if game.to_move != mover and game.result in (None, "0"):
            seen[bytes(game.board), 3 - mover] += 1
            assert (game.result == "0") == (seen[bytes(game.board), 3 - mover] == 3)

"""Orochi's clauses ORO-1 to ORO-9."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.games.pieces import BLACK, EMPTY, WHITE, other

SEEDS = st.integers(0, 2**32 - 1)


def over_connected(game):
    """Return the names of the pieces with four or more neighbours of their own colour, counted afresh."""
    return [
        game.grid.name(cell)
        for cell in range(game.grid.cells)
        if game.board[cell] and sum(game.board[near] == game.board[cell] for near in game.grid.neighbours[cell]) >= 4
    ]


def same_pairs(game):
    """Return the number of adjacent pairs of one colour."""
    return sum(
        game.board[cell] != EMPTY and game.board[near] == game.board[cell]
        for cell in range(game.grid.cells)
        for near in game.grid.neighbours[cell]
        if near > cell
    )


def test_white_starts_and_places_either_colour(begin):
    """ORO-1."""
    game = begin("orochi", 4)
    assert game.position()["to_move"] == "white"
    assert game.position()["pieces"] == {}
    cells = [game.grid.name(cell) for cell in range(37)]
    assert game.legal_texts() == sorted([colour + cell for colour in "WB" for cell in cells])


def test_one_piece_then_two_then_one_each(begin):
    """ORO-2: black's first turn has two placements, of any colours."""
    game = begin("orochi", 4)
    turns = []
    for action in ("Ba1", "Wa4", "Wg1", "Bg4", "Wd1", "Wd7"):
        turns.append((game.position()["to_move"], action))
        game.push_text(action)
    assert [colour for colour, _ in turns] == ["white", "black", "black", "white", "black", "white"]


def test_four_like_neighbours_are_too_many(begin):
    """ORO-3, ORO-4: three are allowed, with the fourth the same player must replace that piece."""
    game = begin("orochi", 4, "Wd4 Wc3 Wc4 We4")
    assert (game.position()["phase"], game.position()["to_move"]) == ("place", "black")
    game.push_text("Wd3")
    assert (game.position()["phase"], game.position()["to_move"]) == ("replace", "black")
    assert game.legal_texts() == ["*d4"]


def test_each_over_connected_piece_may_be_replaced(begin):
    """ORO-4: exactly one action per over-connected piece; judged afresh after each."""
    # c4 joins d4 (c3 c4 d5 e4) and has itself c3, d4, d5, b4 around.
    game = begin("orochi", 4, "Wd4 Wc3 Wd5 We4 Wb4 Wc4")
    assert over_connected(game) == ["c4", "d4"]
    assert game.legal_texts() == ["*c4", "*d4"]
    game.push_text("*d4")
    assert game.position()["pieces"]["d4"] == "b"
    assert game.position()["phase"] == "place"


def test_a_replacement_can_call_for_another(begin):
    """ORO-4: after a replacement the pieces are judged afresh, and others, or more, may be due."""
    found = 0
    for seed in range(200):
        game = begin("orochi", 3)
        random = Random(seed)
        while game.result is None:
            due = over_connected(game)
            if due:
                assert game.legal_texts() == sorted(["*" + cell for cell in due])
                found += game.name(game.codes[-1])[0] == "*"
            game.push(random.choice(game.legal_actions()))
    assert found > 10


def test_a_chain_earns_another_full_turn(begin):
    """ORO-5: after the replacement the same player places again, until a placement needs none."""
    game = begin("orochi", 4, "Wd4 Wc3 Wc4 We4 Wd3 *d4")
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")
    assert "pass" not in game.legal_texts()
    game.push_text("Wa1")
    assert game.position()["to_move"] == "white"


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(2, 4))
def test_the_end(begin, seed, size):
    """ORO-6, ORO-7, ORO-8: one hex is left, nothing is over-connected, the larger group at that hex wins."""
    game = begin("orochi", size)
    random = Random(seed)
    placer = EMPTY
    while game.result is None:
        code = random.choice(game.legal_actions())
        if game.name(code)[0] != "*":
            placer = game.to_move
        game.push(code)
    assert list(game.board).count(EMPTY) == 1
    assert over_connected(game) == []
    last = list(game.board).index(EMPTY)
    sizes = [0, 0, 0]
    for near in game.grid.neighbours[last]:
        reached, fresh = set(), {near}
        while fresh:
            reached |= fresh
            beyond = {far for cell in fresh for far in game.grid.neighbours[cell]}
            fresh = {far for far in beyond if game.board[far] == game.board[near]} - reached
        sizes[game.board[near]] = max(sizes[game.board[near]], len(reached))
    winner = WHITE if sizes[WHITE] > sizes[BLACK] else BLACK
    if sizes[WHITE] == sizes[BLACK]:
        winner = other(placer)
    assert game.result == ("W+" if winner == WHITE else "B+")


def test_equal_groups_lose_for_the_last_placer(begin):
    """ORO-8: on hex2 the last placement is the sixth; equal groups make its player lose."""
    # The ring around the last empty hex b2 holds one group of three of each colour.
    game = begin("orochi", 2, "Wa1 Wa2 Wb1 Bb3 Bc1 Bc2")
    assert game.position()["pieces"] == {"a1": "w", "a2": "w", "b1": "w", "b3": "b", "c1": "b", "c2": "b"}
    assert game.result == "B+"
    assert "white placed last" in game.reason
    larger = begin("orochi", 2, "Wa1 Wa2 Wb1 Bb3 Bc1 Wc2")
    assert larger.result == "W+"
    assert larger.reason == "larger group at the last empty hex (3 to 1)"


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_every_replacement_parts_two_pairs_or_more(begin, seed):
    """ORO-9: the number of adjacent pairs of one colour falls by at least 2, so a chain ends."""
    game = begin("orochi", 4)
    random = Random(seed)
    while game.result is None:
        code = random.choice(game.legal_actions())
        before = same_pairs(game)
        game.push(code)
        if game.name(code)[0] == "*":
            assert same_pairs(game) <= before - 2

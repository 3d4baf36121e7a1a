"""Orcoon's clauses ORC-1 to ORC-8."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.games import IllegalAction
from hexlume.games.pieces import BLACK, EMPTY, WHITE

SEEDS = st.integers(0, 2**32 - 1)


def rows(game):
    """Return the board as rows of letters, bottom row first."""
    size = game.size
    return [[".wb"[game.board[row * size + column]] for column in range(size)] for row in range(size)]


def weak_diagonals(board):
    """Count the like-coloured diagonal pairs without a like-coloured point that touches both (ORC-3)."""
    found = 0
    for row, column in product(range(len(board) - 1), repeat=2):
        for one, two in (((0, 0), (1, 1)), ((0, 1), (1, 0))):
            a, b = board[row + one[0]][column + one[1]], board[row + two[0]][column + two[1]]
            around = board[row + one[0]][column + two[1]] + board[row + two[0]][column + one[1]]
            found += a != "." and a == b and a not in around
    return found


def alternating_blocks(board):
    """Return the blocks of two by three with alternating corners and an empty middle (ORC-4)."""
    found = set()
    for row, column, tall in product(range(len(board)), range(len(board)), (False, True)):
        last_row, last_column = row + (2 if tall else 1), column + (1 if tall else 2)
        if max(last_row, last_column) >= len(board):
            continue
        corners = board[row][column] + board[row][last_column] + board[last_row][last_column] + board[last_row][column]
        middle = (
            board[row + 1][column] + board[row + 1][last_column]
            if tall
            else board[row][column + 1] + board[last_row][column + 1]
        )
        if corners in ("wbwb", "bwbw") and middle == "..":
            found.add((row, column, tall))
    return found


def joined(board, letter):
    """Return whether a chain of a colour joins its two edges: b bottom and top, w left and right (ORC-1)."""
    size = len(board)
    fresh = {(0, at) if letter == "b" else (at, 0) for at in range(size)}
    fresh = {(row, column) for row, column in fresh if board[row][column] == letter}
    reached = set()
    while fresh:
        reached |= fresh
        near = {(row + dr, column + dc) for row, column in fresh for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        fresh = {
            (row, column)
            for row, column in near - reached
            if 0 <= row < size and 0 <= column < size and board[row][column] == letter
        }
    return any((row if letter == "b" else column) == size - 1 for row, column in reached)


def test_black_starts_on_an_empty_board(begin):
    """ORC-1, ORC-2: any point or ``pass``."""
    game = begin("orcoon", 4)
    assert game.position()["to_move"] == "black"
    assert game.position()["pieces"] == {}
    assert game.legal_texts() == sorted([column + row for column in "abcd" for row in "1234"] + ["pass"])


def test_colours_own_their_edges(begin):
    """ORC-1, ORC-6: black joins bottom and top, white left and right, and the game ends at once."""
    game = begin("orcoon", 4, "b1 d1 b2 d2 b3 d3", pie=False)
    assert game.result is None
    game.push_text("b4")
    assert (game.result, game.reason) == ("B+", "black chain joins the top and bottom edges")
    assert [game.grid.name(cell) for cell in sorted(game.final_groups()[0])] == ["b1", "b2", "b3", "b4"]
    game = begin("orcoon", 4, "a1 a2 b1 b2 c1 c2 d1", pie=False)
    assert game.result is None
    game.push_text("d2")
    assert (game.result, game.reason) == ("W+", "white chain joins the left and right edges")
    assert game.legal_texts() == []


def test_a_turn_is_one_stone(begin):
    """ORC-2."""
    game = begin("orcoon", 4, "b2", pie=False)
    assert game.position()["to_move"] == "white"
    game.push_text("c2")
    assert game.position()["to_move"] == "black"
    assert game.position()["pieces"] == {"b2": "b", "c2": "w"}
    assert "b2" not in game.legal_texts()


def test_diagonal_pairs_need_a_shared_neighbour(begin):
    """ORC-3: c3 goes with b2 only when b3 or c2 is black; the other colour's pairs do not matter."""
    assert "c3" not in begin("orcoon", 5, "b2 e5", pie=False).legal_texts()
    assert "c3" in begin("orcoon", 5, "b2 e5 b3 e4", pie=False).legal_texts()
    assert "c3" in begin("orcoon", 5, "b2 e5 c2 e4", pie=False).legal_texts()
    assert "c3" in begin("orcoon", 5, "b2", pie=False).legal_texts()
    assert "c3" not in begin("orcoon", 5, "b2 b3 a5 e5", pie=False).legal_texts()


@pytest.mark.parametrize("turn", range(8))
def test_alternating_blocks_are_illegal(begin, turn):
    """ORC-4: in all eight rotations and reflections, for each corner, unless the middle is taken."""

    def placed(column, row):
        for _ in range(turn // 2):
            column, row = 6 - row, column
        return "abcdefg"[6 - column if turn % 2 else column] + str(row + 1)

    # Corners (2,2) b, (4,2) w, (4,3) b, (2,3) w around the middle points (3,2) and (3,3).
    corners = [(2, 2), (4, 2), (4, 3), (2, 3)]
    for last in range(4):
        colours = "bwbw"
        order = [at for at in range(4) if at != last]
        game = begin("orcoon", 7, pie=False)
        for at in order:
            game._write(game.grid.cell(placed(*corners[at])), BLACK if colours[at] == "b" else WHITE)
        game.to_move = BLACK if colours[last] == "b" else WHITE
        assert placed(*corners[last]) not in game.legal_texts()
        for colour in (WHITE, BLACK):
            # Both middle points taken by one colour make no weak diagonal.
            for middle in ((3, 2), (3, 3)):
                game._write(game.grid.cell(placed(*middle)), colour)
            assert placed(*corners[last]) in game.legal_texts()
            for middle in ((3, 2), (3, 3)):
                game._write(game.grid.cell(placed(*middle)), EMPTY)
        # The same colour on one short side is no alternation.
        game.to_move = 3 - game.to_move
        assert placed(*corners[last]) in game.legal_texts()


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(4, 7))
def test_legal_placements_by_definition(begin, seed, size):
    """ORC-3, ORC-4, ORC-6, ORC-8: the whole board judged after every conceivable placement of a random game."""
    game = begin("orcoon", size, pie=False)
    random = Random(seed)
    while game.result is None:
        board, letter = rows(game), ".wb"[game.to_move]
        before = alternating_blocks(board)
        expected = []
        for row, column in product(range(size), repeat=2):
            if board[row][column] == ".":
                board[row][column] = letter
                if not weak_diagonals(board) and alternating_blocks(board) <= before:
                    expected.append("abcdefg"[column] + str(row + 1))
                board[row][column] = "."
        word = "done" if game.phase == "fill" else "pass"
        assert game.legal_texts() == sorted([*expected, word])
        action = random.choice(expected) if expected and random.random() < 0.98 else word
        game.push_text(action)
        board = rows(game)
        assert (game.result is not None) == (action == "done" or joined(board, letter))
        assert not joined(board, "w" if letter == "b" else "b")


def test_pass_starts_the_fill(begin):
    """ORC-5: the other player places one after another and loses with ``done``; ``pass`` is gone."""
    game = begin("orcoon", 4, "b1 c2 pass", pie=False)
    assert (game.position()["phase"], game.position()["to_move"]) == ("fill", "white")
    assert "pass" not in game.legal_texts()
    assert "done" in game.legal_texts()
    # Legal by ORC-3: b3 would be a weak diagonal with c2.
    assert "b3" not in game.legal_texts()
    game.push_text("b2")
    assert (game.position()["phase"], game.position()["to_move"]) == ("fill", "white")
    game.push_text("done")
    assert (game.result, game.reason) == ("B+", "white stopped filling without joining both edges")
    assert game.final_groups() == ([], [], [])


def test_the_fill_is_won_by_joining(begin):
    """ORC-5, ORC-6: as soon as the chain joins the edges, whoever fills."""
    game = begin("orcoon", 4, "b1 c2 pass b2 a2", pie=False)
    assert game.result is None
    game.push_text("d2")
    assert game.result == "W+"
    game = begin("orcoon", 4, "b1 pass b2 b3", pie=False)
    assert game.position()["to_move"] == "black"
    game.push_text("b4")
    assert game.result == "B+"


def test_the_very_first_action_may_be_a_pass(begin):
    """ORC-5, ORC-7: the fill starts, and there is nothing to swap once black has passed."""
    game = begin("orcoon", 4, "pass")
    assert (game.position()["phase"], game.position()["to_move"]) == ("fill", "white")
    assert "swap" not in game.legal_texts()
    with pytest.raises(IllegalAction):
        game.push_text("swap")
    game.push_text("done")
    assert game.result == "B+"


def test_swap_is_for_whites_first_action(begin):
    """ORC-7: instead of it, once; then it is white's turn again, and ``pass`` is legal there."""
    game = begin("orcoon", 4, "b2")
    assert "swap" in game.legal_texts()
    game.push_text("swap")
    assert (game.position()["to_move"], game.position()["phase"]) == ("white", "place")
    assert "swap" not in game.legal_texts()
    assert "pass" in game.legal_texts()
    game.push_text("pass")
    assert (game.position()["phase"], game.position()["to_move"]) == ("fill", "black")
    assert "swap" not in begin("orcoon", 4, "b2 c2").legal_texts()
    assert "swap" not in begin("orcoon", 4, "b2 pass").legal_texts()
    assert "swap" not in begin("orcoon", 4, "b2 c2 b1").legal_texts()
    assert "swap" not in begin("orcoon", 4, "b2", pie=False).legal_texts()
    assert "swap" not in begin("orcoon", 4).legal_texts()


def test_without_a_legal_placement_only_the_words_are_left(begin, lay):
    """ORC-8: d4 is empty, but black's c3 makes it a weak diagonal."""
    game = begin("orcoon", 4, pie=False)
    lay(
        game,
        """
        b b w .
        b b b w
        w w b b
        w w w b
        """,
    )
    assert game.legal_texts() == ["pass"]
    game.push_text("pass")
    assert game.legal_texts() == ["d4", "done"]
    game = begin("orcoon", 4, pie=False)
    lay(
        game,
        """
        w w b .
        w w w b
        b b w w
        b b b w
        """,
    )
    game.push_text("pass")
    assert game.legal_texts() == ["done"]

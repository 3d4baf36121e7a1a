"""Orcoon's clauses in random games; ``tests/rules/test_orcoon.py`` has them case by case."""

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hexlume_record.game.position import legal_texts

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
        assert legal_texts(game) == sorted([*expected, word])
        action = random.choice(expected) if expected and random.random() < 0.98 else word
        game.push_text(action)
        board = rows(game)
        assert (game.result is not None) == (action == "done" or joined(board, letter))
        assert not joined(board, "w" if letter == "b" else "b")


def test_the_winning_chain_is_shown(begin):
    """ORC-6: the chain that joined the edges."""
    game = begin("orcoon", 4, "b1 d1 b2 d2 b3 d3 b4", pie=False)
    assert [game.grid.name(cell) for cell in sorted(game.final_groups()[0])] == ["b1", "b2", "b3", "b4"]


def test_after_done_nothing_is_shown(begin):
    """ORC-5: no chain decided."""
    assert begin("orcoon", 4, "b1 c2 pass b2 done", pie=False).final_groups() == ([], [], [])

"""Droched's bridges and repetition, and how the firmware finds them.

``tests/rules/test_droched.py`` has the clauses case by case.
"""

from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import notation, repetition
from hexlume.games.droched.reach import Reach
from hexlume.games.game import NOTHING
from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, EMPTY, LETTERS, WHITE, other
from hexlume.games.repetition import board_key
from hexlume_record.game.position import legal_texts
from tests.rules.geometry import border_places, components, hex_neighbours, hexagon

SEEDS = st.integers(0, 2**32 - 1)


def broken_groups(size, pieces, letter):
    """Return the colour's cells on broken bridges, worked out plainly (DRO-2, DRO-3)."""
    near, places, broken = hex_neighbours(size), border_places(size), set()
    empty = [cell for cell in hexagon(size) if cell not in pieces]
    regions = {cell: region for region in components(empty, near) for cell in region}
    for group in components([cell for cell in pieces if pieces[cell] == letter], near):
        beside = {cell for stone in group for other in near[stone] for cell in regions.get(other, ())}
        if len({places[cell] for cell in group | beside if cell in places}) < 2:
            broken |= group
    return broken


def outcome(size, pieces, letter, cell):
    """Return the board after a placement and what is removed: enemy groups first (DRO-4)."""
    board, removed = {**pieces, cell: letter}, set()
    for judged in ("wb".replace(letter, ""), letter):
        gone = broken_groups(size, board, judged)
        board, removed = {at: piece for at, piece in board.items() if at not in gone}, removed | gone
    return board, removed


@given(SEEDS, st.integers(3, 6), st.floats(0.1, 0.95))
def test_clear_placements_and_trials_are_right(seed, size, filled):
    """DRO-2 to DRO-4, DRO-7: what the survey claims about a placement, and a trial, is what happens."""
    grid, random = HexGrid(size), Random(seed)
    cells = [grid.name(cell) for cell in range(grid.cells)]
    pieces = {cell: random.choice("wb") for cell in cells if random.random() < filled}
    while gone := broken_groups(size, pieces, "w") | broken_groups(size, pieces, "b"):
        pieces = {cell: piece for cell, piece in pieces.items() if cell not in gone}
    board = bytearray(LETTERS.index(pieces.get(cell, ".")) for cell in cells)
    reach, trial = Reach(grid), Reach(grid)
    trial.settled = False
    for _ in reach.survey(board):
        pass
    for cell in [cell for cell in range(grid.cells) if board[cell] == EMPTY]:
        for colour in (WHITE, BLACK):
            left, lost = outcome(size, pieces, LETTERS[colour], cells[cell])
            left, removed = [LETTERS.index(left.get(cell, ".")) for cell in cells], set(map(grid.cell, lost))
            trial.place(board, cell, colour)
            assert (list(trial.board), set(trial.removed)) == (left, removed)
            if reach.is_clear(board, cell, colour):
                assert (list(reach.board), set(reach.removed)) == (left, removed)
            assert not trial.is_clear(board, cell, colour)
            # A trial that removed nothing is remembered while others are asked about.
            trial.place(board, cell, other(colour))
            trial.place(board, cell, colour)
            assert (list(trial.board), set(trial.removed)) == (left, removed)


def test_a_placement_is_tried_once_until_the_board_changes():
    grid = HexGrid(3)
    reach, board = Reach(grid), bytearray(grid.cells)
    corner, beside = 0, next(iter(grid.neighbours[0]))
    reach.place(board, corner, WHITE)
    trials = reach.used
    reach.place(board, corner, WHITE)
    assert reach.used == trials
    reach.place(board, corner, BLACK)
    assert reach.used > trials
    reach.place(board, corner, WHITE)
    board[beside] = BLACK
    reach.forget()
    reach.place(board, corner, WHITE)
    assert reach.board[beside] == BLACK


def test_equal_hashes_decide_nothing(begin):
    """DRO-8: where hashes are equal the boards are compared, so a chance equality forbids nothing."""
    game = begin("droched", 3, "a1 c3 e3 b2")
    cell = game.grid.cell("d2")
    game.reach.place(game.board, cell, BLACK)
    fake = board_key(game.reach.board, BLACK)
    with patch.object(repetition, "board_key", lambda board, colour: fake):
        game._remember(BLACK, 1)
    assert fake in game._keys
    assert "d2" in legal_texts(game)
    assert game.is_legal(notation.code(notation.PLACE, cell))


@pytest.mark.parametrize("seed", range(6))
def test_a_scan_goes_on_after_other_questions(begin, wander, seed):
    """One trial serves all: a scan begins its own again where a question came in between."""
    game = begin("droched", 6)
    wander(game, seed, 30)
    expected = sorted(game.legal_actions())
    # What was found out about the position is forgotten with the action that led to it.
    game.push(game.pop())
    found, tried = [], 0
    random, fresh = Random(seed), Reach(game.grid)
    fresh.settled = False
    for slices, code in enumerate(game.iter_legal()):
        if code != NOTHING:
            found.append(code)
            if slices > 9 and notation.kind(code) == notation.PLACE:
                tried += not game.reach.is_clear(game.board, notation.first(code), game.to_move)
                fresh.place(game.board, notation.first(code), game.to_move)
                assert game.reach.removed == fresh.removed
        if slices == 9:
            game.push(expected[0])
            game.pop()
        elif slices % 7 == 0:
            asked = notation.code(notation.PLACE, random.randrange(game.grid.cells))
            assert game.is_legal(asked) == (asked in expected)
    assert sorted(found) == expected
    assert tried

"""Droched's bridges and repetition, and how the firmware finds them.

``tests/rules/test_droched.py`` has the clauses case by case, ``tests/naive`` compares whole games.
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
from hexlume.games.pieces import BLACK, EMPTY, WHITE, other
from hexlume.games.repetition import board_key
from hexlume_record.game.position import legal_texts, position_of

SEEDS = st.integers(0, 2**32 - 1)


def reached(grid, board, group):
    """Return the border cells a group reaches, walking from each stone through empty cells (DRO-2)."""
    found = {cell for cell in group if grid.border[cell]}
    walked = set()
    fresh = set(group)
    while fresh:
        fresh = {near for cell in fresh for near in grid.neighbours[cell] if board[near] == EMPTY} - walked
        walked |= fresh
    return found | {cell for cell in walked if grid.border[cell]}


def broken_groups(grid, board, colour):
    """Return the cells of all groups of a colour on broken bridges (DRO-3)."""
    left = {cell for cell in range(grid.cells) if board[cell] == colour}
    broken = set()
    while left:
        group, fresh = set(), {min(left)}
        while fresh:
            group |= fresh
            fresh = {near for cell in fresh for near in grid.neighbours[cell] if near in left} - group
        left -= group
        if len({grid.border[cell] for cell in reached(grid, board, group)}) < 2:
            broken |= group
    return broken


def placed(grid, board, cell, colour):
    """Return the board after a placement and the removed enemy and own cells (DRO-4)."""
    board = list(board)
    board[cell] = colour
    enemies = broken_groups(grid, board, other(colour))
    for gone in enemies:
        board[gone] = EMPTY
    own = broken_groups(grid, board, colour)
    for gone in own:
        board[gone] = EMPTY
    return board, enemies, own


def names(grid, cells):
    return sorted(grid.name(cell) for cell in cells)


def test_side_without_a_stone_left_loses(begin):
    """DRO-9: a side that had a stone and has none left loses."""
    game = begin("droched", 3, "a2 a1 b1 a3")
    game._write(game.grid.cell("a3"), EMPTY)
    game.push_text("b2")
    assert (game.outcome.result, game.outcome.reason) == ("B+", "eliminated")
    assert names(game.grid, game.final_groups()[0]) == ["a2", "b1", "b2"]
    assert position_of(game)["prison"] == {"white": 1, "black": 0}


@given(SEEDS, st.integers(3, 6), st.floats(0.1, 0.95))
def test_clear_placements_and_trials_are_right(seed, size, filled):
    """DRO-2 to DRO-4, DRO-7: what the survey claims about a placement, and a trial, is what happens."""
    grid, random = HexGrid(size), Random(seed)
    board = bytearray(random.choice((WHITE, BLACK)) if random.random() < filled else EMPTY for _ in range(grid.cells))
    while True:
        gone = broken_groups(grid, board, WHITE) | broken_groups(grid, board, BLACK)
        if not gone:
            break
        for cell in gone:
            board[cell] = EMPTY
    reach, trial = Reach(grid), Reach(grid)
    trial.settled = False
    for _ in reach.survey(board):
        pass
    for cell in range(grid.cells):
        if board[cell] != EMPTY:
            continue
        for colour in (WHITE, BLACK):
            left, enemies, own = placed(grid, board, cell, colour)
            trial.place(board, cell, colour)
            assert (list(trial.board), set(trial.removed)) == (left, enemies | own)
            if reach.is_clear(board, cell, colour):
                assert (list(reach.board), set(reach.removed)) == (left, enemies | own)
            assert not trial.is_clear(board, cell, colour)
            # A trial that removed nothing is remembered while others are asked about.
            trial.place(board, cell, other(colour))
            trial.place(board, cell, colour)
            assert (list(trial.board), set(trial.removed)) == (left, enemies | own)


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


@given(SEEDS, st.integers(2, 6), st.floats(0.1, 0.9))
def test_what_keeps_a_region_whole(seed, size, filled):
    """The survey's walls tell exactly whether a region stays connected without a cell."""
    grid, random = HexGrid(size), Random(seed)
    board = bytearray(WHITE if random.random() < filled else EMPTY for _ in range(grid.cells))
    reach = Reach(grid)
    for _ in reach.survey(board):
        pass
    for cell in range(grid.cells):
        near_empty = [near for near in grid.neighbours[cell] if board[near] == EMPTY]
        if board[cell] != EMPTY or not near_empty:
            continue
        walked, fresh = set(), {near_empty[0]}
        while fresh:
            walked |= fresh
            fresh = {far for near in fresh for far in grid.neighbours[near] if board[far] == EMPTY and far != cell}
            fresh -= walked
        around = reach._around[cell]
        free = sum(1 << side for side in range(6) if around[side] and cell + around[side] in near_empty)
        assert reach._stays_whole(cell, free) == (set(near_empty) <= walked)


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

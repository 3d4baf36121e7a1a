"""Earlier boards recognised from hashes and records (DRO-8 and ORG-15 rest on it)."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import repetition
from hexlume.games.grid import SquareGrid
from hexlume.games.repetition import RepetitionGame, board_key

CELLS = 4
CHANGE = st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2))


class Still(RepetitionGame):
    GRID = SquareGrid

    def __init__(self):
        super().__init__(2, {})

    def act(self, changes=(), complete=True):
        """Change cells by an action, which may stay under way."""
        self._undo.append([0, "place", None])
        for cell, piece in changes:
            self._put(cell, piece)
        if complete:
            self._undo[-1] = tuple(self._undo[-1])
            self.codes.append(0)


def clashing(clash):
    """Have all boards the same hash, if asked."""
    return patch.object(repetition, "board_key", lambda board, mark: 5 << 7 | mark if clash else key(board, mark))


key = board_key


@given(st.lists(st.tuples(st.lists(CHANGE, max_size=3), st.integers(0, 2)), min_size=1, max_size=12), st.booleans())
def test_boards_are_counted_exactly(actions, clash):
    """Compared with copies of all boards, also where all hashes are equal and while an action is under way.

    Some boards are remembered with one of two marks, some not at all.
    """
    game, copies = Still(), []
    with clashing(clash):
        for number, (changes, mark) in enumerate(actions):
            game.act(changes, complete=number < len(actions) - 1)
            if mark:
                copies.append((bytes(game.board), mark))
                game._remember(mark, number + 1)
        for wanted in {*(board for board, _ in copies), bytes([2] * CELLS)}:
            for mark in (1, 2, 3):
                assert game._stood(bytearray(wanted), mark) == copies.count((wanted, mark))


@given(st.lists(st.lists(CHANGE, max_size=9), max_size=40))
def test_every_earlier_board_comes_back(actions):
    """ACT-4: by its number of actions, and by taking action after action back."""
    game, boards = Still(), []
    for changes in actions:
        boards.append(bytes(game.board))
        game.act(changes)
    for moment, board in enumerate(boards):
        assert game._board_after(moment) == board and game.position_after(moment) == (board, 0)
    for board in reversed(boards):
        game.pop()
        assert game.board == board
    assert not game._undo


def test_marks_are_never_mistaken_for_one_another():
    boards = [bytearray((at % 4, at // 4 % 4, at // 16 % 8, at // 128)) for at in range(1000)]
    assert {board_key(board, mark) & 127 for board in boards for mark in (0, 90, 127)} == {0, 90, 127}
    assert all(board_key(board, 127) < 1 << 30 for board in boards)

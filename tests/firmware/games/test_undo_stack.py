"""The packed history of a game, compared with copies of all boards (ACT-4)."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.undo_stack import UndoStack

CELLS = 676
"""Those of the largest board, square26."""
CHANGE = st.tuples(st.integers(0, CELLS - 1), st.integers(0, 4))
OWN = st.lists(st.integers(-32768, 32767), max_size=63)
ACTIONS = st.lists(st.tuples(st.lists(CHANGE, max_size=9), st.integers(0, 31), OWN), max_size=40)


@given(ACTIONS)
def test_what_was_noted_comes_back(actions):
    """From the last action to the first: the changes, the state and the own numbers, and every board on the way."""
    history, board = UndoStack(), bytearray(CELLS)
    boards = []
    for changes, state, own in actions:
        boards.append(bytes(board))
        for cell, piece in changes:
            history.note(cell, board[cell])
            board[cell] = piece
        history.complete(state, own)
        assert [cell for cell, _ in history.last_changes()] == [cell for cell, _ in changes]
    for moment, earlier in enumerate(boards):
        assert history.board_before(len(boards) - moment, board) == earlier
    for left, (changes, state, own) in reversed(list(enumerate(actions))):
        assert history.board_before(0, board) == history.board_before(-1, board) == board
        before, numbers = history.reopen()
        assert (before, list(numbers)) == (state, own)
        assert history.pending == len(changes)
        while history.pending:
            cell, before = history.take_back()
            board[cell] = before
        assert board == boards[left]
    assert history.top == 0


def test_an_action_under_way_may_change_every_cell():
    """DRO-4 on the largest Droched board, hex13: a placement that removes all 469 stones."""
    history, board = UndoStack(), bytearray([2] * 469)
    for cell in range(469):
        history.note(cell, 2)
    assert history.board_before(0, bytearray(469)) == board
    assert history.board_before(-1, bytearray(469)) == bytes(469)
    history.complete(31, (-1,))
    state, own = history.reopen()
    assert (state, list(own), history.pending) == (31, [-1], 469)

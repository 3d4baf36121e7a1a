"""Earlier boards recognised from hashes and records (DRO-8 and ORG-15 rest on it)."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.repetition import PastBoards, board_hash
from hexlume.games.undo_stack import UndoStack

CELLS = 5
CHANGE = st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2))


@given(st.lists(st.lists(CHANGE, max_size=3), min_size=1, max_size=12), st.booleans(), st.integers(0, 12))
def test_boards_are_counted_exactly(actions, clash, since):
    """Compared with copies of all boards, also where all hashes are equal and while an action is under way."""
    past = PastBoards()
    board = bytearray(CELLS)
    history, copies = UndoStack(), []
    for number, changes in enumerate(actions):
        for cell, piece in changes:
            history.note(cell, board[cell])
            board[cell] = piece
        if number < len(actions) - 1:
            history.complete(number % 32, [number] * (number % 3))
        copies.append(bytes(board))
        past.add(1, 5 if clash else board_hash(board), number + 1)
    for wanted in {*copies, bytes([2] * CELLS)}:
        state = 5 if clash else board_hash(wanted)
        expected = sum(copy == wanted and number + 1 >= since for number, copy in enumerate(copies))
        assert past.times(1, state, bytearray(wanted), board, history, since) == expected
        assert past.times(2, state, bytearray(wanted), board, history, since) == 0
        assert past.holds(1, state) or wanted not in copies


def test_forgetting():
    """``cut`` forgets the latest boards, also among equal hashes."""
    past = PastBoards()
    board = bytearray(CELLS)
    history = UndoStack()
    for moment in range(4):
        past.add(2, 7, moment)
        history.complete(0, ())
    past.add(1, 7, 4)
    assert len(past) == 5
    assert past.times(2, 7, board, board, history) == 4
    past.cut(1)
    assert past.times(2, 7, board, board, history) == 2
    assert not past.holds(1, 7)
    past.cut(-1)
    assert not past.holds(2, 7) and len(past) == 0


def test_many_boards():
    """More than memory is first taken for, and than there are chains of hashes."""
    past = PastBoards()
    for moment in range(1000):
        past.add(moment % 2 + 1, moment * 77, moment)
    assert all(past.holds(moment % 2 + 1, moment * 77) for moment in range(1000))
    assert not any(past.holds(3, moment * 77) for moment in range(1000))
    past.cut(499)
    assert [past.holds(moment % 2 + 1, moment * 77) for moment in range(1000)] == [True] * 500 + [False] * 500

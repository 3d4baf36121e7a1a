"""Earlier boards recognised from hashes and records (DRO-8 and ORG-15 rest on it)."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.past_boards import PastBoards, board_hash

CELLS = 5
CHANGE = st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2))


def test_the_hash_is_linear():
    """What a stone changes in the hash does not depend on the other stones (Droched counts on it)."""
    one, two, both, none = bytearray(b"\1\0\0"), bytearray(b"\0\0\2"), bytearray(b"\1\0\2"), bytearray(3)
    assert board_hash(both) == board_hash(one) ^ board_hash(two) ^ board_hash(none)


@given(st.lists(st.lists(CHANGE, max_size=3), min_size=1, max_size=12), st.booleans(), st.integers(0, 12))
def test_boards_are_counted_exactly(actions, clash, since):
    """Compared with copies of all boards, also where all hashes are equal and while an action is under way."""
    past = PastBoards()
    board = bytearray(CELLS)
    records, pending, copies = [], [], []
    for number, changes in enumerate(actions):
        flat = []
        for cell, piece in changes:
            flat += [cell, board[cell], piece]
            board[cell] = piece
        if number == len(actions) - 1:
            pending = flat
        else:
            records.append((tuple(flat), ()))
        copies.append(bytes(board))
        past.add(1, 5 if clash else board_hash(board), number + 1)
    for wanted in {*copies, bytes([2] * CELLS)}:
        state = 5 if clash else board_hash(wanted)
        expected = sum(copy == wanted and number + 1 >= since for number, copy in enumerate(copies))
        assert past.times(1, state, bytearray(wanted), board, records, pending, since) == expected
        assert past.times(2, state, bytearray(wanted), board, records, pending, since) == 0
        assert past.holds(1, state) or wanted not in copies


def test_forgetting():
    """``cut`` forgets the latest boards, also among equal hashes."""
    past = PastBoards()
    board = bytearray(CELLS)
    for moment in range(4):
        past.add(2, 7, moment)
    past.add(1, 7, 4)
    assert len(past) == 5
    assert past.times(2, 7, board, board, [((), ())] * 4, []) == 4
    past.cut(2)
    assert past.times(2, 7, board, board, [((), ())] * 4, []) == 2
    assert not past.holds(1, 7)
    past.cut(0)
    assert not past.holds(2, 7)

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
        for cell, piece in changes:
            self._put(cell, piece)
        if complete:
            self._history.complete(len(self.codes) % 32, [len(self.codes)] * (len(self.codes) % 3))
            self.codes.append(0)


def clashing(clash):
    """Have all boards the same hash, if asked."""
    return patch.object(repetition, "board_key", lambda board, colour: 5 << 2 | colour if clash else key(board, colour))


key = board_key


@given(st.lists(st.lists(CHANGE, max_size=3), min_size=1, max_size=12), st.booleans(), st.integers(0, 12))
def test_boards_are_counted_exactly(actions, clash, since):
    """Compared with copies of all boards, also where all hashes are equal and while an action is under way."""
    game, copies = Still(), []
    with clashing(clash):
        for number, changes in enumerate(actions):
            game.act(changes, complete=number < len(actions) - 1)
            copies.append(bytes(game.board))
            game._remember(1, number + 1)
        for wanted in {*copies, bytes([2] * CELLS)}:
            expected = sum(copy == wanted and number + 1 >= since for number, copy in enumerate(copies))
            assert game._stood(bytearray(wanted), 1, since) == expected
            assert game._stood(bytearray(wanted), 2, since) == 0


def test_forgetting():
    """Taking back forgets the latest boards, also among equal hashes."""
    game = Still()
    with clashing(True):
        for moment in range(4):
            game._remember(2, moment)
            game.act()
        game._remember(1, 4)
        assert game.continuation()[1] == 5
        assert game._stood(game.board, 2) == 4
        for _ in range(3):
            game.pop()
        assert game._stood(game.board, 2) == 2
        assert not game._stood(game.board, 1)
        game.pop()
        assert game._stood(game.board, 2) == 1 and game.continuation()[1] == 1


def test_many_boards():
    """More than memory is first taken for, and than there are chains of hashes."""
    game = Still()
    boards = [bytearray((at % 4, at // 4 % 4, at // 16 % 8, at // 128)) for at in range(1000)]
    with patch.object(game._history, "board_before", lambda back, now: boards[999 - back]):
        for moment, board in enumerate(boards):
            game.codes.append(0)
            game.board[:] = board
            game._remember(moment % 2 + 1, moment)
        game.codes.pop()
        assert all(game._stood(board, moment % 2 + 1) == 1 for moment, board in enumerate(boards))
        assert not any(game._stood(board, 3) for board in boards)
    for _ in range(500):
        game._history.complete(0, ())
    for _ in range(500):
        game.pop()
    with patch.object(game._history, "board_before", lambda back, now: boards[499 - back]):
        found = [game._stood(board, moment % 2 + 1) for moment, board in enumerate(boards)]
    assert found == [1] * 500 + [0] * 500

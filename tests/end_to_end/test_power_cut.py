"""The power goes in the middle of a game: the same game goes on, on the board and in the store."""

from pathlib import Path

from tests.end_to_end.test_menu import PANEL
from tests.end_to_end.twin_board import TwinBoard
from tests.host.conftest import rest, wait_until

OROCHI = (("e5", "white"), ("e4", "black"), ("d4", "white"))
"""Panel cells of hex5, on which hex4 lies in the middle, and what is put there."""


def put_all(board: TwinBoard) -> None:
    for cell, piece in OROCHI:
        board.twin.send({"do": "put", "cell": cell, "piece": piece})


def test_the_game_goes_on_under_its_id_once_its_discs_stand_again(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, PANEL)
    try:
        for number, (cell, piece) in enumerate(OROCHI, 1):
            board.twin.send({"do": "put", "cell": cell, "piece": piece})
            wait_until(lambda number=number: len(board.live.actions) == number)  # type: ignore[misc]
        identity, actions = board.live.id, [action.action for action in board.live.actions]
    finally:
        board.close()
    again = TwinBoard(tmp_path, PANEL)
    try:
        # The simulated table is empty after the cut: the lights ask for every disc.
        wait_until(lambda: len(again.live.differs) == len(OROCHI))
        assert again.live.id == identity
        put_all(again)
        wait_until(lambda: not again.live.differs)
        again.twin.send({"do": "put", "cell": "f6", "piece": "black"})
        wait_until(lambda: len(again.live.actions) == len(OROCHI) + 1)
        assert [action.action for action in again.live.actions][:-1] == actions
        (record,) = again.store.games()
        assert record.game == identity and record.action_count == len(OROCHI) + 1
    finally:
        again.close()


def test_what_was_played_with_no_host_is_told_to_the_next_one(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, PANEL)
    try:
        board.logger.stop()
        put_all(board)
        board.twin.send({"do": "put", "cell": "f6", "piece": "black"})
        # Nobody hears of it: the board has a second of its own time to take it in.
        rest(board.twin, 1000)
    finally:
        board.close()
    again = TwinBoard(tmp_path, PANEL)
    try:
        wait_until(lambda: len(again.live.actions) == len(OROCHI) + 1)
        kept = again.store.record(again.live.id)
        boots = {event.boot for event in kept.events}
        assert len(boots) == 1, "all of it happened before the power went"
        assert again.live.legal
    finally:
        again.close()

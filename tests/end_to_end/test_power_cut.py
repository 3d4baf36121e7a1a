"""The power goes in the middle of a game: the same game goes on, on the board and in the store."""

from pathlib import Path

from hexlume_host.live import LiveGame
from tests.end_to_end.test_menu import Board

OROCHI = (("e5", "white"), ("e4", "black"), ("d4", "white"))
"""Panel cells of hex5, on which hex4 lies in the middle, and what is put there."""


def put_all(board: Board) -> None:
    for cell, piece in OROCHI:
        board.twin.send({"do": "put", "cell": cell, "piece": piece})


def live(board: Board) -> LiveGame:
    assert board.watch.live is not None
    return board.watch.live


def test_the_game_goes_on_under_its_id_once_its_discs_stand_again(tmp_path: Path) -> None:
    board = Board(tmp_path)
    try:
        for number, (cell, piece) in enumerate(OROCHI, 1):
            board.twin.send({"do": "put", "cell": cell, "piece": piece})
            board.wait(lambda number=number: len(live(board).actions) == number)  # type: ignore[misc]
        identity, actions = live(board).id, [action.action for action in live(board).actions]
    finally:
        board.close()
    again = Board(tmp_path)
    try:
        # The simulated table is empty after the cut: the lights ask for every disc.
        again.wait(lambda: len(live(again).differs) == len(OROCHI))
        assert live(again).id == identity
        put_all(again)
        again.wait(lambda: not live(again).differs)
        again.twin.send({"do": "put", "cell": "f6", "piece": "black"})
        again.wait(lambda: len(live(again).actions) == len(OROCHI) + 1)
        assert [action.action for action in live(again).actions][:-1] == actions
        (record,) = again.store.games()
        assert record.game == identity and record.action_count == len(OROCHI) + 1
    finally:
        again.close()


def test_what_was_played_with_no_host_is_told_to_the_next_one(tmp_path: Path) -> None:
    board = Board(tmp_path)
    try:
        board.logger.stop()
        put_all(board)
        board.twin.send({"do": "put", "cell": "f6", "piece": "black"})
        # Nobody hears of it: the board has a second of its own time to take it in.
        board.press("act")
        board.press("act")
        board.press("act")
    finally:
        board.close()
    again = Board(tmp_path)
    try:
        again.wait(lambda: len(live(again).actions) == len(OROCHI) + 1)
        kept = again.store.record(live(again).id)
        boots = {event.boot for event in kept.events}
        assert len(boots) == 1, "all of it happened before the power went"
        assert live(again).legal
    finally:
        again.close()

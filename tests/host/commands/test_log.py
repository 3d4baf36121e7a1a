"""``hexlume log``: one board in the foreground."""

import json
import signal
from pathlib import Path
from typing import Any

from hexlume_host.store import Store


def test_log_once_ends_with_the_game(hexlume: Any, make_board: Any, random_game: Any, tmp_path: Path) -> None:
    board = make_board()
    actions, result, reason = random_game(4)
    game = board.begin(on="hex3")
    board.play(actions, result, reason)
    ran = hexlume("log", board.port, "--once", "--white", "Ann", "--store", tmp_path / "s.sqlite")
    assert ran.code == 0
    assert f"{actions[0][1]} {actions[0][0]}\n" in ran.out
    assert reason in ran.out
    assert f"{len(actions) + 2} new events are kept" in ran.out
    with Store(tmp_path / "s.sqlite") as store:
        assert [(action.action, action.colour) for action in store.record(game).actions] == actions


def test_log_once_ends_when_the_board_goes(hexlume: Any, make_board: Any, running: Any) -> None:
    board = make_board()
    board.begin()
    with running("log", board.port, "--once") as process:
        assert process.stdout.readline() == f"Listening on {board.port}.\n"
        board.wait_acked()
        board.unplug()
        assert process.wait(20) == 1
        assert process.stderr.read() == f"The board on {board.port} has gone.\n"


def test_ctrl_c_says_what_was_kept(make_board: Any, running: Any, hexlume: Any) -> None:
    board = make_board()
    board.begin()
    board.act("Wd4", "white")
    with running("log", board.port) as process:
        board.wait_acked()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stdout.read().splitlines()[-1].startswith("Stopped. 2 new events are kept in ")
        assert process.stderr.read() == ""
    assert [game["actions"] for game in json.loads(hexlume("games", "--json").out)] == [1]

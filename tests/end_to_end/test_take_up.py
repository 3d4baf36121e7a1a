"""Resuming a stored game: the lights ask for its position, and play goes on from there."""

import random
from pathlib import Path

import pytest

from hexlume import games
from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.logger import Logger
from hexlume_host.device.resume import BoardReplies, meet, set_up
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.store.repository import Store
from hexlume_record.game.position import position_of
from hexlume_record.game.state import GameState
from tests.host.conftest import wait_until


def half_played(name: str, size: int, actions: int) -> GameState:
    choice = random.Random(7)
    game = games.start(name, size)
    live = GameState("x", {"rules": name, "board": game.grid.board, "options": game.options})
    while len(game.codes) < actions and game.result is None:
        game.push(choice.choice(game.legal_actions()))
    assert live.game is not None
    for action in game.actions():
        live.game.push_text(action)
    return live


@pytest.mark.parametrize(("name", "size", "actions"), [("organica", 5, 30), ("orochi", 5, 50)])
def test_stored_game_resumes_once_its_position_is_set_up(name: str, size: int, actions: int, tmp_path: Path) -> None:
    live = half_played(name, size, actions)
    assert live.game is not None
    before = live.game.actions()
    board = SimulatedBoard.of(live.game)
    with Store(str(tmp_path / "s")) as store, running_twin(board, REAL, 1) as twin:
        watch, replies = GameWatch(store), BoardReplies()
        logger = Logger(lambda: twin.port, store, watch, replies)
        logger.start()
        try:
            meet(replies)
            set_up(logger.command, replies, live.game)
            wait_until(lambda: watch.live is not None and [a.action for a in watch.live.actions] == before)
            wait_until(lambda: bool(watch.table_report.differs))
            for cell, piece in position_of(live.game)["pieces"].items():
                kind = {"w": "white", "b": "black", "W": "white leader", "B": "black leader"}[piece]
                twin.send({"do": "put", "cell": cell, "piece": kind})
            wait_until(lambda: not watch.table_report.differs)
            action = next(code for code in live.game.legal_actions() if len(live.game.hand_work(code)) == 1)
            ((cell, piece),) = live.game.hand_work(action)
            where = live.game.grid.name(cell)
            if live.game.board[cell]:
                twin.send({"do": "flip", "cell": where})
            else:
                twin.send({"do": "put", "cell": where, "piece": PIECES[piece]})
            wait_until(lambda: watch.live is not None and len(watch.live.actions) == len(before) + 1)
            assert watch.live is not None and watch.live.legal
            assert watch.live.actions[-1].action == live.game.name(action)
        finally:
            logger.stop()


PIECES = ("", "white", "black", "white leader", "black leader")

"""A whole game on the twin against the board's own engine, whose actions hands carry out."""

import random
from pathlib import Path

import pytest

from tests.end_to_end.twin_board import TwinBoard
from tests.host.conftest import wait_until


@pytest.mark.soak
def test_game_against_the_board_engine_is_played_to_its_end_and_stored(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, "hex5")
    try:
        board.tell("new", rules="orochi", size=3, options={})
        wait_until(lambda: board.live.on == "hex3")
        board.tell("settings", opponent="engine second")
        own = board.play_on(random.Random(6), second=True)
        record = board.store.record(board.live.id)
        assert record.ending.result in ("W+", "B+") and board.live.legal
        assert len(record.actions) - own > 3
    finally:
        board.close()

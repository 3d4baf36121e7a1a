"""What runs for weeks does not grow: many games, events and reconnects leave the memory where it was."""

import gc
import os
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest
from rich.console import Console

from hexlume_host.cli.log_file import LOG, logging_to
from hexlume_host.cli.log_screen import LogScreen
from hexlume_host.device import boards_logger
from hexlume_host.device.boards_logger import BoardsLogger
from hexlume_host.store.repository import Store

pytestmark = pytest.mark.integration

ROOM = 100_000
"""Bytes by which memory may differ, whatever number of rounds lies between: caches, and a game of another length."""
WARMING_UP = 6


@pytest.fixture
def nowhere() -> Iterator[TextIO]:
    with Path(os.devnull).open("w") as opened:
        yield opened


def memory() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.soak
@pytest.mark.parametrize("rounds", [5, pytest.param(300, marks=pytest.mark.soak)])
def test_memory_stays_where_it_is(
    rounds: int,
    make_board: Any,
    store: Store,
    random_game: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    nowhere: TextIO,
) -> None:
    """Each round is a game, noise on the line, and the cable pulled and put back."""
    monkeypatch.setattr(boards_logger, "_LOOK_SECONDS", 0.02)
    board = make_board()
    # Pytest would keep every line that is logged.
    monkeypatch.setattr(LOG, "propagate", False)
    games = [random_game(seed) for seed in range(5)]
    screen = LogScreen(store, Console(file=nowhere), live=False, several=True)
    boards = BoardsLogger(lambda: [board.port], store, lambda port: [screen.watch(port)])
    thread = threading.Thread(target=boards.run)
    played = events = 0

    def play() -> None:
        nonlocal played, events
        actions, result, reason = games[played % len(games)]
        board.begin(on="hex3")
        board.play(actions, result, reason)
        board.wait_acked()
        board.send_raw(b"\xff" * 3000 + b"\n[[[\n")
        board.unplug()
        board.plug_in()
        played, events = played + 1, events + len(actions) + 2

    tracemalloc.start()
    thread.start()
    try:
        with logging_to(tmp_path / "log.txt", 1, 1):
            for _ in range(WARMING_UP):
                play()
            before = memory()
            for _ in range(rounds):
                play()
            after = memory()
    finally:
        boards.stop()
        thread.join()
        tracemalloc.stop()
    assert screen.new_events == events
    assert len(store.games()) == played
    print(f"{events} events, {played} reconnects: {after - before:+d} bytes")
    assert after - before < ROOM

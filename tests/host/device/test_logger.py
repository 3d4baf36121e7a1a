"""The logger against a board on a real pseudo-terminal (docs/protocol.md)."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hexlume.link import wire
from hexlume_host.device.logger import Logger
from hexlume_host.errors import LinkError
from hexlume_host.store.game_rows import SEEN_WITHIN
from hexlume_host.store.models import DeviceRow
from hexlume_host.store.repository import Store
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.record import UNFINISHED
from tests.host.device.recording_listener import RecordingListener, logging

pytestmark = pytest.mark.integration


def test_a_board_that_takes_this_host_for_another_is_greeted_again(
    make_board: Any, store: Store, random_game: Any
) -> None:
    """The board believes that some events are committed of which this host's store has nothing."""
    is_plugged = True
    board = make_board(to_host=lambda line: [line] if is_plugged else [])
    game = board.begin(board="hex3")
    with logging(board.port, store):
        board.wait_acked()
        is_plugged = False
        board.play(*random_game(5))
        with board._lock:
            board.record.acked = board.record.sent = 3
        is_plugged = True
        board.wait_acked()
    assert len(store.record(game).events) == board.record.count


def test_what_is_committed_is_acknowledged_also_at_the_end(make_board: Any, store: Store, wait_until: Any) -> None:
    board = make_board()
    board.begin()

    class Once(RecordingListener):
        def committed(self, events: Sequence[BoardEvent]) -> None:
            logger.stop()

    logger = Logger(lambda: board.port, store, Once())
    logger.run()
    wait_until(lambda: board.acked() == 0)


def test_a_board_cannot_end_the_game_of_another(make_board: Any, store: Store, wait_until: Any) -> None:
    honest, forger = make_board(device="b1"), make_board(device="b2")
    forged = {"type": "event", "game": "b1-1-1", "boot": 1, "ticks": 1, "result": "W+", "reason": "resigned"}
    with logging(honest.port, store), logging(forger.port, store) as recorder:
        wait_until(lambda: bool(recorder.received("hello")))
        honest.begin()
        honest.wait_acked()
        for seq in (1, 2):
            forger.send_raw(wire.encode({**forged, "seq": seq, "kind": "conclude"}))
        wait_until(lambda: recorder.logger.dropped == 2)
        honest.act("Wd4", "white")
        honest.wait_acked()
        own = forger.begin()
        forger.wait_acked()
    record = store.record("b1-1-1")
    assert ([action.action for action in record.actions], record.ending.status) == (["Wd4"], UNFINISHED)
    assert [game.game for game in store.games()] == ["b1-1-1", own]
    assert recorder.received("notice") == [
        f"The board b2 on {forger.port} forges lines: it sends events of b1-1-1, which is not its game. "
        "Such lines are dropped."
    ]


def test_the_store_knows_whether_a_board_is_there(
    make_board: Any, store: Store, wait_until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def last_seen() -> datetime:
        with store.reading() as session:
            return session.get_one(DeviceRow, "b0a4d").last_seen

    def is_seen() -> bool:
        return last_seen() > datetime.now(UTC) - SEEN_WITHIN

    monkeypatch.setattr("hexlume_host.device.logger._PRESENCE_SECONDS", 0.01)
    board = make_board()
    board.begin()
    with logging(board.port, store) as recorder:
        board.wait_acked()
        first = last_seen()
        # It says so again although nothing happens.
        wait_until(lambda: last_seen() > first)
        board.unplug()
        wait_until(lambda: bool(recorder.received("lost")))
        assert not is_seen()
        board.plug_in()
        wait_until(is_seen)
    assert not is_seen()


def test_commands_of_a_second_host_within_the_same_second_are_carried_out(
    make_board: Any, store: Store, wait_until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    board = make_board()
    board.begin()
    for _ in range(2):
        with logging(board.port, store) as recorder:
            wait_until(lambda recorder=recorder: bool(recorder.received("hello")))
            recorder.logger.command("back")
            wait_until(lambda recorder=recorder: bool(recorder.received("answer")))
    assert [command["do"] for command in board.commands] == ["back", "back"]


def test_port_errors_are_one_sentence(make_board: Any, store: Store, tmp_path: Path, wait_until: Any) -> None:
    def error(port: str) -> str:
        with pytest.raises(LinkError) as caught:
            Logger(lambda: port, store, RecordingListener()).run()
        return str(caught.value)

    assert error(str(tmp_path / "nothing")).startswith("There is no serial port")
    assert "cannot be used" in error(str(tmp_path))
    assert "cannot be used" in error("nonsense://x")
    board = make_board()
    with logging(board.port, store) as recorder:
        wait_until(lambda: bool(recorder.received("connected")))
        assert error(board.port).endswith("is in use by another program: end it first.")


def test_a_killed_logger_loses_nothing(
    make_board: Any, random_game: Any, tmp_path: Path, wait_until: Callable[..., None], running: Any
) -> None:
    """The store is readable after SIGKILL, and the next logger picks the game up."""
    board = make_board()
    actions, result, reason = random_game(9, size=4)
    path = tmp_path / "killed.sqlite"
    game = board.begin()
    with running("log", board.port, "--store", path) as killed:
        for action, colour in actions[: len(actions) // 2]:
            board.act(action, colour)
        wait_until(lambda: board.acked() >= 3)
        killed.kill()
    with Store(path, create=False) as store:
        assert store.unfinished()[game] >= board.acked() >= 3
    board.play(actions[len(actions) // 2 :], result, reason)
    with running("log", board.port, "--store", path):
        board.wait_acked()
    with Store(path, create=False) as store:
        assert [(action.action, action.colour) for action in store.record(game).actions] == actions
        assert store.record(game).ending.result == result


def test_games_that_a_board_dropped_are_reported_once_and_acknowledged_each_time(make_board: Any, store: Store) -> None:
    board = make_board()
    dropped = wire.encode({"type": "dropped", "from": None, "before": "b0a4d-1-3", "games": 2})
    with logging(board.port, store) as recorder:
        board.begin()
        board.act("Wd4", "white")
        board.wait_acked()
        for _ in range(3):
            board.send_raw(dropped)
        board.act("We4", "black")
        board.wait_acked()
    (found,) = store.dropped()
    # The first of the two is the one that the store has.
    assert (found.games, found.before) == (1, "b0a4d-1-3")
    assert recorder.received("notice") == [found.sentence]

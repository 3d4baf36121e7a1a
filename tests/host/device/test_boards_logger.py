"""Several boards at once, one store: each is logged wherever and whenever it appears."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hexlume.link import wire
from hexlume_host.device import boards_logger, logger, protocol
from hexlume_host.device.boards_logger import BoardsLogger
from hexlume_host.device.serial_port import Port
from hexlume_host.errors import StoreError
from hexlume_host.store.repository import Players, Store
from hexlume_record.game.record import FINISHED
from tests.host.device.recording_listener import RecordingListener

pytestmark = pytest.mark.integration

REPLUG_SECONDS = 3.0
"""So soon after it was plugged in again a board is logged (README)."""


class Table:
    """The ports that are there, and what was recorded of each; ``run`` is the logger's run."""

    run: Future[None]

    def __init__(self) -> None:
        self.ports: list[str] = []
        self.looks = 0
        self.recorders: dict[str, list[RecordingListener]] = {}

    def find(self) -> list[str]:
        self.looks += 1
        return list(self.ports)

    def listen(self, port: str) -> list[RecordingListener]:
        self.recorders.setdefault(port, []).append(RecordingListener())
        return self.recorders[port][-1:]

    def received(self, port: str, what: str) -> list[Any]:
        return [one for recorder in self.recorders.get(port, []) for one in recorder.received(what)]


@contextmanager
def logging(store: Store, *ports: str) -> Iterator[Table]:
    table = Table()
    table.ports += ports
    boards = BoardsLogger(table.find, store, table.listen, Players("Ann", "Ben"))

    with ThreadPoolExecutor(1) as pool:
        table.run = pool.submit(boards.run)
        try:
            yield table
        finally:
            boards.stop()


def actions_of(store: Store, game: str) -> list[tuple[str, str]]:
    return [(action.action, action.colour) for action in store.record(game).actions]


def test_boards_are_logged_side_by_side_also_later_ones(make_board: Any, store: Store, random_game: Any) -> None:
    boards = [make_board(device=f"b{number}") for number in range(3)]
    played = [random_game(number) for number in range(3)]
    games = [board.begin(board="hex3") for board in boards]
    with logging(store, boards[0].port, boards[1].port) as table:
        for board, (actions, result, reason) in zip(boards, played, strict=True):
            board.play(actions, result, reason)
        boards[0].wait_acked()
        boards[1].wait_acked()
        assert boards[2].acked() == -1
        table.ports.append(boards[2].port)
        boards[2].wait_acked()
    for board, game, (actions, result, _) in zip(boards, games, played, strict=True):
        record = store.record(game)
        assert actions_of(store, game) == actions
        assert (record.device, record.white, record.black) == (board.device, "Ann", "Ben")
        assert (record.ending.status, record.ending.result) == (FINISHED, result)
        assert [event.seq for event in table.recorders[board.port][0].events] == list(range(len(actions) + 2))


def test_a_board_comes_back_under_another_name(
    make_board: Any, store: Store, random_game: Any, wait_until: Callable[..., None], tmp_path: Path
) -> None:
    moved = make_board()
    actions, result, reason = random_game(5)
    game = moved.begin(board="hex3")
    with logging(store, moved.port) as table:
        for action, colour in actions[:4]:
            moved.act(action, colour)
        moved.wait_acked()
        moved.unplug()
        table.ports.remove(moved.port)
        wait_until(lambda: bool(table.received(moved.port, "lost")))
        moved.port = str(tmp_path / "another")
        moved.plug_in()
        table.ports.append(moved.port)
        wait_until(lambda: bool(table.received(moved.port, "hello")))
        # Within three seconds: a look finds it, and it is greeted at once, or with the next hello when that is lost.
        assert boards_logger._LOOK_SECONDS + protocol.HELLO_SECONDS < REPLUG_SECONDS
        moved.play(actions[4:], result, reason)
        moved.wait_acked()
    assert actions_of(store, game) == actions


def test_a_quick_replug_under_the_same_name(make_board: Any, store: Store, wait_until: Callable[..., None]) -> None:
    """The port was there at every look, but it was another one."""
    board = make_board()
    game = board.begin()
    with logging(store, board.port) as table:
        board.wait_acked()
        for count in range(2, 5):
            board.unplug()
            board.plug_in()
            board.act("Wd4", "white")
            board.wait_acked()
            wait_until(lambda count=count: len(table.received(board.port, "connected")) == count)
    assert actions_of(store, game) == [("Wd4", "white")] * 3
    assert len(table.received(board.port, "lost")) == 3


def test_a_port_in_use_is_told_once_and_logged_when_it_is_free(
    make_board: Any, store: Store, monkeypatch: pytest.MonkeyPatch, wait_until: Callable[..., None]
) -> None:
    monkeypatch.setattr(boards_logger, "_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(boards_logger, "_LOOK_SECONDS", 0.01)
    board = make_board()
    board.begin()
    taken = Port(board.port)
    with logging(store, board.port) as table:
        wait_until(lambda: len(table.recorders.get(board.port, [])) > 10)
        assert table.received(board.port, "notice") == [
            f"The serial port {board.port} is in use by another program: end it first."
        ]
        taken.close()
        board.wait_acked()


def test_what_is_no_board_is_left_alone(
    make_board: Any, store: Store, monkeypatch: pytest.MonkeyPatch, wait_until: Callable[..., None]
) -> None:
    """The port of another project is reported once, and free for other programs."""
    monkeypatch.setattr(logger, "_SILENCE_SECONDS", 0.1)
    deaf = make_board(device="deaf", to_host=lambda line: [b"temperature 21\n"])
    board = make_board()
    board.begin()
    with logging(store, deaf.port, board.port) as table:
        wait_until(lambda: bool(table.received(deaf.port, "notice")))
        board.wait_acked()
        looks = table.looks
        wait_until(lambda: table.looks > looks + 2)
        Port(deaf.port).close()
    assert table.received(deaf.port, "notice") == [
        f"Nothing on {deaf.port} says that it is a Hexlume board: see docs/build.md."
    ]
    assert len(table.recorders[deaf.port]) == 1


def test_one_board_that_is_refused_is_no_others_business(
    make_board: Any, store: Store, wait_until: Callable[..., None]
) -> None:
    foreign = make_board(device="new", to_host=lambda line: [wire.encode({"type": "hello", "protocol": 7})])
    first, same = make_board(device="twin"), make_board(device="twin")
    for board, action in ((first, "Wd4"), (same, "Wd5")):
        board.begin()
        board.act(action, "white")
        board.abandon()
    with logging(store, foreign.port, first.port) as table:
        first.wait_acked()
        table.ports.append(same.port)
        wait_until(lambda: bool(table.received(same.port, "notice")) and bool(table.received(foreign.port, "notice")))
        first.begin()
        first.wait_acked()
    (sentence,) = table.received(foreign.port, "notice")
    assert sentence.startswith("The board speaks version 7 of the protocol")
    (sentence,) = table.received(same.port, "notice")
    assert "is not the one of that name" in sentence
    assert table.run.exception(60) is None


def test_a_store_that_is_broken_ends_it(make_board: Any, store: Store) -> None:
    board = make_board()
    board.begin()
    with logging(store, board.port) as table:
        board.wait_acked()
        with store.writing() as session:
            session.connection().exec_driver_sql("DROP TABLE events")
        board.act("Wd4", "white")
        with pytest.raises(StoreError, match="no such table: events"):
            table.run.result(60)

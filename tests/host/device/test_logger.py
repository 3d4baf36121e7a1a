"""The logger against a board on a real pseudo-terminal (docs/protocol.md)."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hexlume.games import notation
from hexlume.games.grid import HexGrid
from hexlume.games.pieces import COLOURS
from hexlume.journal.record import Record
from hexlume.link import wire
from hexlume.match.events import ACTION, RESULT
from hexlume.match.game_clock import UNTIMED
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer
from hexlume_host.errors import LinkError, StoreError
from hexlume_host.store.game_rows import SEEN_WITHIN
from hexlume_host.store.models import BoardRow
from hexlume_host.store.repository import Players, Store
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.record import ABANDONED, FINISHED
from tests.host.device.recording_listener import RecordingListener

pytestmark = pytest.mark.integration


@contextmanager
def logging(port: str, store: Store, recorder: RecordingListener, **arguments: Any) -> Iterator[Logger]:
    logger = Logger(lambda: port, store, recorder, **arguments)
    logger.start()
    try:
        yield logger
    finally:
        logger.stop()


def ending_of(logger: Logger) -> Exception | None:
    """Return what ends a logger that was started; fails when nothing does."""
    assert logger.join(60), "the logger goes on"
    return logger.error


def test_a_game_reaches_the_store(make_board: Any, store: Store, random_game: Any) -> None:
    board, recorder = make_board(), RecordingListener()
    actions, result, reason = random_game(1)
    game = board.begin(on="hex3")
    with logging(board.port, store, recorder, players=Players("Ann", "Ben")):
        board.play(actions, result, reason)
        board.wait_acked()
    record = store.record(game)
    assert [(action.action, action.colour) for action in record.actions] == actions
    assert (record.ending.status, record.ending.result, record.ending.reason) == (FINISHED, result, reason)
    assert (record.white, record.black, record.board, record.panel) == ("Ann", "Ben", "b0a4d", "hex4")
    assert [event.seq for event in recorder.events] == list(range(len(actions) + 2))
    assert recorder.received("hello") == ["b0a4d"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_a_bad_cable_costs_nothing(make_board: Any, store: Store, random_game: Any, bad_cable: Any, seed: int) -> None:
    to_host, to_board = bad_cable(seed), bad_cable(100 + seed)
    board, recorder = make_board(to_host=to_host, to_board=to_board), RecordingListener()
    actions, result, reason = random_game(seed, size=4)
    with logging(board.port, store, recorder) as logger:
        game = board.begin()
        board.play(actions, result, reason)
        board.wait_acked()
        assert logger.dropped > 0
    assert {"drop", "double", "damage", "swap"} <= to_host.faults
    assert [(action.action, action.colour) for action in store.record(game).actions] == actions
    assert [event.seq for event in recorder.events] == list(range(len(actions) + 2))


def test_a_board_that_takes_this_host_for_another_is_greeted_again(
    make_board: Any, store: Store, random_game: Any, wait_until: Any
) -> None:
    """The board believes that some events are committed of which this host's store has nothing."""
    board = make_board()
    actions, result, reason = random_game(5)
    grid = HexGrid(3)
    record = Record(f"{board.board}-1-9", ("orochi", "hex3", "", "none"), 1)
    for action, colour in actions:
        record.add((ACTION, notation.parse(action, grid), COLOURS.index(colour), UNTIMED), 1)
    record.add((RESULT, result, reason, UNTIMED), 1)
    with logging(board.port, store, RecordingListener()):
        wait_until(lambda: board._link.host)
        with board._lock:
            board.record = record
            record.acked = record.sent = 3
            board._link.begin(record)
        wait_until(lambda: [game.action_count for game in store.games()] == [len(actions)])
        board.wait_acked()
    assert store.record(record.identity).ending.result == result


def test_what_is_committed_is_acknowledged_also_at_the_end(make_board: Any, store: Store, wait_until: Any) -> None:
    board = make_board()
    board.begin()

    class Once(RecordingListener):
        def committed(self, events: Sequence[BoardEvent]) -> None:
            logger.stop()

    logger = Logger(lambda: board.port, store, Once())
    logger.start()
    assert ending_of(logger) is None
    wait_until(lambda: board.acked() == 0)


def test_undone_actions_and_abandoned_games_reach_the_store(make_board: Any, store: Store) -> None:
    board = make_board()
    game = board.begin()
    board.act("Wd4", "white")
    board.act("Bd5", "black")
    board.undo()
    with logging(board.port, store, RecordingListener()):
        board.wait_acked()
        assert store.unfinished() == {game: 3}
        board.abandon()
        board.wait_acked()
    record = store.record(game)
    assert [action.action for action in record.actions] == ["Wd4"]
    assert record.ending.status == ABANDONED
    assert store.unfinished() == {}


def test_goes_on_after_a_replug(make_board: Any, store: Store, random_game: Any, wait_until: Any) -> None:
    board, recorder = make_board(), RecordingListener()
    actions, result, reason = random_game(5)
    game = board.begin(on="hex3")
    with logging(board.port, store, recorder):
        for action, colour in actions[:4]:
            board.act(action, colour)
        board.wait_acked()
        board.unplug()
        wait_until(lambda: bool(recorder.received("lost")))
        board.plug_in()
        board.play(actions[4:], result, reason)
        board.wait_acked()
    assert [(action.action, action.colour) for action in store.record(game).actions] == actions
    assert len(recorder.received("connected")) == 2


def test_hostile_bytes_change_nothing(make_board: Any, store: Store) -> None:
    board, recorder = make_board(), RecordingListener()
    with logging(board.port, store, recorder) as logger:
        game = board.begin()
        board.wait_acked()
        board.send_raw(b"\xff" * 3000 + b"\n" + b"[" * 1000 + b"\n")
        for bad in (
            {"type": "event", "game": game, "seq": 1, "kind": "action", "ticks": 1, "action": 5, "colour": "white"},
            {"type": "event", "game": game, "seq": -1, "kind": "undo", "ticks": 1},
            {"type": "event", "game": game, "seq": 1e300, "kind": "undo", "ticks": 1},
            {"type": "event", "game": "import:x", "seq": 0, "kind": "start", "ticks": 1, "rules": "x", "on": "hex4"},
            {"type": "event", "game": "a b", "seq": 0, "kind": "start", "ticks": 1, "rules": "x", "on": "y"},
            {
                "type": "event",
                "game": game,
                "seq": 1,
                "kind": "result",
                "ticks": 1,
                "result": "W+",
                "reason": "\x1b[2J",
            },
            {"type": "table", "game": game, "differs": {"d4": 7}},
            {"type": "hello", "protocol": wire.PROTOCOL, "board": "x" * 65, "firmware": "", "panel": "", "boot": 1},
        ):
            board.send_raw(wire.encode(bad))
        board.act("Wd4", "white")
        board.wait_acked()
        assert logger.dropped == 10
    assert [action.action for action in store.record(game).actions] == ["Wd4"]
    assert len(store.games()) == 1


@pytest.mark.parametrize("first", ["honest", "forger"])
def test_a_board_cannot_end_or_claim_the_games_of_another(
    make_board: Any, store: Store, random_game: Any, wait_until: Any, first: str
) -> None:
    honest, forger = make_board(board="b1"), make_board(board="b2")
    actions, result, reason = random_game(3, size=4)
    event = {"type": "event", "game": "b1-1-1", "boot": 1, "ticks": 1}
    start = {**event, "seq": 0, "kind": "start", "rules": "orochi", "on": "hex4", "options": {}, "clock": "none"}
    forged = [start] + [
        {**event, "seq": seq, "kind": "conclude", "result": "W+", "reason": "resigned"} for seq in range(1, 50)
    ]
    recorder = RecordingListener()

    def attack() -> None:
        for line in forged:
            forger.send_raw(wire.encode(line))
        wait_until(lambda: logger.dropped == len(forged) * attacks)

    with logging(honest.port, store, RecordingListener()), logging(forger.port, store, recorder) as logger:
        wait_until(lambda: bool(recorder.received("hello")))
        attacks = 1
        if first == "forger":
            attack()
            assert store.games() == []
        honest.begin()
        for action, colour in actions[:10]:
            honest.act(action, colour)
        honest.wait_acked()
        attacks += first == "forger"
        attack()
        honest.play(actions[10:], result, reason)
        honest.wait_acked()
        own = forger.begin()
        forger.wait_acked()
        assert logger.error is None
    record = store.record("b1-1-1")
    assert [(action.action, action.colour) for action in record.actions] == actions
    assert (record.board, record.ending.status, record.ending.reason) == ("b1", FINISHED, reason)
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
            return session.get_one(BoardRow, "b0a4d").last_seen

    def is_seen() -> bool:
        return last_seen() > datetime.now(UTC) - SEEN_WITHIN

    monkeypatch.setattr("hexlume_host.device.logger._PRESENCE_SECONDS", 0.01)
    board, recorder = make_board(), RecordingListener()
    board.begin()
    with logging(board.port, store, recorder):
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


def test_commands_are_answered_once(make_board: Any, store: Store, wait_until: Any) -> None:
    board, recorder = make_board(), RecordingListener()
    board.begin()
    with logging(board.port, store, recorder) as logger:
        wait_until(lambda: bool(recorder.received("hello")))
        first, second = logger.command("back"), logger.command("act", action="pass")
        wait_until(lambda: len(recorder.received("answer")) == 2)
    assert recorder.received("answer") == [Answer(first, ""), Answer(second, "There is nothing to do.")]
    assert [command["do"] for command in board.commands] == ["back", "act"]


def test_commands_of_a_second_host_within_the_same_second_are_carried_out(
    make_board: Any, store: Store, wait_until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    board = make_board()
    board.begin()
    for _ in range(2):
        recorder = RecordingListener()
        with logging(board.port, store, recorder) as logger:
            wait_until(lambda recorder=recorder: bool(recorder.received("hello")))
            logger.command("back")
            wait_until(lambda recorder=recorder: bool(recorder.received("answer")))
    assert [command["do"] for command in board.commands] == ["back", "back"]


def test_the_table_is_told(make_board: Any, store: Store, wait_until: Any) -> None:
    board, recorder = make_board(), RecordingListener()
    board.begin()
    with logging(board.port, store, recorder):
        board.wait_acked()
        board.tell_table({"d4": "take off"})
        wait_until(lambda: bool(recorder.received("table")))
    assert recorder.received("table") == [{"d4": "take off"}]


def test_another_protocol_is_refused(make_board: Any, store: Store, wait_until: Any) -> None:
    board, recorder = make_board(), RecordingListener()
    with logging(board.port, store, recorder) as logger:
        wait_until(lambda: bool(recorder.received("hello")))
        board.send_raw(wire.encode({"type": "hello", "protocol": 7, "board": "new"}))
        error = ending_of(logger)
    assert isinstance(error, LinkError)
    assert str(error).startswith("The board speaks version 7 of the protocol and this hexlume speaks version ")


def test_a_game_id_that_means_another_game_is_refused(make_board: Any, store: Store) -> None:
    first, second = make_board(), make_board()
    for board, action in ((first, "Wd4"), (second, "Wd5")):
        board.begin()
        board.act(action, "white")
        board.abandon()
    with logging(first.port, store, RecordingListener()):
        first.wait_acked()
    with logging(second.port, store, RecordingListener()) as logger:
        error = ending_of(logger)
    assert isinstance(error, StoreError)
    assert "is not the one of that name" in str(error)
    assert [action.action for action in store.record(1).actions] == ["Wd4"]


def test_port_errors_are_one_sentence(make_board: Any, store: Store, tmp_path: Path, wait_until: Any) -> None:
    def error(port: str) -> str:
        with pytest.raises(LinkError) as caught:
            Logger(lambda: port, store, RecordingListener()).run()
        return str(caught.value)

    assert error(str(tmp_path / "nothing")).startswith("There is no serial port")
    assert "cannot be used" in error(str(tmp_path))
    assert "cannot be used" in error("nonsense://x")
    board = make_board()
    with logging(board.port, store, recorder := RecordingListener()):
        wait_until(lambda: bool(recorder.received("connected")))
        assert error(board.port).endswith("is in use by another program: end it first.")


def test_a_killed_logger_loses_nothing(
    make_board: Any, random_game: Any, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    """The store is readable after SIGKILL, and the next logger picks the game up."""
    board = make_board()
    actions, result, reason = random_game(9, size=4)
    path = tmp_path / "killed.sqlite"
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", "log", board.port]

    def start() -> "subprocess.Popen[bytes]":
        return subprocess.Popen([*command, "--store", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    game = board.begin()
    killed = start()
    try:
        for action, colour in actions[: len(actions) // 2]:
            board.act(action, colour)
        wait_until(lambda: board.acked() >= 3)
    finally:
        killed.kill()
        killed.wait()
    with Store(path, create=False) as store:
        assert store.unfinished()[game] >= board.acked() >= 3
    board.play(actions[len(actions) // 2 :], result, reason)
    second = start()
    try:
        board.wait_acked()
    finally:
        second.kill()
        second.wait()
    with Store(path, create=False) as store:
        assert [(action.action, action.colour) for action in store.record(game).actions] == actions
        assert store.record(game).ending.result == result


def test_games_that_a_board_dropped_are_reported_once_and_acknowledged_each_time(make_board: Any, store: Store) -> None:
    board, recorder = make_board(), RecordingListener()
    dropped = wire.encode({"type": "dropped", "from": None, "before": "b0a4d-1-3", "games": 2})
    with logging(board.port, store, recorder):
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

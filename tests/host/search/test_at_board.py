"""The engine at a board: it answers what the board asks for, for that position only, and is offered once ready."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from hexlume import games
from hexlume_engine.search.at_board import EngineAtBoard, EngineOffer
from hexlume_engine.search.engine import NO_LIMIT, Engine
from hexlume_engine.search.level import LEVELS, STRONGEST, Limit
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Table
from hexlume_host.store.repository import Board, Store
from hexlume_record.errors import HexlumeError
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.position import legal_texts
from hexlume_record.table.clock import ClockReport
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration

BOARD = Board("b0", "hex4", "0.1.0")
START = {"rules": "orochi", "board": "hex3", "options": {}}


class FakeBoard:
    """A board's end of the link: the commands that it gets."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, do: str, **arguments: Any) -> int | None:
        self.commands.append((do, arguments))
        return len(self.commands)


def events(*actions: str, game: str = "b0-1-1") -> list[BoardEvent]:
    """Return a game's events from its start on."""
    played = games.start("orochi", 3)
    found = [BoardEvent(game, 0, "start", 0, START, 1)]
    for seq, action in enumerate(actions, 1):
        colour = ("", "white", "black")[played.to_move]
        played.push_text(action)
        found.append(BoardEvent(game, seq, "action", 100 * seq, {"action": action, "colour": colour}, 1))
    return found


def asks(what: str, seq: int, game: str = "b0-1-1", clock: ClockReport | None = None) -> Table:
    return Table(game, {}, "", clock, {what: seq} if what else {})


def engine(level: Any = LEVELS[0]) -> Engine:
    return Engine(level, 1, memory_mb=16)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The first engine of a computer takes a minute to compile: longer than the tests wait for an answer."""
    Engine.make_ready()


@pytest.fixture
def fake_board() -> FakeBoard:
    return FakeBoard()


@pytest.fixture
def at_board(store: Store, fake_board: FakeBoard) -> EngineAtBoard:
    found = EngineOffer(store, LEVELS[0], 1.0, engine, pytest.fail).listener()
    found.linked(fake_board)
    return found


def test_it_plays_for_the_position_that_it_is_asked_about_until_the_board_has_taken_it(
    store: Store, fake_board: FakeBoard, at_board: EngineAtBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The board's menu may have been open, and the first command refused.
    monkeypatch.setattr("hexlume_engine.search.at_board._AGAIN_S", 0.01)
    store.commit(BOARD, events("Wa1"))
    # What the store has not is waited for.
    at_board.table(asks("play", 2))
    at_board.table(asks("play", 1))
    wait_until(lambda: len(fake_board.commands) >= 3)
    at_board.table(asks("", -1))
    do, arguments = fake_board.commands[0]
    assert all(command == fake_board.commands[0] for command in fake_board.commands)
    assert (do, arguments["game"], arguments["seq"]) == ("play", "b0-1-1", 1)
    game = games.start("orochi", 3)
    game.push_text("Wa1")
    assert arguments["action"] in legal_texts(game)
    assert at_board.engine_ms == 1000


class Slow(Engine):
    """Thinks until it is asked to end, or fails."""

    def __init__(self, fails: bool = False) -> None:
        super().__init__(STRONGEST, 1, memory_mb=16)
        self.fails = fails
        self.asked: list[int] = []
        self.ended = threading.Event()

    def choose(self, game: Any, limit: Limit = NO_LIMIT, go_on: Callable[[], bool] | None = None) -> int:
        self.asked.append(len(game.codes))
        self.seconds = limit.seconds
        if self.fails:
            raise HexlumeError("orochi cannot be searched.")
        while go_on is not None and go_on():
            time.sleep(0.01)
        self.ended.set()
        return int(game.legal_actions()[0])


def test_thinking_ends_when_the_board_asks_for_something_else(store: Store, fake_board: FakeBoard) -> None:
    slow = Slow()
    at_board = EngineOffer(store, STRONGEST, 1.0, lambda level: slow, pytest.fail).listener()
    at_board.linked(fake_board)
    store.commit(BOARD, events("Wa1"))
    at_board.table(asks("play", 1))
    wait_until(lambda: slow.asked == [1])
    store.commit(BOARD, events("Wa1", "Ba2"))
    at_board.table(asks("play", 2))
    wait_until(lambda: slow.asked == [1, 2])
    at_board.closed()
    slow.ended.clear()
    wait_until(slow.ended.is_set)
    assert fake_board.commands == []


def test_on_a_clock_it_takes_a_part_of_what_is_left(store: Store, fake_board: FakeBoard) -> None:
    slow = Slow()
    at_board = EngineOffer(store, STRONGEST, 3.0, lambda level: slow, pytest.fail).listener()
    store.commit(BOARD, events("Wa1"))
    clock = ClockReport("fischer 60+1", {"white": 60_000, "black": 20_000}, {"white": 0, "black": 0}, "black", None)
    at_board.table(asks("play", 1, clock=clock))
    wait_until(lambda: slow.asked == [1])
    at_board.closed()
    assert slow.seconds == pytest.approx(1.0)


def test_a_game_that_cannot_be_searched_is_said_once_and_left_to_the_board(
    store: Store, fake_board: FakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexlume_engine.search.at_board._AGAIN_S", 0.01)
    said: list[str] = []

    failing = Slow(fails=True)
    at_board = EngineOffer(store, STRONGEST, 1.0, lambda level: failing, said.append).listener()
    at_board.linked(fake_board)
    store.commit(BOARD, events("Wa1"))
    at_board.table(asks("play", 1))
    wait_until(lambda: bool(said))
    store.commit(BOARD, events("Wa1", "Ba2"))
    at_board.table(asks("play", 2))
    wait_until(lambda: len(said) == 2)
    at_board.closed()
    assert failing.asked == [1, 2] and fake_board.commands == []


def test_where_there_can_be_no_engine_it_is_said_once_and_none_is_offered(store: Store, fake_board: FakeBoard) -> None:
    said: list[str] = []

    def make(level: object) -> Engine:
        raise HexlumeError("The engine needs numba.")

    offer = EngineOffer(store, STRONGEST, 1.0, make, said.append)
    boards = [offer.listener(), offer.listener()]
    for board in boards:
        board.linked(fake_board)
        board.table(asks("play", 0))
    wait_until(lambda: not any(board._thread is None or board._thread.is_alive() for board in boards))
    assert said == ["There is no engine for the boards: The engine needs numba."]
    assert boards[0].engine_ms == 0 and fake_board.commands == []


def test_that_it_must_be_compiled_first_is_told_once_and_it_is_offered_when_it_is_ready(store: Store) -> None:
    said: list[str] = []
    offer = EngineOffer(store, LEVELS[0], 2.5, engine, said.append, compiles=lambda: True)
    assert offer.ms == 0
    assert offer.engine() is not None and offer.ms == 2500
    assert offer.engine() is not None
    assert len(said) == 1 and "compiled" in said[0]


def test_a_board_learns_of_an_engine_that_becomes_ready(make_board: Any, store: Store) -> None:
    board = make_board()
    offer = EngineOffer(store, LEVELS[0], 2.0, engine, pytest.fail)
    logger = Logger(lambda: board.port, store, offer.listener())
    logger.start()
    try:
        wait_until(lambda: board._link.host)
        assert board._link.patience == 0
        offer.engine()
        wait_until(lambda: board._link.patience == 5000)
    finally:
        logger.stop()

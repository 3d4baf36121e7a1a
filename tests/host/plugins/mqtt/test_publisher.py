"""Boards on pseudo-terminals, the real logger, a real broker: what the broker ends with."""

import threading
from typing import Any

import pytest

from hexlume import VERSION
from hexlume.games import notation
from hexlume.games.grid import grid_of
from hexlume.games.pieces import COLOURS
from hexlume.journal.record import Record
from hexlume.match.events import ACTION
from hexlume.match.game_clock import UNTIMED
from hexlume_host.device.boards_logger import BoardsLogger
from hexlume_host.device.messages import Hello
from hexlume_host.store.repository import Board, Store
from hexlume_plugins.mqtt import follower
from hexlume_plugins.mqtt.topics import OFFLINE, BoardTopics, host_status
from tests.host.device.recording_listener import RecordingListener
from tests.host.plugins.mqtt.mosquitto import Mosquitto
from tests.host.plugins.mqtt.publishing import BOARD, HOST, logging, publishing, settle, turned

pytestmark = pytest.mark.integration


def test_a_game_is_published(
    mosquitto: Mosquitto, subscribe: Any, store: Store, make_board: Any, random_game: Any, wait_until: Any
) -> None:
    subscriber = subscribe(mosquitto.url)
    board = make_board()
    actions, result, reason = random_game(1)
    with publishing(mosquitto.url, store) as (publisher, said), logging(board, store, publisher):
        wait_until(lambda: subscriber.last(BOARD.status) == "online")
        about = {"board": "b0a4d", "panel": "hex4", "firmware": VERSION, "host": HOST, "port": board.port}
        assert subscriber.last(BOARD.about) == about
        assert subscriber.last(BOARD.discovery)["device"]["serial_number"] == "b0a4d"
        wait_until(lambda: subscriber.last(BOARD.game) == {"game": None, "running": False, "status": "none"})
        game = board.begin(on="hex3")
        wait_until(lambda: subscriber.last(BOARD.game)["game"] == game)
        began = subscriber.last(BOARD.game)
        assert (began["running"], began["to_move"], began["actions"], began["title"]) == (
            *(True, "white", 0),
            "orochi on hex3",
        )
        assert (began["white"], began["black"], began["number"]) == ("Ann", "Ben", 1)
        board.play(actions, result, reason)
        wait_until(lambda: subscriber.last(BOARD.game)["status"] == "over")
        wait_until(lambda: subscriber.last(BOARD.event)["event_type"] == "game_over")
    subscriber.settle()
    ended = subscriber.last(BOARD.game)
    assert (ended["result"], ended["running"], ended["to_move"], ended["due"]) == (result, False, None, None)
    assert (ended["actions"], ended["last_action"], ended["last_colour"]) == (len(actions), *actions[-1])
    assert ended["winner"] == {"W+": "white", "B+": "black", "0": "draw"}[result]
    events = subscriber.all(BOARD.event)
    played = [(one["action"], one["colour"]) for one in events if one["event_type"] == "action_played"]
    assert played == actions
    assert [one["number"] for one in events if "number" in one] == list(range(1, len(actions) + 1))
    assert {one["player"] for one in events if one["event_type"] == "action_played"} == {"Ann", "Ben"}
    assert [one["event_type"] for one in (events[0], events[-1])] == ["game_started", "game_over"]
    # Who says goodbye says that all is gone, and its last values stay.
    assert subscriber.last(BOARD.status) == subscriber.last(host_status(HOST)) == "offline"
    assert said == [f"Connected to the MQTT broker {publisher.client.broker}."]


def test_events_are_not_retained_and_values_are(
    mosquitto: Mosquitto, retained: Any, store: Store, make_board: Any
) -> None:
    board = make_board()
    with publishing(mosquitto.url, store) as (publisher, _), logging(board, store, publisher):
        board.begin()
        board.act("Wd4", "white")
        board.wait_acked()
        settle(publisher)
        there = retained(mosquitto.url)
    assert set(there) == {
        host_status(HOST),
        *(BOARD.status, BOARD.about, BOARD.game, BOARD.clock, BOARD.discovery),
    }


def test_the_broker_is_killed_in_mid_game_again_and_again(
    mosquitto: Mosquitto, retained: Any, store: Store, make_board: Any, random_game: Any, wait_until: Any
) -> None:
    """It forgets everything each time; afterwards it retains what is true, and the games are whole."""
    board = make_board()
    actions, result, reason = random_game(4, size=4)
    with publishing(mosquitto.url, store) as (publisher, said), logging(board, store, publisher):
        game = board.begin()
        for at, (action, colour) in enumerate(actions):
            if at % 8 == 3:
                mosquitto.kill()
            if at % 8 == 7:
                mosquitto.start()
            board.act(action, colour)
            # The board is acknowledged as ever, with and without the broker.
            board.wait_acked()
        mosquitto.kill()
        board.play([], result, reason)
        board.wait_acked()
        mosquitto.start()
        publisher.client.wait_connected(60)
        settle(publisher)
        there = retained(mosquitto.url)
    assert there[BOARD.game]["game"] == game
    assert (there[BOARD.game]["status"], there[BOARD.game]["actions"]) == ("over", len(actions))
    assert there[BOARD.status] == there[host_status(HOST)] == "online"
    assert there[BOARD.discovery]["components"]
    assert [(one.action, one.colour) for one in store.record(game).actions] == actions
    assert sum("was lost" in sentence for sentence in said) >= 1


@pytest.mark.soak
def test_a_broker_that_is_away_for_long_costs_no_memory(make_mosquitto: Any, retained: Any, store: Store) -> None:
    broker = make_mosquitto()
    broker.kill()
    with publishing(broker.url, store) as (publisher, said):
        feed = publisher.listener("port")
        feed.hello(Hello(1, "b0a4d", "1", "hex4", 1, "", 0))
        for number in (1, 2):
            events = turned(f"b0a4d-1-{number}", 500)
            store.commit(Board("b0a4d", "hex4", "1"), events[:1])
            for event in events:
                feed.committed([event])
        assert 1_000 <= len(publisher.client._outbox) <= 1_000 + 10
        assert len(said) == 1
        broker.start()
        publisher.client.wait_connected(60)
        settle(publisher)
        there = retained(broker.url)
    assert (there[BOARD.game]["game"], there[BOARD.game]["actions"]) == ("b0a4d-1-2", 0)


def test_a_board_that_is_unplugged_and_comes_back(
    mosquitto: Mosquitto, subscribe: Any, retained: Any, store: Store, make_board: Any, wait_until: Any
) -> None:
    board, recorder = make_board(), RecordingListener()
    subscriber = subscribe(mosquitto.url)
    with publishing(mosquitto.url, store) as (publisher, _), logging(board, store, publisher, recorder):
        board.begin()
        board.act("Wd4", "white")
        board.wait_acked()
        settle(publisher)
        board.unplug()
        wait_until(lambda: bool(recorder.received("lost")))
        wait_until(lambda: subscriber.last(BOARD.status) == "offline")
        assert subscriber.last(host_status(HOST)) == "online"
        # The board may turn up at another computer: this one does not speak for it any more.
        mosquitto.kill()
        wait_until(lambda: not publisher.client.connected)
        mosquitto.start()
        publisher.client.wait_connected(60)
        settle(publisher)
        there = retained(mosquitto.url)
        assert BOARD.discovery not in there
        assert there[BOARD.status] == "offline"
        board.act("Bd5", "black")
        board.plug_in()
        board.wait_acked()
        settle(publisher)
        there = retained(mosquitto.url)
        assert there[BOARD.status] == "online"
        assert there[BOARD.discovery]["device"]["identifiers"] == ["hexlume_b0a4d"]
        assert there[BOARD.game]["actions"] == 2


def test_games_of_the_past_are_no_news(
    mosquitto: Mosquitto, subscribe: Any, store: Store, make_board: Any, wait_until: Any
) -> None:
    """A board that was alone tells its earlier games too: they are kept, but no automation hears of them."""
    board = make_board()
    subscriber = subscribe(mosquitto.url)
    with publishing(mosquitto.url, store) as (publisher, _), logging(board, store, publisher):
        running = board.begin()
        board.act("Wd4", "white")
        board.wait_acked()
        earlier = Record("b0a4d-1-0", ("orochi", "hex3", "", "none"), 1)
        earlier.add((ACTION, notation.parse("Wc3", grid_of("hex3")), COLOURS.index("white"), UNTIMED), 2)
        with board._lock:
            board.record, running_record = earlier, board.record
            board._link.begin(earlier)
        board.wait_acked()
        with board._lock:
            board.record = running_record
            board._link.begin(running_record)
        board.act("Bd5", "black")
        board.wait_acked()
        settle(publisher)
        subscriber.settle()
    assert {game.game for game in store.games()} == {running, "b0a4d-1-0"}
    assert {one["game"] for one in subscriber.all(BOARD.event)} == {running}
    assert {one["game"] for one in subscriber.all(BOARD.game) if one["game"]} == {running}
    assert subscriber.last(BOARD.game)["actions"] == 2


def test_another_program_of_the_same_name_does_not_leave_us_dead(
    mosquitto: Mosquitto, subscribe: Any, store: Store, wait_until: Any
) -> None:
    """Such as our own last run, whose will comes when its connection has timed out."""
    subscriber = subscribe(mosquitto.url)
    status = host_status(HOST)
    with publishing(mosquitto.url, store) as (publisher, _):
        settle(publisher)
        subscriber.client.publish(status, OFFLINE, retain=True)
        wait_until(lambda: subscriber.all(status) == ["online", "offline", "online"])


def test_a_broker_that_hangs_does_not_delay_the_logging(
    mosquitto: Mosquitto, retained: Any, store: Store, make_board: Any
) -> None:
    board = make_board()
    with publishing(mosquitto.url, store) as (publisher, said), logging(board, store, publisher):
        game = board.begin()
        board.wait_acked()
        settle(publisher)
        with mosquitto.stopped():
            for _ in range(100):
                board.act("Wd4", "white")
                board.undo()
            board.act("Wd4", "white")
            board.wait_acked()
            assert len(store.record(game).events) == 202
            assert not publisher.client.wait_sent(0.0)
        settle(publisher)
        there = retained(mosquitto.url)[BOARD.game]
    assert (there["actions"], there["last_action"], there["problem"]) == (1, "Wd4", None)
    assert len(said) == 1


def test_what_goes_wrong_in_publishing_ends_nothing(
    mosquitto: Mosquitto, retained: Any, store: Store, make_board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("as if by a mistake")

    board = make_board()
    with publishing(mosquitto.url, store) as (publisher, said), logging(board, store, publisher):
        game = board.begin()
        board.wait_acked()
        with monkeypatch.context() as patch:
            patch.setattr(follower, "game_message", fail)
            for _ in range(3):
                board.act("Wd4", "white")
                board.undo()
                board.wait_acked()
        board.act("Wd4", "white")
        board.wait_acked()
        settle(publisher)
        assert retained(mosquitto.url)[BOARD.game]["actions"] == 1
    assert [one.action for one in store.record(game).actions] == ["Wd4"]
    assert sum("as if by a mistake" in sentence for sentence in said) == 1


def test_several_boards_and_no_thread_left_behind(
    mosquitto: Mosquitto, retained: Any, store: Store, make_board: Any, random_game: Any
) -> None:
    before = set(threading.enumerate())
    boards = [make_board(board=name) for name in ("one", "two", "three")]
    threads = set(threading.enumerate()) - before
    played = [random_game(10 + at) for at in range(3)]
    with publishing(mosquitto.url, store) as (publisher, _):
        ports = [board.port for board in boards]
        logger = BoardsLogger(lambda: ports, store, lambda port: [publisher.listener(port)])
        thread = threading.Thread(target=logger.run)
        thread.start()
        for board, (actions, result, reason) in zip(boards, played, strict=True):
            board.begin(on="hex3")
            board.play(actions, result, reason)
        for board in boards:
            board.wait_acked()
        settle(publisher)
        there = retained(mosquitto.url)
        # What has gone is let go.
        for number in range(100):
            feed = publisher.listener(f"port {number}")
            feed.hello(Hello(1, f"board {number % 10}", "1", "hex4", 1, "", 0))
            feed.closed()
        assert len(publisher.client._outbox._retained) <= 3 * 5 + 1 + 10
        logger.stop()
        thread.join(60)
    for board, (actions, result, _) in zip(boards, played, strict=True):
        game = there[BoardTopics(HOST, board.board).game]
        assert (game["actions"], game["result"]) == (len(actions), result)
    assert set(threading.enumerate()) - before == threads

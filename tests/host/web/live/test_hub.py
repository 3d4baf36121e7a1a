"""Live boards over a real WebSocket: whoever logs, pages hear the latest state, and no queue grows."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from site_pages import ScriptedBoard, live_socket, next_message, site_on
from table_session import ID, TableSession
from websockets.exceptions import ConnectionClosed

from hexlume_host.device.messages import Table
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live.board import FOR_HANDS, FULL
from hexlume_host.web.live.board_link import GONE, BoardLink
from hexlume_host.web.live.hub import LIST, MAX_QUEUED, LiveHub, Watcher
from hexlume_host.web.live.watch_request import MAX_WATCHED, read_watch_request
from hexlume_record.game.position import legal_texts
from hexlume_record.table.clock import ClockReport
from hexlume_record.table.table_report import LessonReport


def unread(take: Callable[[], str]) -> bool:
    """Write nothing to a page that has not read what it was sent before."""
    return False


def test_a_board_logged_here_is_shown_action_by_action(store: Store, hub: LiveHub) -> None:
    watch = BoardLink(hub)
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=watch)
    with site_on(store, hub) as url, live_socket(url) as socket:
        socket.send('{"full":["b1"]}')
        told = next_message(socket, "board")
        assert (told["state"], told["actions"]) == ("connected", [])
        assert told["players"] == {"white": "Ann", "black": "Ben"}
        board.act("Wd4")
        told = next_message(socket, "board")
        assert (told["actions"], told["number"]) == ([["Wd4", "white"]], store.record("b1-1-1").id)
        assert (told["position"]["pieces"], told["position"]["last"]) == ({"d4": "w"}, ["d4"])
        clock = ClockReport("fischer 300+5", {"white": 1000, "black": 2000}, {"white": 0, "black": 0}, "white", None)
        watch.table(Table("b1-1-1", {"d4": "turn over"}, "", clock))
        assert next_message(socket, "board")["differs"] == {"d4": "turn over"}
        # The clock alone has changed: the position is not told again.
        watch.table(Table("b1-1-1", {"d4": "turn over"}, "", clock))
        (told,) = json.loads(socket.recv(timeout=60))
        assert (told["event"], told["clock"]["white"]["ms"]) == ("clock", 1000)


def test_a_page_that_follows_a_game_hears_when_it_changes_and_of_no_other(store: Store, hub: LiveHub) -> None:
    followed, other = ScriptedBoard(store, "b1"), ScriptedBoard(store, "b2")
    with site_on(store, hub) as url, live_socket(url) as socket:
        socket.send(json.dumps({"replays": [followed.id]}))
        # It may have changed before the page could say that it follows it.
        assert next_message(socket, "game")["game"] == followed.id
        other.act("Wd4")
        followed.act("Wd4")
        assert next_message(socket, "game")["game"] == followed.id
        followed.tell("conclude", result="W+", reason="resigned")
        assert next_message(socket, "game")["game"] == followed.id


def test_a_board_says_since_when_a_game_is_over_and_forgets_it_with_a_take_back(store: Store, hub: LiveHub) -> None:
    watch = BoardLink(hub)
    board = ScriptedBoard(store, "b6", watch=watch)
    board.act("Wd4", "Bd5")
    told = json.loads(hub.text((FULL, "b6")))
    assert told["ended"] is None and told["position"]["last"] == ["d5"]
    board.tell("conclude", result="W+", reason="resigned")
    ended = json.loads(hub.text((FULL, "b6")))["ended"]
    assert abs(ended / 1000 - time.time()) < 600
    board.tell("undo")
    told = json.loads(hub.text((FULL, "b6")))
    assert (told["ended"], told["status"], len(told["actions"])) == (None, "unfinished", 2)


def test_a_lost_board_says_since_when_and_comes_back(store: Store, hub: LiveHub) -> None:
    watch = BoardLink(hub)
    board = ScriptedBoard(store, "b4", watch=watch)
    board.act("Wd4")
    watch.lost("The board on /dev/ttyACM1 has gone.")
    told = json.loads(hub.text(("board", "b4")))
    assert (told["state"], told["reason"], told["actions"]) == ("lost", GONE, [["Wd4", "white"]])
    assert json.loads(hub.text(LIST))["boards"][0]["state"] == "lost"
    BoardLink(hub).hello(board.hello())
    told = json.loads(hub.text(("board", "b4")))
    assert (told["state"], told["reason"], told["actions"]) == ("connected", "", [["Wd4", "white"]])


def test_the_games_of_a_boards_journal_do_not_take_the_running_ones_place(store: Store, hub: LiveHub) -> None:
    """The board tells its running game first, then those of its journal (docs/protocol.md, delivery)."""
    watch = BoardLink(hub)
    running = ScriptedBoard(store, "b7", boot=2, watch=watch)
    running.act("Wd4")
    watch.table(Table("b7-2-1", {"d4": "turn over"}))
    earlier = ScriptedBoard(store, "b7", "sibling", watch=watch, greets=False)
    earlier.act(legal_texts(earlier.game)[0])
    earlier.tell("abandon")
    running.act("Bd5")
    told = json.loads(hub.text(("board", "b7")))
    assert (told["rules"], len(told["actions"]), told["status"]) == ("orochi", 2, "unfinished")
    assert told["differs"] == {"d4": "turn over"}


def test_of_each_board_only_the_latest_waits(store: Store, hub: LiveHub) -> None:
    board = ScriptedBoard(store, "b7", watch=BoardLink(hub))

    async def slow_page() -> None:
        written: asyncio.Queue[str] = asyncio.Queue()
        reads = asyncio.Event()

        def write(take: Callable[[], str]) -> bool:
            if reads.is_set():
                written.put_nowait(take())
            return reads.is_set()

        watcher = Watcher(hub, write)
        hub.watch(watcher, [(FULL, "b7")])
        await asyncio.to_thread(board.act, "Wd4", "Bd5", "Wc4", "Be4")
        reads.set()
        (latest,) = json.loads(await written.get())
        assert (latest["event"], len(latest["actions"])) == ("board", 4)
        hub.leave(watcher)
        board.act("Wa1")
        assert json.loads(watcher.take()) == []

    asyncio.run(slow_page())


def test_a_page_that_asks_for_more_still_hears_of_a_new_board(store: Store, hub: LiveHub) -> None:
    async def page() -> None:
        watcher = Watcher(hub, unread)
        hub.watch(watcher, [LIST])
        watcher.take()
        hub.board_of("b9", "hex4")
        hub.watch(watcher, [(FULL, "b9"), LIST])
        told = json.loads(watcher.take())
        assert {message["event"] for message in told} == {"boards", "board"} and "b9" in str(told)

    asyncio.run(page())


@pytest.mark.parametrize(
    "hostile", ["", "x", "[]", '{"full":"b1"}', '{"full":[1]}', '{"more":[]}', "[" * 5000, '{"list":1}']
)
def test_no_other_text_is_a_watch_request(hostile: str) -> None:
    assert read_watch_request(hostile) is None


def test_a_page_that_says_anything_else_is_left(store: Store, hub: LiveHub) -> None:
    with site_on(store, hub) as url, live_socket(url) as socket:
        socket.send("x")
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(timeout=60)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


@given(st.text(max_size=200) | st.recursive(st.none() | st.booleans() | st.text(), st.lists).map(json.dumps))
def test_no_text_breaks_the_reader_of_watch_requests(text: str) -> None:
    request = read_watch_request(text)
    assert request is None or len(request.full + request.cards + request.games) <= MAX_WATCHED


@pytest.mark.parametrize("count", [MAX_WATCHED, MAX_WATCHED + 1])
def test_too_many_boards_at_once_are_refused(count: int) -> None:
    assert (read_watch_request(json.dumps({"cards": [f"b{n}" for n in range(count)]})) is None) is (count > MAX_WATCHED)


def test_a_tap_that_comes_late_in_a_lesson_is_no_mistake_and_one_in_a_game_is(store: Store) -> None:
    session = TableSession()
    board = session.board
    with site_on(store, session.hub) as url, live_socket(url) as socket:
        socket.send(json.dumps({"full": [ID]}))
        next_message(socket, "watching")
        tap = '{"do":"play","action":"Wd4"}'
        board.table_report = replace(board.table_report, lesson=LessonReport(1, 2, False))
        socket.send(tap)
        socket.send('{"do":"put","cell":"e4","piece":"red"}')
        assert "'red', which is no piece" in next_message(socket, "error")["message"], "the tap got no answer"
        board.table_report = replace(board.table_report, lesson=None)
        socket.send(tap)
        assert "no action that is on offer now" in next_message(socket, "error")["message"]


def test_sentences_and_tones_are_bounded_and_a_beep_is_kept() -> None:
    async def scenario() -> None:
        session = TableSession()
        page = Watcher(session.hub, unread)
        session.hub.watch(page, [(part, ID) for part in FOR_HANDS])
        page.take()
        session.show_buzzer(880)
        session.show_buzzer(0)
        assert [message["hz"] for message in json.loads(page.take())][-2:] == [880, 0]
        for number in range(1000):
            session.show_buzzer(number + 1)
            session.hands.refuse(f"Refusal {number}.")
        messages = json.loads(page.take())
        tones = [message["hz"] for message in messages if message["event"] == "buzzer"]
        sentences = [message["message"] for message in messages if message["event"] == "error"]
        # The part's state comes too, for pages that are new.
        assert tones == [1000, *range(1001 - MAX_QUEUED // 2, 1001)]
        assert sentences == [f"Refusal {number}." for number in range(1000 - MAX_QUEUED // 2, 1000)]

    asyncio.run(scenario())


def test_a_board_that_outlives_the_server_goes_on() -> None:
    session = TableSession()

    async def scenario() -> None:
        session.hub.watch(Watcher(session.hub, unread), [(part, ID) for part in FOR_HANDS])

    asyncio.run(scenario())
    session.show_table({"a1": "black"})
    session.show_table({})

"""Live boards over a real WebSocket: whoever logs, pages hear the latest state, and no queue grows."""

import asyncio
import json
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from site_pages import ScriptedBoard, live_socket, next_message, site_on
from table_session import ID, TableSession
from websockets.exceptions import ConnectionClosed

from hexlume_host.device.messages import Table
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live import hub as hub_module
from hexlume_host.web.live.board import MARKS
from hexlume_host.web.live.hub import MAX_BOARDS, LiveHub, Watcher
from hexlume_host.web.live.port_watch import GONE, PortWatch
from hexlume_host.web.live.routes import MAX_WATCHED, read_watch_request
from hexlume_host.web.live.store_watch import StoreWatch
from hexlume_record.game.position import legal_texts
from hexlume_record.table.clock import ClockReport
from hexlume_record.table.table_report import LessonReport


@pytest.fixture
def hub(store: Store) -> LiveHub:
    return LiveHub()


def test_a_board_logged_here_is_shown_action_by_action(store: Store, hub: LiveHub) -> None:
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=PortWatch(hub, store))
    with site_on(store, hub) as url, live_socket(url) as socket:
        socket.send('{"full":["b1"]}')
        first = next_message(socket, "board")
        assert (first["state"], first["actions"], first["players"]) == (
            "connected",
            [],
            {"white": "Ann", "black": "Ben"},
        )
        board.act("Wd4")
        second = next_message(socket, "board")
        assert second["actions"] == [["Wd4", "white"]]
        assert second["position"]["pieces"] == {"d4": "w"}
        assert second["position"]["last"] == ["d4"]
        assert second["number"] == store.record("b1-1-1").id


def test_a_game_that_another_program_logs_is_shown_too(tmp_path: Path, store: Store, hub: LiveHub) -> None:
    with Store(tmp_path / "games.sqlite") as others, StoreWatch(store, hub), site_on(store, hub) as url:
        board = ScriptedBoard(others, "b2", players=Players("Yui", ""))
        with live_socket(url) as socket:
            socket.send('{"full":["b2"],"list":true}')
            while not next_message(socket, "boards")["boards"]:
                pass
            board.act("Wd4", "Bd5")
            while len((message := next_message(socket, "board"))["actions"]) < 2:
                pass
        assert (message["state"], message["players"]["white"]) == ("elsewhere", "Yui")
        assert message["position"]["pieces"] == {"d4": "w", "d5": "b"}


def test_take_back_and_resignation_are_shown(store: Store, hub: LiveHub) -> None:
    board = ScriptedBoard(store, "b3", watch=PortWatch(hub, store))
    board.act("Wd4", "Bd5")
    board.tell("undo")
    told = json.loads(hub.text("b3", "board"))
    assert [action for action, _ in told["actions"]] == ["Wd4"]
    board.tell("conclude", result="W+", reason="resigned")
    told = json.loads(hub.text("b3", "board"))
    assert (told["text"], told["status"], told["position"]["to_move"]) == (
        "White wins: black resigned",
        "finished",
        None,
    )


def test_card_says_since_when_a_game_is_over_and_forgets_it_with_a_take_back(store: Store, hub: LiveHub) -> None:
    watch = PortWatch(hub, store)
    board = ScriptedBoard(store, "b6", watch=watch)
    board.act("Wd4", "Bd5")
    card, full = (json.loads(hub.text("b6", part)) for part in ("card", "board"))
    assert card["ended"] is None and card["last"] == ["d5"]
    assert {name: card[name] for name in MARKS} == {name: full["position"][name] for name in MARKS}
    board.tell("conclude", result="W+", reason="resigned")
    ended = json.loads(hub.text("b6", "card"))["ended"]
    assert abs(ended / 1000 - time.time()) < 600
    watch.lost("The port is gone.")
    assert json.loads(hub.text("b6", "card"))["ended"] == ended
    watch.hello(board.hello())
    board.tell("undo")
    card = json.loads(hub.text("b6", "card"))
    assert (card["ended"], card["status"], card["count"]) == (None, "unfinished", 2)


def test_card_says_which_step_of_a_lesson_is_running(store: Store, hub: LiveHub) -> None:
    watch = PortWatch(hub, store)
    ScriptedBoard(store, "b6", watch=watch)
    watch.table(Table("b6-1-1", {}, "", None, lesson=LessonReport(3, 12, False)))
    assert json.loads(hub.text("b6", "card"))["lesson"] == {"step": 3, "of": 12}


def test_a_lost_board_says_since_when_and_comes_back(store: Store, hub: LiveHub) -> None:
    watch = PortWatch(hub, store)
    board = ScriptedBoard(store, "b4", watch=watch)
    board.act("Wd4")
    watch.lost("The board on /dev/ttyACM1 has gone.")
    told = json.loads(hub.text("b4", "board"))
    assert (told["state"], told["reason"], told["actions"]) == ("lost", GONE, [["Wd4", "white"]])
    assert json.loads(hub.list_text())["boards"][0]["state"] == "lost"
    PortWatch(hub, store).hello(board.hello())
    told = json.loads(hub.text("b4", "board"))
    assert (told["state"], told["reason"], told["actions"]) == ("connected", "", [["Wd4", "white"]])


def test_what_differs_and_the_clock_come_without_the_position_being_told_again(store: Store, hub: LiveHub) -> None:
    watch = PortWatch(hub, store)
    ScriptedBoard(store, "b5", watch=watch)
    clock = ClockReport("fischer 300+5", {"white": 1000, "black": 2000}, {"white": 0, "black": 0}, "white", None)
    with site_on(store, hub) as url, live_socket(url) as socket:
        socket.send('{"full":["b5"]}')
        next_message(socket, "clock")
        watch.table(Table("b5-1-1", {"d4": "turn over"}, "", clock))
        assert next_message(socket, "board")["differs"] == {"d4": "turn over"}
        watch.table(Table("b5-1-1", {"d4": "turn over"}, "", clock))
        messages = json.loads(socket.recv(timeout=60))
        assert [message["event"] for message in messages] == ["clock"]
        assert messages[0]["clock"]["white"]["ms"] == 1000


def test_the_games_of_a_boards_journal_do_not_take_the_running_ones_place(store: Store, hub: LiveHub) -> None:
    """The board tells its running game first, then those of its journal (docs/protocol.md, delivery)."""
    watch = PortWatch(hub, store)
    running = ScriptedBoard(store, "b7", boot=2, watch=watch)
    running.act("Wd4")
    watch.table(Table("b7-2-1", {"d4": "turn over"}))
    earlier = ScriptedBoard(store, "b7", "sibling", watch=watch, greets=False)
    earlier.act(legal_texts(earlier.game)[0])
    earlier.tell("abandon")
    told = json.loads(hub.text("b7", "board"))
    assert (told["rules"], told["actions"], told["status"]) == ("orochi", [["Wd4", "white"]], "unfinished")
    assert told["differs"] == {"d4": "turn over"}
    running.act("Bd5")
    shown = hub.board("b7")
    assert shown is not None
    assert shown.live is not None
    assert (len(json.loads(shown.text("board"))["actions"]), shown.live.last_seq) == (2, 2)


def test_the_next_game_on_a_board_replaces_the_last(store: Store, hub: LiveHub) -> None:
    watch = PortWatch(hub, store)
    board = ScriptedBoard(store, "b6", players=Players("Ann", "Ben"), watch=watch)
    board.act("Wd4")
    board.tell("abandon")
    board.id, board._seq = "b6-1-2", 0
    board.tell("start", rules="sibling", on="hex5", options={"pie": False})
    told = json.loads(hub.text("b6", "board"))
    assert (told["rules"], told["actions"], told["text"]) == ("sibling", [], "White: place a disc")


def test_of_each_board_only_the_latest_waits(store: Store, hub: LiveHub) -> None:
    board = ScriptedBoard(store, "b7", watch=PortWatch(hub, store))

    async def slow_page() -> list[list[dict[str, Any]]]:
        watcher = Watcher(hub)
        hub.watch(watcher, ["b7"], [], False)
        await watcher.wait()
        watcher.take()
        for action in ("Wd4", "Bd5", "Wc4", "Be4"):
            await asyncio.to_thread(board.act, action)
        await watcher.wait()
        taken = [json.loads(watcher.take())]
        hub.leave(watcher)
        board.act("Wa1")
        taken.append(json.loads(watcher.take()))
        return taken

    first, after_leaving = asyncio.run(slow_page())
    assert [message["event"] for message in first] == ["board"]
    assert len(first[0]["actions"]) == 4
    assert after_leaving == []


def test_a_page_that_asks_for_more_still_hears_of_a_new_board(store: Store, hub: LiveHub) -> None:
    async def page() -> list[dict[str, Any]]:
        watcher = Watcher(hub)
        hub.watch(watcher, [], [], True)
        watcher.take()
        hub.board_of("b9", "hex4")
        hub.watch(watcher, [], ["b9"], True)
        return json.loads(watcher.take())

    events = {message["event"]: message for message in asyncio.run(page())}
    assert [board["board"] for board in events["boards"]["boards"]] == ["b9"]
    assert events["card"]["board"] == "b9"


def test_a_board_that_comes_while_the_list_is_made_is_on_it(hub: LiveHub, monkeypatch: pytest.MonkeyPatch) -> None:
    def come() -> None:
        hub.board_of("b10", "hex4")

    coming = threading.Thread(target=come)

    def slowly(message: Any, **options: Any) -> str:
        coming.start()
        coming.join(0.2)
        return json.dumps(message, **options)

    monkeypatch.setattr(hub_module, "json", SimpleNamespace(dumps=slowly))
    hub.list_text()
    coming.join()
    monkeypatch.undo()
    assert "b10" in hub.list_text()


def test_at_its_end_the_hub_waits_until_pages_have_taken_what_is_new(
    hub: LiveHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "LAST_WORDS_SECONDS", 60.0)

    async def scenario() -> None:
        watcher = Watcher(hub)
        hub.watch(watcher, [], [], True)
        closed = asyncio.get_running_loop().run_in_executor(None, hub.close)
        await asyncio.sleep(0.1)
        assert not closed.done()
        watcher.take()
        await closed

    asyncio.run(scenario())


def test_pages_that_watch_one_board_share_its_text(store: Store, hub: LiveHub) -> None:
    ScriptedBoard(store, "b8", watch=PortWatch(hub, store))
    assert hub.text("b8", "board") is hub.text("b8", "board")


@pytest.mark.parametrize(
    "hostile", ["", "x", "[]", '{"full":"b1"}', '{"full":[1]}', '{"more":[]}', "[" * 5000, '{"list":1}']
)
def test_a_page_that_says_anything_else_is_left(store: Store, hub: LiveHub, hostile: str) -> None:
    assert read_watch_request(hostile) is None
    with site_on(store, hub) as url, live_socket(url) as socket:
        socket.send(hostile)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@given(st.text(max_size=200) | st.recursive(st.none() | st.booleans() | st.text(), st.lists).map(json.dumps))
def test_no_text_breaks_the_reader_of_watch_requests(text: str) -> None:
    request = read_watch_request(text)
    assert request is None or len(request.full + request.cards + request.games) <= MAX_WATCHED


def test_too_many_boards_at_once_are_refused() -> None:
    assert read_watch_request(json.dumps({"cards": [f"b{n}" for n in range(MAX_WATCHED)]})) is not None
    assert read_watch_request(json.dumps({"cards": [f"b{n}" for n in range(MAX_WATCHED + 1)]})) is None


def test_the_hub_forgets_the_network_game_that_changed_longest_ago(hub: LiveHub) -> None:
    for number in range(MAX_BOARDS):
        hub.publish_network_game(f"game{number}", "begun")
    hub.publish_network_game("game0", "goes on")
    hub.publish_network_game("another", "begun")
    assert hub.text("", "game0") == "goes on"
    assert hub.text("", "game1") == ""
    assert hub.text("", "game2") == hub.text("", "another") == "begun"


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

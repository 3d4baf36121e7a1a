"""A simulated board's game and clock on its page: what the link reports reaches those who play on it."""

from typing import Any

import pytest

from hexlume_host.device.menu_labels import menu_words
from hexlume_host.device.messages import Hello, Table
from hexlume_host.store.repository import Board, Players, Store
from hexlume_host.web.live.port_watch import PortWatch
from hexlume_record.game.events import ACTION, CONCLUDE, START, BoardEvent
from hexlume_record.table.clock import ClockReport
from tests.host.web.table_session import ID, TableSession

BOARD = Board(ID, "hex4", "0.1.0")
CLOCK = ClockReport("fischer 300+5", {"white": 300000, "black": 300000}, {"white": 0, "black": 0}, None, None)


def start(game: str = "g") -> BoardEvent:
    return BoardEvent(game, 0, START, 0, {"rules": "orochi", "on": "hex4", "options": {}, "clock": "fischer 300+5"})


class WatchedBoard:
    """A watch, its store and the simulated board it shows."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.session = TableSession()
        self.watch = PortWatch(self.session.hub, store)
        self.watch.hello(Hello(1, ID, "0.1.0", "hex4", 1, ""))

    def commit(self, *events: BoardEvent) -> None:
        self.store.commit(BOARD, list(events), Players("Ann", "Ben"))
        self.watch.committed(events)

    def shown(self, part: str) -> Any:
        message = self.session.board.message(part)
        return message["clock"] if part == "clock" else message


@pytest.fixture
def watched(store: Store) -> WatchedBoard:
    return WatchedBoard(store)


def test_the_clock_reaches_the_page(watched: WatchedBoard) -> None:
    watched.commit(start())
    assert watched.shown("clock") is None
    watched.watch.table(Table("g", {}, "", CLOCK))
    assert watched.shown("clock")["white"] == {"ms": 300000, "periods": 0, "low": False}
    watched.watch.table(Table("other", {}, "", None))
    assert watched.shown("clock") is not None
    watched.watch.table(Table("g", {}, "", None))
    assert watched.shown("clock") is None


def test_a_table_may_come_before_its_games_start(watched: WatchedBoard) -> None:
    watched.commit(start())
    watched.watch.table(Table("g", {}, "", CLOCK))
    watched.watch.table(Table("next", {"d4": "take off"}, "", None))
    assert watched.shown("clock") is not None
    watched.commit(start("next"))
    assert watched.shown("clock") is None
    assert watched.shown("prompt")["differs"] == {"d4": "take off"}


def test_a_board_that_is_lost_shows_no_clock(watched: WatchedBoard) -> None:
    watched.commit(start())
    watched.watch.table(Table("g", {}, "", CLOCK))
    watched.watch.lost("The board has gone.")
    assert watched.shown("clock") is None
    watched.watch.hello(Hello(1, ID, "0.1.0", "hex4", 1, "g"))
    assert watched.shown("clock") is None
    watched.watch.table(Table("g", {}, "", CLOCK))
    assert watched.shown("clock") is not None


def test_what_act_would_do_reaches_the_page(watched: WatchedBoard) -> None:
    watched.commit(start())
    watched.watch.table(Table("g", {}, "resign"))
    assert watched.shown("prompt")["act"] == "Hold Act to resign, press it for a draw. Back leaves."
    watched.watch.table(Table("g", {}))
    assert watched.shown("prompt")["act"] == ""


def test_a_concluded_game_is_over_on_the_page(watched: WatchedBoard) -> None:
    watched.commit(start(), BoardEvent("g", 1, ACTION, 0, {"action": "Wd4", "colour": "white"}))
    assert (watched.shown("board")["position"]["to_move"], len(watched.shown("prompt")["legal"])) == ("black", 36)
    assert watched.shown("board")["players"] == {"white": "Ann", "black": "Ben"}
    watched.commit(BoardEvent("g", 2, CONCLUDE, 0, {"result": "W+", "reason": "time"}))
    prompt, position = watched.shown("prompt"), watched.shown("board")["position"]
    assert (prompt["text"], position["result"]) == ("White wins: black's time is over", "W+")
    assert (position["to_move"], position["phase"], prompt["choices"], prompt["legal"]) == (None, "over", [], {})


def test_the_open_menu_has_words_and_no_action_is_offered(watched: WatchedBoard) -> None:
    """docs/menu.md: the page names what the lit cells offer, for the game that is chosen so far."""
    watched.commit(start())
    watched.watch.table(Table("g", {"d4": "take off"}, "pass", menu="sibling"))
    game = watched.shown("prompt")
    assert game["text"].startswith("Menu") and game["names"] == menu_words("hex4", "sibling")
    assert not game["differs"] and not game["legal"] and not game["choices"]
    watched.watch.table(Table("g", {}, ""))
    assert watched.shown("prompt")["text"].startswith("White: place") and not watched.shown("prompt")["names"]
    watched.watch.table(Table("g", {}, "", menu="chess"))
    assert watched.shown("prompt")["text"].startswith("White: place")


def test_page_says_that_the_engine_is_thinking_until_it_has_acted(watched: WatchedBoard) -> None:
    watched.commit(start())
    watched.watch.table(Table("g", {}, "", asks={"suggest": 0}))
    assert watched.shown("prompt")["text"].startswith("White: place")
    watched.watch.table(Table("g", {}, "", asks={"play": 0}))
    assert watched.shown("prompt")["text"] == "White: Hexlume is thinking"
    watched.commit(BoardEvent("g", 1, ACTION, 0, {"action": "Wd4", "colour": "white"}))
    assert watched.shown("prompt")["text"].startswith("Black: place")


def test_a_question_about_an_earlier_position_does_not_move_the_engine_to_the_other_seat(watched: WatchedBoard) -> None:
    start_event = BoardEvent("g", 0, START, 0, {"rules": "sibling", "on": "hex4", "options": {"pie": True}})
    first = BoardEvent("g", 1, ACTION, 0, {"action": "d4", "colour": "white"})
    swap = BoardEvent("g", 2, ACTION, 0, {"action": "swap", "colour": "black"})
    watched.commit(start_event)
    # The board asked after its first action; the question passes that one on the way.
    watched.watch.table(Table("g", {}, "", asks={"play": 1}, level="gentle"))
    assert watched.shown("choices")["opponent"] == "person"
    watched.commit(first)
    assert watched.shown("choices")["opponent"] == "engine second"
    # It asked before its engine exchanged the seats, which the host knows first.
    watched.commit(swap)
    watched.watch.table(Table("g", {"a1": "take off"}, "", asks={"play": 1}, level="gentle"))
    assert watched.shown("choices")["opponent"] == "engine second"
    assert watched.shown("prompt")["legal"] and not watched.shown("prompt")["differs"]


def test_what_is_to_be_put_right_comes_before_the_next_action(watched: WatchedBoard) -> None:
    watched.commit(start(), BoardEvent("g", 1, ACTION, 0, {"action": "Wd4", "colour": "white"}))
    watched.watch.table(Table("g", {"d4": "put on white"}))
    assert watched.shown("prompt")["text"] == "First put right: d4, put on a white disc"
    watched.watch.table(Table("g", {"d4": "put on white", "a1": "take off"}))
    assert watched.shown("prompt")["text"] == "First put the cells right that flash"
    # A disc in hand is no part of the last action.
    watched.watch.table(Table("g", {"a1": "take off"}))
    assert watched.shown("prompt")["text"].startswith("Black: place")


def test_a_cell_beside_the_board_is_not_one_of_the_boards_of_the_same_name(watched: WatchedBoard) -> None:
    begun = BoardEvent("g", 0, START, 0, {"rules": "orochi", "on": "hex3", "options": {}, "clock": "none"})
    watched.commit(begun, BoardEvent("g", 1, ACTION, 0, {"action": "Wa1", "colour": "white"}))
    watched.watch.table(Table("g", {"a1": "take off"}))
    assert watched.shown("prompt")["text"].startswith("Black: place")
    (on_panel,) = (cell for cell, name in watched.shown("prompt")["names"].items() if name == "a1")
    watched.watch.table(Table("g", {on_panel: "put on white"}))
    assert watched.shown("prompt")["text"] == "First put right: a1, put on a white disc"

"""A simulated board's game and clock on its page: what the link reports reaches those who play on it."""

from typing import Any

import pytest

from hexlume_host.device.messages import Table
from hexlume_host.store.repository import Store
from hexlume_host.web.live.board_link import BoardLink
from hexlume_record.game.events import ACTION, START, BoardEvent
from hexlume_record.table.clock import ClockReport
from tests.host.web.site_pages import ScriptedBoard
from tests.host.web.table_session import ID, TableSession

CLOCK = ClockReport("fischer 300+5", {"white": 300000, "black": 300000}, {"white": 0, "black": 0}, None, None)
GAME, NEXT = f"{ID}-1-1", f"{ID}-2-1"


class WatchedBoard(ScriptedBoard):
    """A simulated board on its page, and the link that reports its games."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.session = TableSession(store=store)
        self.watch = BoardLink(self.session.hub)
        super().__init__(store, ID, watch=self.watch)

    def commit(self, seq: int, kind: str, **data: Any) -> None:
        """Commit an event of the next game."""
        self.store.commit(self.board, [BoardEvent(NEXT, seq, kind, 0, data)])

    def shown(self, part: str) -> Any:
        message = self.session.board.message(part)
        return message["clock"] if part == "clock" else message


@pytest.fixture
def watched(store: Store) -> WatchedBoard:
    return WatchedBoard(store)


def test_the_clock_reaches_the_page(watched: WatchedBoard) -> None:
    assert watched.shown("clock") is None
    watched.watch.table(Table(GAME, {}, "", CLOCK))
    assert watched.shown("clock")["white"] == {"ms": 300000, "periods": 0, "low": False}
    # A table may come before its game's start.
    watched.watch.table(Table(NEXT, {"d4": "take off"}, "", None))
    assert watched.shown("clock") is not None
    watched.commit(0, START, rules="orochi", board="hex4", options={})
    assert watched.shown("clock") is None
    assert watched.shown("prompt")["differs"] == {"d4": "take off"}
    watched.watch.table(Table(NEXT, {}, "", CLOCK))
    watched.watch.table(Table(NEXT, {}, "", None))
    assert watched.shown("clock") is None


def test_a_board_that_is_lost_shows_no_clock(watched: WatchedBoard) -> None:
    watched.watch.table(Table(GAME, {}, "", CLOCK))
    watched.watch.lost("The board has gone.")
    assert watched.shown("clock") is None
    watched.watch.hello(watched.hello())
    assert watched.shown("clock") is None
    watched.watch.table(Table(GAME, {}, "", CLOCK))
    assert watched.shown("clock") is not None


def test_a_concluded_game_is_over_on_the_page(watched: WatchedBoard) -> None:
    watched.act("Wd4")
    assert (watched.shown("board")["position"]["to_move"], len(watched.shown("prompt")["legal"])) == ("black", 36)
    watched.tell("conclude", result="W+", reason="time")
    prompt, position = watched.shown("prompt"), watched.shown("board")["position"]
    assert (prompt["text"], position["result"]) == ("White wins: black's time is over", "W+")
    assert (position["to_move"], position["phase"], prompt["choices"], prompt["legal"]) == (None, "over", [], {})


def test_a_question_about_an_earlier_position_does_not_move_the_engine_to_the_other_seat(watched: WatchedBoard) -> None:
    watched.commit(0, START, rules="sibling", board="hex4", options={"pie": True})
    # The board asked after its first action; the question passes that one on the way.
    watched.watch.table(Table(NEXT, {}, "", asks={"play": 1}, level="gentle"))
    assert watched.shown("choices")["opponent"] == "person"
    watched.commit(1, ACTION, action="d4", colour="white")
    assert watched.shown("choices")["opponent"] == "engine second"
    # It asked before its engine exchanged the seats, which the host knows first.
    watched.commit(2, ACTION, action="swap", colour="black")
    watched.watch.table(Table(NEXT, {"a1": "take off"}, "", asks={"play": 1}, level="gentle"))
    assert watched.shown("choices")["opponent"] == "engine second"
    assert watched.shown("prompt")["legal"] and not watched.shown("prompt")["differs"]


@pytest.mark.parametrize(
    ("differs", "text"),
    [
        ({"d4": "put on white"}, "First put right: d4, put on a white disc"),
        ({"d4": "put on white", "a1": "take off"}, "First put the cells right that flash"),
        # A disc in hand is no part of the last action.
        ({"a1": "take off"}, "Black: place"),
    ],
)
def test_what_is_to_be_put_right_comes_before_the_next_action(
    watched: WatchedBoard, differs: dict[str, str], text: str
) -> None:
    watched.act("Wd4")
    watched.watch.table(Table(GAME, differs))
    assert watched.shown("prompt")["text"].startswith(text)


def test_a_cell_beside_the_board_is_not_one_of_the_boards_of_the_same_name(watched: WatchedBoard) -> None:
    watched.commit(0, START, rules="orochi", board="hex3", options={})
    watched.commit(1, ACTION, action="Wa1", colour="white")
    watched.watch.table(Table(NEXT, {"a1": "take off"}))
    assert watched.shown("prompt")["text"].startswith("Black: place")
    (on_panel,) = (cell for cell, name in watched.shown("prompt")["names"].items() if name == "a1")
    watched.watch.table(Table(NEXT, {on_panel: "put on white"}))
    assert watched.shown("prompt")["text"] == "First put right: a1, put on a white disc"

"""Games that others write into the store: found, followed event by event, and left alone where a link tells more."""

import json
import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from site_pages import ScriptedBoard
from sqlalchemy import update

from hexlume_host.errors import StoreError
from hexlume_host.store.models import EventRow
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live import store_watch
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import PortWatch
from hexlume_host.web.live.store_watch import PLAYED_WITHIN, StoreWatch
from tests.host.conftest import wait_until


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "shared.sqlite")
    return str(request.getfixturevalue("postgresql").database())


def board_message(hub: LiveHub, board: str) -> dict[str, object]:
    return dict(json.loads(hub.text(board, "board")))


def actions(hub: LiveHub, board: str) -> list[str]:
    return [action for action, _ in board_message(hub, board)["actions"]]  # type: ignore[attr-defined]


def test_whatever_was_written_between_two_looks_is_shown(where: str) -> None:
    with Store(where) as others, Store(where) as store:
        hub = LiveHub()
        watch = StoreWatch(store, hub)
        watch.look()
        assert hub.boards() == []
        board = ScriptedBoard(others, "b1", players=Players("Ann", "Ben"))
        watch.look()
        assert (board_message(hub, "b1")["players"], actions(hub, "b1")) == ({"white": "Ann", "black": "Ben"}, [])
        board.act("Wd4")
        watch.look()
        assert actions(hub, "b1") == ["Wd4"]
        board.act("Bd5", "Wc4", "Be4")
        watch.look()
        assert actions(hub, "b1") == ["Wd4", "Bd5", "Wc4", "Be4"]
        board.tell("undo")
        watch.look()
        assert actions(hub, "b1") == ["Wd4", "Bd5", "Wc4"]
        board.tell("conclude", result="B+", reason="resigned")
        watch.look()
        assert board_message(hub, "b1")["text"] == "Black wins: white resigned"
        board.id, board._seq = "b1-1-2", 0
        board.tell("start", rules="sibling", on="hex5", options={"pie": False})
        watch.look()
        assert (board_message(hub, "b1")["rules"], actions(hub, "b1")) == ("sibling", [])


@pytest.mark.sample(1)
@pytest.mark.parametrize("looks", [True, False])
def test_the_games_of_a_boards_journal_do_not_take_the_running_ones_place(where: str, looks: bool) -> None:
    """They come into the store after the running game; whether or not a look falls in between."""
    with Store(where) as others, Store(where) as store:
        hub = LiveHub()
        watch = StoreWatch(store, hub)
        running = ScriptedBoard(others, "b1", boot=3)
        if looks:
            watch.look()
        for boot in (1, 2):
            earlier = ScriptedBoard(others, "b1", "sibling", boot=boot)
            earlier.tell("abandon")
            if looks:
                watch.look()
        running.act("Wd4")
        watch.look()
        assert (board_message(hub, "b1")["rules"], actions(hub, "b1")) == ("orochi", ["Wd4"])
        running.act("Bd5")
        watch.look()
        assert actions(hub, "b1") == ["Wd4", "Bd5"]
        ScriptedBoard(others, "b1", "orcoon", boot=4)
        watch.look()
        assert board_message(hub, "b1")["rules"] == "orcoon"


def test_a_board_on_this_computer_is_left_to_its_link(where: str) -> None:
    with Store(where) as others, Store(where) as store:
        hub = LiveHub()
        link = PortWatch(hub, store)
        board = ScriptedBoard(store, "b1", watch=link)
        board._store = others
        board._watch = None
        board.act("Wd4")
        watch = StoreWatch(store, hub)
        watch.look()
        assert actions(hub, "b1") == []
        link.lost("The port is gone.")
        board.act("Bd5")
        watch.look()
        assert (board_message(hub, "b1")["state"], actions(hub, "b1")) == ("elsewhere", ["Wd4", "Bd5"])


def test_a_game_of_long_ago_is_not_live(where: str) -> None:
    with Store(where) as others, Store(where) as store:
        ScriptedBoard(others, "b1").act("Wd4")
        with others.writing() as session:
            for event in session.query(EventRow):
                event.at -= PLAYED_WITHIN + timedelta(minutes=1)
        hub = LiveHub()
        StoreWatch(store, hub).look()
        assert hub.boards() == []


@pytest.mark.parametrize("ending", ["conclude", "abandon"])
def test_a_game_that_had_ended_before_is_not_live(where: str, ending: str) -> None:
    with Store(where) as others, Store(where) as store:
        ScriptedBoard(others, "b1").tell(ending, result="W+", reason="resigned")
        ScriptedBoard(others, "b2")
        hub = LiveHub()
        StoreWatch(store, hub).look()
        assert [board.board for board in hub.boards()] == ["b2"]


def test_a_board_that_nobody_logs_any_more_is_not_there(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its host says that it goes, or nothing more when it is killed; then the board comes back."""
    with Store(where) as others, Store(where) as store:
        hub = LiveHub()
        watch = StoreWatch(store, hub)
        boards = [ScriptedBoard(others, name) for name in ("b1", "b2")]
        watch.look()
        assert [board_message(hub, board.board.id)["state"] for board in boards] == ["elsewhere"] * 2
        others.part_board("b1")
        watch.look()
        assert [board_message(hub, board.board.id)["state"] for board in boards] == ["lost", "elsewhere"]
        assert board_message(hub, "b1")["reason"] == "No program logs it any more."
        fresh = LiveHub()
        StoreWatch(store, fresh).look()
        assert [board.board for board in fresh.boards()] == ["b2"]
        others.update_board(boards[0].board)
        watch.look()
        assert [board_message(hub, board.board.id)["state"] for board in boards] == ["elsewhere"] * 2
        # Time passes without a word.
        monkeypatch.setattr(store_watch, "SEEN_WITHIN", timedelta(0))
        watch.look()
        assert [board_message(hub, board.board.id)["state"] for board in boards] == ["lost"] * 2


def test_without_a_change_nothing_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as others, Store(path) as store:
        ScriptedBoard(others, "b1")
        os.utime(path, (0, 0))
        hub = LiveHub()
        watch = StoreWatch(store, hub)
        watch.look()
        shown = hub.board("b1")
        assert shown is not None
        assert shown.live is not None
        # What it has read it would read again if it asked.
        shown.live.last_seq = -1
        watch.look()
        assert shown.live.last_seq == -1
        with others.writing() as session:
            session.execute(update(EventRow).values(ticks=5))
        watch.look()
        assert shown.live.last_seq == 0


def test_a_commit_that_leaves_the_files_time_as_it_was_is_shown(tmp_path: Path) -> None:
    """The clock of a file system ticks every few milliseconds."""
    path = tmp_path / "s.sqlite"
    with Store(path) as others, Store(path) as store:
        board = ScriptedBoard(others, "b1")
        hub = LiveHub()
        watch = StoreWatch(store, hub)
        watch.look()
        before = time.time_ns()
        os.utime(path, ns=(before, before))
        watch.look()
        board.act("Wd4")
        os.utime(path, ns=(before, before))
        watch.look()
        assert actions(hub, "b1") == ["Wd4"]


def test_a_store_that_cannot_be_read_is_said_once_and_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    def look() -> None:
        looks.append(1)
        if len(looks) < 3:
            raise StoreError("The store is malformed.")

    with Store(tmp_path / "shared.sqlite") as store:
        hub = LiveHub()
        watch = StoreWatch(store, hub)
        monkeypatch.setattr(watch, "look", look)
        with watch:
            wait_until(lambda: len(looks) > 3)
    assert hub.notices == ["The store is malformed."]

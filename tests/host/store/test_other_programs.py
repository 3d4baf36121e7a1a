"""Games that other programs write into the store: found, followed event by event, and left alone where it is ours."""

import json
import os
import time
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, repeat
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from hexlume_host.errors import StoreError
from hexlume_host.feed import Commit, Presence
from hexlume_host.store import other_programs
from hexlume_host.store.models import EventRow
from hexlume_host.store.other_programs import LOOK_SECONDS, PLAYED_WITHIN, OtherPrograms
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from tests.host.conftest import wait_until
from tests.host.web.site_pages import ScriptedBoard


class Programs:
    """The store of another program and that of this one, in one file, and what shows here what is written there."""

    def __init__(self, others: Store, store: Store) -> None:
        self.others, self.store, self.hub = others, store, LiveHub(store)
        self.watch = self.hub.other_programs()
        self.look = self.watch.look

    def look_at(self, board: str) -> dict[str, Any]:
        """Look, and return what a page gets of a board then."""
        self.look()
        return dict(json.loads(self.hub.text(("board", board))))


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with Store(tmp_path / "s.sqlite") as others, Store(tmp_path / "s.sqlite") as store:
        yield Programs(others, store)


PLAYED = [["Wd4", "white"]]


def test_whatever_was_written_between_two_looks_is_shown(programs: Programs) -> None:
    programs.look()
    assert programs.hub.boards() == []
    board = ScriptedBoard(programs.others, "b1", players=Players("Ann", "Ben"))
    told = programs.look_at("b1")
    assert (told["players"], told["actions"]) == ({"white": "Ann", "black": "Ben"}, [])
    board.act("Wd4", "Bd5", "Wc4")
    programs.others.set_players(board.id, Players("Ann", "Cleo"))
    told = programs.look_at("b1")
    assert [action for action, _ in told["actions"]] == ["Wd4", "Bd5", "Wc4"]
    assert told["players"] == {"white": "Ann", "black": "Cleo"}
    programs.others.set_players(board.id, Players("Ann", "Dan"))
    assert programs.look_at("b1")["players"] == {"white": "Ann", "black": "Dan"}
    board.tell("undo")
    assert len(programs.look_at("b1")["actions"]) == 2
    board.tell("conclude", result="B+", reason="resigned")
    assert programs.look_at("b1")["text"] == "Black wins: white resigned"
    ScriptedBoard(programs.others, "b1", "sibling", boot=2)
    told = programs.look_at("b1")
    assert (told["rules"], told["actions"]) == ("sibling", [])


@pytest.mark.parametrize("looks", [True, False])
def test_a_game_of_a_boards_journal_does_not_replace_the_one_it_plays(programs: Programs, looks: bool) -> None:
    """A board tells its running game first, then older ones, whose numbers in the store are higher."""
    ScriptedBoard(programs.others, "b1", "orochi", boot=3)
    if looks:
        programs.look()
    ScriptedBoard(programs.others, "b1", "sibling", boot=2)
    assert programs.look_at("b1")["rules"] == "orochi"


def test_a_board_that_this_program_logs_is_left_to_its_link(programs: Programs) -> None:
    link = BoardLink(programs.hub)
    board = ScriptedBoard(programs.store, "b1", watch=link)
    board._store = programs.others
    board.act("Wd4")
    assert programs.look_at("b1")["actions"] == []
    link.lost("The port is gone.")
    programs.store.part_board("b1")
    programs.others.update_board(board.board)
    told = programs.look_at("b1")
    assert (told["state"], told["actions"]) == ("elsewhere", PLAYED)


def test_a_game_of_long_ago_or_that_had_ended_is_not_live(programs: Programs) -> None:
    ScriptedBoard(programs.others, "b1").act("Wd4")
    with programs.others.writing() as session:
        for event in session.query(EventRow):
            event.at -= PLAYED_WITHIN + timedelta(minutes=1)
    ScriptedBoard(programs.others, "b2").tell("abandon")
    ScriptedBoard(programs.others, "b3")
    programs.look()
    assert [board.device for board in programs.hub.boards()] == ["b3"]


def test_a_board_that_nobody_logs_any_more_is_not_there(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its host says that it goes, or nothing more when it is killed; then the board comes back."""
    boards = [ScriptedBoard(programs.others, name) for name in ("b1", "b2")]

    def states() -> list[object]:
        return [programs.look_at(board.board.id)["state"] for board in boards]

    assert states() == ["elsewhere", "elsewhere"]
    programs.others.part_board("b1")
    assert states() == ["lost", "elsewhere"]
    assert programs.look_at("b1")["reason"] == "No program logs it any more."
    programs.others.update_board(boards[0].board)
    assert states() == ["elsewhere", "elsewhere"]
    # Time passes without a word.
    monkeypatch.setattr(other_programs, "SEEN_WITHIN", timedelta(0))
    assert states() == ["lost", "lost"]


def test_a_game_that_somebody_follows_is_published_whoever_changes_it(programs: Programs) -> None:
    """A replay page follows one; it hears that the game has changed, and of no board."""
    board = ScriptedBoard(programs.others, "b1", boot=1)
    ScriptedBoard(programs.others, "b1", boot=2)
    programs.store.logged.add("b1")
    found: list[Commit | Presence] = []
    programs.store.feed.subscribe(found.append)
    watch = OtherPrograms(programs.store, lambda: [board.id], pytest.fail)
    watch.look()
    watch.look()
    board.act("Wd4")
    watch.look()
    commits = [news for news in found if isinstance(news, Commit)]
    assert [(commit.device, commit.games) for commit in commits] == [("", (board.id,))] * 2


def test_a_look_at_an_unchanged_file_reads_nothing(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ScriptedBoard(programs.others, "b1")
    os.utime(tmp_path / "s.sqlite", (0, 0))
    programs.look()
    monkeypatch.setattr(programs.store, "reading", lambda: pytest.fail("the store was read"))
    programs.look()


def test_a_commit_that_leaves_the_files_time_as_it_was_is_shown(programs: Programs, tmp_path: Path) -> None:
    """The clock of a file system ticks every few milliseconds."""
    board = ScriptedBoard(programs.others, "b1")
    # However long the test takes.
    before = time.time_ns() + 3600 * 10**9
    os.utime(tmp_path / "s.sqlite", ns=(before, before))
    programs.look()
    board.act("Wd4")
    os.utime(tmp_path / "s.sqlite", ns=(before, before))
    assert programs.look_at("b1")["actions"] == PLAYED


def test_a_commit_of_another_program_is_published_within_300_ms(programs: Programs) -> None:
    assert LOOK_SECONDS < 0.3
    with programs.watch:
        ScriptedBoard(programs.others, "b1")
        wait_until(lambda: programs.hub.board("b1") is not None)


def test_a_store_that_cannot_be_read_is_said_once_and_looked_at_again(
    programs: Programs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    look = Mock(side_effect=chain([StoreError("The store is malformed.")] * 2, repeat(None)))
    monkeypatch.setattr(programs.watch, "look", look)
    with programs.watch:
        wait_until(lambda: look.call_count > 3)
    assert caplog.messages == ["The store is malformed."]

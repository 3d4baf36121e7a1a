"""What ``hexlume log`` draws on a terminal while boards, each in a thread of its own, play on."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hexlume_host.cli.log_screen import BoardWatch, LogScreen
from hexlume_host.device.messages import Table
from hexlume_host.store.repository import Store
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.state import GameState

STARTED = {"rules": "orochi", "on": "hex4", "options": {}}


def event(board: str, seq: int, action: str = "", colour: str = "white") -> BoardEvent:
    """Return a game's start, or an action of it."""
    kind, data = ("action", {"action": action, "colour": colour}) if action else ("start", STARTED)
    return BoardEvent(f"{board}-1-1", seq, kind, 1000 * seq, data)


@pytest.fixture
def screen(tmp_path: Path) -> LogScreen:
    return LogScreen(Store(tmp_path / "s"), Console(file=io.StringIO(), width=100), live=True, several=True)


def drawn(screen: LogScreen) -> str:
    out = io.StringIO()
    Console(file=out, width=100).print(screen.drawn())
    return out.getvalue()


def playing(screen: LogScreen, port: str) -> BoardWatch:
    watch = screen.watch(port)
    watch.board = f"b{port}"
    watch.committed([event(watch.board, 0)])
    return watch


def test_one_board_is_drawn_and_several_have_a_row_each(screen: LogScreen) -> None:
    assert drawn(screen).strip() == "Opening the serial port."
    first = playing(screen, "1")
    first.committed([event("b1", 1, "Wd4")])
    assert "Orochi, 37 cells" in drawn(screen) and "1 actions, the last one Wd4." in drawn(screen)
    second = playing(screen, "0")
    rows = [line.split() for line in drawn(screen).splitlines() if "Orochi" in line]
    assert [row[:6] for row in rows] == [
        ["b0", "0", "Orochi,", "37", "cells", "0"],
        ["b1", "1", "Orochi,", "37", "cells", "1"],
    ]
    second.lost("It has gone.")
    assert "the last one Wd4." in drawn(screen) and "It has gone. Plug it in again" in drawn(screen)


def test_a_refused_disc_is_drawn_with_the_reason(screen: LogScreen) -> None:
    watch = playing(screen, "1")
    watch.panel = "hex4"
    watch.committed([event("b1", 1, "Wd4")])
    watch.table(Table("b1-1-1", {"d4": "turn over"}))
    words = " ".join(drawn(screen).replace("│", " ").split())
    assert "On d4: A disc is turned over only while it has four neighbours or more of its colour" in words
    assert "Turn it back over." in words


def test_a_game_whose_thread_is_in_the_middle_of_an_action_is_drawn_as_it_stood(
    screen: LogScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other board's thread draws it just then: it must not compute with that position."""
    first, second = playing(screen, "1"), playing(screen, "2")
    play, before, meanwhile = GameState._play, drawn(screen), []

    def slow(live: GameState, *arguments: Any) -> str:
        second.changed()
        meanwhile.append(drawn(screen))
        return play(live, *arguments)

    monkeypatch.setattr(GameState, "_play", slow)
    first.committed([event("b1", 1, "Wd4")])
    assert meanwhile == [before]
    assert "Wd4" in drawn(screen)

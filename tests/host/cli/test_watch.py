"""``hexlume watch``: live boards from the store, whichever program writes them there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from textual.widgets import Static

from hexlume_host.cli.board_text import board_text
from hexlume_host.cli.watch import NewLines, boards_of, waiting_words
from hexlume_host.cli.watch_screen import WatchScreen
from hexlume_host.game.replay import replay_of
from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.store_watch import StoreWatch
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def test_once_prints_how_the_boards_stand(hexlume: Any, tmp_path: Path) -> None:
    place = tmp_path / "s.sqlite"
    with Store(place) as store:
        played = PlayedGame(store, "orcoon", 5)
        action = played.act()
        ply = replay_of(store.record(1)).ply()
    ran = hexlume("watch", "--once", "--store", place)
    lines = [line.rstrip() for line in ran.out.splitlines()]
    assert lines[0] == "b0a4d, game 1, orcoon on square5: Ann : Ben"
    assert lines[1:7] == [line.rstrip() for line in board_text(ply.shown).plain.splitlines()]
    assert lines[7].startswith(f"1. black {action}. White: ")
    assert hexlume("watch", "b0a4d", "--once", "--store", place).out == ran.out
    refused = hexlume("watch", "other", "--once", "--store", place)
    assert (refused.code, refused.err) == (1, "The store has no live game of board other: see hexlume games.\n")


def test_an_empty_store_says_so(hexlume: Any) -> None:
    assert hexlume("watch", "--once").out == "No board plays now.\n"
    assert hexlume("watch", "--once", "--store", "/nowhere/s.sqlite").code == 1


@pytest.fixture
def other(store: Store) -> Iterator[Store]:
    """The same store as another program has it open."""
    with Store(store.where) as opened:
        yield opened


def test_lines_tell_what_is_new(store: Store, other: Store) -> None:
    hub = LiveHub(store)
    look = StoreWatch(store, hub).look
    lines = NewLines()

    def new() -> list[str]:
        look()
        return lines.of(boards_of(hub, None))

    assert new() == []
    played = PlayedGame(other, "orcoon", 5)
    (first,) = new()
    assert first.startswith("b0a4d: game 1, orcoon on square5, 0 actions.")
    one, two = played.act(), played.act()
    assert new() == [f"b0a4d: 1. black {one}", f"b0a4d: 2. white {two}"]
    assert new() == []
    played.undo()
    played.undo()
    three = played.act("c3")
    told = new()
    assert told[-1] == f"b0a4d: 1. black {three}" or one == three
    assert f"b0a4d: taken back {two}" in told
    played.resign()
    assert new() == ["b0a4d: Black wins: white resigned"]
    PlayedGame(other, "orochi", 3, identity="next")
    (following,) = new()
    assert "game 2, orochi on hex3" in following


def test_lines_appear_while_another_process_writes(tmp_path: Path, running: Any) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        played = PlayedGame(store, "orcoon", 5)
        with running("watch", "--store", tmp_path / "s.sqlite") as process:
            assert "game 1" in process.stdout.readline()
            action = played.act()
            assert process.stdout.readline() == f"b0a4d: 1. black {action}\n"
            process.terminate()
            assert process.wait(60) == 143
            assert process.stderr.read() == ""


def test_the_screen_follows_the_store(store: Store, other: Store) -> None:
    hub = LiveHub(store)

    async def follow() -> None:
        app = WatchScreen(hub, StoreWatch(store, hub).look)
        async with app.run_test(size=(100, 40)) as pilot:
            assert waiting_words(None) in str(app.query_one("#status", Static).render())
            played = PlayedGame(other, "orochi", 4)
            action = played.act()
            await app.look()
            await pilot.pause()
            (card,) = app.query(".board").results(Static)
            text = str(card.render())
            assert "b0a4d, game 1, orochi on hex4: Ann : Ben" in text
            assert board_text(replay_of(store.record(1)).ply().shown).plain in text
            assert f"1. ○ {action}" in text
            await pilot.press("n")
            await pilot.pause()
            assert "a1" in str(card.render())
            await pilot.press("q")

    anyio.run(follow)

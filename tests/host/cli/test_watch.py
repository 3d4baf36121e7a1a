"""``hexlume watch``: live boards from the store, whichever program writes them there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hexlume_host.cli.watch import boards_table, playing
from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.store_watch import StoreWatch
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def test_once_prints_how_the_boards_stand(hexlume: Any, tmp_path: Path) -> None:
    place = tmp_path / "s.sqlite"
    with Store(place) as store:
        action = PlayedGame(store, "orcoon", 5).act()
    ran = hexlume("watch", "--once", "--store", place)
    (row,) = (line for line in ran.out.splitlines() if "b0a4d" in line)
    assert row.split()[:8] == ["b0a4d", "1,", "orcoon", "on", "square5", "Ann", ":", "Ben"]
    assert f" 1   black {action}" in row and "White: " in row
    assert hexlume("watch", "b0a4d", "--once", "--store", place).out == ran.out
    refused = hexlume("watch", "other", "--once", "--store", place)
    assert (refused.code, refused.err) == (1, "The store has no live game of board other: see hexlume games.\n")


def test_an_empty_store_says_so(hexlume: Any) -> None:
    assert hexlume("watch", "--once").out == "No board plays now.\n"
    assert hexlume("watch", "--once", "--store", "/nowhere/s.sqlite").code == 1


def test_without_a_terminal_it_prints_once(hexlume: Any) -> None:
    assert hexlume("watch").out == "No board plays now.\n"


@pytest.fixture
def other(store: Store) -> Iterator[Store]:
    """The same store as another program has it open."""
    with Store(store.where) as opened:
        yield opened


def test_the_table_follows_the_store(store: Store, other: Store) -> None:
    hub = LiveHub()
    look = StoreWatch(store, hub).look

    def table() -> str:
        look()
        out = Console(width=120)
        with out.capture() as capture:
            out.print(boards_table(playing(hub, None), None))
        return capture.get()

    assert "Waiting for a board to play" in table()
    played = PlayedGame(other, "orcoon", 5)
    assert "orcoon on square5" in table()
    one, two = played.act(), played.act()
    assert f" 2   white {two}" in table()
    played.undo()
    assert f" 1   black {one}" in table()
    played.resign()
    assert "Black wins: white resigned" in " ".join(table().split()) or "White wins: black resigned" in table()
    PlayedGame(other, "orochi", 3, identity="next")
    assert "2, orochi on hex3" in table()

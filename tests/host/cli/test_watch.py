"""``hexlume watch``: live boards from the store, whichever program writes them there."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hexlume_host.cli.watch import playing, shown
from hexlume_host.device.discovery import BOARD, SIMULATOR, FoundPort
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.store_watch import StoreWatch
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


@pytest.fixture(autouse=True)
def ports(monkeypatch: pytest.MonkeyPatch) -> list[FoundPort]:
    """The ports that are found, none at first."""
    ports: list[FoundPort] = []
    monkeypatch.setattr("hexlume_host.cli.watch.found_ports", lambda: ports)
    return ports


def test_once_prints_how_the_boards_stand(hexlume: Any, tmp_path: Path) -> None:
    place = tmp_path / "s.sqlite"
    with Store(place) as store:
        action = PlayedGame(store, "orcoon", 5).act()
    ran = hexlume("watch", "--once", "--store", place)
    first, last, due = ran.out.splitlines()
    assert first == "b0a4d  game 1, Orcoon, 25 cells, Ann : Ben"
    assert last == f"  1 action, the last one {action} by black"
    assert due.startswith("  White: ")
    assert hexlume("watch", "b0a4d", "--once", "--store", place).out == ran.out
    (one,) = json.loads(hexlume("watch", "--json", "--store", place).out)["playing"]
    assert (one["board"], one["actions"]) == ("b0a4d", [[action, "black"]])
    for option in ("--once", "--json"):
        refused = hexlume("watch", "other", option, "--store", place)
        assert (refused.code, refused.err) == (1, "The store has no live game of board other: see hexlume games.\n")


def test_boards_of_this_computer_are_listed_also_when_they_play_nothing(hexlume: Any, ports: list[FoundPort]) -> None:
    ports += [
        FoundPort("/dev/ttyACM1", BOARD, "Pico 2 CircuitPython CDC2", "0123456789ABCDEF"),
        FoundPort("/dev/pts/7", SIMULATOR, "simulated hex4 board"),
    ]
    assert hexlume("watch").out == (
        "No board plays now.\n\nThis computer's boards:\n"
        "  /dev/ttyACM1  Pico 2 CircuitPython CDC2 0123456789ABCDEF\n  /dev/pts/7  simulated hex4 board\n"
    )
    assert [port["kind"] for port in json.loads(hexlume("watch", "--json").out)["ports"]] == ["board", "simulator"]


def test_an_empty_store_says_so(hexlume: Any) -> None:
    assert hexlume("watch", "--once").out == "No board plays now.\n"
    assert hexlume("watch", "--once", "--store", "/nowhere/s.sqlite").code == 1


def test_without_a_terminal_it_prints_once(hexlume: Any) -> None:
    assert hexlume("watch").out == "No board plays now.\n"


def test_the_list_fits_80_columns(hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with Store(tmp_path / "s.sqlite") as store:
        players = Players("Annabella Montgomery-Smythe", "Bartholomew Featherstonehaugh")
        PlayedGame(store, "organica", 5, players=players).act()
    out = hexlume("watch", "--store", tmp_path / "s.sqlite").out
    assert max(map(len, out.splitlines())) <= 80
    assert "Montgomery-Smythe" in out and "Featherstonehaugh" in out


@pytest.fixture
def other(store: Store) -> Iterator[Store]:
    """The same store as another program has it open."""
    with Store(store.where) as opened:
        yield opened


def test_the_list_follows_the_store(store: Store, other: Store) -> None:
    hub = LiveHub()
    look = StoreWatch(store, hub).look

    def listed() -> str:
        look()
        out = Console(width=120)
        with out.capture() as capture:
            out.print(shown(playing(hub, None), [], "Waiting for a board to play"))
        return capture.get()

    assert "Waiting for a board to play" in listed()
    played = PlayedGame(other, "orcoon", 5)
    assert "Orcoon, 25 cells" in listed()
    one, two = played.act(), played.act()
    assert f"2 actions, the last one {two} by white" in listed()
    played.undo()
    assert f"1 action, the last one {one} by black" in listed()
    played.resign()
    assert "Black wins: white resigned" in " ".join(listed().split()) or "White wins: black resigned" in listed()
    PlayedGame(other, "orochi", 3, identity="next")
    assert "game 2, Orochi, 19 cells" in listed()

"""Saved games: several games' threads save theirs in one store, and a save is whole or not there."""

import os
import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.store import database
from hexlume_host.store.models import NetworkEntryRow
from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.connect import host, new_terms, resume
from hexlume_plugins.netplay.entries import ACTION, GUEST, HOST, Entry
from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.saved_games import SavedGames

SAVED = 150


@pytest.mark.soak
@pytest.mark.integration
def test_games_played_at_once_each_save_their_own_entries_and_notes(store: Store) -> None:
    saved = SavedGames(store)
    sides = [(f"game {number}", role) for number in range(3) for role in (HOST, GUEST)]

    def play(number: int) -> None:
        identity, role = sides[number]
        game = saved.add(identity, role, "code", {"name": f"{number}"})
        for place in range(SAVED):
            game.save(place, [Entry(ACTION, role, action=f"a{place}")], saved=place)
            game.note(place=place)
            assert game.notes["saved"] == place and len(saved.games()) <= len(sides)

    with ThreadPoolExecutor(len(sides)) as pool:
        list(pool.map(play, range(len(sides))))
    assert {(game.id, game.role): game.notes for game in saved.games()} == {
        key: {"name": f"{number}", "saved": SAVED - 1, "place": SAVED - 1} for number, key in enumerate(sides)
    }
    for game in saved.games():
        assert [entry.action for entry in game.entries()] == [f"a{place}" for place in range(SAVED)]


def test_game_that_is_damaged_leaves_its_port_free(store: Store) -> None:
    saved = SavedGames(store)
    session = host(
        saved, new_terms("orochi", 0, {}, "", "white", ""), address="127.0.0.1", port=0, advertise="", broker=""
    )
    session._transport.close()
    with store.writing() as transaction:
        transaction.add(NetworkEntryRow(game_id=1, place=7, entry={}))
    with pytest.raises(NetplayError, match="is damaged") as refused:
        resume(session.saved)
    # Whoever reports the error holds what it passed through.
    assert refused.tb is not None
    socket.create_server(("127.0.0.1", session.saved.notes["port"])).close()


def test_lock_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        game = SavedGames(store).add("a", HOST, "code", {})
        (tmp_path / "s.sqlite.a-host.lock").mkdir()
        with pytest.raises(StoreError, match="cannot be used"), game.locked():
            pass


def test_a_locked_store_loses_nothing_and_saves_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.sqlite"
    first, second = (Entry(ACTION, HOST, action=action) for action in ("Wc3", "Wd4"))
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with Store(path) as store:
        game = SavedGames(store).add("a", HOST, "code", {"name": "Ann"})
        game.save(0, [first], spent=1)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailableError, match="is locked by another program"):
                game.save(1, [second], spent=2)
            assert (game.notes, game.entries()) == ({"name": "Ann", "spent": 1}, [first])
        game.save(1, [second], spent=2)
        (again,) = SavedGames(store).games()
        assert (again.notes, again.entries()) == ({"name": "Ann", "spent": 2}, [first, second])


def test_what_cannot_be_saved_whole_is_not_saved(store: Store) -> None:
    """Notes and entries belong together, and no place of the list is written twice."""
    game = SavedGames(store).add("a", HOST, "code", {})
    first, other = (Entry(ACTION, HOST, action=action) for action in ("Wc3", "Wd4"))
    game.save(0, [first], spent=1)
    with pytest.raises(StoreError):
        game.save(0, [other], spent=2)
    (again,) = SavedGames(store).games()
    assert (again.notes, again.entries(), game.notes) == ({"spent": 1}, [first], {"spent": 1})


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_only_its_owner_reads_a_new_store(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        SavedGames(store).add("a", HOST, "the code", {})
    assert [file.stat().st_mode & 0o777 for file in tmp_path.glob("s.sqlite*")] == [0o600, 0o600]

"""Saved games: several games' threads save theirs in one file."""

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hexlume_plugins.netplay.connect import host, new_terms, resume
from hexlume_plugins.netplay.entries import ACTION, GUEST, HOST, Entry
from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.saved_games import SavedGames

SAVED = 150


@pytest.mark.soak
@pytest.mark.integration
def test_games_played_at_once_each_save_their_own_entries_and_notes(tmp_path: Path) -> None:
    saved = SavedGames(tmp_path)
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


def test_game_that_is_damaged_leaves_its_port_free(tmp_path: Path) -> None:
    saved = SavedGames(tmp_path)
    session = host(
        saved, new_terms("orochi", 0, {}, "", "white", ""), address="127.0.0.1", port=0, advertise="", broker=""
    )
    session._transport.close()
    with saved.transaction() as db:
        db.execute("insert into entry values (?, ?, 7, '{}')", (session.saved.id, HOST))
    with pytest.raises(NetplayError, match="is damaged") as refused:
        resume(session.saved)
    # Whoever reports the error holds what it passed through.
    assert refused.tb is not None
    socket.create_server(("127.0.0.1", session.saved.notes["port"])).close()


def test_lock_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    game = SavedGames(tmp_path).add("a", HOST, "code", {})
    (tmp_path / "netplay-a-host.lock").mkdir()
    with pytest.raises(NetplayError, match="cannot be saved in"), game.locked():
        pass

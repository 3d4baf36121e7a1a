"""Saved games: several games' threads save theirs in one file."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hexlume_host.netplay.entries import ACTION, GUEST, HOST, Entry
from hexlume_host.netplay.saved_games import SavedGames

SAVED = 150


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

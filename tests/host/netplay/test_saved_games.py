"""What a side keeps of its games: several games' threads keep theirs in one file."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hexlume_host.netplay.entries import ACTION, GUEST, HOST, Entry
from hexlume_host.netplay.saved_games import KeptGames

SAVED = 150


def test_games_that_are_played_at_once_keep_all_that_is_theirs(tmp_path: Path) -> None:
    kept = KeptGames(tmp_path)
    sides = [(f"game {number}", side) for number in range(3) for side in (HOST, GUEST)]

    def play(number: int) -> None:
        identity, side = sides[number]
        key = kept.add(identity, side, "code", {"name": f"{number}"})
        for place in range(SAVED):
            key.save(place, [Entry(ACTION, side, action=f"a{place}")], {"place": place})
            key.note(place=place)
            assert key.state() == {"place": place} and len(kept.games()) <= len(sides)

    with ThreadPoolExecutor(len(sides)) as pool:
        list(pool.map(play, range(len(sides))))
    assert {(game.id, game.side): game.seat for game in kept.games()} == {
        key: {"name": f"{number}", "place": SAVED - 1} for number, key in enumerate(sides)
    }
    for game in kept.games():
        assert [entry.action for entry in kept.side(game).entries()] == [f"a{place}" for place in range(SAVED)]
    kept.close()

"""``hexlume stats``."""

import json
from pathlib import Path
from typing import Any

from hexlume_host.store.repository import Store
from tests.bench.library_games import fill


def test_stats_tells_what_games_have_in_common_and_a_players_results(hexlume: Any, tmp_path: Path) -> None:
    club = tmp_path / "club.sqlite"
    fill(club, 60, variety=2)
    with Store(club) as store:
        name = next(game.white for game in store.games() if game.white)
    ran = hexlume("stats", "--store", club)
    assert (ran.code, ran.err) == (0, "") and ran.out.startswith("60 games")
    for title in ("white won ", "Half of these have at most ", "Ratings", "Orochi"):
        assert title in ran.out
    told = json.loads(hexlume("stats", "--json", "--store", club).out)
    assert (told["games"], told["ratings"][0]["name"] in ran.out) == (60, True)
    assert {"openings", "times", "months", "lengths"} <= told.keys()
    ran = hexlume("stats", "--player", name.upper(), "--exact", "--store", club)
    assert f"Results of {name}" in ran.out
    assert hexlume("stats", "--player", "Nobody", "--store", club).out.startswith("No games are like that.")

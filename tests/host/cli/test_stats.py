"""``hexlume stats``, and the filters of ``hexlume games``."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.store.repository import Store
from tests.bench.library_games import fill


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("club") / "club.sqlite"
    fill(path, 60, variety=2)
    return path


def test_stats_tells_what_games_have_in_common(hexlume: Any, club: Path) -> None:
    ran = hexlume("stats", "--store", club)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("60 games")
    for title in ("Results", "Actions in a finished game", "Games per month", "Openings of", "Median time", "Ratings"):
        assert title in ran.out
    with Store(club) as store:
        games = store.games()
    told = json.loads(hexlume("stats", "--json", "--store", club).out)
    assert told["games"] == len(games)
    assert sum(told["results"].values()) == sum(game.ending.status == "finished" for game in games)
    assert [player["rating"] for player in told["ratings"]] == sorted(
        (player["rating"] for player in told["ratings"]), reverse=True
    )


def test_stats_of_a_player(hexlume: Any, club: Path) -> None:
    with Store(club) as store:
        name = next(game.white for game in store.games() if game.white)
        games = [game for game in store.games() if name in (game.white, game.black)]
    ran = hexlume("stats", "--player", name.upper(), "--exact", "--store", club)
    assert f"Results of {name}" in ran.out
    row = next(line.split() for line in ran.out.splitlines() if line.split()[:1] == ["all"])
    assert row[1] == str(len(games))
    assert hexlume("stats", "--player", "Nobody", "--store", club).out.startswith("No games are like that.")


def test_games_lists_only_those_that_pass_the_filters(hexlume: Any, club: Path) -> None:
    with Store(club) as store:
        games = [game for game in store.games() if game.rules == "orochi" and game.ending.result == "W+"]
    told = json.loads(hexlume("games", "--game", "orochi", "--result", "W+", "--json", "--store", club).out)
    assert [game["id"] for game in told] == [game.id for game in games]
    last = json.loads(hexlume("games", "--game", "orochi", "--last", 2, "--json", "--store", club).out)
    assert len(last) == 2
    assert hexlume("games", "--player", "%", "--store", club).out == "No games are like that.\n"


@pytest.mark.parametrize("command", ["games", "stats"])
def test_a_wrong_filter_is_refused(hexlume: Any, club: Path, command: str) -> None:
    for option, value, choices in (("--since", "yesterday", "%Y-%m-%d"), ("--game", "chess", "'orochi', 'sibling'")):
        ran = hexlume(command, option, value, "--store", club)
        assert (ran.code, ran.out) == (2, "")
        assert f"'{value}'" in ran.err and choices in ran.err


@pytest.mark.parametrize(
    ("option", "choices"),
    [
        ("--result", "'W+', 'B+', '0'"),
        ("--outcome", "'won', 'lost', 'drawn'"),
        ("--status", "'finished', 'unfinished'"),
        ("--source", "'board', 'import'"),
    ],
)
def test_a_filter_that_is_one_of_a_list_names_the_list(hexlume: Any, option: str, choices: str) -> None:
    ran = hexlume("games", option, "other")
    assert (ran.code, ran.out) == (2, "")
    assert choices in ran.err


def test_stats_of_an_empty_store_are_one_sentence(hexlume: Any) -> None:
    assert hexlume("stats").out == "No games yet.\n"

"""Statistics and a player's page, against counting the games one by one."""

from collections import Counter
from collections.abc import Iterator
from statistics import median

import pytest

from hexlume_host.library.filters import GameFilter
from hexlume_host.store.repository import Players, Store
from hexlume_plugins.statistics.player import profile
from hexlume_plugins.statistics.ratings import Ratings
from hexlume_plugins.statistics.statistics import openings, statistics
from hexlume_record.errors import RecordError
from tests.host.reported_games import BEGUN, KINDS, days, tell

OPENINGS = (["Wd4", "Bc3"], ["Wd4", "swap"], ["Bb2", "*d4"], ["Wa1"])


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with games that the tests only count."""
    with Store(tmp_path_factory.mktemp("club") / "games.sqlite") as store:
        for number in range(24):
            acted = enumerate(OPENINGS[number % 4] * (1 + number % 3))
            steps = [("action", action, ("white", "black")[at % 2]) for at, action in acted]
            steps.append(("result", ("W+", "B+", "0")[number % 3], "") if number % 5 else ("abandon", "", ""))
            players = Players("Ann", f"Ben {number % 2}")
            kind = KINDS[0] if number < 20 else KINDS[2]
            tell(store, f"g{number}", steps, players, kind, f"b{number}", BEGUN + days(5 * number))
        yield store


def test_statistics_count_games_results_and_lengths(club: Store) -> None:
    games, found = club.games(), statistics(club, GameFilter())
    finished = [game for game in games if game.ending.status == "finished"]
    assert found["results"] == Counter(str(game.ending.result) for game in finished)
    assert found["lengths"] == Counter(game.action_count for game in finished)
    assert found["median_length"] == median(game.action_count for game in finished)
    assert found["months"] == Counter(f"{game.started_at:%Y-%m}" for game in games)
    counts = [statistics(club, GameFilter(rules=rules))["games"] for rules in ("", "orcoon", "chess")]
    assert counts == [24, 4, 0]


@pytest.mark.sample(1)
def test_statistics_list_openings_with_their_results(club: Store) -> None:
    first, two = openings(club, GameFilter(), 1), openings(club, GameFilter(), 2)
    assert first is not None and two is not None
    assert (first["rules"], first["board"], first["games"]) == ("orochi", "hex4", 20)
    assert (first["cells"], first["words"]) == ({"d4": 10, "b2": 5, "a1": 5}, {})
    # Every colour acts once a turn here; a cell counts once a game.
    assert (two["cells"], two["words"]) == ({"d4": 15, "c3": 5, "b2": 5, "a1": 5}, {"swap": 5})
    assert openings(club, GameFilter(rules="chess"), 1) is None


def test_a_players_results(club: Store) -> None:
    found = profile(club, Ratings(club), " ANN ")
    assert found["name"] == "Ann"
    opponents = {tally["name"]: tally for tally in found["opponents"]}
    for tally, games in (
        (found["total"], club.games()),
        (found["by_rules"]["orcoon"], [game for game in club.games() if game.rules == "orcoon"]),
        (opponents["Ben 1"], [game for game in club.games() if game.black == "Ben 1"]),
    ):
        won = [game.ending.result == ("B+" if game.seats_swapped else "W+") for game in games]
        drawn = [game.ending.result == "0" for game in games]
        assert (tally["games"], tally["won"], tally["drawn"]) == (len(games), sum(won), sum(drawn))
        assert tally["abandoned"] == sum(game.ending.status == "abandoned" for game in games)
    assert found["by_colour"]["black"]["games"] == sum(game.seats_swapped for game in club.games())
    with pytest.raises(RecordError, match="Nobody named Zoë"):
        profile(club, Ratings(club), "Zoë")

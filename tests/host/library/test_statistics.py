"""Statistics and a player's page, against counting the games one by one."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import median

import pytest

from hexlume_host.library.filters import GameFilter
from hexlume_host.library.player import profile
from hexlume_host.library.ratings import Ratings
from hexlume_host.library.statistics import openings, statistics, times
from hexlume_host.store.repository import Players, Store
from hexlume_record.errors import RecordError
from hexlume_record.game.record import history_of
from tests.host.reported_games import BEGUN, KINDS, days, tell

OPENINGS = (["Wd4", "Bc3"], ["Wd4", "swap"], ["Bb2", "*d4"], ["Wa1"])


@pytest.fixture(scope="module")
def club(new_place: Callable[[], str]) -> Iterator[Store]:
    """A store with games that the tests only count."""
    with Store(new_place()) as store:
        fill(store)
        yield store


def fill(store: Store) -> None:
    for number in range(24):
        actions = [
            ("action", action, ("white", "black")[at % 2])
            for at, action in enumerate(OPENINGS[number % 4] * (1 + number % 3))
        ]
        end = [("result", ("W+", "B+", "0")[number % 3], "")] if number % 5 else [("abandon", "", "")]
        kind = KINDS[0] if number < 20 else KINDS[2]
        tell(
            store,
            f"g{number}",
            [*actions, *end],
            Players("Ann", f"Ben {number % 2}"),
            kind,
            f"b{number}",
            BEGUN + days(5 * number),
        )


def test_statistics_count_games_results_and_lengths(club: Store) -> None:
    games = club.games()
    found = statistics(club, GameFilter())
    finished = [game for game in games if game.ending.status == "finished"]
    assert found.games == 24
    assert found.results == Counter(str(game.ending.result) for game in finished)
    assert found.lengths == Counter(game.action_count for game in finished)
    assert found.median_length == median(game.action_count for game in finished)
    assert found.months == Counter(f"{game.started_at:%Y-%m}" for game in games)
    assert found.boards == {("orochi", "hex4"): 20, ("orcoon", "square4"): 4}
    only = statistics(club, GameFilter(rules="orcoon"))
    assert (only.games, sum(only.months.values())) == (4, 4)
    nothing = statistics(club, GameFilter(rules="chess"))
    assert (nothing.games, nothing.median_length, nothing.months) == (0, None, {})


@pytest.mark.sample(1)
def test_statistics_list_openings_with_their_results(club: Store) -> None:
    first = openings(club, GameFilter(), 0)
    assert first is not None
    assert (first.rules, first.on, first.games) == ("orochi", "hex4", 20)
    assert (first.cells, first.words) == ({"d4": 10, "b2": 5, "a1": 5}, {})
    two = openings(club, GameFilter(), 2)
    assert two is not None
    # Every colour acts once a turn here; a cell counts once a game.
    assert two.cells == {"d4": 15, "c3": 5, "b2": 5, "a1": 5}
    assert two.words == {"swap": 5}
    assert openings(club, GameFilter(rules="chess"), 1) is None


@pytest.mark.sample(1)
def test_statistics_tell_how_long_turns_take(club: Store) -> None:
    found = times(club, GameFilter())
    expected: dict[int, list[float]] = {}
    for game in club.games():
        events = club.record(game.id).events
        assert len(history_of(events).actions) == len(events) - 2
        for number, (before, after) in enumerate(pairwise(events[:-1])):
            expected.setdefault(number, []).append((after.ticks - before.ticks) // 100 / 10)
    assert found.games == 24
    told = [median(taken) if len(taken) >= 5 else None for _, taken in sorted(expected.items())]
    while told and told[-1] is None:
        told.pop()
    assert found.seconds == pytest.approx(told)


def test_a_players_results(club: Store) -> None:
    found = profile(club, Ratings(club), " ANN ")
    assert found.name == "Ann"
    for tally, games in (
        (found.total, club.games()),
        (found.by_rules["orcoon"], [game for game in club.games() if game.rules == "orcoon"]),
        (found.opponents["Ben 1"], [game for game in club.games() if game.black == "Ben 1"]),
    ):
        won = [game.ending.result == ("B+" if game.seats_swapped else "W+") for game in games]
        drawn = [game.ending.result == "0" for game in games]
        assert (tally.games, tally.won, tally.drawn) == (len(games), sum(won), sum(drawn))
        assert tally.abandoned == sum(game.ending.status == "abandoned" for game in games)
    assert found.by_colour["black"].games == sum(game.seats_swapped for game in club.games())
    with pytest.raises(RecordError, match="Nobody named Zoë"):
        profile(club, Ratings(club), "Zoë")

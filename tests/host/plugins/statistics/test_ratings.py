"""Ratings: openskill's, and the same whether cached or computed anew, whatever comes late or is taken back."""

import contextlib

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from hexlume_host.store.repository import Players, Store
from hexlume_plugins.statistics.player import profile
from hexlume_plugins.statistics.ratings import ALL_GAMES, Ratings, points
from hexlume_record.errors import RecordError
from tests.host.new_store import new_store
from tests.host.reported_games import BEGUN, KINDS, days, tell

pytestmark = pytest.mark.integration

ACTED = ("action", "Wd4", "white")
NAMES = ("Ann", "ANN", "Ben", "Cy", "")
GAMES = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.sampled_from(KINDS[:2]),
    st.integers(0, 9),
    st.lists(st.sampled_from([("W+", False), ("B+", False), ("0", False), ("W+", True), ("", False)]), max_size=3),
)
"""Who plays what on which day, and how it ends, again and again: between two ends it is taken back."""


def all_of(ratings: Ratings, store: Store) -> list[object]:
    """Return all ratings, and how each of them went."""
    profiles: list[object] = []
    for name in ("Ann", "Ben", "Cy"):
        with contextlib.suppress(RecordError):
            found = profile(store, ratings, name)
            profiles.append((name, found["ratings"], found["history"]))
    return [ratings.players(scope) for scope in (ALL_GAMES, *ratings.scopes())] + profiles


@pytest.mark.sample(1)
@settings(
    max_examples=max(2, settings.default.max_examples // 3),
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(games=st.lists(GAMES, min_size=1, max_size=4))
def test_cached_ratings_equal_those_computed_anew(
    tmp_path_factory: pytest.TempPathFactory,
    games: list[tuple[str, str, tuple[str, str], int, list[tuple[str, bool]]]],
) -> None:
    with Store(new_store(tmp_path_factory.mktemp("rated") / "games.sqlite")) as store:
        cached = Ratings(store)
        for number, (white, black, kind, day, ends) in enumerate(games):
            steps = [ACTED]
            for result, swapped in ends:
                steps += [("undo", "", ""), ACTED] if len(steps) > 1 else []
                steps += [("action", "swap", "black")] if swapped else []
                steps += [("result", result, "")] if result else []
                tell(store, f"g{number}", steps, Players(white, black), kind, f"b{number}", BEGUN + days(day))
                found = all_of(cached, store)
            assert not ends or found == all_of(Ratings(store), store)


def test_ratings_are_those_of_openskill(store: Store) -> None:
    """The model's own numbers, in the order in which games ended: a draw, then a win of who swapped to white."""
    tell(store, "later", [ACTED, ("action", "swap", "black"), ("result", "W+", "")], begun=BEGUN + days(2), device="b2")
    tell(store, "first", [ACTED, ("result", "0", "")], device="b1")
    ratings, model = Ratings(store), PlackettLuce()
    [[ann], [ben]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 1])
    [[ben], [ann]] = model.rate([[ben], [ann]], ranks=[1, 2])
    for scope in (ALL_GAMES, "orochi"):
        shown = [standing.as_json(name) for name, standing in ratings.players(scope)]
        assert [(one["name"], one["rating"], one["won"], one["drawn"], one["lost"]) for one in shown] == [
            ("Ben", points(ben.mu), 1, 1, 0),
            ("Ann", points(ann.mu), 0, 1, 1),
        ]
        assert shown[0]["provisional"]
    assert ratings.scopes() == ["orochi"]
    history = profile(store, ratings, "ben")["history"][ALL_GAMES]
    assert [point["game"] for point in history] == [2, 1]
    assert history[-1]["points"] == points(ben.mu)


def test_who_has_no_rating_is_listed_last(store: Store) -> None:
    tell(store, "a", [ACTED, ("result", "W+", "")], Players("Ann", "Ben"), device="b1")
    tell(store, "b", [ACTED], Players("Zoë", "100%"), device="b2")
    ratings = Ratings(store)
    assert [name for name, _ in ratings.players()] == ["Ann", "Ben", "100%", "Zoë"]
    assert [name for name, _ in ratings.players(name="%")] == ["100%"]

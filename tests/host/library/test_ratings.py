"""Ratings: the same whether games are rated as they come or all at once, whatever comes late or is taken back."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from sqlalchemy import delete, select, update

from hexlume_host.library.player import profile
from hexlume_host.library.ratings import ALL_GAMES, due, points, rate, ratings, scopes
from hexlume_host.store.models import GameRow, PlayerRow, Rating, RatingRow, RatingStepRow
from hexlume_host.store.repository import Players, Store
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


def told(store: Store) -> list[tuple[object, ...]]:
    """Return all ratings and steps, players by key: their numbers follow from which came first."""
    with store.reading() as session:
        keys = {row.id: row.key for row in session.scalars(select(PlayerRow))}
        rows = [
            (model.__tablename__, keys[row.player_id], row.scope, row.ended_at, row.mu, row.sigma, row.games, row.won)
            for model in (RatingRow, RatingStepRow)
            for row in session.scalars(select(model))
        ]
    return sorted(rows, key=str)


@settings(max_examples=10, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(games=st.lists(GAMES, min_size=1, max_size=10))
def test_incremental_equals_whole(
    new_place: Callable[[], str],
    games: list[tuple[str, str, tuple[str, str], int, list[tuple[str, bool]]]],
) -> None:
    with Store(new_place()) as store:
        for number, (white, black, kind, day, ends) in enumerate(games):
            steps = [ACTED]
            for result, swapped in ends:
                steps += [("undo", "", ""), ACTED] if len(steps) > 1 else []
                steps += [("action", "swap", "black")] if swapped else []
                steps += [("result", result, "")] if result else []
                tell(store, f"g{number}", steps, Players(white, black), kind, f"b{number}", BEGUN + days(day))
                rate(store)
                assert due(store) == 0
        step_by_step = told(store)
        with store.writing() as session:
            session.execute(delete(RatingRow))
            session.execute(delete(RatingStepRow))
            session.execute(update(GameRow).where(GameRow.rating == Rating.RATED).values(rating=int(Rating.DUE)))
        rate(store)
        assert told(store) == step_by_step


def test_ratings_are_openskills(store: Store) -> None:
    """The model's own numbers, in the order in which games ended: a draw, then a win of who swapped to white."""
    tell(store, "later", [ACTED, ("action", "swap", "black"), ("result", "W+", "")], begun=BEGUN + days(2), board="b2")
    tell(store, "first", [ACTED, ("result", "0", "")], board="b1")
    rate(store)
    model = PlackettLuce()
    [[ann], [ben]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 1])
    [[ben], [ann]] = model.rate([[ben], [ann]], ranks=[1, 2])
    for scope in (ALL_GAMES, "orochi"):
        best, other = ratings(store, scope)
        assert (best.name, best.points, best.won, best.drawn, best.lost) == ("Ben", points(ben.mu), 1, 1, 0)
        assert (other.name, other.points, other.won, other.drawn, other.lost) == ("Ann", points(ann.mu), 0, 1, 1)
        assert best.provisional
    assert scopes(store) == ["orochi"]
    assert [point.points for point in profile(store, "ben").history[ALL_GAMES]][-1] == points(ben.mu)


def test_only_so_many_at_once(store: Store) -> None:
    for number in range(3):
        tell(store, f"g{number}", [ACTED, ("result", "W+", "")], board=f"b{number}", begun=BEGUN + days(number))
    assert due(store) == 3
    assert rate(store, most=0) == 3
    assert rate(store) == 0


def test_who_has_no_rating_is_listed_last(store: Store) -> None:
    tell(store, "a", [ACTED, ("result", "W+", "")], Players("Ann", "Ben"), board="b1")
    tell(store, "b", [ACTED], Players("Zoë", "100%"), board="b2")
    rate(store)
    assert [player.name for player in ratings(store)] == ["Ann", "Ben", "100%", "Zoë"]
    assert [player.name for player in ratings(store, name="%")] == ["100%"]
    assert [player.points is None for player in ratings(store, "orochi")] == [False, False]

"""Problems in the store: kept once, found again, and asked again when they are due, by virtual time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_host.problems.keeping import (
    ProblemError,
    Wanted,
    keep,
    keep_answer,
    kept_problems,
    problem_of_number,
    to_ask,
)
from hexlume_host.problems.problem import Answer, Problem
from hexlume_host.problems.spacing import LONGEST_DAYS, SOON, after_answer
from hexlume_host.store import Store
from tests.host.played_games import PlayedGame
from tests.host.postgresql_server import PostgresqlServer

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ONE = Problem(
    rules="orochi",
    on="hex2",
    options={},
    actions=("Wb2",),
    colour="black",
    worth="win",
    best=("Bc2",),
    answers={"Bc2": Answer(1.0, "win", ("Wa1",)), "Wa2": Answer(0.0, "loss", ("Ba1", "Wc1"))},
    themes=("placement", "win-at-once"),
    difficulty=2,
    measures={"choices": 12, "depth": 3, "playouts": None},
)
TWO = replace(ONE, actions=("Wa1",), themes=("placement", "defence"), difficulty=4)


def all_of(store: Store, name: str = "", now: datetime = NOW, **wanted: object) -> list[int]:
    return [one.problem.id for one in kept_problems(store, Wanted(**wanted), name, now)]  # type: ignore[arg-type]


def asked(store: Store, name: str, now: datetime) -> list[int]:
    return [problem.id for problem in to_ask(kept_problems(store, Wanted(), name, now), now)]


def test_a_problem_is_kept_once_and_comes_back_as_it_was(store: Store) -> None:
    number = keep(store, ONE)
    assert number is not None
    assert keep(store, ONE) is None
    # The same position on another way is the same problem.
    assert keep(store, replace(ONE, difficulty=3)) is None
    assert problem_of_number(store, number) == replace(ONE, id=number)
    with pytest.raises(ProblemError, match=r"There is no problem 77 in the store .*: see hexlume problems\."):
        problem_of_number(store, 77)


def test_on_postgresql_too(postgresql: PostgresqlServer) -> None:
    with Store(postgresql.database()) as store:
        number = keep(store, ONE)
        assert number is not None and keep(store, ONE) is None
        keep_answer(store, number, "Ann", "Wa2", False, NOW)
        (kept,) = kept_problems(store, Wanted(theme="win-at-once", due=True), "ann", NOW + SOON)
        assert (kept.problem, kept.wrong, kept.due_at) == (replace(ONE, id=number), 1, NOW + SOON)


def test_they_are_found_by_game_theme_difficulty_and_origin(store: Store) -> None:
    one, two = keep(store, ONE), keep(store, TWO)
    game = PlayedGame(store, "orochi", 2).play(3).number
    own = keep(store, replace(ONE, player="ann", game=game, ply=2, played="Wa2"))
    assert own is not None
    assert all_of(store) == [one, two, own]
    assert all_of(store, rules="sibling") == []
    assert all_of(store, theme="defence") == [two]
    assert all_of(store, theme="def") == all_of(store, theme="%") == []
    assert all_of(store, difficulty=2) == [one, own]
    assert all_of(store, mistakes=True) == [own]
    assert all_of(store, mistakes=False) == [one, two]
    # Who gives a name is not asked about others' mistakes.
    assert all_of(store, "Ben") == [one, two]
    assert all_of(store, "ANN ") == [one, two, own]


def test_wrong_ones_come_back_soon_and_everybody_has_an_order_of_their_own(store: Store) -> None:
    one, two = keep(store, ONE), keep(store, TWO)
    assert one is not None and two is not None
    assert asked(store, "", NOW) == [one, two]
    assert keep_answer(store, one, "", "Wa2", False, NOW) == NOW + SOON
    assert asked(store, "", NOW) == [two]
    # What is due comes before what is new.
    assert asked(store, "", NOW + SOON) == [one, two]
    assert all_of(store, now=NOW, due=True) == []
    assert all_of(store, now=NOW + SOON, due=True) == [one]
    assert asked(store, "Ann", NOW) == [one, two]
    later = keep_answer(store, one, "", "Bc2", True, NOW + SOON)
    assert later - NOW > timedelta(days=1) - SOON
    (kept,) = [found for found in kept_problems(store, Wanted(), "", NOW) if found.problem.id == one]
    assert (kept.right, kept.wrong, kept.due_at) == (1, 1, later)
    with Store(Path(store.where)) as again:
        assert asked(again, "", later) == [one, two]


@given(st.integers(min_value=2, max_value=10))
def test_right_answers_make_the_intervals_grow(times: int) -> None:
    card, now = None, NOW
    before = timedelta(0)
    for _ in range(times):
        card, due = after_answer(card, True, now)
        interval = due - now
        assert interval > before or interval >= timedelta(days=LONGEST_DAYS)
        before, now = interval, due
    assert before >= timedelta(days=2)
    # A mistake, and it is back soon; then later again, but not as late as before.
    card, due = after_answer(card, False, now)
    assert due == now + SOON
    card, due = after_answer(card, True, due)
    assert timedelta(days=1) <= due - now - SOON <= before


@given(st.lists(st.booleans(), max_size=12))
def test_the_same_answers_give_the_same_days(answers: list[bool]) -> None:
    def dates() -> list[datetime]:
        card, now, found = None, NOW, []
        for right in answers:
            card, now = after_answer(card, right, now)
            found.append(now)
        return found

    told = dates()
    assert told == dates()
    assert all(later > earlier for earlier, later in zip([NOW, *told], told, strict=False))

"""Puzzles in the store: stored once, found again, and asked in the order of their answers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hexlume_engine.puzzles.puzzle import Answer, Puzzle
from hexlume_engine.puzzles.repository import (
    PuzzleError,
    PuzzleFilter,
    find_puzzles,
    get_puzzle,
    save_answer,
    save_puzzle,
    schedule,
)
from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ONE = Puzzle(
    rules="orochi",
    board="hex2",
    options={},
    actions=("Wb2",),
    colour="black",
    value="win",
    best=("Bc2",),
    answers={"Bc2": Answer(1.0, "win", ("Wa1",)), "Wa2": Answer(0.0, "loss", ("Ba1", "Wc1"))},
    themes=("placement", "win-at-once"),
    difficulty=2,
    measures={"choices": 12, "depth": 3, "playouts": None},
)
TWO = replace(ONE, actions=("Wa1",), themes=("placement", "defence"), difficulty=4)


def all_of(store: Store, name: str = "", **wanted: object) -> list[int]:
    return [one.puzzle.id for one in find_puzzles(store, PuzzleFilter(**wanted), name)]  # type: ignore[arg-type]


def asked(store: Store, name: str) -> list[int]:
    return [puzzle.id for puzzle in schedule(find_puzzles(store, PuzzleFilter(), name))]


def test_puzzle_is_stored_once_and_read_back_unchanged(store: Store) -> None:
    number = save_puzzle(store, ONE)
    assert number is not None
    assert save_puzzle(store, ONE) is None
    # The same position on another way is the same puzzle.
    assert save_puzzle(store, replace(ONE, difficulty=3)) is None
    assert get_puzzle(store, number) == replace(ONE, id=number)
    with pytest.raises(PuzzleError, match=r"There is no puzzle 77 in the store .*: see hexlume puzzles list\."):
        get_puzzle(store, 77)


def test_puzzles_are_found_by_game_theme_difficulty_and_origin(store: Store) -> None:
    one, two = save_puzzle(store, ONE), save_puzzle(store, TWO)
    game = PlayedGame(store, "orochi", 2).play(3).number
    own = save_puzzle(store, replace(ONE, player="ann", game=game, ply=2, played="Wa2"))
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


def test_failed_puzzles_are_asked_first_then_new_ones_then_the_oldest(store: Store) -> None:
    hard, easy, old, late, failed, failed_later = (
        save_puzzle(store, replace(ONE, actions=(action,), difficulty=difficulty)) or 0
        for action, difficulty in (("Wa1", 4), ("Wa2", 2), ("Wb1", 1), ("Wb2", 1), ("Wb3", 1), ("Wc1", 1))
    )
    for minutes, number, right in (
        (0, failed, True),
        (1, late, False),
        (2, old, True),
        (3, failed, False),
        (4, late, True),
        (5, failed_later, False),
    ):
        save_answer(store, number, "Ann", "Wa2", right, NOW + timedelta(minutes=minutes))
    assert asked(store, "ann") == [failed, failed_later, easy, hard, old, late]
    # Once it is solved it goes to the end; another failure brings it to the front again.
    save_answer(store, failed, "Ann", "Bc2", True, NOW + timedelta(minutes=6))
    assert asked(store, "ann") == [failed_later, easy, hard, old, late, failed]
    save_answer(store, old, "Ann", "Wa2", False, NOW + timedelta(minutes=7))
    assert asked(store, "ann") == [failed_later, old, easy, hard, late, failed]
    # Everybody has an order of their own.
    assert asked(store, "") == [old, late, failed, failed_later, easy, hard]
    (status,) = [one for one in find_puzzles(store, PuzzleFilter(), "ann") if one.puzzle.id == failed]
    assert (status.right, status.wrong, status.last, status.failed) == (2, 1, NOW + timedelta(minutes=6), False)
    with Store(Path(store.where)) as again:
        assert asked(again, "ann") == asked(store, "ann")

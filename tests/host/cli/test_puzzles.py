"""``hexlume puzzles``: made, listed, shown, solved in the terminal and on a simulated board."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.puzzles.repository import PuzzleFilter, find_puzzles, save_puzzle
from hexlume_engine.puzzles.theme import THEMES
from hexlume_host.library.filters import GameFilter
from hexlume_host.library.search import all_found
from hexlume_host.store.repository import Store
from hexlume_record.game.record import FROM_PUZZLE
from tests.host.conftest import wait_until
from tests.host.puzzles.test_board import SMALL
from tests.host.puzzles.test_repository import ONE, TWO

pytestmark = pytest.mark.integration

Run = Callable[..., Any]
MAKE = ("puzzles", "make", "--rules", "sibling", "--size", 3, "--seed", 1, "--playouts", 24, "--positions", 20_000)


def test_makes_lists_and_shows(hexlume: Run, store: Store) -> None:
    """What is kept already is not kept again: the same games bring others."""
    ran = hexlume(*MAKE, "--count", 3, "--store", store.where)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "3 puzzles new, numbers 1, 2, 3. Solve them: hexlume puzzles solve\n"
    told = json.loads(hexlume(*MAKE, "--count", 2, "--json", "--store", store.where).out)
    assert told == {"seed": 1, "puzzles": [4, 5]}
    listed = json.loads(hexlume("puzzles", "list", "--json", "--store", store.where).out)
    assert [one["id"] for one in listed] == [1, 2, 3, 4, 5]
    best = find_puzzles(store, PuzzleFilter(), "")[0].puzzle.best[0]
    shown = hexlume("puzzles", "show", 1, "--store", store.where).out
    assert "Puzzle 1: Sibling, 19 cells" in shown and " to act" in shown and f"{best} wins" not in shown
    assert f"{best} wins" in hexlume("puzzles", "show", 1, "--answer", "--store", store.where).out
    hidden = json.loads(hexlume("puzzles", "show", 1, "--json", "--store", store.where).out)
    assert not any({"best", "answers"} & set(one) for one in (hidden, *listed))
    assert json.loads(hexlume("puzzles", "show", 1, "--json", "--answer", "--store", store.where).out)["best"] == [best]


def test_ctrl_c_keeps_what_was_found(hexlume: Run, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    save = Mock(side_effect=[1, 2, KeyboardInterrupt])
    monkeypatch.setattr("hexlume_engine.cli.puzzles.make.save_puzzle", save)
    ran = hexlume(*MAKE, "--store", store.where)
    assert (ran.code, ran.err) == (130, "Stopped: 2 puzzles kept.\n")
    save.configure_mock(side_effect=None, return_value=None)
    monkeypatch.setattr("hexlume_engine.cli.puzzles.make._MAX_BARREN", 1)
    assert "choose a larger board" in hexlume(*MAKE, "--store", store.where).err


def test_solved_in_the_terminal_wrong_ones_come_back(
    hexlume: Run, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_puzzle(store, ONE)
    save_puzzle(store, TWO)
    solve = ("puzzles", "solve", "--terminal", "--player", "Ann", "--store", store.where)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Wa2\nBc2\nq\nBc2\n"))
    ran = hexlume(*solve)
    assert "Wrong: Wa2 loses. After Ba1 white answers Wc1." in ran.out and "Right: Bc2 wins" in ran.out
    assert ran.out.endswith("0 of 1 right.\n")
    told = json.loads(hexlume("puzzles", "list", "--json", "--player", "ann", "--store", store.where).out)
    assert [(one["wrong"], one["failed"]) for one in told] == [(1, True), (0, False)]
    ran = hexlume(*solve, "--count", 1)
    assert "Puzzle 1:" in ran.out and ran.out.endswith("1 of 1 right.\n")
    listed = hexlume("puzzles", "list", "--player", "Ann", "--store", store.where).out
    assert "0 answered wrongly the last time, 1 new." in listed


def test_solve_opens_a_simulated_board_and_leaves_no_game(
    hexlume: Run, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It sets the puzzle up and takes typed words: here that the solution be shown."""
    save_puzzle(store, SMALL)
    said: list[str] = []

    def typing() -> Iterator[str]:
        for awaited, words in (("Set the position up", "s\n"), ("Bc2 wins", "q\n")):
            wait_until(lambda: any(awaited in one for one in said))  # noqa: B023
            yield words

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(readline=partial(next, typing(), "")))
    monkeypatch.setattr("hexlume_engine.cli.puzzles.solve.say", said.append)
    ran = hexlume("puzzles", "solve", "--no-browser", "--page-port", 0, "--store", store.where)
    assert ran.code == 0 and any("Bc2 wins" in one for one in said) and said[-1] == "0 of 1 right."
    assert all_found(store, GameFilter()) == []
    (game,) = all_found(store, GameFilter(source=FROM_PUZZLE))
    assert game.ending.status == "abandoned"


def test_every_theme_is_explained() -> None:
    text = (Path(__file__).parents[3] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    assert [theme for theme in THEMES if f"`{theme}`" not in text] == []

"""``hexlume puzzles``: made, listed, shown, solved in the terminal and on a simulated board."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.puzzles.repository import PuzzleFilter, find_puzzles, save_puzzle
from hexlume_engine.puzzles.theme import THEMES
from hexlume_host.library.filters import GameFilter
from hexlume_host.library.search import all_found
from hexlume_host.store.repository import Store
from hexlume_record.game.record import FROM_PUZZLE
from tests.host.played_games import PlayedGame
from tests.host.puzzles.test_board import SMALL
from tests.host.puzzles.test_repository import ONE, TWO

pytestmark = pytest.mark.integration

Run = Callable[..., Any]
MAKE = ("puzzles", "make", "--game", "sibling", "--size", 3, "--seed", 1, "--playouts", 24, "--positions", 20_000)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_makes_lists_and_shows(hexlume: Run, tmp_path: Path) -> None:
    store = tmp_path / "s"
    ran = hexlume(*MAKE, "--count", 3, "--store", store)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "3 puzzles new, numbers 1, 2, 3. Solve them: hexlume puzzles solve\n"
    # What is kept already is not kept again: the same games bring others.
    told = json.loads(hexlume(*MAKE, "--count", 2, "--json", "--store", store).out)
    assert told == {"seed": 1, "puzzles": [4, 5]}
    listed = json.loads(hexlume("puzzles", "list", "--json", "--store", store).out)
    assert [one["id"] for one in listed] == [1, 2, 3, 4, 5]
    assert all("best" not in one and "answers" not in one for one in listed)
    assert json.loads(hexlume("puzzles", "list", "--json", "--store", store).out) == listed
    assert "0 answered wrongly the last time, 5 new." in hexlume("puzzles", "list", "--store", store).out
    with Store(store) as opened:
        best = find_puzzles(opened, PuzzleFilter(), "")[0].puzzle.best[0]
    shown = hexlume("puzzles", "show", 1, "--store", store).out
    assert "Puzzle 1: Sibling, 19 cells" in shown and " to act" in shown and f"{best} wins" not in shown
    assert f"{best} wins" in hexlume("puzzles", "show", 1, "--answer", "--store", store).out
    assert "best" not in json.loads(hexlume("puzzles", "show", 1, "--json", "--store", store).out)
    assert json.loads(hexlume("puzzles", "show", 1, "--json", "--answer", "--store", store).out)["best"] == [best]


def test_a_small_board_has_only_so_many(hexlume: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlume_engine.cli.puzzles.make._MAX_BARREN", 2)
    ran = hexlume("puzzles", "make", "--game", "orochi", "--size", 2, "--seed", 1, "--store", tmp_path / "s")
    assert ran.code == 0 and "choose a larger board" in ran.err


def test_ctrl_c_keeps_what_was_found(hexlume: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(store: Store, puzzle: object) -> int | None:
        kept = save_puzzle(store, puzzle)  # type: ignore[arg-type]
        if kept == 3:
            raise KeyboardInterrupt
        return kept

    monkeypatch.setattr("hexlume_engine.cli.puzzles.make.save_puzzle", interrupted)
    ran = hexlume(*MAKE, "--store", tmp_path / "s")
    assert ran.code == 130
    assert ran.err == "Stopped: 2 puzzles kept.\n"
    assert len(json.loads(hexlume("puzzles", "list", "--json", "--store", tmp_path / "s").out)) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", 7), "There is no puzzle 7 in the store"),
        (("make", "--size", 99), "Orochi is played on hex boards"),
        (("solve", "--terminal", "--board", "x"), "Choose one of --terminal and --board"),
        (("solve", 9), "There is no puzzle 9"),
    ],
)
def test_errors_are_one_sentence(hexlume: Run, tmp_path: Path, arguments: tuple[object, ...], sentence: str) -> None:
    Store(tmp_path / "s").close()
    ran = hexlume("puzzles", *arguments, "--store", tmp_path / "s")
    assert (ran.code, ran.out) == (1, "")
    assert sentence in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize("option", ["--game", "--theme"])
def test_a_value_that_there_is_not_names_the_choices(hexlume: Run, option: str) -> None:
    ran = hexlume("puzzles", "list", option, "chess")
    assert ran.code == 2 and "'chess' is not one of" in ran.err


def test_an_empty_store_says_what_to_do(hexlume: Run, tmp_path: Path) -> None:
    store = tmp_path / "s"
    Store(store).close()
    for arguments in (("list",), ("solve",)):
        assert hexlume("puzzles", *arguments, "--store", store).out == (
            "No puzzles yet. Make some: hexlume puzzles make\n"
        )
    assert hexlume("puzzles", "list", "--theme", "pass", "--store", store).out == "No puzzles are like that.\n"
    assert "hexlume analyse" in hexlume("puzzles", "mistakes", "--store", store).out


def test_solved_in_the_terminal_wrong_ones_come_back(
    hexlume: Run, tmp_path: Path, typed: Callable[[str], None]
) -> None:
    store = tmp_path / "s"
    with Store(store) as opened:
        save_puzzle(opened, ONE)
        save_puzzle(opened, TWO)
    typed("Wa2\nBc2\nq\n")
    ran = hexlume("puzzles", "solve", "--terminal", "--player", "Ann", "--store", store)
    assert ran.code == 0
    assert "Wrong: Wa2 loses. After Ba1 white answers Wc1." in ran.out and "Right: Bc2 wins" in ran.out
    assert ran.out.endswith("0 of 1 right.\n")
    told = json.loads(hexlume("puzzles", "list", "--json", "--player", "ann", "--store", store).out)
    assert [(one["wrong"], one["failed"]) for one in told] == [(1, True), (0, False)]
    assert (
        "1 answered wrongly the last time, 1 new."
        in hexlume("puzzles", "list", "--player", "Ann", "--store", store).out
    )
    typed("")
    ran = hexlume("puzzles", "solve", "--terminal", "--player", "Ann", "--count", 1, "--store", store)
    assert "Puzzle 1:" in ran.out and "Puzzle 2:" not in ran.out
    typed("Bc2\n")
    ran = hexlume("puzzles", "solve", 1, "--terminal", "--player", "Ann", "--store", store)
    assert ran.out.endswith("1 of 1 right.\n")
    assert "0 answered wrongly the last time, 2 new." in hexlume("puzzles", "list", "--store", store).out


def test_solved_puzzle_is_asked_after_new_ones(hexlume: Run, tmp_path: Path, typed: Callable[[str], None]) -> None:
    store = tmp_path / "s"
    with Store(store) as opened:
        save_puzzle(opened, ONE)
        save_puzzle(opened, TWO)
    typed("Bc2\n")
    hexlume("puzzles", "solve", 1, "--terminal", "--store", store)
    typed("")
    assert "Puzzle 2:" in hexlume("puzzles", "solve", "--terminal", "--count", 1, "--store", store).out
    typed("Bc2\nBc2\n")
    assert hexlume("puzzles", "solve", "--terminal", "--store", store).out.endswith("2 of 2 right.\n")


def test_solve_opens_a_simulated_board_and_leaves_no_game(tmp_path: Path) -> None:
    """The whole command: it sets the puzzle up, takes typed words, and ends by Ctrl-C with the shell's code."""
    with Store(tmp_path / "s") as opened:
        save_puzzle(opened, SMALL)
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()"]
    arguments = ["puzzles", "solve", "--no-browser", "--port", "0", "--store", str(tmp_path / "s")]
    with subprocess.Popen(
        [*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ}
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        try:
            told = ""
            while "Set the position up" not in told:
                line = process.stdout.readline()
                assert line, told
                told += line
            process.stdin.write("s\n")
            process.stdin.flush()
            while "Bc2 wins" not in told:
                told += process.stdout.readline()
            process.send_signal(signal.SIGINT)
            told += process.communicate(timeout=60)[0]
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Solve at http" in told and told.endswith("0 of 1 right.\n")
    with Store(tmp_path / "s") as opened:
        assert all_found(opened, GameFilter()) == []
        (game,) = all_found(opened, GameFilter(source=FROM_PUZZLE))
        assert game.ending.status == "abandoned"


@pytest.mark.soak
def test_mistakes_of_analysed_games_are_puzzles(hexlume: Run, store: Store, typed: Callable[[str], None]) -> None:
    PlayedGame(store, "orochi", 3, 5).play()
    assert hexlume("analyse", 1, "--playouts", 150, "--store", store.where).code == 0
    ran = hexlume("puzzles", "mistakes", "--player", "Ann", "--positions", 5_000, "--store", store.where)
    assert ran.code == 0 and "hexlume puzzles solve --mistakes --player 'Ann'" in ran.out
    told = json.loads(hexlume("puzzles", "list", "--mistakes", "--json", "--store", store.where).out)
    assert told and all(one["game"] == 1 and "mistake" in one["themes"] for one in told)
    again = hexlume("puzzles", "mistakes", "--player", "Ann", "--positions", 5_000, "--store", store.where)
    assert again.out == "Every mistake is a puzzle already.\n"
    typed("\n")
    ran = hexlume("puzzles", "solve", "--terminal", "--mistakes", "--player", "Ann", "--store", store.where)
    assert "In your game you played" in ran.out or "in your game you played" in ran.out


def test_without_the_extra_solving_goes_on_and_making_says_so(tmp_path: Path) -> None:
    with Store(tmp_path / "s") as opened:
        save_puzzle(opened, ONE)
    program = "import sys; sys.modules['numba'] = None; from hexlume_host.cli.main import main; main()"
    command = [sys.executable, "-c", program, "puzzles"]

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        store = ("--store", str(tmp_path / "s"))
        return subprocess.run(
            [*command, *arguments, *store], input="Bc2\n", capture_output=True, text=True, check=False
        )

    ran = run("make")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "The engine needs numba: install it with pip install 'hexlume[engine]'.\n"
    ran = run("solve", "--terminal")
    assert ran.returncode == 0 and ran.stdout.endswith("1 of 1 right.\n")


def test_every_theme_is_explained() -> None:
    text = (Path(__file__).parents[3] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    assert [theme for theme in THEMES if f"`{theme}`" not in text] == []

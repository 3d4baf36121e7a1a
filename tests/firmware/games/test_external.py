"""Games from folders outside the package: found by name, checked, and left out with a sentence if they are broken."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

INIT = """ORDER = {order}
GRID = "hex"
SIZES = (2, 5, 3)
OPTIONS = ""
"""
FILL = '''"""Fill the board: who places the last disc wins."""

from .. import notation
from ..game import OVER, Game
from ..pieces import other


class Fill(Game):
    def iter_legal(self):
        if self.phase != OVER:
            for cell in range(self.grid.cells):
                if not self.board[cell]:
                    yield notation.code(notation.PLACE, cell)

    def why_not(self, action):
        if self.phase == OVER:
            return "ACT-2"
        return None if action in list(self.iter_legal()) else "FILL-1"

    def codes_at(self, cell, piece):
        found = notation.code(notation.PLACE, cell)
        return [found] if piece == self.to_move and self.is_legal(found) else []

    def final_groups(self):
        return [], [], []

    def _do(self, action):
        player = self.to_move
        self._put(notation.first(action), player)
        self.to_move = other(player)
        if 0 not in self.board:
            self._finish(player, "last-disc")


GAME = Fill
'''


def write_game(folder: Path, name: str, order: int = 1, rules: str = FILL, init: str = INIT) -> Path:
    """Write a small game's folder and return it."""
    game = folder / name
    game.mkdir(parents=True)
    (game / "__init__.py").write_text(init.replace("{order}", str(order)))
    (game / "rules.py").write_text(rules.replace("{name}", name))
    return game


def catalogue(folders: str, working: Path | None = None) -> dict[str, Any]:
    """Return what a new process finds with these folders, by default in this process's working folder."""
    asked = (
        "import json; from hexlume import games; from hexlume.games import catalogue as c, external as e; "
        "print(json.dumps({'names': games.NAMES, 'broken': c.BROKEN, 'external': e.FOLDERS, "
        "'legal': {n: len(games.start(n).legal_actions()) for n in e.FOLDERS}}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "HEXLUME_GAMES": folders},
        cwd=working,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def own() -> list[str]:
    return list(catalogue("")["names"])


def test_games_of_a_folder_come_behind_the_others_in_their_order(tmp_path: Path, own: list[str]) -> None:
    write_game(tmp_path, "b", 2)
    write_game(tmp_path, "c", 1)
    (tmp_path / "notes").mkdir()
    (tmp_path / "readme.md").write_text("no game")
    found = catalogue(f"{tmp_path}/")
    assert found["names"] == [*own, "c", "b"]
    assert found["broken"] == {}
    assert found["legal"] == {"b": 19, "c": 19}


def test_a_game_s_own_folder_can_be_named_and_several_of_them(tmp_path: Path, own: list[str]) -> None:
    one, two = write_game(tmp_path / "x", "one"), write_game(tmp_path / "y", "two")
    assert catalogue(os.pathsep.join((str(one), str(two.parent))))["names"] == [*own, "one", "two"]


def test_a_game_s_own_folder_can_be_named_from_where_it_lies(tmp_path: Path, own: list[str]) -> None:
    write_game(tmp_path, "one")
    assert catalogue("one", tmp_path)["names"] == [*own, "one"]


def test_a_folder_of_the_same_name_beside_another_named_game_does_not_take_its_place(
    tmp_path: Path, own: list[str]
) -> None:
    """Python would import it from there: the folder is searched for the other game."""
    one, two = write_game(tmp_path / "x", "one"), write_game(tmp_path / "y", "two")
    write_game(tmp_path / "x", "two", rules="")
    found = catalogue(os.pathsep.join((str(one), str(two))))
    assert found["names"] == [*own, "one"]
    assert f"there is another folder {tmp_path}/x/two, which is found first" in found["broken"]["two"]


@pytest.mark.parametrize(
    ("name", "rules", "init", "why"),
    [
        ("broken", "def (", INIT, "SyntaxError: invalid syntax"),
        ("broken", "import no_such_module", INIT, "ModuleNotFoundError: No module named 'no_such_module'"),
        ("broken", FILL, "ORDER = 1 / 0", "ZeroDivisionError"),
        ("broken", FILL, 'ORDER = 1\nGRID = "hex"', "has no attribute 'SIZES'"),
        ("broken", "raise SystemExit", INIT, "ImportError: its code raises SystemExit"),
        ("broken", FILL, "raise SystemExit(0)", "ImportError: its code raises SystemExit"),
        ("broken", "class Stop(BaseException): pass\nraise Stop", INIT, "ImportError: its code raises Stop"),
        ("broken", FILL, INIT.replace("hex", "ring"), "GRID in __init__.py is 'ring', which is none of hex, square"),
        ("broken", FILL.replace("GAME = Fill", "GAME = 3"), INIT, "GAME in rules.py is no class derived from Game"),
        ("orochi", FILL, INIT, "there is another game named orochi"),
        ("Broken", FILL, INIT, "a game's name has up to 12 small letters and digits"),
        ("a_b", FILL, INIT, "a game's name has up to 12 small letters and digits"),
        ("2players", FILL, INIT, "a game's name has up to 12 small letters and digits"),
        ("averylongname", FILL, INIT, "a game's name has up to 12 small letters and digits"),
    ],
)
def test_a_broken_game_is_left_out_with_one_sentence_and_the_others_play(
    tmp_path: Path, own: list[str], name: str, rules: str, init: str, why: str
) -> None:
    write_game(tmp_path, "good")
    write_game(tmp_path, name, rules=rules, init=init)
    found = catalogue(str(tmp_path))
    assert found["names"] == [*own, "good"]
    (sentence,) = found["broken"].values()
    assert why in sentence
    assert sentence.startswith(f"The game in {tmp_path}/{name} is left out")


@pytest.mark.parametrize(
    ("part", "text", "why"),
    [
        ("texts", "1 / 0", "ZeroDivisionError: division by zero"),
        ("texts", "REASONS = 3", "ValueError: REASONS in texts.py is no dictionary of sentences"),
        ("texts", 'CLAUSES = {"FILL-1": 3}', "ValueError: CLAUSES in texts.py is no dictionary of sentences"),
        ("preview", "import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("evaluation", "def (", "SyntaxError: invalid syntax"),
        ("setup", "raise RuntimeError", "RuntimeError"),
        ("texts", "raise SystemExit", "ImportError: its code raises SystemExit"),
    ],
)
def test_a_game_whose_other_parts_are_broken_is_left_out(
    tmp_path: Path, own: list[str], part: str, text: str, why: str
) -> None:
    (write_game(tmp_path, "broken") / f"{part}.py").write_text(text)
    write_game(tmp_path, "good")
    found = catalogue(str(tmp_path))
    assert found["names"] == [*own, "good"]
    (sentence,) = found["broken"].values()
    assert sentence.startswith(f"The game in {tmp_path}/broken is left out") and why in sentence


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path, own: list[str]) -> None:
    found = catalogue(str(tmp_path / "nowhere"))
    assert found["names"] == own
    assert list(found["broken"].values()) == [
        f"The games in {tmp_path}/nowhere are left out: the folder cannot be read (No such file or directory)."
    ]

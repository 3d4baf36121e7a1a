"""``hexlume import`` (docs/record.md)."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

GAME = """[Rules "sibling"]
[Board "hex4"]
[Options "pie=on"]
[White "Ann"]
[Black "Ben"]
[Game "club-7"]
1. white d4
2. black swap
3. black a1 c3
unfinished
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    return path


def test_a_text_is_imported_once(hexlume: Any, game: Path) -> None:
    ran = hexlume("import", game)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{game}: game 1 is new: Sibling, 37 cells, pie rule, 4 actions, unfinished.\n"
    assert hexlume("import", game, game).out == f"{game}: game 1 is in the store already.\n" * 2
    game.write_text(GAME.replace("unfinished", "4. white b1 b3\nunfinished"))
    assert hexlume("import", game).out == f"{game}: game 1 goes on with 2 more events.\n"
    listed = json.loads(hexlume("games", "--json").out)
    assert [(one["source"], one["game"], one["actions"]) for one in listed] == [("import", "import:club-7", 6)]


def test_bad_files_do_not_keep_good_ones_out(hexlume: Any, game: Path, tmp_path: Path) -> None:
    """For bad ones alone no store is made."""
    bad = tmp_path / "bad.txt"
    bad.write_text(GAME.replace("c3", "a2"))
    assert hexlume("import", tmp_path / "missing", "--store", tmp_path / "none").code == 1
    assert not (tmp_path / "none").exists()
    ran = hexlume("import", bad, game, tmp_path / "missing")
    assert ran.code == 1 and "game 1 is new" in ran.out
    illegal, missing = ran.err.splitlines()
    assert illegal.startswith(f"{bad}, line 1: action 4 (a2) is not legal there") and "(SIB-2)" in illegal
    assert missing == f"{tmp_path / 'missing'} cannot be read: No such file or directory."


def test_games_are_imported_from_standard_input(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GAME.encode())))
    assert hexlume("import", "-").out.startswith("standard input: game 1 is new")

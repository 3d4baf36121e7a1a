"""``hexlume import`` (docs/record.md)."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

GAME = """[Game "sibling"]
[Board "hex4"]
[Options "pie=on"]
[White "Ann"]
[Black "Ben"]
[Id "club-7"]
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


def test_a_text_is_imported_once(hexlume: Any, game: Path, tmp_path: Path) -> None:
    store = tmp_path / "club.sqlite"
    ran = hexlume("import", game, "--store", store)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{game}: game 1 is new: Sibling, 37 cells, pie rule, 4 actions, unfinished.\n"
    assert hexlume("import", game, game, "--store", store).out == f"{game}: game 1 is in the store already.\n" * 2
    game.write_text(GAME.replace("unfinished", "4. white b1 b3\nunfinished"))
    assert hexlume("import", game, "--store", store).out == f"{game}: game 1 goes on with 2 more events.\n"
    listed = json.loads(hexlume("games", "--json", "--store", store).out)
    assert [(one["source"], one["game"], one["actions"]) for one in listed] == [("import", "import:club-7", 6)]


def test_what_was_imported_is_shown_and_exported(hexlume: Any, game: Path) -> None:
    hexlume("import", game)
    out = hexlume("show", 1).out
    assert "imported from a file" in out
    assert "White: Ann   Black: Ben" in out
    assert "The players have exchanged their colours. White: Ben   Black: Ann" in out
    assert "import:club-7" in hexlume("export", "import:club-7", "--format", "text").out
    (row,) = [line for line in hexlume("games").out.splitlines() if "Sibling" in line]
    assert "Ben : Ann" in row
    assert "imported" in row


def test_bad_files_do_not_keep_good_ones_out(hexlume: Any, game: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(GAME.replace("c3", "a2"))
    ran = hexlume("import", bad, game, tmp_path / "missing")
    assert ran.code == 1
    assert "game 1 is new" in ran.out
    assert ran.err.splitlines() == [
        f"{bad}, line 9: action 4 (a2) in turn 3 is not legal there, so nothing of this game is imported.",
        f"{tmp_path / 'missing'} cannot be read: No such file or directory.",
    ]
    other = tmp_path / "other.txt"
    other.write_text(GAME.replace("d4", "d3"))
    ran = hexlume("import", other)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "holds another game under the id import:club-7, as game 1, so nothing of this game is imported." in ran.err


def test_a_store_is_not_made_for_nothing(hexlume: Any, tmp_path: Path) -> None:
    store = tmp_path / "club.sqlite"
    assert hexlume("import", tmp_path / "missing", "--store", store).code == 1
    assert not store.exists()


def test_games_are_imported_from_standard_input(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GAME.encode())))
    assert hexlume("import", "-").out.startswith("standard input: game 1 is new")

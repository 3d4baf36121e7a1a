"""``hexlume import`` (docs/record.md)."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

AT = "2026-05-01T18:30:00Z"
STARTED = {"rules": "sibling", "board": "hex4", "options": {"pie": True}}


def record(*actions: str) -> str:
    """Return a record of a game without an end; an action is a colour's first letter and its text."""
    data: list[dict[str, Any]] = [STARTED]
    data += [{"action": one[1:], "colour": {"w": "white", "b": "black"}[one[0]]} for one in actions]
    events = [
        {"seq": seq, "kind": "action" if seq else "start", "ticks": 0, "at": AT, "data": one}
        for seq, one in enumerate(data)
    ]
    facts = {"schema": "hexlume-record", "version": 2, "game": "club-7", "started_at": AT, "events": events}
    device = {"id": "", "panel": "", "firmware": ""}
    return json.dumps({**facts, "players": {"white": "Ann", "black": "Ben"}, "device": device})


ACTIONS = ("wd4", "bswap", "ba1", "bc3")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(record(*ACTIONS))
    return path


def test_a_game_is_imported_once(hexlume: Any, game: Path) -> None:
    ran = hexlume("import", game)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{game}: game 1 is new: Sibling, 37 cells, pie rule, 4 actions, unfinished.\n"
    assert hexlume("import", game, game).out == f"{game}: game 1 is in the store already.\n" * 2
    game.write_text(record(*ACTIONS, "wb1", "wb3"))
    assert hexlume("import", game).out == f"{game}: game 1 goes on with 2 more events.\n"
    listed = json.loads(hexlume("games", "--json").out)
    assert [(one["source"], one["game"], one["actions"]) for one in listed] == [("import", "import:club-7", 6)]


def test_bad_files_do_not_keep_good_ones_out(hexlume: Any, game: Path, tmp_path: Path) -> None:
    """For bad ones alone no store is made."""
    bad = tmp_path / "bad.json"
    bad.write_text(record(*ACTIONS[:-1], "ba2"))
    assert hexlume("import", tmp_path / "missing", "--store", tmp_path / "none").code == 1
    assert not (tmp_path / "none").exists()
    ran = hexlume("import", bad, game, tmp_path / "missing")
    assert ran.code == 1 and "game 1 is new" in ran.out
    illegal, missing = ran.err.splitlines()
    assert illegal.startswith(f"{bad}: action 4 (a2) is not legal there") and "(SIB-2)" in illegal
    assert missing == f"{tmp_path / 'missing'} cannot be read: No such file or directory."


def test_games_are_imported_from_standard_input(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record(*ACTIONS).encode())))
    assert hexlume("import", "-").out.startswith("standard input: game 1 is new")

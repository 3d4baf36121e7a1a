"""A game from outside appears wherever Hexlume's own do, without a changed line."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.games.test_external import write_game
from tests.host.flash.board_drives import new_drive

HEXLUME = str(Path(sys.executable).with_name("hexlume"))


SEVERAL = """
import contextlib, io, json, sys
from hexlume_host.cli.main import main
told = []
for arguments in json.load(sys.stdin):
    sys.argv = ["hexlume", *arguments]
    out, status = io.StringIO(), 0
    with contextlib.redirect_stdout(out):
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    told.append((status, out.getvalue()))
print(json.dumps(told))
"""
"""Runs several commands in one process: to import what they need takes longer than what they do."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a good game and a broken one."""
    path = tmp_path_factory.mktemp("games")
    write_game(path, "fill")
    write_game(path, "broken", rules="def (")
    return path


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store") / "s.sqlite"


def run_each(folder: Path | str, store: Path, *commands: tuple[str, ...]) -> tuple[list[tuple[int, str]], list[str]]:
    """Run commands with a folder of games and a store; return each one's status and output, and all errors.

    But not the line of each command that the broken game costs.
    """
    ran = subprocess.run(
        [sys.executable, "-c", SEVERAL],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        env={**os.environ, "HEXLUME_GAMES": str(folder), "HEXLUME_STORE": str(store), "COLUMNS": "200"},
    )
    assert ran.returncode == 0, ran.stderr
    errors = ran.stderr.splitlines()
    broken = [line for line in errors if line.startswith(f"The game in {folder}/broken is left out (SyntaxError")]
    assert len(broken) == (len(commands) if folder else 0)
    return [(status, out) for status, out in json.loads(ran.stdout)], [one for one in errors if one not in broken]


@pytest.fixture(scope="module")
def played(folder: Path, store: Path) -> None:
    """Put a whole game into the store."""
    cells = [
        f"{letter}{number}"
        for letter, length in zip("abcde", (3, 4, 5, 4, 3), strict=True)
        for number in range(1, length + 1)
    ]
    data: list[dict[str, Any]] = [{"rules": "fill", "board": "hex3"}]
    data += [{"action": cell, "colour": ("white", "black")[number % 2]} for number, cell in enumerate(cells)]
    data.append({"result": "W+", "reason": "no-moves"})
    kinds = ["start", *["action"] * len(cells), "result"]
    at = "2026-05-01T18:30:00Z"
    record = {
        **{"schema": "hexlume-record", "version": 2, "game": "filled", "started_at": at},
        "players": {"white": "", "black": ""},
        "device": {"id": "", "panel": "", "firmware": ""},
        "events": [
            {"seq": seq, "kind": kind, "ticks": 0, "at": at, "data": one}
            for seq, (kind, one) in enumerate(zip(kinds, data, strict=True))
        ],
    }
    file = folder.parent / "fill.json"
    file.write_text(json.dumps(record))
    told, errors = run_each(folder, store, ("import", str(file)))
    assert [status for status, _ in told] == [0] and not errors


@pytest.mark.usefixtures("played")
def test_external_game_is_listed_shown_counted_drawn_exported_and_imported(
    folder: Path, store: Path, tmp_path: Path
) -> None:
    picture, other = tmp_path / "one.svg", tmp_path / "other.sqlite"
    file = tmp_path / "one.json"
    told, errors = run_each(
        folder,
        store,
        ("games", "--rules", "fill", "--json"),
        ("show", "1"),
        ("picture", "1", "--out", str(picture)),
        ("export", "1", "--format", "text"),
        ("export", "1", "--out", str(file)),
        ("import", str(file), "--store", str(other)),
        ("games", "--json", "--store", str(other)),
    )
    assert [status for status, _ in told] == [0] * 7 and not errors
    listed, shown, _, text, _, imported, again = [out for _, out in told]
    assert [game["rules"] for game in json.loads(listed)] == ["fill"]
    assert "Fill, 19 cells" in shown
    assert "Fill on hex3" in picture.read_text()
    assert '[Rules "fill"]' in text
    assert "is new: Fill, 19 cells, 19 actions" in imported
    assert [(game["rules"], game["actions"]) for game in json.loads(again)] == [("fill", 19)]


@pytest.mark.usefixtures("played")
def test_without_its_folder_it_is_listed_and_shown_as_far_as_that_goes(store: Path) -> None:
    told, errors = run_each("", store, ("games", "--json"), ("show", "1"), ("export", "1"))
    assert [status for status, _ in told] == [0, 0, 0] and not errors
    listed, shown, exported = [out for _, out in told]
    assert len(json.loads(listed)) == 1
    assert "Fill, 19 cells" in shown
    assert exported


def test_external_game_is_deployed_to_a_board_and_taken_off_again(folder: Path, store: Path, tmp_path: Path) -> None:
    drive = new_drive(tmp_path)
    run_each(folder, store, ("deploy", str(drive)))
    package = drive / "hexlume" / "games"
    assert sorted(path.name for path in (package / "fill").iterdir()) == ["__init__.py", "rules.py"]
    assert not (package / "broken").exists()
    run_each("", store, ("deploy", str(drive)))
    (package,) = drive.glob("hexlume*/games")
    assert not (package / "fill").exists()

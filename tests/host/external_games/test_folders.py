"""External games: installed packages, and that nothing but their owner's choice runs their code."""

import json
import os
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.games.test_external import FILL, write_game

pytestmark = pytest.mark.integration

HEXLUME = str(Path(sys.executable).with_name("hexlume"))
GTP = ("gtp", "--engine", "random")
PERFT = "hexlume-game fill size=2\nhexlume-perft 1\nquit\n"


def run(folder: Path, *arguments: str, games: str = "", stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, from which Python imports first."""
    return subprocess.run(
        [HEXLUME, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
            "HEXLUME_GAMES": games,
        },
    )


@pytest.mark.parametrize("package", ["fill", "gone.fill"])
def test_a_game_of_an_installed_package_plays_or_is_left_out_with_a_sentence(tmp_path: Path, package: str) -> None:
    """An installed package with an entry point leaves these files behind."""
    write_game(tmp_path, "fill")
    info = tmp_path / "fill_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fill-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[hexlume.games]\nfill = {package}\n")
    ran = run(tmp_path, *GTP, stdin=PERFT)
    if package == "fill":
        assert "= 7" in ran.stdout and ran.stderr == ""
    else:
        assert ran.stderr == "The installed game fill is left out: there is no package gone.fill.\n"
        assert "? 'fill' is no game" in ran.stdout


def test_folders_are_named_by_an_option_and_a_variable(tmp_path: Path) -> None:
    """Relative to where one is, and below the home folder."""
    write_game(tmp_path / "mine", "fill")
    assert "= 7" in run(tmp_path, "--games-folder", "none", "--games-folder", "mine", *GTP, stdin=PERFT).stdout
    named = f"~{os.sep}no-such-folder{os.pathsep}mine"
    assert "= 7" in run(tmp_path, *GTP, stdin=PERFT, games=named).stdout


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A game in the working directory, that nobody has named; its code leaves a file."""
    write_game(tmp_path, "fill", rules=FILL + f'open({str(tmp_path / "ran")!r}, "w").close()\n')
    return tmp_path


@pytest.mark.parametrize(
    "rules",
    [
        *("fill", "../fill", "external"),
        *(pytest.param(one, marks=pytest.mark.soak) for one in ("./fill", "fill.rules", "game", "__init__", "")),
    ],
)
def test_a_record_runs_no_code_of_a_game_that_nobody_named(evil: Path, rules: str) -> None:
    record = {"schema": "hexlume-record", "version": 2, "rules": rules, "board": "hex2", "options": {}, "events": []}
    (evil / "record.json").write_text(json.dumps(record))
    ran = run(evil, "import", "record.json", "--store", "s.sqlite")
    assert ran.returncode == 1 and "Traceback" not in ran.stderr
    assert not (evil / "ran").exists()


def test_a_visitor_of_the_pages_runs_no_code_of_a_game_that_nobody_named(
    evil: Path, running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(evil)
    monkeypatch.setenv("PYTHONPATH", str(evil), prepend=os.pathsep)
    with running("serve", "--page-port", "0", "--no-browser", "--no-log", "--store", "s.sqlite") as serve:
        address = next(found[0] for line in serve.stdout if (found := re.search(r"http://\S+?:\d+", line)))
        for rules in ("fill", str(evil / "fill"), "../fill", "external"):
            start = {"rules": rules, "size": 2, "options": {}}
            position = {"game": rules, "board": "hex2", "options": {}, "pieces": {}, "to_move": "white"}
            for body in ({"start": start}, {"position": position}, {"start": start, "games_folder": str(evil)}):
                connection = HTTPConnection(address.removeprefix("http://"), timeout=60)
                place = f"/api/analysis/check?HEXLUME_GAMES={evil}&games-folder={evil}"
                headers = {"Content-Type": "application/json", "Origin": address, "HEXLUME-GAMES": str(evil)}
                connection.request("POST", place, json.dumps(body), headers)
                answer = connection.getresponse()
                assert 400 <= answer.status < 500 or json.load(answer)["refusals"]
    assert not (evil / "ran").exists()

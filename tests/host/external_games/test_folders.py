"""External games: installed packages, and that nothing but their owner's choice runs their code."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.firmware.games.test_external import FILL, write_game

HEXLUME = str(Path(sys.executable).with_name("hexlume"))
PERFT = "hexlume-game fill size=2\nhexlume-perft 1\nquit\n"


def gtp(path: Path, *before: str, games: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HEXLUME, *before, "gtp", "--engine", "random"],
        input=PERFT,
        capture_output=True,
        text=True,
        check=True,
        cwd=path,
        env={**os.environ, "PYTHONPATH": str(path), "HEXLUME_GAMES": games},
    )


def install(path: Path, name: str, package: str) -> None:
    """Write what an installed package with an entry point leaves behind."""
    info = path / f"{name}_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[hexlume.games]\n{name} = {package}\n")


@pytest.mark.integration
def test_a_game_of_an_installed_package_plays(tmp_path: Path) -> None:
    write_game(tmp_path, "fill")
    install(tmp_path, "fill", "fill")
    ran = gtp(tmp_path)
    assert "= 7" in ran.stdout and not ran.stderr


@pytest.mark.integration
def test_an_installed_game_whose_package_is_missing_is_left_out_with_a_sentence(tmp_path: Path) -> None:
    install(tmp_path, "fill", "gone.fill")
    ran = gtp(tmp_path)
    assert ran.stderr == "The installed game fill is left out: there is no package gone.fill.\n"
    assert "? 'fill' is no game" in ran.stdout


@pytest.mark.integration
def test_a_folder_relative_to_where_one_is_and_the_home_folder_can_be_named(tmp_path: Path) -> None:
    write_game(tmp_path / "mine", "fill")
    assert "= 7" in gtp(tmp_path, "--games-folder", "mine").stdout
    assert "= 7" in gtp(tmp_path, games=f"~{os.sep}no-such-folder{os.pathsep}mine").stdout


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A game in the working directory, that nobody has named; its code leaves a file."""
    write_game(tmp_path, "fill", rules=FILL + f'open({str(tmp_path / "ran")!r}, "w").close()\n')
    return tmp_path


@pytest.mark.integration
@pytest.mark.parametrize(
    "rules",
    [
        *("fill", "../fill", "external"),
        *(pytest.param(one, marks=pytest.mark.soak) for one in ("./fill", "fill.rules", "game", "__init__", "")),
    ],
)
def test_a_record_runs_no_code_of_a_game_that_nobody_named(evil: Path, rules: str) -> None:
    record = {"schema": "hexlume-record", "version": 1, "rules": rules, "on": "hex2", "options": {}, "events": []}
    (evil / "record.json").write_text(json.dumps(record))
    (evil / "record.txt").write_text(f'[Hexlume "1"]\n[Game "{rules}"]\n[Board "hex2"]\n\n1. white a1\n')
    for name in ("record.json", "record.txt"):
        ran = subprocess.run(
            [HEXLUME, "import", name, "--store", "s.sqlite"],
            capture_output=True,
            text=True,
            check=False,
            cwd=evil,
            env={**os.environ, "PYTHONPATH": str(evil), "HEXLUME_GAMES": ""},
        )
        assert ran.returncode == 1 and "Traceback" not in ran.stderr
    assert not (evil / "ran").exists()


@pytest.mark.integration
def test_a_visitor_of_the_pages_runs_no_code_of_a_game_that_nobody_named(evil: Path) -> None:
    serve = subprocess.Popen(
        [HEXLUME, "serve", "--port", "0", "--no-browser", "--store", "s.sqlite"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=evil,
        env={**os.environ, "PYTHONPATH": str(evil), "HEXLUME_GAMES": ""},
    )
    assert serve.stdout is not None
    try:
        address = next(found[0] for line in serve.stdout if (found := re.search(r"http://\S+?:\d+", line)))
        for rules in ("fill", str(evil / "fill"), "../fill", "external"):
            start = {"rules": rules, "size": 2, "options": {}}
            position = {"game": rules, "board": "hex2", "options": {}, "pieces": {}, "to_move": "white"}
            for body in ({"start": start}, {"position": position}, {"start": start, "games_folder": str(evil)}):
                request = urllib.request.Request(
                    f"{address}/api/analysis/check?HEXLUME_GAMES={evil}&games-folder={evil}",
                    json.dumps(body).encode(),
                    {"Content-Type": "application/json", "Origin": address, "HEXLUME-GAMES": str(evil)},
                )
                try:
                    with urllib.request.urlopen(request, timeout=60) as answer:
                        assert json.load(answer)["refusals"]
                except urllib.error.HTTPError as error:
                    assert 400 <= error.code < 500
    finally:
        serve.terminate()
        serve.wait(60)
    assert not (evil / "ran").exists()

"""A game from outside appears wherever Hexlume's own do, without a changed line."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.games.test_external import write_game
from tests.host.flash.board_drives import new_drive

HEXLUME = str(Path(sys.executable).with_name("hexlume"))
Run = Callable[..., str]


CHASE = """
from .. import notation
from ..game import OVER, Game
from ..pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, colour_of, other


class Chase(Game):
    def __init__(self, size, options):
        super().__init__(size, options)
        for cell in range(size):
            self.board[cell] = WHITE
            self.board[self.grid.cells - 1 - cell] = BLACK
        self.board[self.grid.cells - 1] = BLACK_LEADER

    def iter_legal(self):
        for cell in range(self.grid.cells):
            for offset in self.grid.offsets[cell]:
                for kind in (notation.STEP, notation.CAPTURE):
                    code = notation.code(kind, cell, cell + offset)
                    if self.why_not(code) is None:
                        yield code

    def why_not(self, action):
        if self.phase == OVER:
            return "ACT-2"
        kind, first, second = notation.kind(action), notation.first(action), notation.second(action)
        if kind not in (notation.STEP, notation.CAPTURE) or max(first, second) >= self.grid.cells:
            return "ACT-1"
        there = EMPTY if kind == notation.STEP else other(self.to_move)
        colours = colour_of(self.board[first]), colour_of(self.board[second])
        return None if second - first in self.grid.offsets[first] and colours == (self.to_move, there) else "CHA-1"

    def codes_at(self, cell, piece):
        kinds = (notation.STEP, notation.CAPTURE)
        near = [cell + offset for offset in self.grid.offsets[cell] if self.board[cell + offset] == piece]
        codes = [notation.code(kind, start, cell) for start in near for kind in kinds] if piece else []
        return [code for code in codes if self.why_not(code) is None]

    def final_groups(self):
        won = self.outcome is not None and self.outcome.winner
        return ([notation.second(self.codes[-1])] if won else []), [], []

    def _do(self, action):
        player, first = self.to_move, notation.first(action)
        piece = self.board[first]
        self._put(first, EMPTY)
        self._put(notation.second(action), piece)
        self.to_move = other(player)
        if notation.kind(action) == notation.CAPTURE and self._captures(player) == 3:
            self._finish(player, "third-capture")
        elif len(self.codes) == 40:
            self._finish(EMPTY, "too-long")

    def _captures(self, player):
        return self.size - len([piece for piece in self.board if colour_of(piece) == other(player)])


GAME = Chase
"""
"""Moves and captures between discs of one kind, a leader among them, and a start position."""
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
    write_game(path, "chase", rules=CHASE, init='ORDER = 2\nGRID = "hex"\nSIZES = (3, 4, 4)\nOPTIONS = ""\n')
    return path


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store") / "s.sqlite"


@pytest.fixture(scope="module")
def run(folder: Path, store: Path) -> Run:
    """Run a command with that folder and one store; the broken game costs one line on standard error."""

    def command(*arguments: str, text: str = "") -> str:
        ran = subprocess.run(
            [HEXLUME, "--games-folder", str(folder), *arguments],
            input=text,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ, "HEXLUME_STORE": str(store), "COLUMNS": "200"},
        )
        assert ran.returncode == 0, ran.stderr
        (broken,) = ran.stderr.splitlines()
        assert broken.startswith(f"The game in {folder}/broken is left out (SyntaxError")
        return ran.stdout

    return command


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
def played(run: Run) -> list[dict[str, Any]]:
    """Games that scripted hands played on the twin, clumsy ones too."""
    lines = run("demo", "--game", "fill", "--json")
    lines += run("demo", "--game", "fill", "--size", "2", "--bot", "clumsy", "--json")
    return [json.loads(line) for line in lines.splitlines()]


def test_hands_play_it_on_the_twin_and_every_action_is_logged(played: list[dict[str, Any]]) -> None:
    assert [(game["game"], game["size"], game["logged"]) for game in played] == [
        ("fill", 3, True),
        ("fill", 2, True),
    ]
    assert all(len(game["actions"]) == 3 * game["size"] * (game["size"] - 1) + 1 for game in played)
    assert played[1]["recovered"] == sum(played[1]["mishaps"].values()) > 0


@pytest.mark.soak
@pytest.mark.parametrize(("bot", "seed"), [("careful", "1"), pytest.param("clumsy", "2", marks=pytest.mark.soak)])
def test_captures_and_a_start_position_are_made_by_hand(run: Run, bot: str, seed: str, tmp_path: Path) -> None:
    # Of these seeds a game has captures.
    out = run("demo", "--game", "chase", "--bot", bot, "--json", "--seed", seed, "--store", str(tmp_path / "s.sqlite"))
    games = [json.loads(line) for line in out.splitlines()]
    assert [game["logged"] for game in games] == [True]
    assert any("x" in action for game in games for action in game["actions"])


def test_external_game_is_listed_shown_counted_drawn_exported_and_imported(
    folder: Path, store: Path, played: list[dict[str, Any]], tmp_path: Path
) -> None:
    picture, other = tmp_path / "one.svg", tmp_path / "other.sqlite"
    files = {kind: tmp_path / kind for kind in ("json", "text")}
    told, errors = run_each(
        folder,
        store,
        ("games", "--game", "fill", "--source", "demo", "--json"),
        ("show", "1"),
        ("picture", "1", "--out", str(picture)),
        *(("export", "1", "--format", kind, "--out", str(file)) for kind, file in files.items()),
        ("import", str(files["json"]), "--store", str(other)),
        ("games", "--json", "--store", str(other)),
        ("stats", "--game", "fill", "--json", "--store", str(other)),
        ("import", str(files["text"]), "--store", str(tmp_path / "third.sqlite")),
    )
    assert [status for status, _ in told] == [0] * 9 and not errors
    listed, shown, _, _, _, imported, again, counted, from_text = [out for _, out in told]
    assert [game["rules"] for game in json.loads(listed)] == ["fill"] * 2
    assert "Fill, 19 cells" in shown
    assert json.loads(counted)["games"] == 1
    assert "Fill on hex3" in picture.read_text()
    assert "is new: Fill, 19 cells, 19 actions" in imported and "is new: Fill, 19 cells, 19 actions" in from_text
    assert [(game["rules"], game["actions"]) for game in json.loads(again)] == [("fill", 19)]


def test_external_game_is_played_by_gtp(run: Run) -> None:
    out = run(
        "gtp",
        "--engine",
        "random",
        text="hexlume-game fill size=2\nhexlume-perft 2\nplay white a1\nhexlume-legal\nquit\n",
    )
    assert "= 42" in out
    assert "= a2 b1 b2 b3 c1 c2" in out


@pytest.mark.soak
def test_the_engine_plays_and_reviews_it_and_says_what_it_cannot_do(run: Run, folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="the extra engine is not installed")
    file = str(tmp_path / "engine.sqlite")
    out = run("gtp", "--level", "1", "--seed", "1", text="hexlume-game fill size=2\ngenmove white\nquit\n")
    assert re.search(r"^= [a-c][1-3]$", out, re.MULTILINE)
    two = ("--game", "fill", "--size", "2", "--games", "2", "--json", "--store", file)
    told, errors = run_each(
        folder,
        tmp_path / "no.sqlite",
        ("engine", "match", "level:1", "random", *two),
        ("analyse", "1", "--playouts", "10", "--json", "--store", file),
        ("puzzles", "make", "--game", "fill"),
    )
    assert [status for status, _ in told] == [0, 0, 1], errors
    assert json.loads(told[0][1])["games"] == 2
    review = json.loads(told[1][1])
    assert len(review["points"]) - 1 == review["positions"] == 7
    assert len(errors) == 1 and errors[0].startswith("Nothing can be proven of fill: ")


def test_without_its_folder_it_is_listed_and_shown_as_far_as_that_goes(store: Path, played: list[Any]) -> None:
    told, errors = run_each("", store, ("games", "--source", "demo", "--json"), ("show", "1"), ("export", "1"))
    assert [status for status, _ in told] == [0, 0, 0] and not errors
    listed, shown, exported = [out for _, out in told]
    assert len(json.loads(listed)) == 2
    assert "Fill, 19 cells" in shown
    assert exported


def test_external_game_is_deployed_to_a_board_and_taken_off_again(run: Run, folder: Path, tmp_path: Path) -> None:
    drive = new_drive(tmp_path)
    run("deploy", str(drive))
    package = drive / "hexlume" / "games"
    assert sorted(path.name for path in (package / "fill").iterdir()) == ["__init__.py", "rules.py"]
    assert not (package / "broken").exists()
    environment = {**os.environ, "HEXLUME_GAMES": ""}
    subprocess.run([HEXLUME, "deploy", str(drive)], env=environment, check=True, capture_output=True)
    (package,) = drive.glob("hexlume*/games")
    assert not (package / "fill").exists()


@pytest.fixture(scope="module")
def site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    environment = {**os.environ, "HEXLUME_STORE": str(tmp_path_factory.mktemp("serve") / "s.sqlite")}
    process = subprocess.Popen(
        [HEXLUME, "--games-folder", str(folder), "serve", "--port", "0", "--no-browser"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := re.search(r"http://\S+?:\d+", line):
                yield found[0]
                break
        else:
            pytest.fail("serve printed no address")
    finally:
        process.terminate()
        process.wait(60)


def test_pages_offer_an_external_game(site: str) -> None:
    def asked(path: str) -> Any:
        with urllib.request.urlopen(site + path, timeout=60) as answer:
            return json.load(answer)

    offered = {game["rules"]: game for game in asked("/api/analysis/games")["games"]}
    assert offered["fill"]["sizes"] == [2, 3, 4, 5]
    assert offered["fill"]["phases"] == []
    assert "broken" not in offered


def test_a_board_without_a_page_plays_it_gesture_by_gesture(folder: Path) -> None:
    """As the guide says; a disc that is accepted sounds another tone than one that is not."""
    tones = []
    settings = ["--setting", "HEXLUME_GAME=fill", "--setting", "HEXLUME_SIZE=2"]
    with subprocess.Popen(
        [sys.executable, "-m", "hexlume_sim", "--panel", "hex4", "--pace", "virtual", *settings],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "HEXLUME_GAMES": "fill"},
    ) as twin:
        assert twin.stdin and twin.stdout
        for gesture in ({"do": "put", "cell": "d4", "piece": "white"}, {"do": "put", "cell": "a1", "piece": "black"}):
            twin.stdin.write(json.dumps({"do": "wait", "ms": 3000}) + "\n" + json.dumps(gesture) + "\n")
        twin.stdin.write(json.dumps({"do": "wait", "ms": 3000}) + "\n")
        twin.stdin.flush()
        waits = 0
        for line in twin.stdout:
            event = json.loads(line)
            waits += event["event"] == "waited"
            if event["event"] == "buzzer" and event["hz"]:
                tones.append(event["hz"])
            if waits == 3:
                break
        twin.kill()
    assert len(tones) == 2 and tones[0] > tones[1], tones

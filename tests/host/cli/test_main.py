"""The command as a whole: help, errors in one sentence, exit codes."""

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from hexlume_host.cli.main import COMMANDS, PROGRAM, Group
from hexlume_host.cli.options.store import StoreOption
from tests.host.new_store import new_store

GROUPS = {name: group for name, group in PROGRAM.commands.items() if isinstance(group, Group)}


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns; the default store of a test lies in a folder with a longer name than anybody's."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(StoreOption.__metadata__[0], "show_default", "~/.local/share/hexlume/hexlume.sqlite")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_fits_80_columns_has_examples_and_the_listed_sentence(
    hexlume: Any, narrow: None, command: str
) -> None:
    ran = hexlume(*command.split(), "--help")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert f"\n  Examples:\n    hexlume {command}" in ran.out
    assert COMMANDS[command].help in [line.strip() for line in lines]
    loaded = COMMANDS[command].imported()
    words = {word for text in (loaded.help, *(param.help or "" for param in loaded.params)) for word in text.split()}
    assert words - {"\b"} <= set(ran.out.split()), "no word is broken"
    descriptors = [one.type_descriptor for one in loaded.params]
    of_games = [one.parameter_info for one in descriptors if "'orochi'" in str(one.annotation)]
    assert not any(one.case_sensitive for one in of_games), "games are named in any case"


def test_the_first_screen_of_the_help_has_what_a_player_needs(hexlume: Any, narrow: None) -> None:
    lines, panels = hexlume("--help").out.splitlines(), PROGRAM.panels()
    assert max(map(len, lines)) <= 80
    assert [line[:-1] for line in lines if line.endswith(":") and line[0] != " "] == [*panels, "Options"]
    listed = [line.split()[0] for line in lines[: lines.index("Options:")] if line.startswith("  ")]
    assert listed == [name for panel in panels.values() for name in panel]
    players = [name for title in ("Play", "Games", "Boards") for name in panels[title]]
    assert [line.split()[0] for line in lines[:24] if line.startswith("  ")][: len(players)] == players
    assert len(players) <= 16
    for name, group in GROUPS.items():
        out = hexlume(name, "--help").out
        assert all(f" {one} " in out and str(command.help) in out for one, command in group.commands.items())


NOT_FOR_HELP = ["sqlalchemy", "starlette", "numba", "numpy", "rich.markdown", "asyncio", "hexlume.games"]
NOT_FOR_GAMES = ["starlette", "alembic", "numba", "numpy", "serial", "hexlume_sim", "hexlume_host.device.logger"]


@pytest.mark.parametrize(("command", "left_out"), [("--help", NOT_FOR_HELP), ("games", NOT_FOR_GAMES)])
def test_a_command_imports_only_what_it_needs(tmp_path: Path, command: str, left_out: list[str]) -> None:
    code = (
        "import atexit, sys; from hexlume_host.cli.main import main; "
        f"atexit.register(lambda: print([name for name in {left_out} if name in sys.modules], file=sys.stderr)); main()"
    )
    environment = {**os.environ, "HEXLUME_STORE": str(new_store(tmp_path / "s.sqlite"))}
    program = [sys.executable, "-c", code, command]
    ran = subprocess.run(program, capture_output=True, text=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, "[]\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("conquer",), "No such command 'conquer'"),
        (("playy",), "No such command 'playy'. Did you mean 'play'?"),
        (("puzzles", "sove"), "No such command 'sove'. Did you mean 'solve'?"),
        (("games", "--json=1"), "Option '--json' does not take a value"),
        (("games", "--last"), "Option '--last' requires an argument"),
        (("games", "--nonsense"), "Usage: hexlume games"),
        (("games", "--since", "yesterday"), "%Y-%m-%d"),
        (("games", "--last", "9" * 30), "less than or equal to 1000000"),
        (("games", "--rules", "chess"), "'orochi', 'sibling'"),
        (("show",), "Usage: hexlume show"),
        (("export", 1, "--format", "sgf"), "'json', 'apgame', 'text'"),
        (("sim", "--panel", "hex99"), "'hex2', 'hex4', 'hex5'"),
        (("sim", "--microcontroller", "arduino"), "'pico'"),
        (("play", "--engine", "level:9"), "'expert', 'strongest'"),
        (("play", "--clock", "fischer 0+5"), "Invalid value for '--clock'"),
        (("sim", "--rules", "chess"), "'orochi', 'sibling'"),
        (("doctor", "--learn", "--once"), "leave --once and --json out"),
    ],
)
def test_bad_usage_is_refused_with_what_to_write(hexlume: Any, arguments: tuple[object, ...], words: str) -> None:
    ran = hexlume(*arguments)
    assert (ran.code, ran.out) == (2, "")
    said = " ".join(ran.err.replace("│", " ").split())
    assert words in said and "Value error" not in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("sim", "--size", "99"), "orochi is played on hex boards of"),
        (("sim", "--option", "pie"), "'pie' is no option: write it like pie=on."),
        (("play", "--size", "5", "--panel", "hex4"), "does not fit"),
        (("play", "--no-browser", "--page-port", "99999"), "99999 is no port"),
        (("play", "--token", "short"), "--token takes 8 to 200 characters without spaces"),
        (("play", "--from", "1.nonsenseofatext"), "The link is damaged at its beginning: copy it again."),
        (("sim", "--download"), "--download fetches CircuitPython for --chip: give both."),
        (("log", "/nowhere/tty"), "There is no serial port /nowhere/tty"),
        (("log", "--once"), "No board is found"),
        (("games", "--store", "/nowhere/s.sqlite"), "/nowhere/s.sqlite"),
        (("games", "--store", "nonsense://x"), "not nonsense://x: name another one"),
        (("show", "9" * 30), f"There is no game {'9' * 30} in the store"),
        (("show", "a\udcffb"), "'a\\udcffb' is not text in UTF-8: write it another way."),
        (("analyse", "nobody-1-1"), "There is no game nobody-1-1 in the store"),
        (("puzzles", "show", 7), "There is no puzzle 7 in the store"),
        (("puzzles", "solve", 9), "There is no puzzle 9"),
        (("puzzles", "solve", "--terminal", "--port", "x"), "Choose one of --terminal and --port"),
        (("lab", "breadboard"), "No board is found"),
        (("lab", "examine"), "No board is found"),
        (
            ("hardware", "nonsense", "--out", "x"),
            "There is no package for 'nonsense': choose hex4, hex5, hex7,",
        ),
        (("hardware", "hex4", "--for", "pcbway", "--out", "x"), "There are no files for 'pcbway': choose jlcpcb."),
        (("hardware", "hex2", "--for", "jlcpcb", "--out", "x"), "hex2 has no circuit board"),
    ],
)
def test_errors_are_one_sentence(
    hexlume: Any, arguments: tuple[object, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXLUME_STORE", str(new_store(tmp_path / "s.sqlite")))
    monkeypatch.chdir(tmp_path)
    ran = hexlume(*arguments)
    assert (ran.code, ran.out) == (1, "")
    assert sentence.lower() in ran.err.lower()
    assert ran.err.count("\n") == 1
    assert ran.err.endswith(".\n")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RuntimeError("out of cheese"), "hexlume failed (RuntimeError: out of cheese): please report it"),
        (ModuleNotFoundError(name="ezdxf"), "This command needs ezdxf: install it with pip install"),
        (ModuleNotFoundError(name="psycopg.pq"), "This command needs psycopg: install it with pip install"),
        (ModuleNotFoundError(name="h11"), "The Python package h11 is missing: install Hexlume again"),
    ],
)
def test_an_unexpected_failure_shows_no_traceback(
    hexlume: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    monkeypatch.setattr("hexlume_host.cli.games.all_found", Mock(side_effect=error))
    ran = hexlume("games")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert ran.err.startswith(sentence)


def test_what_is_typed_need_not_be_utf_8(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"\xff\n"), encoding="utf-8"))
    assert hexlume("games").code == 0
    assert sys.stdin.readline() == "\ufffd\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -c 'from hexlume_host.cli.main import main; main()' --help | true"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.stderr == ""

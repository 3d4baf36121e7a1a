"""The command as a whole: help, errors in one sentence, exit codes."""

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.cli.main import GROUPS, MODULES, PANELS, load
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.store.repository import Store

FIRST_SENTENCES = {name: words for panel in PANELS.values() for name, words in panel.items()} | {
    f"{group} {name}": words for group, commands in GROUPS.items() for name, words in commands.items()
}


@pytest.mark.parametrize("command", MODULES)
def test_every_command_has_help_with_examples_and_the_listed_sentence(hexlume: Any, command: str) -> None:
    ran = hexlume(*command.split(), "--help")
    assert ran.code == 0
    assert f"\n  Examples:\n    hexlume {command}" in ran.out
    assert FIRST_SENTENCES[command] in [line.strip() for line in ran.out.splitlines()]


def test_the_first_screen_of_the_help_has_what_a_player_needs(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = hexlume("--help").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line[:-1] for line in lines if line.endswith(":") and line[0] != " "] == [*PANELS, "Options"]
    listed = [line.split()[0] for line in lines[: lines.index("Options:")] if line.startswith("  ")]
    assert listed == [name for panel in PANELS.values() for name in panel]
    players = [name for title in ("Play", "Games", "Boards") for name in PANELS[title]]
    first_screen = [line.split()[0] for line in lines[:24] if line.startswith("  ")]
    assert first_screen == players
    assert len(players) <= 16


@pytest.mark.parametrize("command", ["", *GROUPS, *MODULES])
def test_help_fits_80_columns_and_breaks_no_word(hexlume: Any, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    # The default store of a test lies in a folder with a longer name than anybody's.
    monkeypatch.setattr(StoreOption.__metadata__[0], "show_default", "~/.local/share/hexlume/hexlume.sqlite")
    out = hexlume(*command.split(), "--help").out
    assert max(map(len, out.splitlines())) <= 80
    if command in MODULES:
        loaded = load(command)
        words = {
            word for text in (loaded.help, *(param.help or "" for param in loaded.params)) for word in text.split()
        }
        assert words - {"\b"} <= set(out.split())


@pytest.mark.parametrize("command", MODULES)
def test_games_are_named_in_any_case(command: str) -> None:
    named = [param.type_descriptor for param in load(command).params]
    of_games = [one.parameter_info for one in named if "'orochi'" in str(one.annotation)]
    assert not any(one.case_sensitive for one in of_games)
    assert of_games or command not in ("play", "rules", "games", "puzzles list")


def test_the_rules_of_a_game_whose_name_is_capitalised(hexlume: Any) -> None:
    assert hexlume("rules", "Orochi").out.startswith("# Orochi\n")
    assert hexlume("games", "--game", "ORCOON").code == 0


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_a_group_lists_its_commands(hexlume: Any, group: str) -> None:
    out = hexlume(group, "--help").out
    assert all(f" {name} " in out and words in out for name, words in GROUPS[group].items())


def test_version_option_prints_the_version(hexlume: Any) -> None:
    assert hexlume("--version").out.startswith("hexlume 0.")


NOT_FOR_HELP = ["sqlalchemy", "starlette", "numba", "numpy", "rich.markdown", "asyncio", "hexlume.games"]
NOT_FOR_GAMES = ["starlette", "alembic", "numba", "numpy", "serial", "hexlume_sim", "hexlume_host.device.logger"]


@pytest.mark.parametrize(
    ("command", "left_out"),
    [("--version", NOT_FOR_HELP), ("--help", NOT_FOR_HELP), ("games", NOT_FOR_GAMES)],
)
def test_a_command_imports_only_what_it_needs(tmp_path: Path, command: str, left_out: list[str]) -> None:
    code = (
        "import atexit, sys; from hexlume_host.cli.main import main; "
        f"atexit.register(lambda: print([name for name in {left_out} if name in sys.modules], file=sys.stderr)); main()"
    )
    environment = {**os.environ, "HEXLUME_STORE": str(tmp_path / "s.sqlite")}
    Store(tmp_path / "s.sqlite").close()
    program = [sys.executable, "-c", code, command]
    ran = subprocess.run(program, capture_output=True, text=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, "[]\n")


def test_an_unknown_command_is_a_usage_error(hexlume: Any) -> None:
    ran = hexlume("conquer")
    assert ran.code == 2
    assert "No such command 'conquer'" in ran.err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [(("playy",), "'play'"), (("puzzles", "sove"), "'solve'"), (("gaems",), "'games'")],
)
def test_a_mistyped_command_gets_a_suggestion(hexlume: Any, arguments: tuple[str, ...], meant: str) -> None:
    ran = hexlume(*arguments)
    assert ran.code == 2
    assert f"No such command '{arguments[-1]}'. Did you mean {meant}" in ran.err


@pytest.mark.parametrize("arguments", [("games", "--json=1"), ("games", "--last"), ("games", "--nonsense"), ("show",)])
def test_a_usage_error_tells_how_the_command_is_used(hexlume: Any, arguments: tuple[str, ...]) -> None:
    ran = hexlume(*arguments)
    assert ran.code == 2
    assert f"Usage: hexlume {arguments[0]}" in ran.err


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [
        (("sim", "--panel", "hex99"), "'hex2', 'hex4', 'hex5'"),
        (("play", "--engine", "level:9"), "'expert', 'strongest'"),
        (("demo", "--game", "chess"), "'orochi', 'sibling'"),
        (("demo", "--bot", "sticky"), "'careful', 'clumsy'"),
        (("host-game", "--colour", "red"), "'white', 'black', 'random'"),
        (("games", "--last", "9" * 30), "less than or equal to 1000000"),
        (("export", "1", "--format", "pdf"), "'json', 'apgame', 'text'"),
    ],
)
def test_a_value_that_is_not_in_its_list_is_refused_with_the_list(
    hexlume: Any, arguments: tuple[str, ...], choices: str
) -> None:
    ran = hexlume(*arguments)
    assert (ran.code, ran.out) == (2, "")
    words = " ".join(ran.err.replace("│", " ").split())
    assert choices in words and "Value error" not in words


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("demo", "--size", "99"), "orochi is played on hex boards of"),
        (("sim", "--option", "pie"), "'pie' is no option: write it like pie=on."),
        (("sim", "--option", "pie=on"), "no option 'pie'"),
        (("play", "--size", "5", "--panel", "hex4"), "does not fit"),
        (("play", "--no-browser", "--port", "99999"), "99999 is no port"),
        (("log", "/nowhere/tty"), "There is no serial port /nowhere/tty"),
        (("log", "--once"), "No board is found"),
        (("games", "--store", "nonsense://x"), "not nonsense: name another one"),
        (("puzzles", "show", "9" * 30), f"There is no puzzle {'9' * 30} in the store"),
    ],
)
def test_errors_are_one_sentence(hexlume: Any, arguments: tuple[str, ...], sentence: str) -> None:
    ran = hexlume(*arguments)
    assert (ran.code, ran.out) == (1, "")
    assert sentence.lower() in ran.err.lower()
    assert ran.err.count("\n") == 1
    assert ran.err.endswith(".\n")


def test_an_unexpected_failure_shows_no_traceback(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("out of cheese")

    monkeypatch.setattr("hexlume_host.cli.watch.found_ports", fail)
    ran = hexlume("watch")
    assert ran.code == 1
    assert ran.err.startswith("hexlume failed (RuntimeError: out of cheese): please report it")
    assert ran.err.count("\n") == 1


def test_what_is_typed_need_not_be_utf_8(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def find() -> list[object]:
        read.append(sys.stdin.readline())
        return []

    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"\xff\n"), encoding="utf-8"))
    monkeypatch.setattr("hexlume_host.cli.watch.found_ports", find)
    assert hexlume("watch").code == 0
    assert read == ["\ufffd\n"]


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -c 'from hexlume_host.cli.main import main; main()' --help | true"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.stderr == ""


@pytest.mark.parametrize("command", ["show", "export"])
def test_an_argument_that_is_not_utf_8_is_one_sentence(hexlume: Any, command: str) -> None:
    ran = hexlume(command, "a\udcffb")
    assert (ran.code, ran.out, ran.err) == (1, "", "'a\\udcffb' is not text in UTF-8: write it another way.\n")

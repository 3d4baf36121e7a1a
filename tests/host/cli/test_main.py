"""The command as a whole: help, errors in one sentence, exit codes."""

import subprocess
import sys
from typing import Any

import pytest

from hexlume_host.cli.main import MODULES

COMMANDS = tuple(MODULES)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(hexlume: Any, command: str) -> None:
    ran = hexlume(command, "--help")
    assert ran.code == 0
    assert f"Examples:  hexlume {command}" in ran.out


def test_the_commands_are_listed(hexlume: Any) -> None:
    out = hexlume("--help").out
    assert all(f" {command} " in out for command in COMMANDS)


def test_the_version(hexlume: Any) -> None:
    assert hexlume("--version").out.startswith("hexlume 0.")


def test_the_database_is_not_loaded_for_nothing() -> None:
    code = (
        "import atexit, sys; from hexlume_host.cli.main import main; "
        "atexit.register(lambda: print('sqlalchemy' in sys.modules)); main()"
    )
    ran = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[1:] == ["False"]


def test_an_unknown_command_is_a_usage_error(hexlume: Any) -> None:
    ran = hexlume("conquer")
    assert ran.code == 2
    assert "No such command 'conquer'" in ran.err


@pytest.mark.parametrize("arguments", [("games", "--json=1"), ("games", "--last"), ("games", "--nonsense"), ("show",)])
def test_a_usage_error_tells_how_the_command_is_used(hexlume: Any, arguments: tuple[str, ...]) -> None:
    ran = hexlume(*arguments)
    assert ran.code == 2
    assert f"Usage: hexlume {arguments[0]}" in ran.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("demo", "--game", "chess"), "'chess' is no game"),
        (("demo", "--size", "99"), "orochi is played on hex boards of"),
        (("sim", "--option", "pie"), "'pie' is no option of a game: write it like pie=on."),
        (("sim", "--option", "pie=on"), "no option 'pie'"),
        (("sim", "--panel", "hex99"), "hex board"),
        (("sim", "--panel", "round"), "'round' is no board"),
        (("play", "--size", "5", "--panel", "hex4"), "does not fit"),
        (("play", "--no-browser", "--port", "99999"), "99999 is no port"),
        (("log", "/nowhere/tty"), "There is no serial port /nowhere/tty"),
        (("log", "--once"), "No board is found"),
        (("games", "--store", "nonsense://x"), "not nonsense: name another one"),
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

    monkeypatch.setattr("hexlume_host.cli.boards.found_ports", fail)
    ran = hexlume("boards")
    assert ran.code == 1
    assert ran.err.startswith("hexlume failed (RuntimeError: out of cheese): please report it")
    assert ran.err.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -c 'from hexlume_host.cli.main import main; main()' --help | true"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.stderr == ""


@pytest.mark.parametrize("command", ["show", "replay", "analysis"])
def test_an_argument_that_is_not_utf_8_is_one_sentence(hexlume: Any, command: str) -> None:
    ran = hexlume(command, "a\udcffb")
    assert (ran.code, ran.out, ran.err) == (1, "", "'a\\udcffb' is not text in UTF-8: write it another way.\n")

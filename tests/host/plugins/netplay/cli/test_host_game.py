"""``hexlume host-game`` and ``hexlume join``: two commands meet, are left and go on; errors are sentences."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.invitation import Invitation
from hexlume_plugins.netplay.saved_games import SavedGames
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration

# Whoever runs the tests may have Ctrl-C ignored, which a process inherits.
_PROGRAM = """
import signal
from hexlume_host.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


class Command:
    """A command in a process of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        folder.mkdir(exist_ok=True)
        self._out = folder / "out"
        self._begin = self._out.stat().st_size if self._out.exists() else 0
        with self._out.open("ab") as out:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-c", _PROGRAM),
                    *(*arguments, "--store", str(folder / "games.sqlite")),
                ],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                text=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )

    def said(self) -> str:
        return self._out.read_text()[self._begin :]

    def hears(self, words: str) -> None:
        wait_until(lambda: words in self.said() or self.process.poll() is not None, 60)
        assert words in self.said()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)


@pytest.fixture
def started() -> Iterator[list[Command]]:
    commands: list[Command] = []
    yield commands
    for command in commands:
        if command.process.poll() is None:
            command.process.kill()
            command.process.wait()
        if command.process.stdin is not None:
            command.process.stdin.close()


def test_two_commands_meet_are_left_and_go_on(tmp_path: Path, started: list[Command]) -> None:
    def run(name: str, *arguments: str) -> Command:
        started.append(Command(tmp_path / name, *arguments))
        return started[-1]

    own = ["--colour", "white", "--name", "Ann", "--clock", "fischer 300+5", "--size", "3"]
    host = run("a", "host-game", "--page", "--port", "0", *own)
    host.hears("Play at http://127.0.0.1:")
    assert "Only programs on this computer can join" in host.said()
    code = host.said().partition("hexlume join ")[2].split()[0]
    join = ["join", code, "--page", "--name", "Ben"]
    guest = run("b", *join)
    guest.hears("You have joined Ann's game.")
    guest.hears("You play black. White: Ann is to move. Clock: white 5:00, black 5:00.")
    host.hears("Ben has joined.")
    guest.type("draw")
    host.hears("Ben offers a draw.")
    assert host.interrupt() == 130
    assert "The game waits; hexlume host-game --resume goes on with it." in host.said()
    guest.hears("Ann is away.")
    host = run("a", "host-game", "--resume", "--page")
    host.hears("The game with Ben goes on.")
    guest.hears("Ann is connected.")
    host.type("hello")
    host.hears("Type resign, draw, back, yes, no or Ctrl-C.")
    host.type("yes")
    for command in (host, guest):
        command.hears("The game is over. Draw: draw agreed.")
    assert guest.interrupt() == 130 and host.interrupt() == 130


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["join", "AAAA", "--page"], "That is no code of a game"),
        (["host-game", "--resume"], "This computer has hosted no game yet"),
        (["host-game", "--page", "--simulate", "--port", "0"], "Choose one of --device, --simulate and --page."),
        (["host-game", "--advertise", "nowhere", "--page", "--port", "0"], "'nowhere' is no place to meet"),
        (["host-game", "--option", "pie", "--port", "0"], "'pie' is no option: write it like pie=on."),
        (["host-game", "--broker", "http://a", "--page"], "An MQTT URL is mqtt://"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(
    hexlume: Any, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    ran = hexlume(*arguments, "--store", tmp_path / "s.sqlite")
    assert ran.code == 1 and sentence in ran.err and ran.err.count("\n") == 1


PLACES = [
    (["--page", "--simulate"], "Choose one of --device, --simulate and --page."),
    (["--device", "/dev/nothing-there"], "nothing-there"),
    (["--page", "--page-port", "TAKEN"], "is in use by another program"),
    (["--simulate", "--page-port", "TAKEN"], "is in use by another program"),
]
"""Where nobody can play, and what is said of it."""


@pytest.mark.parametrize(
    ("command", "arguments", "sentence"),
    [
        *(("host-game", *place) for place in PLACES),
        *(("join", *place) for place in PLACES),
        ("host-game", ["--simulate", "--panel", "hex4", "--game", "orochi", "--size", "5"], "hex4"),
    ],
)
def test_a_game_that_cannot_be_played_here_is_neither_announced_nor_saved(
    hexlume: Any, tmp_path: Path, command: str, arguments: list[str], sentence: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = [str(taken.getsockname()[1]) if one == "TAKEN" else one for one in arguments]
        first = [Invitation.to("ws://127.0.0.1:9").code] if command == "join" else ["--port", "0"]
        ran = hexlume(command, *first, *given, "--store", tmp_path / "s.sqlite")
    assert ran.code == 1 and sentence in ran.err and ran.err.count("\n") == 1
    with Store(tmp_path / "s.sqlite") as store:
        assert ran.out == "" and SavedGames(store).games() == []

"""Network game of two simulated boards on two host processes (docs/netplay.md).

It finishes although one of them disconnects twice.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexlume import games
from hexlume_host.device.simulated_board import smallest_panel
from hexlume_host.store.repository import Store
from hexlume_record.game.record import FINISHED
from hexlume_record.game.state import GameState
from tests.host.conftest import wait_until
from tests.host.plugins.netplay.conftest import Wire

SMALL = ("orochi", 2, "fischer 300+5", 3)
FULL = [
    ("orochi", 3, "fischer 600+5", 8),
    ("sibling", 3, "none", 6),
    ("droched", 3, "delay 600+5", 6),
    ("orcoon", 4, "byoyomi 60+3x30", 8),
    ("organica", 4, "none", 8),
]


class Command:
    """A ``hexlume`` of one host, with what it has printed."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        folder.mkdir(exist_ok=True)
        self.store = folder / "games.sqlite"
        self._out = folder / "out"
        with self._out.open("ab") as out:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.end_to_end.netplay_hands",
                    *arguments,
                    "--store",
                    str(self.store),
                ],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )

    def said(self) -> str:
        return self._out.read_text()

    def kill(self) -> None:
        """End it at once, as a crash of the computer would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def actions(self) -> int:
        """Return how many lines tell of an action."""
        return sum(line.partition(".")[0].isdecimal() for line in self.said().splitlines())

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(60)


@pytest.fixture
def commands() -> Iterator[list[Command]]:
    started: list[Command] = []
    yield started
    for command in started:
        if command.process.poll() is None:
            command.end()


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire()
    yield made
    made.close()


def finish(
    tmp_path: Path, wire: Wire, commands: list[Command], game: str, size: int, clock: str, each: int, seconds: float
) -> None:
    """Play a game and cut the guest off: first its wire, then its whole process."""
    panel = smallest_panel(games.start(game, size, {}).grid)
    begin = ["--game", game, "--size", str(size), "--clock", clock, "--colour", "white", "--name", "Ann"]
    # Whoever listens is told by the code to be at the wire.
    own = ["--port", "0", "--advertise", f"ws://127.0.0.1:{wire.port}"]
    host = Command(tmp_path / "a", panel, "1", "host-game", *begin, *own)
    commands.append(host)
    wait_until(lambda: "Waiting at " in host.said() and host.said().endswith("\n"), 60)
    code = host.said().partition("hexlume join ")[2].split()[0]
    port = next(line for line in host.said().splitlines() if line.startswith("Waiting at ")).rpartition(" ")[2]
    wire.to_port = int(port.rstrip("."))
    join = [panel, "2", "join", code, "--name", "Ben"]
    guest = Command(tmp_path / "b", *join)
    commands.append(guest)
    wait_until(lambda: guest.actions() >= each, seconds)
    wire.cut()
    wait_until(lambda: "is away" in host.said() and "is away" in guest.said(), 60)
    wire.join()
    before = guest.actions()
    wait_until(lambda: guest.actions() >= before + 2, seconds)
    guest.kill()
    wait_until(lambda: host.said().count("is away") >= 2, 60)
    guest = Command(tmp_path / "b", *join)
    commands.append(guest)
    for command in (host, guest):
        deadline = time.monotonic() + seconds
        while command.process.poll() is None:
            assert time.monotonic() < deadline, command.said()[-2000:]
            time.sleep(0.1)
        assert command.process.returncode == 0, command.said()
    ended = []
    for command in (host, guest):
        with Store(str(command.store)) as store:
            record = store.record(store.games()[-1].id)
        live = GameState.replay(record)
        assert record.ending.status == FINISHED and live.legal, live.problem
        assert (record.white, record.black) == ("Ann", "Ben") and record.rules == game
        ended.append(([(one.colour, one.action) for one in record.actions], record.ending))
    assert ended[0] == ended[1]


@pytest.mark.soak
def test_small_network_game_finishes_although_one_side_disconnects_twice(
    tmp_path: Path, wire: Wire, commands: list[Command]
) -> None:
    finish(tmp_path, wire, commands, *SMALL, seconds=90)


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("game", "size", "clock", "each"), FULL, ids=str)
def test_network_game_of_each_kind_finishes_although_one_side_disconnects_twice(
    tmp_path: Path, wire: Wire, commands: list[Command], game: str, size: int, clock: str, each: int
) -> None:
    finish(tmp_path, wire, commands, game, size, clock, each, seconds=500)

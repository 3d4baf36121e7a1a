"""A board for the host's tests: the firmware's own link on a real pseudo-terminal."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import game_class, notation, option_words
from hexlume.games.grid import grid_of
from hexlume.games.pieces import COLOURS
from hexlume.journal.record import Record
from hexlume.link.link import Link
from hexlume.match.events import ABANDON, ACTION, RESULT, UNDO
from hexlume.match.game_clock import UNTIMED
from hexlume_host.store.repository import Store
from hexlume_record.game.position import legal_texts
from hexlume_sim.client import TwinProcess
from tests.host.new_store import new_store

Cable = Callable[[bytes], list[bytes]]
"""What a cable makes of a line: the lines that come out at the other end."""

PACE = 20
"""Board milliseconds a real one, so that the 500 ms after which a board repeats pass quickly."""


def good_cable(line: bytes) -> list[bytes]:
    return [line]


class PtySerial:
    """The master end of a pseudo-terminal with the interface of ``usb_cdc.data``, behind a cable."""

    def __init__(self, to_host: Cable, to_board: Cable) -> None:
        self.connected = True
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._to_host, self._to_board = to_host, to_board
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self._received = b""
        self._partial = b""
        self._sending = b""

    @property
    def in_waiting(self) -> int:
        with contextlib.suppress(BlockingIOError):
            self._partial += os.read(self._master, 4096)
        *lines, self._partial = self._partial.split(b"\n")
        for line in lines:
            self._received += b"".join(self._to_board(line + b"\n"))
        return len(self._received)

    def read(self, count: int) -> bytes:
        taken, self._received = self._received[:count], self._received[count:]
        return taken

    def write(self, data: bytes) -> int:
        self._sending += data
        *lines, self._sending = self._sending.split(b"\n")
        for line in lines:
            for out in self._to_host(line + b"\n"):
                self.write_raw(out)
        return len(data)

    def write_raw(self, data: bytes) -> None:
        # When nobody reads, the bytes are lost, as with a host that is gone.
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    def close(self) -> None:
        os.close(self._slave)
        os.close(self._master)


class PtyBoard:
    """A board that speaks the protocol on a pseudo-terminal at ``port``; it can be unplugged and plugged in again."""

    def __init__(
        self,
        port: Path,
        to_host: Cable = good_cable,
        to_board: Cable = good_cable,
        device: str = "b0a4d",
        panel: str = "hex4",
    ) -> None:
        self.port = str(port)
        self.device = device
        self.panel = panel
        self.commands: list[dict[str, object]] = []
        self.record: Record | None = None
        self._cables = to_host, to_board
        self._lock = threading.Lock()
        self._serial: PtySerial | None = None
        self._games = 0
        self._stop = threading.Event()
        self.plug_in()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def plug_in(self, boot: int = 1) -> None:
        serial = PtySerial(*self._cables)
        link = Link(serial, self.device, boot, self.panel, self._on_command, int)
        with self._lock:
            self._serial, self._link = serial, link
            if self.record is not None:
                link.begin(self.record)
            Path(self.port).unlink(missing_ok=True)
            Path(self.port).symlink_to(serial.path)

    def unplug(self) -> None:
        with self._lock:
            Path(self.port).unlink(missing_ok=True)
            if self._serial is not None:
                self._serial.close()
            self._serial = None

    def begin(self, rules: str = "orochi", board: str = "hex4", options: dict[str, object] | None = None) -> str:
        with self._lock:
            self._games += 1
            self.grid = grid_of(board)
            words = option_words(game_class(rules), options or {})
            self.record = Record(f"{self.device}-1-{self._games}", (rules, board, words, "none"), 1)
            self._link.begin(self.record)
            return str(self.record.identity)

    def add(self, kind: str, first: int | str = 0, second: int | str = 0) -> None:
        with self._lock:
            assert self.record is not None
            self.record.add((kind, first, second, UNTIMED), int(time.monotonic() * 1000))

    def act(self, action: str, colour: str) -> None:
        self.add(ACTION, notation.parse(action, self.grid), COLOURS.index(colour))

    def undo(self) -> None:
        self.add(UNDO)

    def abandon(self) -> None:
        self.add(ABANDON)

    def play(self, actions: list[tuple[str, str]], result: str, reason: str) -> None:
        for action, colour in actions:
            self.act(action, colour)
        self.add(RESULT, result, reason)

    def send_raw(self, data: bytes) -> None:
        with self._lock:
            assert self._serial is not None
            self._serial.write_raw(data)

    def acked(self) -> int:
        with self._lock:
            assert self.record is not None
            return int(self.record.acked)

    def wait_acked(self, seconds: float = 60) -> None:
        """Wait until the host has committed every event of the running game; fails when it does not."""
        assert self.record is not None
        wait_until(lambda: self.acked() == self.record.count - 1 if self.record else False, seconds)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.unplug()

    def _run(self) -> None:
        while not self._stop.wait(0.001):
            with self._lock:
                self.sense()
                if self._serial is not None:
                    self._link.exchange(int(time.monotonic() * 1000 * PACE) % (1 << 29))

    def sense(self) -> None:
        """Do what a board does in each pass before it speaks: this one has no sensors."""

    def _on_command(self, command: dict[str, object]) -> str | None:
        self.commands.append(command)
        return None if command["do"] == "back" else "There is nothing to do."


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for what another thread or process does, looking ever less often; fails when it does not come."""
    deadline, pause = time.monotonic() + seconds, 0.002
    while not condition():
        assert time.monotonic() < deadline, "what was waited for did not come"
        time.sleep(pause)
        pause = min(1.25 * pause, 0.05)


def until_lit(twin: TwinProcess) -> None:
    """Wait for a board's first light: a disc that stands before it has looked at its table is no action."""
    while not int(twin.next_event("leds", timeout=60)["rgb"], 16):
        pass


def rest(twin: TwinProcess, ms: int) -> None:
    """Let hands rest, by the board's clock: a busy computer may leave a board no time at all."""
    twin.send({"do": "wait", "ms": ms})
    twin.next_event("waited", timeout=60)


def random_game(seed: int, size: int = 3) -> tuple[list[tuple[str, str]], str, str]:
    """Return a random game of Orochi: its actions with who acted, its result and reason."""
    choose = random.Random(seed)
    game = games.start("orochi", size)
    actions = []
    while game.result is None:
        colour = ("", "white", "black")[game.to_move]
        action = choose.choice(legal_texts(game))
        game.push_text(action)
        actions.append((action, colour))
    return actions, str(game.result), game.outcome.reason


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(new_store(tmp_path / "games.sqlite")) as opened:
        yield opened


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with room for 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no file system may be mounted here ({mounted.stderr.strip()})")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.fixture
def make_board(tmp_path: Path) -> Iterator[Callable[..., PtyBoard]]:
    boards: list[PtyBoard] = []

    def make(**arguments: object) -> PtyBoard:
        board = PtyBoard(tmp_path / f"port{len(boards)}", **arguments)  # type: ignore[arg-type]
        boards.append(board)
        return board

    yield make
    for board in boards:
        board.close()


@pytest.fixture(name="wait_until")
def _wait_until() -> Callable[..., None]:
    return wait_until


@pytest.fixture(name="random_game")
def _random_game() -> Callable[..., tuple[list[tuple[str, str]], str, str]]:
    return random_game


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's own store, log and simulators out of it."""
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        folder = tmp_path / variable
        # A runtime folder that others may read is not used (XDG base directory specification).
        folder.mkdir(mode=0o700)
        monkeypatch.setenv(variable, str(folder))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("HEXLUME_STORE", raising=False)


@contextlib.contextmanager
def running(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run ``hexlume`` in a process of its own; it is killed if it still runs at the end."""
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


@contextlib.contextmanager
def ended_after(hands: Callable[[], object], number: signal.Signals = signal.SIGINT) -> Iterator[None]:
    """Let hands play while a command runs in this process; a signal ends it then, whatever became of them."""
    is_over = threading.Event()

    def play() -> None:
        try:
            hands()
        finally:
            # Else it would end the tests.
            if not is_over.is_set():
                signal.raise_signal(number)

    thread = threading.Thread(target=play)
    thread.start()
    yield
    is_over.set()
    thread.join()


@pytest.fixture(name="running")
def _running() -> Callable[..., object]:
    return running

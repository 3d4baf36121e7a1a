"""What stands between two hosts in tests: a wire that is cut, a real broker, a seat that plays at random."""

import contextlib
import random
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from hexlume_host.netplay.player import Player, Seat
from hexlume_host.netplay.shared_game import AgreedGame
from tests.host.mqtt.mosquitto import Mosquitto


class Wire:
    """A TCP connection's way through this computer, at ``port``, that can be cut and joined again."""

    def __init__(self, to_port: int = 0) -> None:
        self.to_port = to_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._joined = True
        self._lock = threading.Lock()
        self._ends: list[socket.socket] = []
        self.carried = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            self._joined = False
            ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def join(self) -> None:
        with self._lock:
            self._joined = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                with self._lock:
                    joined = self._joined
                try:
                    far = socket.create_connection(("127.0.0.1", self.to_port)) if joined else None
                except OSError:
                    far = None
                if far is None:
                    near.close()
                    continue
                with self._lock:
                    self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(4096):
                other.sendall(data)
                self.carried += len(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class RandomSeat(Seat):
    """Plays any legal action when it is its turn; ``pause`` is how long it thinks, in seconds."""

    def __init__(self, seed: int, pause: float = 0.0) -> None:
        self._choice = random.Random(seed)
        self._pause = pause
        self._player: Player | None = None
        self._at = float("-inf")
        self.begun = False

    def begin(self, player: Player, game: AgreedGame) -> None:
        self._player = player
        self.begun = True

    def work(self, seconds: float) -> None:
        assert self._player is not None
        side = self._player.side
        game = side.ahead
        if game is None or game.over or game.to_move != side.NAME or side.busy or seconds - self._at < self._pause:
            return
        self._at = seconds
        assert self._player.act(self._choice.choice(sorted(game.game.legal_texts()))) is None


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire()
    yield made
    made.close()


@pytest.fixture
def make_mosquitto() -> Iterator[Callable[[], Mosquitto]]:
    brokers: list[Mosquitto] = []

    def make() -> Mosquitto:
        brokers.append(Mosquitto())
        return brokers[-1]

    yield make
    for broker in brokers:
        broker.remove()

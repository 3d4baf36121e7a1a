"""What stands between two hosts in tests: a wire that is cut, a real broker, a player that plays at random."""

import contextlib
import random
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from hexlume_plugins.netplay.player import Player
from hexlume_plugins.netplay.session import Session
from hexlume_plugins.netplay.shared_game import SharedGame
from hexlume_record.game.position import legal_texts
from tests.host.plugins.mqtt.mosquitto import Mosquitto


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


class RandomPlayer(Player):
    """Plays any legal action when it is its turn; ``pause`` is how long it thinks, in seconds."""

    def __init__(self, seed: int, pause: float = 0.0) -> None:
        self._choice = random.Random(seed)
        self._pause = pause
        self._session: Session
        self._at = float("-inf")

    def begin(self, session: Session, game: SharedGame) -> None:
        self._session = session

    def work(self, seconds: float) -> None:
        replica = self._session.replica
        game = replica.predicted
        assert game is not None
        if game.over or game.to_move != replica.ROLE or replica.busy or seconds - self._at < self._pause:
            return
        self._at = seconds
        assert self._session.act(self._choice.choice(sorted(legal_texts(game.game)))) is None


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

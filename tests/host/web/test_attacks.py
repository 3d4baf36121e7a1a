"""Attacks on a real ``hexlume serve``, each made for real over sockets while somebody else asks for the front page.

A page that an attack holds up takes tens of seconds: what a busy computer takes fails no test.
"""

import contextlib
import http.client
import itertools
import json
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hexlume.games.grid import grid_of
from hexlume_host.store.repository import Store
from tests.host.conftest import wait_until
from tests.host.new_store import new_store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

PROGRAM = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()"]
TOKEN = "act-token-0123456789"
ATTACKER = "127.0.0.1"
_VISITORS = itertools.cycle(f"127.0.0.{number}" for number in range(2, 250))
"""Loopback has many addresses: whoever asks from another one is another client."""
PATIENCE = 60
REQUEST_SECONDS = 10
"""A request may take so long to arrive (docs/serve.md)."""


class Site:
    """A running ``hexlume serve``, to whose visitors everything may be shown."""

    def __init__(self, folder: Path, store: Path) -> None:
        options = ["--no-log", "--no-browser", "--page-port", "0", "--token", TOKEN, "--store", str(store)]
        self.process = subprocess.Popen(
            [*PROGRAM, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://(\S+):(\d+)/", self.process.stdout.readline())
        assert found is not None, "hexlume serve did not start"
        self.host, self.port = found[1], int(found[2])

    def ask(
        self, path: str = "/", body: Any = None, source: str = "", seconds: float = 300
    ) -> tuple[int, dict[str, str]]:
        """Ask for a path on a new connection; return the status and the headers."""
        connection = http.client.HTTPConnection(
            self.host, self.port, timeout=seconds, source_address=(source or next(_VISITORS), 0)
        )
        with contextlib.closing(connection):
            content = None if body is None else json.dumps(body)
            connection.request("GET" if body is None else "POST", path, content)
            answer = connection.getresponse()
            answer.read()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}

    def page_seconds(self, source: str = "") -> float:
        """Return how long the front page takes; it must come."""
        begun = time.monotonic()
        try:
            status, _ = self.ask("/", source=source, seconds=PATIENCE)
        except TimeoutError:
            return PATIENCE
        assert status == 200
        return time.monotonic() - begun

    def connect(self, source: str = ATTACKER) -> socket.socket:
        return socket.create_connection((self.host, self.port), PATIENCE, (source, 0))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("attacks")
    with Store(new_store(folder / "games.sqlite")) as store:
        PlayedGame(store, "orochi", 9, 1).play(120)
    running = Site(folder, folder / "games.sqlite")
    try:
        running.page_seconds()
        yield running
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(PATIENCE) == 130
    finally:
        running.process.kill()
        running.process.wait()


def assert_pages_come(site: Site, attack: Callable[[], None], source: str = "") -> None:
    """Run an attack, and fail if front pages meanwhile take longer than ten seconds on average.

    One that an attack keeps out does not come for as long as the attack lasts. The attacker itself takes a processor's
    time, and on a busy computer every page is slow.
    """
    times: list[float] = []
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(attack)
        while not (times and running.done()):
            times.append(site.page_seconds(source))
            time.sleep(0.5)
    running.result()
    assert sum(times) / len(times) < 10, times


def at_once(count: int, ask: Callable[[int], tuple[int, dict[str, str]]]) -> list[tuple[int, dict[str, str]]]:
    """Ask from so many threads at the same time; return the answers."""
    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(ask, range(count)))


def assert_refused_in_order(answers: list[tuple[int, dict[str, str]]]) -> None:
    """Some are answered; the others, too many of a client (429) or of all (503), hear when to try again."""
    assert {status for status, _ in answers} <= {200, 429, 503}
    assert any(status == 200 for status, _ in answers)
    for status, headers in answers:
        assert (status != 200) == ("retry-after" in headers)


def crowded_position() -> dict[str, Any]:
    """Return a position of Orochi on hex13: 284 pieces of either colour at random, so that many are over-connected."""
    choose, grid = random.Random(13), grid_of("hex13")
    pieces = {grid.name(cell): choose.choice("wb") for cell in choose.sample(range(grid.cells), 284)}
    return {"game": "orochi", "board": "hex13", "options": {}, "pieces": pieces, "to_move": "black"}


def test_positions_that_take_long_to_check_hold_up_not_even_the_attackers_pages(site: Site) -> None:
    position = crowded_position()

    def attack() -> None:
        answers = at_once(45, lambda number: site.ask("/api/analysis/check", {"position": position}, ATTACKER))
        assert_refused_in_order(answers)

    assert_pages_come(site, attack, ATTACKER)


def test_many_connections_of_few_addresses_leave_room_for_others(site: Site) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 6000)), hard))
    held: list[socket.socket] = []

    def attack() -> None:
        for number in range(4110):
            with contextlib.suppress(ConnectionError):
                held.append(site.connect(f"127.0.1.{1 + number % 3}"))
        time.sleep(1)

    try:
        assert_pages_come(site, attack)
    finally:
        for one in held:
            one.close()
    wait_until(lambda: _answers(site, "127.0.1.1"))


def _answers(site: Site, source: str) -> bool:
    with contextlib.suppress(AssertionError, ConnectionError):
        site.page_seconds(source)
        return True
    return False


SLOW = {
    "first head": (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
    "second head": (
        b"GET /api/rights HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    ),
    "body": (b"", b"POST /api/analysis/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"),
    "chunks": (
        b"",
        b"POST /api/analysis/check HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n",
    ),
    "second body": (
        b"GET /api/rights HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/analysis/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n",
    ),
    "body of a sign-in": (b"", b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n"),
}


def test_requests_that_come_a_byte_at_a_time_are_cut_off(site: Site) -> None:
    """Ten connections of each kind, all at once: each is closed, and not before a slow but honest one would be done."""
    connections: list[tuple[str, socket.socket, float]] = []
    for kind, (whole, part) in SLOW.items():
        for _ in range(10):
            one = site.connect()
            if whole:
                one.sendall(whole)
                assert one.recv(1000).startswith(b"HTTP/1.1 200")
            connections.append((kind, one, time.monotonic()))
            one.sendall(part)
    begun = time.monotonic()
    lasted: dict[int, float] = {}

    def attack() -> None:
        while len(lasted) < len(connections) and time.monotonic() < begun + PATIENCE:
            for number, (_, one, since) in enumerate(connections):
                if number not in lasted and _is_cut_off(one):
                    lasted[number] = time.monotonic() - since
            time.sleep(0.5)

    with ThreadPoolExecutor(1) as threads:
        honest = threads.submit(_ask_slowly, site)
        assert_pages_come(site, attack)
        honest.result()
    for _, one, _ in connections:
        one.close()
    left = {kind for number, (kind, _, _) in enumerate(connections) if number not in lasted}
    assert left == set(), "these are never closed"
    assert min(lasted.values()) > REQUEST_SECONDS / 2


def _is_cut_off(connection: socket.socket) -> bool:
    """Send one more byte; return whether the server has closed the connection."""
    connection.setblocking(False)
    try:
        connection.send(b"x")
        return connection.recv(1000) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def _ask_slowly(site: Site) -> None:
    """Send a request in two halves; it must be answered."""
    with site.connect(next(_VISITORS)) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.")
        time.sleep(0.5)
        one.sendall(b"0.0.1\r\n\r\n")
        assert one.recv(1000).startswith(b"HTTP/1.1 200")

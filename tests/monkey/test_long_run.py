"""Games in a row on one ``hexlume serve`` leave threads, processes, files and memory where they were."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from websockets.sync.client import connect

from hexlume_host.device.discovery import announced
from hexlume_host.store.repository import Store
from hexlume_sim.client import TwinProcess
from tests.host.conftest import wait_until
from tests.monkey.running import Held, come_to_rest
from tests.monkey.served import Served, own_folders

PAGES = ("api/library", "api/statistics", "api/players", "api/boards", "library", "", "api/library/choices")
CLIENTS = [f"127.0.0.{number}" for number in range(2, 8)]
AT_ONCE = 12
"""Requests at once: more than the connections to the database that are kept."""
STORE_FILES = 30
"""Five connections for reading and five for writing are kept at most, with three files each."""
PLUGGED = 5
"""The board plays so many games, then it is switched off, unplugged, and comes back on another port."""
CACHES_FULL = 30
"""After so many games what is kept to be quick (replays, pictures) is kept: memory grows no more."""
KB_A_GAME = 40
"""What the memory may grow by in each game: while caches fill, and after that."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    for variable, folder in own_folders(tmp_path).items():
        monkeypatch.setenv(variable, folder)
    running = Served(tmp_path, tmp_path / "games.sqlite")
    yield running
    running.kill()


def play(server: Served, games: int, seed: int) -> None:
    """Have scripted hands play games on a board, with a page that watches, and look at everything after each."""
    settings = {"HEXLUME_PANEL": "hex4", "HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "2"}
    script_args = {"game": "orochi", "size": 2, "options": {}, "count": games, "seed": seed, "wait_for_host": True}
    with (
        TwinProcess(
            "hex4",
            "virtual",
            # The same board each time: what it keeps tells it how often it was switched on.
            flash=server.store.with_suffix(".flash"),
            settings=settings,
            script="hexlume_sim.hands.careful:play_games",
            script_args=script_args,
        ) as twin,
        announced(twin.port),
        connect(server.address.replace("http", "ws") + "ws/live", origin=server.address.rstrip("/")) as page,  # type: ignore[arg-type]
    ):
        page.send(json.dumps({"list": True}))
        before = finished(server)
        for played in range(1, games + 1):
            twin.next_event("game", 240)
            # The board's clock is far ahead of the line to the host, and what the line still holds goes with the board.
            wait_until(lambda expected=before + played: finished(server) >= expected, 60)
            look_around(server)


def look_around(server: Served) -> None:
    """Open pages as people do, and the replay and picture of the latest game."""
    with urlopen(server.address + "api/library") as answer:
        found = json.load(answer)["games"]
    latest = [f"api/games/{found[0]['id']}", f"api/games/{found[0]['id']}/picture.svg"] if found else []
    for path in (*PAGES, *latest):
        with urlopen(server.address + path) as answer:
            answer.read()


def fill_pools(server: Served) -> None:
    """Ask for much at once, so that the threads and connections that are kept for the next time are all there.

    Only two requests of one client run at once, so several clients ask.
    """
    host = urlsplit(server.address).netloc
    clients = cycle(CLIENTS)

    def ask(path: str) -> bytes:
        with closing(HTTPConnection(host, source_address=(next(clients), 0))) as connection:
            connection.request("GET", "/" + path)
            return connection.getresponse().read()

    with ThreadPoolExecutor(AT_ONCE) as asking:
        for body in asking.map(ask, PAGES * AT_ONCE):
            assert body


@contextmanager
def nothing_left_over(server: Served, games: int, kilobytes: int) -> Iterator[None]:
    """Check that the server holds afterwards what it held before, and at most so many more kB a game."""
    fill_pools(server)
    before = come_to_rest(server.process.pid, server.store, Held(0, 0, 0, 0, 0), 12)
    yield
    after = come_to_rest(server.process.pid, server.store, before, 60)
    assert all(now <= then for now, then in zip(after[:3], before[:3], strict=True)), f"{before} became {after}"
    assert after.store_files <= STORE_FILES, f"{before} became {after}"
    assert after.kilobytes - before.kilobytes <= kilobytes * games, f"{before} became {after} in {games} games"


def finished(server: Served) -> int:
    """Return how many finished games the server has kept."""
    if not server.store.exists():
        return 0
    with Store(server.store) as store:
        return sum(game.ending.status == "finished" for game in store.games())


def stopped(server: Served, games: int) -> None:
    assert finished(server) == games
    assert server.stop() == []


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_a_hundred_games_leave_nothing_behind(server: Served) -> None:
    for seed in range(0, CACHES_FULL, PLUGGED):
        play(server, PLUGGED, seed)
    with nothing_left_over(server, 100, KB_A_GAME):
        for seed in range(100, 200, PLUGGED):
            play(server, PLUGGED, seed)
    stopped(server, CACHES_FULL + 100)

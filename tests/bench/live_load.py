"""How soon watching pages hear of an action when many boards are played on and many pages watch.

Each board has a thread in the server's process, as its logger has, that commits every action to the store and then
tells the hub; the watching clients run in a process of their own and read no more of a message than the time at which
the board told the action. So the store's transaction is in the delay; the serial lines are not.
"""

import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from hexlume import games
from hexlume.pieces import COLOURS
from hexlume_host.events import ACTION, START, BoardEvent
from hexlume_host.link.heard import Hello
from hexlume_host.store import Board, Store
from hexlume_host.web.area import Site
from hexlume_host.web.guard import Guard
from hexlume_host.web.live_hub import LiveHub, PortWatch
from hexlume_host.web.server import serving
from hexlume_host.web.site import make_site

from .figure import Figure

BOARDS = 200
PAGES = 1000
ACTIONS_A_SECOND = 2
"""On each board."""
SETTLE_SECONDS = 3
SECONDS = 20

_CHANGED = '"changed":'


class _Player:
    """A board whose logger tells the hub of one random legal action after the other, game after game."""

    def __init__(self, store: Store, hub: LiveHub, number: int) -> None:
        self._rules = games.NAMES[number % len(games.NAMES)]
        self._random = random.Random(number)
        self._board = f"b{number}"
        self._watch: PortWatch = hub.listener(self._board)
        self._store = store
        self._games = 0
        self.acted = 0
        self._watch.hello(Hello(1, self._board, "1", games.start(self._rules, 0, {}).grid.board, 1, ""))
        self._begin()

    def act(self) -> None:
        codes = [found for found, _ in zip(self._game.scan_legal(), range(40), strict=False) if found >= 0]
        codes = codes or self._game.legal_codes()
        if not codes or self._seq > 80:
            self._begin()
            return
        code, colour = self._random.choice(codes), COLOURS[self._game.to_move]
        action = self._game.name(code)
        self._game.apply(code)
        self._tell(ACTION, {"action": action, "colour": colour})

    def _begin(self) -> None:
        self._game = games.start(self._rules, 0, {})
        self._games += 1
        self._seq = 0
        start = {"rules": self._rules, "on": self._game.grid.board, "options": dict(self._game.options)}
        self._tell(START, start)

    def _tell(self, kind: str, data: dict[str, object]) -> None:
        event = BoardEvent(f"{self._board}-1-{self._games}", self._seq, kind, now_ms(), data, 1)
        self._seq += 1
        self._store.commit(Board(self._board, self._game.grid.board, "1"), [event])
        self._watch.committed([event])

    def play(self, until: threading.Event) -> None:
        """Act at the rate, however long an action took, until told to stop."""
        due = time.monotonic() + self._random.random() / ACTIONS_A_SECOND
        while not until.wait(max(due - time.monotonic(), 0)):
            self.act()
            self.acted += 1
            due += 1 / ACTIONS_A_SECOND


def now_ms() -> int:
    return int(time.time() * 1000)


def measure() -> list[Figure]:
    """Return the delays from an action's commit to the pages that watch its board."""
    allow_files()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        hub = LiveHub(store)
        players = [_Player(store, hub, number) for number in range(BOARDS)]
        with serving(make_site(Site(store, Guard(), hub))) as url:
            pages = subprocess.Popen([sys.executable, "-m", __name__, url], stdout=subprocess.PIPE, text=True)
            assert pages.stdout is not None
            pages.stdout.readline()
            cpu, began = time.process_time(), time.monotonic()
            enough = threading.Event()
            threads = [threading.Thread(target=player.play, args=(enough,)) for player in players]
            for thread in threads:
                thread.start()
            pages.wait()
            enough.set()
            for thread in threads:
                thread.join()
            told = sum(player.acted for player in players)
            took = time.monotonic() - began
            busy = (time.process_time() - cpu) / took
            heard = json.loads(pages.stdout.read())
    note = f"{BOARDS} boards, {told / took:.0f} actions a second, {PAGES} pages hear {heard['a_second']:.0f} a second"
    return [
        Figure("live board, commit to page, median", heard["median"], "ms", note),
        Figure("live board, commit to page, 95th percentile", heard["p95"], "ms", note),
        Figure("live boards, a core's share", 100 * busy, "%", note + ", commits and rules counted"),
    ]


def allow_files() -> None:
    """Let this process have a file for every page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8192), hard), hard))


async def _watch(url: str, board: str, delays: list[float], ready: list[None]) -> None:
    address = url.replace("http", "ws") + "ws/live"
    async with connect(address, origin=url.rstrip("/"), compression=None) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"full": [board]}))
        ready.append(None)
        with suppress(ConnectionClosed):
            async for text in socket:
                now = time.time() * 1000
                at = str(text).find(_CHANGED)
                if at >= 0:
                    at += len(_CHANGED)
                    delays.append(now - int(str(text)[at : at + 13]))


async def _pages(url: str) -> None:
    """Watch with all pages and print the delays in ms as JSON."""
    delays: list[float] = []
    ready: list[None] = []
    tasks = []
    for page in range(PAGES):
        tasks.append(asyncio.create_task(_watch(url, f"b{page % BOARDS}", delays, ready)))
        await asyncio.sleep(0.005)
    while len(ready) < PAGES:
        await asyncio.sleep(0.1)
    print("ready", flush=True)
    await asyncio.sleep(SETTLE_SECONDS)
    delays.clear()
    await asyncio.sleep(SECONDS)
    heard = sorted(delays)
    print(
        json.dumps(
            {
                "median": heard[len(heard) // 2],
                "p95": heard[int(0.95 * len(heard))],
                "a_second": len(heard) / SECONDS,
            }
        ),
        flush=True,
    )
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    allow_files()
    asyncio.run(_pages(sys.argv[1]))

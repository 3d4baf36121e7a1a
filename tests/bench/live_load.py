"""How soon watching pages hear of an action when many boards are played on and many pages watch.

Each board has a thread in the server's process, as its logger has, that commits every action to the store and then
tells the hub; the watching clients run in a process of their own and read no more of a message than when the board
changed, from which follows which action it tells. The store's transaction is in the delay, and the store is watched
for what other programs write as ``hexlume serve`` does; the serial lines are not.
"""

import asyncio
import functools
import json
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from bisect import bisect_right
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume_host.cli.serve import keep_pages_waiting_little
from hexlume_host.device.messages import Hello
from hexlume_host.game.events import ACTION, START, BoardEvent
from hexlume_host.store.clock_sync import ClockReading
from hexlume_host.store.repository import Board, Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import PortWatch
from hexlume_host.web.live.store_watch import StoreWatch
from hexlume_host.web.site import make_site

from .figure import Figure

BOARDS = 200
PAGES = 1000
ACTIONS_A_SECOND = 2
"""On each board."""
SETTLE_SECONDS = 3
SECONDS = 20

_CHANGED = '"changed":'
_SWITCHED_ON_MS = int(time.time() * 1000)
"""When the boards were switched on."""


@functools.cache
def _game(rules: str, seed: int) -> list[tuple[str, dict[str, object]]]:
    """Return the kinds and data of the events of a random game: a board has its own processor to find them with."""
    game, source = games.start(rules, 0, {}), random.Random(seed)
    events: list[tuple[str, dict[str, object]]] = [
        (START, {"rules": rules, "on": game.grid.board, "options": dict(game.options)})
    ]
    while len(events) < 80 and (codes := game.legal_actions()):
        code, colour = source.choice(codes), COLOURS[game.to_move]
        events.append((ACTION, {"action": game.name(code), "colour": colour}))
        game.push(code)
    return events


class _Player:
    """A board whose logger commits one action of a random game after the other and tells the hub, game after game."""

    def __init__(self, store: Store, hub: LiveHub, number: int) -> None:
        self._rules = games.NAMES[number % len(games.NAMES)]
        self._random = random.Random(number)
        clock = ClockReading(1, now_ms() - _SWITCHED_ON_MS, datetime.now(UTC))
        self._board = Board(f"b{number}", games.start(self._rules, 0, {}).grid.board, "1", clock)
        store.update_board(self._board)
        self._watch: PortWatch = PortWatch(hub, store)
        self._store = store
        self._games = 0
        self.acted = 0
        self.told: list[float] = []
        """When the board told each event, in ms."""
        self._left: list[tuple[str, dict[str, object]]] = []
        self._watch.hello(Hello(1, self._board.id, "1", self._board.panel, 1, ""))
        self.act()

    def act(self) -> None:
        """Tell the next event."""
        if not self._left:
            self._left = _game(self._rules, self._random.randrange(4))[::-1]
            self._games += 1
            self._seq = 0
        self._tell(*self._left.pop())

    def _tell(self, kind: str, data: dict[str, object]) -> None:
        event = BoardEvent(f"{self._board.id}-1-{self._games}", self._seq, kind, now_ms() - _SWITCHED_ON_MS, data, 1)
        self._seq += 1
        self.told.append(time.time() * 1000)
        self._store.commit(self._board, [event])
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
    """Return the delays from an action that a board tells to the pages that watch it."""
    allow_files()
    keep_pages_waiting_little()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        hub = LiveHub()
        players = [_Player(store, hub, number) for number in range(BOARDS)]
        with StoreWatch(store, hub), serving(make_site(Site(store, AccessPolicy(), hub))) as url:
            pages = subprocess.Popen([sys.executable, "-m", __name__, url], stdout=subprocess.PIPE, text=True)
            assert pages.stdout is not None
            pages.stdout.readline()
            cpu, began = time.process_time(), time.monotonic()
            enough = threading.Event()
            threads = [threading.Thread(target=player.play, args=(enough,)) for player in players]
            for thread in threads:
                thread.start()
            told_of = json.loads(pages.stdout.read())
            enough.set()
            for thread in threads:
                thread.join()
            told = sum(player.acted for player in players)
            took = time.monotonic() - began
            busy = (time.process_time() - cpu) / took
            heard = [
                arrived - players[board].told[bisect_right(players[board].told, changed + 1) - 1]
                for board, changed, arrived in told_of
            ]
    heard.sort()
    note = (
        f"{BOARDS} boards, {told / took:.0f} actions a second, {PAGES} pages hear {len(heard) / SECONDS:.0f} a second"
    )
    return [
        Figure("live board, action to page, median", heard[len(heard) // 2], "ms", note),
        Figure("live board, action to page, 95th percentile", heard[int(0.95 * len(heard))], "ms", note),
        Figure("live boards, a core's share", 100 * busy, "%", note + ", commits counted"),
    ]


def allow_files() -> None:
    """Let this process have a file for every page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8192), hard), hard))


async def _watch(url: str, number: int, heard: list[tuple[int, int, float]], ready: list[None]) -> None:
    address = url.replace("http", "ws") + "ws/live"
    async with connect(address, origin=url.rstrip("/"), compression=None) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"full": [f"b{number}"]}))
        ready.append(None)
        with suppress(ConnectionClosed):
            async for text in socket:
                now = time.time() * 1000
                at = str(text).find(_CHANGED)
                if at >= 0:
                    at += len(_CHANGED)
                    heard.append((number, int(str(text)[at : at + 13]), now))


async def _pages(url: str) -> None:
    """Watch with all pages and print as JSON of which board they heard, when it had changed, and when they heard."""
    heard: list[tuple[int, int, float]] = []
    ready: list[None] = []
    tasks = []
    for page in range(PAGES):
        tasks.append(asyncio.create_task(_watch(url, page % BOARDS, heard, ready)))
        await asyncio.sleep(0.005)
    while len(ready) < PAGES:
        await asyncio.sleep(0.1)
    print("ready", flush=True)
    await asyncio.sleep(SETTLE_SECONDS)
    heard.clear()
    await asyncio.sleep(SECONDS)
    print(json.dumps(heard), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    allow_files()
    asyncio.run(_pages(sys.argv[1]))

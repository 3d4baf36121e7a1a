"""The delay until a thousand pages show an action, with many boards and with one that all of them watch.

With many boards, each has a thread in the server's process, as its logger has, that commits every action to the store
and then tells the hub; the watching clients run in a process of their own and read no more of a message than when the
board changed and how many actions it has. The store's transaction is in the delay, and the store is watched for what
other programs write as ``hexlume serve`` does; the serial lines are not.

The one board is a twin at real pace with its logger: there the delay begins with the hand that puts a disc down. The
firmware's debounce, the journal and the serial line are in it.
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
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Hello
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.store.clock_sync import ClockReading
from hexlume_host.store.repository import Board, Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import PortWatch
from hexlume_host.web.live.store_watch import StoreWatch
from hexlume_host.web.site import make_site
from hexlume_record.game.events import ACTION, START, BoardEvent
from hexlume_record.game.position import legal_texts

from .figure import Figure

BOARDS = 200
PAGES = 1000
ACTIONS_A_SECOND = 2
"""On each board."""
SETTLE_SECONDS = 3
SECONDS = 20

HANDS = 20
"""Actions by hand on the one board."""
HAND_SECONDS = 1.0

_CHANGED = '"changed":'
_ACTIONS = '"actions":['
_SWITCHED_ON_MS = int(time.time() * 1000)
"""When the boards were switched on."""

Seen = list[tuple[int, int, int, float]]
"""What pages got: of which board, when it had changed, how many actions, and when it arrived."""


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
    """Return the delays until pages show an action."""
    allow_files()
    keep_pages_waiting_little()
    return [*many_boards(), *one_board()]


def many_boards() -> list[Figure]:
    """Return the delays from an action that a board reports to the pages that watch it."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        hub = LiveHub()
        players = [_Player(store, hub, number) for number in range(BOARDS)]
        with StoreWatch(store, hub), serving(make_site(Site(store, AccessPolicy(), hub))) as url:
            pages = _start_pages(url, [f"b{number}" for number in range(BOARDS)], SECONDS)
            cpu, began = time.process_time(), time.monotonic()
            enough = threading.Event()
            threads = [threading.Thread(target=player.play, args=(enough,)) for player in players]
            for thread in threads:
                thread.start()
            seen = _seen(pages)
            enough.set()
            for thread in threads:
                thread.join()
            acted = sum(player.acted for player in players)
            took = time.monotonic() - began
            busy = (time.process_time() - cpu) / took
            delays = [
                arrived - players[board].told[bisect_right(players[board].told, changed + 1) - 1]
                for board, changed, _, arrived in seen
            ]
    note = (
        f"{BOARDS} boards, {acted / took:.0f} actions a second, {PAGES} pages get {len(delays) / SECONDS:.0f} a second"
    )
    return [
        *_figures("live board, action to page", delays, note),
        Figure("live boards, a core's share", 100 * busy, "%", note + ", commits counted"),
    ]


def one_board() -> list[Figure]:
    """Return the delays from a hand at a twin to the pages, which all watch that board."""
    put: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "s.sqlite") as store,
        running_twin(SimulatedBoard.of(games.start("orochi", 0, {})), REAL, 1) as twin,
    ):
        hub = LiveHub()
        logger = Logger(lambda: twin.port, store, PortWatch(hub, store))
        board = hub.board_of(twin.board, twin.panel)
        with StoreWatch(store, hub), serving(make_site(Site(store, AccessPolicy(), hub))) as url:
            logger.start()
            pages = _start_pages(url, [twin.board], SETTLE_SECONDS + HANDS * HAND_SECONDS)
            game, choice = games.start("orochi"), random.Random(4)
            time.sleep(SETTLE_SECONDS)
            for number in range(HANDS):
                action = choice.choice(legal_texts(game))
                cell = action[1:]
                piece = {"W": "white", "B": "black"}.get(action[0])
                put.append(time.time() * 1000)
                twin.send({"do": "put", "cell": cell, "piece": piece} if piece else {"do": "flip", "cell": cell})
                game.push_text(action)
                while board.live is None or len(board.live.actions) <= number:
                    time.sleep(0.01)
                time.sleep(max(0.0, HAND_SECONDS - (time.time() - put[-1] / 1000)))
            first: dict[int, list[float]] = {}
            for _, _, actions, arrived in _seen(pages):
                first.setdefault(actions, []).append(arrived)
        logger.stop()
    # Whatever else changes while an action stands is sent later than the action itself.
    delays = [at - put[number - 1] for number, arrived in first.items() if number for at in sorted(arrived)[:PAGES]]
    assert len(delays) == PAGES * HANDS, "every page shows every action"
    note = f"one twin at real pace, {len(put)} actions by hand, {PAGES} pages"
    return _figures("live board, hand to page", delays, note)


def _figures(name: str, delays: list[float], note: str) -> list[Figure]:
    delays = sorted(delays)
    return [
        Figure(f"{name}, median", delays[len(delays) // 2], "ms", note),
        Figure(f"{name}, 95th percentile", delays[int(0.95 * len(delays))], "ms", note),
    ]


def _start_pages(url: str, boards: list[str], seconds: float) -> subprocess.Popen[str]:
    """Start the pages in a process of their own, and wait until all of them watch."""
    command = [sys.executable, "-m", __name__, url, str(seconds), *boards]
    pages = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert pages.stdout is not None
    pages.stdout.readline()
    return pages


def _seen(pages: subprocess.Popen[str]) -> Seen:
    """Wait for the pages and return what they got."""
    assert pages.stdout is not None
    return [tuple(one) for one in json.loads(pages.stdout.read())]


def allow_files() -> None:
    """Let this process have a file for every page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8192), hard), hard))


async def _watch(url: str, number: int, board: str, seen: Seen, ready: list[None]) -> None:
    address = url.replace("http", "ws") + "ws/live"
    async with connect(address, origin=url.rstrip("/"), compression=None) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"full": [board]}))
        ready.append(None)
        with suppress(ConnectionClosed):
            async for text in socket:
                now = time.time() * 1000
                messages = str(text)
                begins = messages.find('"event":"board"')
                if begins >= 0:
                    changed = messages.find(_CHANGED, begins) + len(_CHANGED)
                    actions = messages.find(_ACTIONS, begins) + len(_ACTIONS)
                    count = (
                        messages.count("[", actions, messages.find("]]", actions)) if messages[actions] == "[" else 0
                    )
                    seen.append((number, int(messages[changed : changed + 13]), count, now))


async def _pages(url: str, seconds: float, boards: list[str]) -> None:
    """Watch with all pages and print as JSON what they got."""
    seen: Seen = []
    ready: list[None] = []
    tasks = []
    for page in range(PAGES):
        number = page % len(boards)
        tasks.append(asyncio.create_task(_watch(url, number, boards[number], seen, ready)))
        await asyncio.sleep(0.005)
    while len(ready) < PAGES:
        await asyncio.sleep(0.1)
    print("ready", flush=True)
    await asyncio.sleep(SETTLE_SECONDS)
    seen.clear()
    await asyncio.sleep(seconds)
    print(json.dumps(seen), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    allow_files()
    asyncio.run(_pages(sys.argv[1], float(sys.argv[2]), sys.argv[3:]))

"""The delay from a hand at a board until 3,000 pages that watch it show the action.

The board is a twin at real pace with its logger: the firmware's debounce, the journal, the serial line and the store's
transaction are in the delay. The store is watched for what other programs write, as ``hexlume serve`` does. The pages
run in a process of their own and read no more of a message than how many actions the board has: they are bare
connections, since a WebSocket client in Python takes more of the two cores than the server.
"""

import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from hexlume import games
from hexlume_host.cli.serve import keep_pages_waiting_little
from hexlume_host.device.logger import Logger
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.store.repository import Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.site import make_site
from hexlume_record.game.position import legal_texts

from .figure import Figure

PAGES = 3000
PAGES_AN_ADDRESS = 1000
"""An address may have 1,500 connections."""
SETTLE_SECONDS = 3
HANDS = 20
"""Actions by hand."""
HAND_SECONDS = 1.0

_UPGRADE = (
    "GET /ws/live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_ACTIONS = b'"actions":['

Seen = list[tuple[int, float]]
"""What pages got: how many actions, and when it arrived."""


def measure() -> list[Figure]:
    """Return the delays from a hand at a twin to the pages, which all watch that board."""
    allow_files()
    keep_pages_waiting_little()
    put: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "s.sqlite") as store,
        running_twin(SimulatedBoard.of(games.start("orochi", 0, {})), REAL, 1) as twin,
    ):
        hub = LiveHub(store)
        logger = Logger(lambda: twin.port, store, BoardLink(hub))
        board = hub.board_of(twin.device, twin.panel)
        with hub.other_programs(), serving(make_site(Site(store, AccessPolicy(), hub))) as url:
            logger.start()
            # Returns once all of them watch.
            pages = subprocess.Popen(
                [sys.executable, "-m", __name__, url, twin.device], stdout=subprocess.PIPE, text=True
            )
            assert pages.stdout is not None
            pages.stdout.readline()
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
            for actions, arrived in json.loads(pages.stdout.read()):
                first.setdefault(actions, []).append(arrived)
        logger.stop()
    # Whatever else changes while an action stands is sent later than the action itself.
    delays = sorted(
        at - put[number - 1] for number, arrived in first.items() if number for at in sorted(arrived)[:PAGES]
    )
    assert len(delays) == PAGES * HANDS, "every page shows every action"
    note = f"one twin at real pace, {len(put)} actions by hand, {PAGES} pages"
    return [
        Figure("live board, hand to page, median", delays[len(delays) // 2], "ms", note),
        Figure("live board, hand to page, 95th percentile", delays[int(0.95 * len(delays))], "ms", note),
    ]


def allow_files() -> None:
    """Let this process have a file for every page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8192), hard), hard))


class _Page(asyncio.Protocol):
    """A page that watches one board: a message of the server comes as one piece, since it is short."""

    def __init__(self, host: str, device: str, seen: Seen) -> None:
        self._host, self._seen = host, seen
        wish = json.dumps({"full": [device]}).encode()
        # A text frame whose mask is zero.
        self._wish = bytes([0x81, 0x80 | len(wish), 0, 0, 0, 0]) + wish

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(_UPGRADE.format(host=self._host).encode())

    def data_received(self, data: bytes) -> None:
        now = time.time() * 1000
        if data.startswith(b"HTTP/1.1 101"):
            self._transport.write(self._wish)
        begins = data.find(b'"event":"board"')
        if begins >= 0:
            actions = data.find(_ACTIONS, begins) + len(_ACTIONS)
            some = data[actions : actions + 1] == b"["
            self._seen.append((data.count(b"[", actions, data.find(b"]]", actions)) if some else 0, now))


async def _pages(url: str, device: str) -> None:
    """Watch with all pages and print as JSON what they got."""
    place, seen, loop = urlsplit(url), Seen(), asyncio.get_running_loop()
    for page in range(PAGES):
        source = f"127.0.0.{1 + page // PAGES_AN_ADDRESS}"
        await loop.create_connection(
            lambda: _Page(place.netloc, device, seen), place.hostname, place.port, local_addr=(source, 0)
        )
    while len(seen) < PAGES:
        await asyncio.sleep(0.1)
    print("ready", flush=True)
    await asyncio.sleep(SETTLE_SECONDS)
    seen.clear()
    await asyncio.sleep(SETTLE_SECONDS + HANDS * HAND_SECONDS)
    print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    allow_files()
    asyncio.run(_pages(*sys.argv[1:]))

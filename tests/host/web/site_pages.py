"""A real site on a real store for its tests, with boards that tell what the link would."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume_host.device.messages import Hello
from hexlume_host.store.repository import Board, Players, Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.site import make_site
from hexlume_record.game.events import BoardEvent


class ScriptedBoard:
    """Plays a game by the rules and commits it, as a logger would; ``link`` greets a hub.

    The game is the first since the power-on ``boot``. Without ``greets`` it knows the board already.
    """

    def __init__(
        self,
        store: Store,
        device: str,
        rules: str = "orochi",
        players: Players | None = None,
        watch: BoardLink | None = None,
        boot: int = 1,
        greets: bool = True,
    ) -> None:
        self.game = games.start(rules, 0, {})
        self.board = Board(device, self.game.grid.board, "1.0")
        self.id = f"{device}-{boot}-1"
        self._store, self._seq = store, 0
        if watch is not None and greets:
            store.update_board(self.board)
            watch.hello(self.hello())
        start = {"rules": rules, "board": self.game.grid.board, "options": dict(self.game.options)}
        self._tell("start", start, players or Players())

    def hello(self) -> Hello:
        return Hello(1, self.board.id, "1.0", self.board.panel, 1, self.id if self._seq else "")

    def act(self, *actions: str) -> None:
        for action in actions:
            colour = COLOURS[self.game.to_move]
            self.game.push_text(action)
            self._tell("action", {"action": action, "colour": colour})

    def tell(self, kind: str, **data: Any) -> None:
        self._tell(kind, data)

    def _tell(self, kind: str, data: dict[str, Any], players: Players | None = None) -> None:
        event = BoardEvent(self.id, self._seq, kind, self._seq * 1000, data, 1)
        self._seq += 1
        self._store.commit(self.board, [event], players or Players())


def ask(
    url: str, path: str = "/", method: str = "GET", body: bytes | None = None, source: str = "127.0.0.1", **headers: str
) -> tuple[int, dict[str, str], str]:
    """Make exactly this request, whatever a well-behaved client would put right; returns status, headers and text.

    It comes from the loopback address ``source``: each counts as a client of its own.
    """
    place = urlsplit(url)
    connection = http.client.HTTPConnection(str(place.hostname), place.port, timeout=60, source_address=(source, 0))
    try:
        connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None and "Content_Length" not in headers and "Transfer_Encoding" not in headers:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return (
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            answer.read().decode(errors="replace"),
        )
    finally:
        connection.close()


@contextmanager
def site_on(
    store: Store, hub: LiveHub | None = None, policy: AccessPolicy | None = None, port: int = 0
) -> Iterator[str]:
    """Serve the site; yields its address."""
    site = Site(store, policy or AccessPolicy(), hub or LiveHub(store))
    with closing(site.ends), serving(make_site(site), port=port) as address:
        yield address


def app_on(store: Store, hub: LiveHub | None = None, policy: AccessPolicy | None = None) -> Starlette:
    return make_site(Site(store, policy or AccessPolicy(), hub or LiveHub(store)))


@contextmanager
def live_socket(url: str, source: str = "127.0.0.1", **headers: str) -> Iterator[ClientConnection]:
    extra = {"Origin": url.rstrip("/"), **headers}
    address = url.replace("http", "ws") + "ws/live"
    with connect(address, additional_headers=extra, source_address=(source, 0)) as socket:
        yield socket


def next_message(socket: ClientConnection, event: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        for message in json.loads(socket.recv(timeout=60)):
            if message["event"] == event:
                return dict(message)

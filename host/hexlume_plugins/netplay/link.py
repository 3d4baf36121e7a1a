"""The one connection of a game, by WebSocket: the host listens, the guest connects and reconnects.

Who connects shows the game's secret and its own name before anything else, in a header that no browser's page can send.
"""

import asyncio
import contextlib
import hmac
import json
import socket
from abc import ABC, abstractmethod
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import Connection, broadcast
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.http11 import Request, Response

from hexlume.link.wire import WireError
from hexlume_host.sockets import ListeningError, listen
from hexlume_record.errors import HexlumeError

if TYPE_CHECKING:
    from .host_session import HostSession
    from .session import Session

MAX_BYTES = 1 << 20
"""Max length of a message: the whole list of the longest game fits in."""
_MAX_UNSENT_BYTES = 2 * MAX_BYTES
"""A connection that takes what is sent more slowly is cut off: pings that nobody reads the answers of would fill the
memory."""
_PAUSE_SECONDS = 0.02
"""Pause after each message that was received: this bounds what the other side can have done."""
_PING_SECONDS = 3
"""A connection counts as lost when a ping is not answered for so long; as often one is sent."""
_MIN_DELAY_SECONDS, _MAX_DELAY_SECONDS = 0.5, 8.0
"""Delay before a reconnect: the first, doubled each time up to the second."""
_REFUSED = {
    HTTPStatus.UNAUTHORIZED: "The other side does not know this game: ask for another code.",
    HTTPStatus.CONFLICT: "This game has its two players already: ask for another code.",
}

USUAL_PORT = 8422
"""Another port than the pages of ``hexlume play`` and ``hexlume serve``, so that all can run."""
_UNREACHABLE = "Nobody can join at {host}, port {port}: {why}."

_OPTIONS: dict[str, Any] = {
    "compression": None,
    "max_size": MAX_BYTES,
    "open_timeout": 5,
    "ping_interval": _PING_SECONDS,
    "ping_timeout": _PING_SECONDS,
    "close_timeout": 1,
}


class Link(ABC):
    """Keeps one connection while ``run`` lasts, whose event loop calls the session's methods."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._peer: Connection | None = None

    def send(self, message: dict[str, Any]) -> None:
        """Send a message if the other side is there, from any thread; never blocks."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        peer = self._peer
        if peer is not None:
            # The loop may have closed meanwhile.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(broadcast, [peer], text)

    @abstractmethod
    async def run(self) -> None:
        """Keep a connection until cancelled. Raises ``ListeningError``."""

    async def _talk(self, connection: Connection) -> None:
        """Receive until the connection ends; of two, which a lost one leaves for a while, the later counts.

        Where a message cannot be taken the connection ends: the guest comes again, and says what it has.
        """
        if self._peer is not None:
            self._peer.transport.abort()
        self._loop, self._peer = asyncio.get_running_loop(), connection
        self._session.set_connected(True)
        try:
            async for text in connection:
                self._session.receive(text)
                await asyncio.sleep(_PAUSE_SECONDS)
        except (WireError, WebSocketException):
            pass
        except HexlumeError as error:
            self._session.say(error.public)
        finally:
            if self._peer is connection:
                self._peer = None
                self._session.set_connected(False)


class _Bounded(Connection):
    """A connection that cannot fill the memory: each ping that comes in adds an answer."""

    def data_received(self, data: bytes) -> None:
        """Cut a peer off that does not read."""
        super().data_received(data)
        if self.transport.get_write_buffer_size() > _MAX_UNSENT_BYTES:
            self.transport.abort()


class _BoundedServer(_Bounded, ServerConnection):
    pass


class _BoundedClient(_Bounded, ClientConnection):
    pass


def usual_listener(host: str) -> socket.socket:
    """Return a socket for a new game's guest, at the usual port if that is free. Raises ``ListeningError``."""
    with contextlib.suppress(ListeningError):
        return listen(host, USUAL_PORT, _UNREACHABLE, 16)
    return listen(host, 0, _UNREACHABLE, 16)


class HostLink(Link):
    """The host's end: listens at an address."""

    _session: "HostSession"

    async def run(self) -> None:
        """Listen until cancelled."""
        saved = self._session.saved
        async with serve(
            self._talk,
            sock=saved.listener or listen(saved.notes["address"], saved.notes["port"], _UNREACHABLE, 16),
            origins=[None],
            process_request=self._admit,
            server_header=None,
            create_connection=_BoundedServer,
            **_OPTIONS,
        ):
            await asyncio.Event().wait()

    def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        secret, _, guest = request.headers.get("Authorization", "").removeprefix("Bearer ").partition(".")
        status = HTTPStatus.UNAUTHORIZED
        known = hmac.compare_digest(secret.encode(), self._session.saved.invitation.secret.encode())
        if known and guest.isalnum() and len(guest) <= 32:
            status = self._session.admit(guest)
        return None if status == HTTPStatus.OK else connection.respond(status, "")


class GuestLink(Link):
    """The guest's end: connects to the host's address, again after each loss."""

    async def run(self) -> None:
        """Connect until cancelled."""
        delay, said, saved = _MIN_DELAY_SECONDS, False, self._session.saved
        headers = {"Authorization": f"Bearer {saved.invitation.secret}.{saved.notes['guest']}"}
        while True:
            try:
                async with connect(
                    saved.invitation.where,
                    additional_headers=headers,
                    proxy=None,
                    user_agent_header=None,
                    create_connection=_BoundedClient,
                    **_OPTIONS,
                ) as connection:
                    delay, said = _MIN_DELAY_SECONDS, False
                    await self._talk(connection)
            # A name that no computer can have is a ValueError.
            except (OSError, ValueError, WebSocketException) as error:
                status = error.response.status_code if isinstance(error, InvalidStatus) else None
                if status in _REFUSED:
                    self._session.fail(_REFUSED[HTTPStatus(status)])
                elif not said:
                    self._session.say(f"The other side cannot be reached at {saved.invitation.where}: trying again.")
                    said = True
            await asyncio.sleep(delay)
            delay = min(_MAX_DELAY_SECONDS, 2 * delay)

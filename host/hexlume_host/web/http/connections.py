"""Limits on connections: how many an address may have, how long requests and answers may take, and WebSocket frames.

uvicorn's settings do not give these. ``limit_concurrency`` counts all clients together and answers requests only, so
that one address can hold all connections; ``timeout_keep_alive`` runs between requests only, so that a request that
never ends and an answer that nobody reads last for ever. WebSocket frames are not limited at all, and each ping is
answered, also for a client that reads nothing.
"""

import asyncio
import contextlib
import ipaddress
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request

from .rate_limit import client_key, rate_limiter
from .shares import Shares

CONNECTIONS = 4000
CONNECTIONS_A_CLIENT = 1500
"""Each connection of a proxy counts as a client: it brings many."""
SPARE_FILES = 200
"""Files that are left for the store, the boards and the pages when connections have taken all they may."""

REQUEST_SECONDS = 10.0
"""A request must come within this time, head and body."""
ANSWER_SECONDS = 30.0
"""A connection that has taken nothing of its answer for so long is cut off."""

SOCKET_BYTES_A_SECOND = 20_000
SOCKET_BYTES_AT_ONCE = 200_000
"""What all WebSockets of an address may send: each frame has six bytes or more, and takes the server some time."""
FRAMES_A_MESSAGE = 100
"""Browsers send a message in one frame. Empty frames that continue a message would fill the memory."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 63\r\n"
    b"retry-after: 5\r\nconnection: close\r\n\r\nThere are too many connections: close some pages and try again."
)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Connections:
    """What clients use of the server: their open connections, and what comes on their WebSockets."""

    def __init__(self, proxies: Sequence[Network] = ()) -> None:
        """``proxies`` bring many clients: each of their connections counts as a client of its own."""
        self._proxies = proxies
        self._open = Shares(min(CONNECTIONS, _room_for_files() - SPARE_FILES), CONNECTIONS_A_CLIENT)
        self._bytes = rate_limiter(SOCKET_BYTES_A_SECOND, SOCKET_BYTES_AT_ONCE)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Count one more connection; return whether it may stay."""
        return self._open.take(self._client(transport), transport.abort)

    def leave(self, transport: asyncio.Transport) -> None:
        """Count one less."""
        self._open.release(self._client(transport), transport.abort)

    def allows_bytes(self, host: str, count: int) -> bool:
        """Return whether an address may send more bytes on WebSockets, and count them."""
        bucket = self._bytes(client_key(host))
        bucket.charge(count)
        return bucket.delay(needed=0) == 0

    def _client(self, transport: asyncio.Transport) -> str:
        host, port = (transport.get_extra_info("peername") or ("", 0))[:2]
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(host)
            address = getattr(address, "ipv4_mapped", None) or address
            if any(address in network for network in self._proxies):
                return f"{host} {port}"
        return client_key(host)


class Config(uvicorn.Config):
    """uvicorn's configuration with the connections that its protocols count."""

    def __init__(self, app: Starlette, connections: Connections, **settings: Any) -> None:
        super().__init__(app, http=_LimitedHttp, ws=_LimitedWebSocket, **settings)
        self.connections = connections


class _LimitedHttp(H11Protocol):
    """uvicorn's HTTP protocol, with limits on connections and on how long requests and answers may take."""

    config: Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._refused = not self.config.connections.enter(transport)
        if self._refused:
            transport.write(_FULL)
            transport.close()
        else:
            self._limit(REQUEST_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._limit(0)
        if not self._refused:
            self.config.connections.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self.flow.write_paused:
            return
        # Between two requests uvicorn closes the connection after a while by itself.
        has_begun = self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0])
        if not has_begun or self.transport.get_protocol() is not self:
            self._limit(0)
        elif self._timer is None:
            self._limit(REQUEST_SECONDS)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._limit(ANSWER_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._limit(0)

    def _limit(self, seconds: float) -> None:
        """Cut the connection off unless the limit, in seconds, is set anew before it has passed; 0 sets none."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self.transport.abort) if seconds else None


class _LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with limits on what a client sends, and on what waits for one that reads nothing.

    Its connection was counted before it became one.
    """

    config: Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # So that writing pauses as soon as anything waits: a connection is never closed while its buffer holds data.
        transport.set_write_buffer_limits(0)
        self._timer: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.config.connections.leave(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Read nothing more until the client has read what waits for it: each ping would add an answer."""
        super().pause_writing()
        self.transport.pause_reading()
        self._timer = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_timer()
        if not self.read_paused:
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        # The address that a trusted proxy reports, once the application has been called.
        client = self.scope["client"] if self.handshake_complete else None
        if client is None or self.config.connections.allows_bytes(client[0], len(data)):
            super().data_received(data)
        else:
            self._cut_off(CloseCode.POLICY_VIOLATION, "Too much at once.")

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) >= FRAMES_A_MESSAGE and not self.close_sent:
            self._cut_off(CloseCode.MESSAGE_TOO_BIG, "Too many frames in one message.")

    def _cut_off(self, code: CloseCode, reason: str) -> None:
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            # Not started yet: the application finds it in its scope.
            self.scope["state"]["write"] = self.write

    def write(self, take: Callable[[], str]) -> bool:
        """Write at once the text that ``take`` returns, unless the client has something else to read first.

        Return whether it was taken. For texts that many pages get: no task waits for each, and each is made a frame
        once, since a server's frames have no mask.
        """
        if not self.writable.is_set():
            return False
        text = take()
        if not (self.disconnected or self.close_sent):
            self.transport.write(_frame(text))
        return True

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


@lru_cache(16)
def _frame(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def _room_for_files() -> int:
    """Return how many files this process may open, after asking for as many as the system gives."""
    try:
        import resource  # noqa: PLC0415 - only there on Unix
    except ImportError:
        return CONNECTIONS + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else int(soft)

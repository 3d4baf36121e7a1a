"""Limits on connections: how many an address may have, how long requests and answers may take, and WebSocket frames.

uvicorn's settings do not give these. ``limit_concurrency`` counts all clients together and answers requests only, so
that one address can hold all connections; ``timeout_keep_alive`` runs between requests only, so that a request that
never ends and an answer that nobody reads last for ever. WebSocket frames are not limited at all, and each ping is
answered, also for a client that reads nothing.
"""

import asyncio
import codecs
import contextlib
import ipaddress
import logging
from collections.abc import Callable, Sequence
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.server import ServerProtocol

from .rate_limit import RateLimiter, TokenBucket, client_key
from .shares import Shares

CONNECTIONS = 4000
CONNECTIONS_A_CLIENT = 1500
"""Each connection of a proxy counts as a client: it brings many."""
SPARE_FILES = 200
"""Files that are left for the store, the boards and the pages when connections have taken all they may."""

REQUEST_SECONDS = 10.0
"""A request's head must come within this time, and then its body."""
ANSWER_SECONDS = 30.0
"""A connection that has taken nothing of its answer for so long is cut off."""

FRAMES_A_SECOND = 100
FRAMES_AT_ONCE = 1000
"""Frames of one WebSocket: pages send a few a second, and hands that play on a simulated board some tens."""
FRAMES_A_SECOND_A_CLIENT = 1000
FRAMES_AT_ONCE_A_CLIENT = 5000
"""Frames of all WebSockets of one address."""
FRAMES_A_MESSAGE = 100
"""Browsers send a message in one frame. Empty frames that continue a message would fill the memory."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 63\r\n"
    b"retry-after: 5\r\nconnection: close\r\n\r\nThere are too many connections: close some pages and try again."
)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Connections:
    """What clients use of the server: their open connections, and the frames on their WebSockets."""

    def __init__(self, proxies: Sequence[Network] = ()) -> None:
        """``proxies`` bring many clients: each of their connections counts as a client of its own."""
        self._proxies = proxies
        self._open = Shares(min(CONNECTIONS, _room_for_files() - SPARE_FILES), CONNECTIONS_A_CLIENT)
        self._frames = RateLimiter(FRAMES_A_SECOND_A_CLIENT, FRAMES_AT_ONCE_A_CLIENT)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Count one more connection; return whether it may stay."""
        return self._open.take(self._client(transport), transport.abort)

    def leave(self, transport: asyncio.Transport) -> None:
        """Count one less."""
        self._open.release(self._client(transport), transport.abort)

    def allows_frame(self, host: str) -> bool:
        """Return whether an address may send one more frame, and count it."""
        return self._frames.bucket(client_key(host)).allows()

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
        self.conn = _StrictHttp(h11.SERVER)
        self._awaited = ""
        self._timer: asyncio.TimerHandle | None = None
        self._refused = not self.config.connections.enter(transport)
        if self._refused:
            transport.write(_FULL)
            transport.close()
            return
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if not self._refused:
            self.config.connections.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)
            self._set_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_timer()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._set_timer()

    def _set_timer(self) -> None:
        """Start the timer again when the client is to do something else than before."""
        awaited = self._awaited_part()
        if awaited != self._awaited:
            self._stop_timer()
            self._awaited = awaited
            if awaited:
                seconds = ANSWER_SECONDS if awaited == "answer" else REQUEST_SECONDS
                self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _awaited_part(self) -> str:
        """Return what the client is to send or take: the first head at once, later heads when they have begun."""
        if self.transport.get_protocol() is not self:
            return ""  # a WebSocket now
        if self.flow.write_paused:
            return "answer"
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        has_begun = self.cycle is None or bool(self.conn.trailing_data[0])
        return "head" if self.conn.their_state is h11.IDLE and has_begun else ""


class _StrictHttp(h11.Connection):
    """h11's HTTP protocol, without requests whose end a proxy may see elsewhere (request smuggling)."""

    def next_event(self) -> Any:
        """Return the next event; raise ``RemoteProtocolError`` for a body with two lengths."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = [name for name, _value in event.headers]
            if b"content-length" in names and b"transfer-encoding" in names:
                raise h11.RemoteProtocolError("Content-Length and Transfer-Encoding")
        return event


class _LimitedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with limits on frames and on what waits for a client that reads nothing.

    Its connection was counted before it became one.
    """

    config: Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # So that writing pauses as soon as anything waits: a connection is never closed while its buffer holds data.
        transport.set_write_buffer_limits(0)
        self.conn = _LimitedFrames(self._allows_frame, self.config.ws_max_size)
        self._frames = TokenBucket(FRAMES_A_SECOND, FRAMES_AT_ONCE)
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

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _allows_frame(self) -> bool:
        # The address that a trusted proxy reports, once the application has been called.
        client = self.scope["client"]
        return self._frames.allows() and self.config.connections.allows_frame(client[0] if client else "")


class _LimitedFrames(ServerProtocol):
    """websockets' protocol without input and output; it fails on too many frames and on text that is not UTF-8."""

    def __init__(self, allows: Callable[[], bool], max_size: int) -> None:
        """``allows`` counts a frame, and returns whether it may come."""
        super().__init__(max_size=max_size, logger=logging.getLogger("uvicorn.error"))
        self._allows = allows
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._is_text = False
        self._in_message = 0

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame; what is raised ends the parser and closes the connection."""
        if not self._allows():
            self._refuse(CloseCode.POLICY_VIOLATION, "Too many frames at once.")
        super().recv_frame(frame)
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._is_text, self._in_message = frame.opcode is Opcode.TEXT, 0
            self._decoder.reset()
        elif frame.opcode is not Opcode.CONT:
            return
        self._in_message += 1
        if self._in_message > FRAMES_A_MESSAGE:
            self._refuse(CloseCode.MESSAGE_TOO_BIG, "Too many frames in one message.")
        if self._is_text:
            # Raises UnicodeDecodeError, with which the parser closes. uvicorn logs a traceback for such a message.
            self._decoder.decode(bytes(frame.data), frame.fin)

    def _refuse(self, code: CloseCode, reason: str) -> None:
        self.fail(code, reason)
        raise ProtocolError(reason)


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

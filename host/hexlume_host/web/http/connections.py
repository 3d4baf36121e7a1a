"""Limits on connections: how many an address may have open, and how long a request and its answer may take.

uvicorn's settings do not give these. ``limit_concurrency`` counts all clients together and answers requests only, so
that one address can hold all connections; ``timeout_keep_alive`` runs between requests only, so that a request that
never ends and an answer that nobody reads last for ever.
"""

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Sequence
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .rate_limit import client_key, release

CONNECTIONS = 4000
CONNECTIONS_A_CLIENT = 1500
"""A proxy's connections are counted only with all others: it brings many clients."""
SPARE_FILES = 200
"""Files that are left for the store, the boards and the pages when connections have taken all they may."""

REQUEST_SECONDS = 10.0
"""A request's head must come within this time, and then its body."""
ANSWER_SECONDS = 30.0
"""A connection that has taken nothing of its answer for so long is cut off."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 63\r\n"
    b"retry-after: 5\r\nconnection: close\r\n\r\nThere are too many connections: close some pages and try again."
)

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Connections:
    """The number of open connections by client; those of ``proxies`` are counted only with all others."""

    def __init__(self, proxies: Sequence[Network] = ()) -> None:
        self._proxies = proxies
        self._open: Counter[str] = Counter()
        self._limit = min(CONNECTIONS, _room_for_files() - SPARE_FILES)

    def enter(self, host: str) -> bool:
        """Count one more connection from an address; return whether it may stay."""
        client = self._client(host)
        if self._open.total() >= self._limit or (client and self._open[client] >= CONNECTIONS_A_CLIENT):
            return False
        self._open[client] += 1
        return True

    def leave(self, host: str) -> None:
        """Count one less."""
        release(self._open, self._client(host))

    def _client(self, host: str) -> str:
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(host)
            address = getattr(address, "ipv4_mapped", None) or address
            if any(address in network for network in self._proxies):
                return ""
        return client_key(host)


class Config(uvicorn.Config):
    """uvicorn's configuration with the connections that its protocols count."""

    def __init__(self, app: Starlette, connections: Connections, **settings: Any) -> None:
        super().__init__(app, http=_LimitedHttp, ws=_CountedWebSocket, **settings)
        self.connections = connections


class _LimitedHttp(H11Protocol):
    """uvicorn's HTTP protocol, with limits on connections and on how long requests and answers may take."""

    config: Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._awaited = ""
        self._timer: asyncio.TimerHandle | None = None
        self._refused = not self.config.connections.enter(_host(self))
        if self._refused:
            transport.write(_FULL)
            transport.close()
            return
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if not self._refused:
            self.config.connections.leave(_host(self))
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


class _CountedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol; its connection was counted before it became one."""

    config: Config

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.connections.leave(_host(self))
        super().connection_lost(exc)


def _host(protocol: _LimitedHttp | _CountedWebSocket) -> str:
    return protocol.client[0] if protocol.client else ""


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

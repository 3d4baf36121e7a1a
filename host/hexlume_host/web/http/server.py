"""The web server: uvicorn on a thread, bound to this computer by default, stopped cleanly."""

import asyncio
import contextlib
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator, Sequence

import uvicorn
from starlette.applications import Starlette

from ...sockets import LOOPBACK, ListeningError, bracketed, listen
from .connections import Config, Connections

DEFAULT_HOST = LOOPBACK
DEFAULT_PORT = 8420
FAILED = "The page cannot be served at {host}, port {port}: {why}."

SOCKET_BYTES = 32 * 1024
"""The longest WebSocket message that is read; a longer one ends the connection."""

LOOPBACK_PROXIES = ("127.0.0.1", "::1")
"""A proxy on this computer."""


@contextlib.contextmanager
def serving(app: Starlette, host: str = DEFAULT_HOST, port: int = 0, proxies: Sequence[str] = ()) -> Iterator[str]:
    """Serve an application on a thread of its own while the context lasts; yield its address.

    ``port`` 0 takes any free one. ``proxies`` are addresses or networks of proxies, whose ``X-Forwarded-For`` and
    ``X-Forwarded-Proto`` count. Raises ``ListeningError`` when the address cannot be had, ``ValueError`` for a
    proxy that is no address.
    """
    # It listens already, so that a taken port is found here and not inside uvicorn.
    listener = listen(host, port, FAILED, 128)
    server = _Server(_config(app, proxies))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="hexlume-web", daemon=True)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        if not server.started:
            raise ListeningError("The web server did not start: see the log.")
        yield _url(listener, host)
    finally:
        server.stop()
        thread.join(10)


class _Server(uvicorn.Server):
    """Stops at once when told to. Uvicorn's own looks ten times a second, which is most of an idle site's work."""

    async def main_loop(self) -> None:
        """Serve until ``stop``; each tick renews the date that answers have."""
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), 1)

    def stop(self) -> None:
        """End ``main_loop``, from any thread."""
        self.should_exit = True
        # A server that has failed has no loop.
        with contextlib.suppress(RuntimeError, AttributeError):
            self._loop.call_soon_threadsafe(self._stopped.set)


def _config(app: Starlette, proxies: Sequence[str] = ()) -> uvicorn.Config:
    networks = [ipaddress.ip_network(one, strict=False) for one in proxies]
    # Where IPv4 comes in through an IPv6 socket its addresses are written in another way.
    mapped = [f"::ffff:{one.network_address}/{96 + one.prefixlen}" for one in networks if one.version == 4]
    return Config(
        app,
        Connections(networks),
        proxy_headers=bool(networks),
        forwarded_allow_ips=[*map(str, networks), *mapped],
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )


def _url(listener: socket.socket, host: str) -> str:
    """Return the page's address with the port that was really bound."""
    try:
        unspecified = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        unspecified = False
    return f"http://{'localhost' if unspecified else bracketed(host)}:{listener.getsockname()[1]}/"

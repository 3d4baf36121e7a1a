"""WebSocket transports: the host listens, the guest connects and reconnects."""

import asyncio
import contextlib
import math
import threading
from abc import abstractmethod

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection, broadcast
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import InvalidURI, WebSocketException

from hexlume_host.sockets import listen

from .mac import MAX_BYTES
from .transport import Receive, Say

MAX_CONNECTIONS = 8
"""Connections at once; more are turned away."""
_PROOF_SECONDS = 5.0
"""A connection is closed whose first authentic message takes longer."""
UNPROVEN_BYTES = 4 * MAX_BYTES
"""A connection that sends more before its first authentic message is cut off: pings would keep the host busy."""
_PING_SECONDS, _PONG_SECONDS = 10, 10
_MIN_DELAY_SECONDS, _MAX_DELAY_SECONDS = 0.5, 8.0
"""Delay before a reconnect: the first, doubled each time up to the second."""
_MAX_UNSENT_BYTES = 4 * MAX_BYTES
"""Messages to a peer that takes them more slowly are dropped: the next one holds more."""


class _WebSocketTransport:
    """Runs ``_main`` in an event loop on a thread of its own; sends to all ``_peers``."""

    def __init__(self) -> None:
        self._peers: set[Connection] = set()
        self._thread: threading.Thread | None = None

    def start(self, receive: Receive, say: Say) -> None:
        """Start to listen or to connect."""
        self._receive, self._say = receive, say
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._main())
        self._thread = threading.Thread(target=self._run, name="hexlume-netplay", daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        """Send to every peer that has proved itself: one, or two just after a reconnect."""
        self._post(self._broadcast, data)

    def close(self) -> None:
        """Close all connections."""
        if self._thread is not None:
            self._post(self._task.cancel)
            self._thread.join(5)

    @abstractmethod
    async def _main(self) -> None:
        """Keep connections until cancelled."""

    def _run(self) -> None:
        with contextlib.closing(self._loop), contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)

    def _post(self, *callback: object) -> None:
        # The loop may have closed meanwhile.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(*callback)  # type: ignore[arg-type]

    def _broadcast(self, data: bytes) -> None:
        broadcast([one for one in self._peers if one.transport.get_write_buffer_size() < _MAX_UNSENT_BYTES], data)

    def _accepts(self, data: str | bytes) -> bool:
        return isinstance(data, bytes) and self._receive(data)


class _BoundedConnection(ServerConnection):
    """A connection that cannot fill the memory: each ping that it sends adds an answer."""

    unread: float = UNPROVEN_BYTES
    """The bytes that it may still send."""

    def data_received(self, data: bytes) -> None:
        """Read nothing more from a peer while it does not read."""
        self.unread -= len(data)
        if self.unread < 0:
            self.transport.abort()
            return
        super().data_received(data)
        if self.paused:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.recv_messages.paused:
            self.transport.resume_reading()


class WebSocketServerTransport(_WebSocketTransport):
    """The host's transport: listens at an address and sends to whoever proves to know the secret."""

    def __init__(self, host: str, port: int) -> None:
        """Bind at once, port 0 to any free one; raises ``ListeningError`` when that fails."""
        super().__init__()
        self._socket = listen(host, port, "Nobody can join at {host}, port {port}: {why}.", 16)
        self.port: int = self._socket.getsockname()[1]
        self._connections = 0

    def close(self) -> None:
        """Close all connections and stop listening."""
        super().close()
        self._socket.close()

    async def _main(self) -> None:
        async with serve(
            self._serve,
            sock=self._socket,
            # Browsers send an origin: a page of another site must not connect.
            origins=[None],
            compression=None,
            max_size=MAX_BYTES,
            open_timeout=_PROOF_SECONDS,
            ping_interval=_PING_SECONDS,
            ping_timeout=_PONG_SECONDS,
            close_timeout=1,
            server_header=None,
            create_connection=_BoundedConnection,
        ):
            await asyncio.Event().wait()

    async def _serve(self, connection: ServerConnection) -> None:
        if self._connections >= MAX_CONNECTIONS:
            return
        self._connections += 1
        try:
            async with asyncio.timeout(_PROOF_SECONDS):
                if not self._accepts(await connection.recv()):
                    return
            assert isinstance(connection, _BoundedConnection)
            connection.unread = math.inf
            self._peers.add(connection)
            async for data in connection:
                if not self._accepts(data):
                    return
        except (WebSocketException, OSError):
            # Gone, or too slow to prove itself (TimeoutError).
            pass
        finally:
            self._connections -= 1
            self._peers.discard(connection)


class WebSocketClientTransport(_WebSocketTransport):
    """The guest's transport: connects to the host's address, again after each loss."""

    def __init__(self, where: str) -> None:
        """``where`` is ``ws://host:port`` or ``wss://…``."""
        super().__init__()
        self._where = where

    async def _main(self) -> None:
        delay = _MIN_DELAY_SECONDS
        trouble = f"The other side cannot be reached at {self._where}: trying again."
        said = False
        while True:
            try:
                async with connect(
                    self._where,
                    open_timeout=5,
                    compression=None,
                    max_size=MAX_BYTES,
                    ping_interval=_PING_SECONDS,
                    ping_timeout=_PONG_SECONDS,
                    close_timeout=1,
                    proxy=None,
                    user_agent_header=None,
                ) as connection:
                    self._peers.add(connection)
                    async for data in connection:
                        if self._accepts(data):
                            delay, said = _MIN_DELAY_SECONDS, False
            except InvalidURI:
                self._say(f"There is no place {self._where}: ask for another code.")
                return
            except (OSError, WebSocketException):
                if not said:
                    self._say(trouble)
                said = True
            self._peers.clear()
            await asyncio.sleep(delay)
            delay = min(_MAX_DELAY_SECONDS, 2 * delay)

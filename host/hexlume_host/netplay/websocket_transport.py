"""Lines over a WebSocket: the host listens, the guest connects and connects again."""

import contextlib
import queue
import socket
import threading
from collections.abc import Iterator

from websockets.exceptions import InvalidURI, WebSocketException
from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.sync.server import Server, ServerConnection, serve

from ..sockets import ListeningError, listen
from .errors import ApartError
from .mac import MOST_BYTES
from .transport import Receive, Say

MOST_CONNECTIONS = 8
"""Connections at once; more are turned away."""
_PROVE_SECONDS = 5.0
"""A connection on which nobody proves within so long to know the secret is closed."""
_PING_SECONDS, _PONG_SECONDS = 10, 10
_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 0.5, 8.0
_WAITING = 16


class _Mailbox:
    """Sends on one connection from a thread of its own; the oldest messages give way when it takes them slowly."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._run, name="hexlume-apart-send", daemon=True)
        self._thread.start()

    def send(self, data: bytes | None) -> None:
        while True:
            try:
                self._waiting.put_nowait(data)
                return
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._waiting.get_nowait()

    def close(self) -> None:
        self.send(None)

    def _run(self) -> None:
        with contextlib.suppress(WebSocketException, OSError):
            while (data := self._waiting.get()) is not None:
                self._connection.send(data)


class ListeningLine:
    """The host's line: listens at an address and speaks to whoever proves to know the secret."""

    def __init__(self, host: str, port: int) -> None:
        """Bind at once, port 0 to any free one; raises ``ApartError`` when the address cannot be had."""
        try:
            self._socket = listen(host, port, "Nobody can join", 16)
        except ListeningError as error:
            raise ApartError(str(error)) from None
        self.port: int = self._socket.getsockname()[1]
        self._lock = threading.Lock()
        self._open: set[ServerConnection] = set()
        self._mailboxes: dict[ServerConnection, _Mailbox] = {}
        self._server: Server | None = None
        self._thread: threading.Thread | None = None

    def start(self, receive: Receive, say: Say) -> None:
        """Accept connections from now on."""
        self._receive, self._say = receive, say
        self._server = serve(
            self._serve,
            sock=self._socket,
            # Browsers tell an origin: no page of a strange site has any business here.
            origins=[None],
            compression=None,
            max_size=MOST_BYTES,
            open_timeout=_PROVE_SECONDS,
            ping_interval=_PING_SECONDS,
            ping_timeout=_PONG_SECONDS,
            close_timeout=1,
            server_header=None,
        )
        self._thread = threading.Thread(target=self._server.serve_forever, name="hexlume-apart", daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        """Send to every connection that has proved itself: there is one, but for a moment after a new one."""
        with self._lock:
            for mailbox in self._mailboxes.values():
                mailbox.send(data)

    def close(self) -> None:
        """Close all connections and stop listening."""
        if self._server is None:
            self._socket.close()
            return
        self._server.shutdown()
        with self._lock:
            connections = list(self._open)
        for connection in connections:
            _drop(connection)
        if self._thread is not None:
            self._thread.join(5)

    def _serve(self, connection: ServerConnection) -> None:
        with self._lock:
            if len(self._open) >= MOST_CONNECTIONS:
                return
            self._open.add(connection)
        try:
            with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                first = connection.recv(timeout=_PROVE_SECONDS)
                if not isinstance(first, bytes) or not self._proves(connection, first):
                    return
                for data in connection:
                    if not isinstance(data, bytes) or not self._receive(data):
                        return
        finally:
            with self._lock:
                self._open.discard(connection)
                mailbox = self._mailboxes.pop(connection, None)
            if mailbox is not None:
                mailbox.close()
            _drop(connection)

    def _proves(self, connection: ServerConnection, first: bytes) -> bool:
        # Under the lock: an answer waits until the connection can take it.
        with self._lock:
            if self._receive(first):
                self._mailboxes[connection] = _Mailbox(connection)
                return True
        return False


class ConnectingLine:
    """The guest's line: connects to the host's address, again and again."""

    def __init__(self, where: str) -> None:
        """``where`` is ``ws://host:port`` or ``wss://…``."""
        self._where = where
        self._closing = threading.Event()
        self._mailbox: _Mailbox | None = None
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None
        self._said = ""

    def start(self, receive: Receive, say: Say) -> None:
        """Begin to connect."""
        self._receive, self._say = receive, say
        self._thread = threading.Thread(target=self._run, name="hexlume-apart", daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        """Send if there is a connection now."""
        mailbox = self._mailbox
        if mailbox is not None:
            mailbox.send(data)

    def close(self) -> None:
        """End the connection and try no more."""
        self._closing.set()
        connection = self._connection
        if connection is not None:
            _drop(connection)
        if self._thread is not None:
            self._thread.join(5)

    def _run(self) -> None:
        for wait in self._waits():
            try:
                with connect(
                    self._where,
                    open_timeout=5,
                    compression=None,
                    max_size=MOST_BYTES,
                    ping_interval=_PING_SECONDS,
                    ping_timeout=_PONG_SECONDS,
                    close_timeout=1,
                    proxy=None,
                    user_agent_header=None,
                ) as connection:
                    self._talk(connection)
            except InvalidURI:
                self._tell(f"There is no place {self._where}: ask for another code.")
                return
            except (OSError, WebSocketException):
                self._tell(f"The other side cannot be reached at {self._where}: trying again.")
            if self._closing.wait(wait[0]):
                return

    def _waits(self) -> Iterator[list[float]]:
        """Yield how long to wait after the next try; a try that succeeded starts again with short ones."""
        self._wait = [_FIRST_WAIT_SECONDS]
        while not self._closing.is_set():
            yield self._wait
            self._wait[0] = min(_LONGEST_WAIT_SECONDS, 2 * self._wait[0])

    def _talk(self, connection: Connection) -> None:
        self._connection, self._mailbox = connection, _Mailbox(connection)
        try:
            for data in connection:
                if isinstance(data, bytes) and self._receive(data):
                    self._wait[0] = _FIRST_WAIT_SECONDS
                    self._said = ""
        finally:
            self._mailbox.close()
            self._connection = self._mailbox = None

    def _tell(self, sentence: str) -> None:
        if sentence != self._said and not self._closing.is_set():
            self._said = sentence
            self._say(sentence)


def _drop(connection: Connection) -> None:
    """End a connection at once, also when the other end takes nothing any more."""
    with contextlib.suppress(OSError):
        connection.socket.shutdown(socket.SHUT_RDWR)

"""The host's WebSocket under strangers and guests that send pings and read nothing."""

import contextlib
import socket
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from hexlume_plugins.netplay.websocket_transport import UNPROVEN_BYTES, WebSocketServerTransport
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration

PROOF = b"authentic"
UPGRADE = b"""GET / HTTP/1.1\r
Host: localhost\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
\r
"""
PINGS = (bytes((137, 128 + 125)) + bytes(4) + bytes(125)) * 500


@pytest.fixture
def proven() -> list[bytes]:
    return []


@pytest.fixture
def port(proven: list[bytes]) -> Iterator[int]:
    """A host that takes a message for authentic if it is ``PROOF``."""

    def receive(data: bytes) -> bool:
        if data == PROOF:
            proven.append(data)
        return data == PROOF

    transport = WebSocketServerTransport("127.0.0.1", 0)
    transport.start(receive, print)
    with contextlib.closing(transport):
        yield transport.port


def opened(port: int) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), 60)
    one.sendall(UPGRADE)
    assert one.recv(1000).startswith(b"HTTP/1.1 101 ")
    return one


def sent_until_stuck(one: socket.socket) -> int:
    """Send pings and read nothing until nothing is taken for a while or the host hangs up; return the bytes."""
    sent = 0
    one.settimeout(0.9)
    with contextlib.suppress(OSError):
        while sent < 100_000_000:
            one.sendall(PINGS)
            sent += len(PINGS)
    return sent


def test_a_stranger_that_sends_more_than_a_first_message_is_cut_off(port: int, proven: list[bytes]) -> None:
    with opened(port) as stranger:
        left = UNPROVEN_BYTES + 1000
        with contextlib.suppress(ConnectionError):
            while left > 0:
                stranger.sendall(PINGS[:1310])
                left -= 1310
            while stranger.recv(100_000):
                pass
        assert proven == []
    with connect(f"ws://127.0.0.1:{port}") as guest:
        guest.send(PROOF)
        wait_until(lambda: proven == [PROOF])


def test_the_pings_of_a_guest_that_reads_nothing_are_bounded(port: int, proven: list[bytes]) -> None:
    with opened(port) as guest:
        guest.sendall(bytes((130, 128 + len(PROOF))) + bytes(4) + PROOF)
        wait_until(lambda: proven == [PROOF])
        assert sent_until_stuck(guest) < 50_000_000
        with connect(f"ws://127.0.0.1:{port}") as again:
            again.send(PROOF)
            wait_until(lambda: proven == [PROOF] * 2)


def test_a_guest_that_reads_late_is_answered(port: int, proven: list[bytes]) -> None:
    with opened(port) as guest:
        guest.sendall(bytes((130, 128 + len(PROOF))) + bytes(4) + PROOF)
        wait_until(lambda: proven == [PROOF])
        guest.setblocking(False)
        unsent, received, wanted = PINGS * 100, 0, 127 * 500 * 100
        while received < wanted:
            with contextlib.suppress(BlockingIOError):
                while unsent:
                    unsent = unsent[guest.send(unsent) :]
            guest.settimeout(60)
            received += len(guest.recv(1_000_000))
            guest.setblocking(False)

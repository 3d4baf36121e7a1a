"""Connections: counted by address, closed when a request or an answer stands still, and WebSockets that flood."""

import contextlib
import http.client
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from site_pages import app_on, ask, live_socket, next_message, site_on
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed

from hexlume_host.store.repository import Store
from hexlume_host.web.http import connections
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.middleware import build_app
from hexlume_host.web.http.rate_limit import Limits
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.hub import LiveHub
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration

LARGE = 20_000_000


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS_A_CLIENT", 3)


@contextlib.contextmanager
def served(*proxies: str) -> Iterator[str]:
    async def small(request: Request) -> Response:
        return PlainTextResponse("small")

    async def large(request: Request) -> Response:
        return PlainTextResponse("x" * LARGE)

    async def slow(request: Request) -> Response:
        time.sleep(0.8)
        return PlainTextResponse(str(len(await request.body())))

    routes = [Route("/", small), Route("/large", large), Route("/slow", slow, methods=["GET", "POST"])]
    with serving(build_app(routes, AccessPolicy()), proxies=proxies) as url:
        yield url


def connected(url: str, source: str = "127.0.0.1") -> socket.socket:
    place = urlsplit(url)
    return socket.create_connection((str(place.hostname), place.port or 0), 60, (source, 0))


def is_answered(url: str, source: str = "127.0.0.1") -> bool:
    with contextlib.suppress(ConnectionError, http.client.HTTPException):
        return ask(url, "/", source=source)[0] == 200
    return False


def test_an_address_has_only_so_many_connections_and_others_have_theirs(few: None) -> None:
    with served() as url:
        held = [connected(url) for _ in range(3)]
        with connected(url) as one_more:
            answer = one_more.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"retry-after: 5\r\n" in answer
        assert is_answered(url, "127.0.0.2")
        held.pop().close()
        wait_until(lambda: is_answered(url))
        for one in held:
            one.close()


def test_a_proxys_connections_are_not_one_clients(few: None) -> None:
    with served("127.0.0.9") as url, contextlib.ExitStack() as stack:
        for _ in range(10):
            stack.enter_context(connected(url, "127.0.0.9"))
        assert is_answered(url, "127.0.0.9")


def test_an_honest_client_may_pause_between_requests_and_wait_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
    with served() as url, connected(url) as one:
        for path, size in (("/", 0), ("/slow", 0), ("/slow", 100_000), ("/", 0)):
            head = f"{'POST' if size else 'GET'} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n"
            # All at once, so that only the server's own time counts.
            one.sendall(head.encode() + b"x" * size)
            answer = http.client.HTTPResponse(one)
            answer.begin()
            assert answer.status == 200
            assert answer.read() == (b"small" if path == "/" else str(size).encode())
            time.sleep(0.6)


def test_who_does_not_take_an_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.5)
    with served() as url, connected(url) as stuck:
        stuck.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        taken = stuck.recv(1000)
        time.sleep(2)
        with contextlib.suppress(ConnectionResetError):
            while part := stuck.recv(1_000_000):
                taken += part
        assert 0 < len(taken) < LARGE
        assert is_answered(url)


# Shares


def test_addresses_that_take_all_sockets_leave_others_theirs(store: Store) -> None:
    app = app_on(store, LiveHub(store))
    with serving(build_app(app.routes, AccessPolicy(), Limits(sockets=6))) as url, contextlib.ExitStack() as stack:
        for number in range(6):
            stack.enter_context(live_socket(url, f"127.0.0.{2 + number % 2}"))
        with live_socket(url, "127.0.0.9") as visitor:
            visitor.send('{"list":true}')
            assert next_message(visitor, "boards")["boards"] == []


def test_addresses_whose_bodies_never_end_leave_others_room() -> None:
    async def act(request: Request) -> Response:
        return PlainTextResponse(str(len(await request.body())))

    limits = Limits(body_bytes=1000, bodies=3)
    with serving(build_app([Route("/act", act, methods=["POST"])], AccessPolicy(), limits)) as url:
        part = b"POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n" + b"x" * 600
        held = [connected(url, f"127.0.0.{2 + number % 2}") for number in range(5)]
        for one in held:
            one.sendall(part)
        # The held bodies may arrive a moment later.
        for _ in range(10):
            assert ask(url, "/act", "POST", b"x" * 500, source="127.0.0.9")[0] == 200
        for one in held:
            one.close()


# Requests that say two things


CHUNKS = b"0\r\n\r\n"
SECOND = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def answer_to(url: str, sent: bytes) -> bytes:
    """Return all that is answered until the server closes the connection."""
    with connected(url) as one:
        one.sendall(sent)
        answer = b""
        while part := one.recv(10_000):
            answer += part
        return answer


@pytest.mark.parametrize(
    "lengths",
    [b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"transfer-encoding: chunked\r\ncontent-length: 0\r\n"],
    ids=["Content-Length first", "Transfer-Encoding first"],
)
def test_a_body_with_two_lengths_gets_one_answer_and_is_closed(lengths: bytes) -> None:
    with served() as url:
        answer = answer_to(url, b"POST /slow HTTP/1.1\r\nHost: localhost\r\n" + lengths + b"\r\n" + CHUNKS + SECOND)
        assert is_answered(url)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


UPGRADE = b"""Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
\r
"""


@pytest.mark.parametrize("spaces", [b"", b" ", b"  \t"], ids=["nothing", "a space", "white space"])
def test_an_empty_host_and_an_empty_origin_are_refused(store: Store, spaces: bytes) -> None:
    with site_on(store, LiveHub(store)) as url:
        for version in (b"1.0", b"1.1"):
            head = b"GET /api/boards HTTP/%s\r\nHost:%s\r\nConnection: close\r\n\r\n" % (version, spaces)
            assert answer_to(url, head).startswith(b"HTTP/1.1 400 ")
        socket_head = b"GET /ws/live HTTP/1.1\r\nHost:%s\r\nOrigin:%s\r\n" + UPGRADE
        for host, origin in ((b"localhost", spaces), (spaces, spaces), (spaces, b"http://")):
            assert answer_to(url, socket_head % (host, origin)).startswith(b"HTTP/1.1 403 ")


# Frames of WebSockets


def test_pings_of_a_page_that_reads_nothing_take_little_memory_and_it_is_closed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SOCKET_BYTES_AT_ONCE", 10**9)
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.5)
    # A frame's head, the mask, which is zeros, and the data.
    pings, sent = (bytes((0x80 + 9, 0x80 + 125)) + bytes(4) + b"x" * 125) * 1000, 0
    with site_on(store, LiveHub(store)) as url, connected(url) as one:
        place = urlsplit(url).netloc.encode()
        one.sendall(b"GET /ws/live HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\n" % (place, place) + UPGRADE)
        assert one.recv(12) == b"HTTP/1.1 101"
        with contextlib.suppress(ConnectionError):
            while sent < 100_000_000:
                one.sendall(pings)
                sent += len(pings)
        assert sent < 50_000_000
        assert is_answered(url)


def test_what_all_pages_of_an_address_send_is_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SOCKET_BYTES_A_SECOND", 0)
    monkeypatch.setattr(connections, "SOCKET_BYTES_AT_ONCE", 200)
    with site_on(store, LiveHub(store)) as url, live_socket(url) as one, live_socket(url) as same:
        pongs = [one.ping() for _ in range(15)]
        assert pongs[-1].wait(60)
        with pytest.raises(ConnectionClosed) as closed:
            # 12 frames of ten bytes and more.
            same.send(["four"] * 12)
            same.recv(timeout=60)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        with live_socket(url, "127.0.0.2") as other:
            other.send('{"list":true}')
            assert next_message(other, "boards")["boards"] == []


def test_a_message_in_too_many_frames_is_closed(store: Store) -> None:
    with site_on(store, LiveHub(store)) as url, live_socket(url) as one, pytest.raises(ConnectionClosed) as closed:
        one.send([""] * (connections.FRAMES_A_MESSAGE + 1))
        one.recv(timeout=60)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009

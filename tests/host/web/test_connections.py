"""Connections: counted by address, closed when a request or the taking of an answer stands still."""

import contextlib
import http.client
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from site_pages import ask, live_socket, site_on
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hexlume_host.store.repository import Store
from hexlume_host.web.http import connections
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.middleware import build_app
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
        head, _, body = answer.partition(b"\r\n\r\n")
        assert f"content-length: {len(body)}".encode() in head
        assert is_answered(url, "127.0.0.2")
        held.pop().close()
        wait_until(lambda: is_answered(url))
        for one in held:
            one.close()


def test_all_connections_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS", 4)
    with served() as url:
        held = [connected(url, f"127.0.0.{number}") for number in range(2, 6)]
        wait_until(lambda: not is_answered(url))
        for one in held:
            one.close()
        wait_until(lambda: is_answered(url))


def opened(url: str, stack: contextlib.ExitStack) -> bool:
    """Open a WebSocket until the stack ends; return whether there was room for it."""
    # websockets 17 fails an assertion of its own when the server hangs up while the handshake is being sent.
    with contextlib.suppress(InvalidHandshake, OSError, EOFError, ConnectionClosed, AssertionError):
        stack.enter_context(live_socket(url)).ping().wait(60)
        return True
    return False


def test_sockets_count_as_connections_until_they_end(store: Store, few: None) -> None:
    with site_on(store, LiveHub()) as url:
        # The server may hear a moment later that one has ended.
        for _ in range(10):
            with contextlib.ExitStack() as one:
                wait_until(lambda stack=one: opened(url, stack))  # type: ignore[misc]
        with contextlib.ExitStack() as stack:
            for _ in range(3):
                wait_until(lambda: opened(url, stack))
            assert not opened(url, stack)
            assert not is_answered(url)
            assert is_answered(url, "127.0.0.2")
        wait_until(lambda: is_answered(url))


def test_a_proxys_connections_are_not_one_clients(few: None) -> None:
    with served("127.0.0.9") as url:
        held = [connected(url, "127.0.0.9") for _ in range(10)]
        assert is_answered(url, "127.0.0.9")
        for one in held:
            one.close()


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


def test_who_takes_an_answer_at_once_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with served() as url:
        assert ask(url, "/large")[2] == "x" * LARGE

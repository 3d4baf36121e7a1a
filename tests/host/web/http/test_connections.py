"""Connections: counted by address, closed when a request or an answer stands still, and WebSockets that flood."""

import contextlib
import http.client
import json
import logging
import socket
import struct
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from site_pages import app_on, ask, live_socket, next_message, site_on
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed, InvalidHandshake

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


GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /slow HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        (b"", GET + b"X-Slow: "),
        (GET + b"\r\n", GET + b"X-Slow: "),
        (b"", POST + b"Content-Length: 100000\r\n\r\n"),
        (GET + b"\r\n", POST + b"Content-Length: 100000\r\n\r\n"),
        (b"", POST + b"Transfer-Encoding: chunked\r\n\r\nfff\r\n"),
    ],
    ids=["head", "second head", "body", "second body", "chunks"],
)
def test_a_request_that_comes_a_byte_at_a_time_is_cut_off(
    whole: bytes, part: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 1.0)
    with served() as url, connected(url) as one:
        if whole:
            one.sendall(whole)
            assert one.recv(1000).startswith(b"HTTP/1.1 200")
        begun = time.monotonic()
        one.sendall(part)
        one.settimeout(0.05)
        with contextlib.suppress(ConnectionError):
            while True:
                one.sendall(b"x")
                with contextlib.suppress(TimeoutError):
                    if not one.recv(1000):
                        break
        assert time.monotonic() - begun > 0.9
        assert is_answered(url)


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


# Shares


def test_addresses_that_take_all_connections_leave_others_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS", 30)
    with served() as url, contextlib.ExitStack() as stack:
        for number in range(30):
            stack.enter_context(connected(url, f"127.0.0.{2 + number % 3}"))
        for source in ("127.0.0.9", "127.0.0.10", "127.0.0.11"):
            with connected(url, source):
                assert is_answered(url, source)


def test_addresses_that_take_all_sockets_leave_others_theirs(store: Store) -> None:
    app = app_on(store, LiveHub())
    with serving(build_app(app.routes, AccessPolicy(), Limits(sockets=6))) as url, contextlib.ExitStack() as stack:
        held = [stack.enter_context(live_socket(url, f"127.0.0.{2 + number % 2}")) for number in range(6)]
        with live_socket(url, "127.0.0.9") as visitor:
            visitor.send('{"list":true}')
            assert next_message(visitor, "boards")["boards"] == []
        ended = 0
        for one in held:
            with contextlib.suppress(ConnectionClosed):
                one.send('{"list":true}')
                next_message(one, "boards")
                continue
            assert one.close_code == 1008
            ended += 1
        assert ended == 1


def test_addresses_whose_bodies_never_end_leave_others_room() -> None:
    async def act(request: Request) -> Response:
        return PlainTextResponse(str(len(await request.body())))

    limits = Limits(body_bytes=1000, bodies_bytes=3000)
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
    with site_on(store, LiveHub()) as url:
        for version in (b"1.0", b"1.1"):
            head = b"GET /api/boards HTTP/%s\r\nHost:%s\r\nConnection: close\r\n\r\n" % (version, spaces)
            assert answer_to(url, head).startswith(b"HTTP/1.1 400 ")
        socket_head = b"GET /ws/live HTTP/1.1\r\nHost:%s\r\nOrigin:%s\r\n" + UPGRADE
        for host, origin in ((b"localhost", spaces), (spaces, spaces), (spaces, b"http://")):
            assert answer_to(url, socket_head % (host, origin)).startswith(b"HTTP/1.1 403 ")


# Frames of WebSockets

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def frame(opcode: int, data: bytes = b"", whole: bool = True) -> bytes:
    """Return a frame of a client, masked with zeros."""
    return bytes((128 * whole + opcode, 128 + len(data))) + bytes(4) + data


@contextlib.contextmanager
def raw_socket(url: str, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """Open a live page's WebSocket of which the test sends each byte itself."""
    with connected(url, source) as one:
        place = urlsplit(url).netloc.encode()
        one.sendall(b"GET /ws/live HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\n" % (place, place) + UPGRADE)
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += one.recv(1)
        assert head.startswith(b"HTTP/1.1 101 ")
        yield one


def close_code(one: socket.socket) -> int:
    """Return the code with which the server closes, of its short frames that come until then."""
    received = b""
    while part := one.recv(10_000):
        received += part
    while received:
        opcode, length = received[0] & 15, received[1]
        if opcode == CLOSE:
            return int(struct.unpack("!H", received[2:4])[0])
        received = received[2 + length :]
    raise AssertionError("closed without a code")


@pytest.fixture
def many_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let any number of frames pass."""
    for name in ("FRAMES_AT_ONCE", "FRAMES_AT_ONCE_A_CLIENT"):
        monkeypatch.setattr(connections, name, 10**9)


def test_pings_of_a_page_that_reads_nothing_take_little_memory_and_it_is_closed(
    store: Store, many_frames: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.5)
    with site_on(store, LiveHub()) as url, raw_socket(url) as one:
        pings, sent = frame(PING, b"x" * 125) * 1000, 0
        with contextlib.suppress(ConnectionError):
            while sent < 100_000_000:
                one.sendall(pings)
                sent += len(pings)
        assert sent < 50_000_000
        assert is_answered(url)


def test_a_page_that_reads_late_gets_an_answer_to_each_ping(store: Store, many_frames: None) -> None:
    count = 100_000
    with site_on(store, LiveHub()) as url, raw_socket(url) as one:
        one.setblocking(False)
        unsent, received = frame(PING, b"x" * 100) * count, 0
        with contextlib.suppress(BlockingIOError):
            while unsent:
                unsent = unsent[one.send(unsent) :]
        assert unsent, "it took all pings of a page that reads nothing"
        one.settimeout(60)
        while received < 102 * count:
            received += len(one.recv(1_000_000))
            with contextlib.suppress(BlockingIOError):
                one.setblocking(False)
                unsent = unsent[one.send(unsent) :] if unsent else b""
            one.settimeout(60)


@pytest.mark.parametrize("opcode", [PING, PONG, CONTINUED], ids=["pings", "pongs", "empty frames"])
def test_a_page_that_sends_too_many_frames_is_closed(
    store: Store, monkeypatch: pytest.MonkeyPatch, opcode: int
) -> None:
    monkeypatch.setattr(connections, "FRAMES_A_SECOND", 0)
    monkeypatch.setattr(connections, "FRAMES_AT_ONCE", 20)
    with site_on(store, LiveHub()) as url, live_socket(url) as other:
        with raw_socket(url) as one:
            first = frame(TEXT, whole=False) if opcode == CONTINUED else frame(PING)
            one.sendall(first + frame(opcode, whole=opcode != CONTINUED) * 20)
            assert close_code(one) == 1008
        other.send('{"list":true}')
        assert next_message(other, "boards")["boards"] == []


def test_the_frames_of_all_pages_of_an_address_are_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "FRAMES_A_SECOND_A_CLIENT", 0)
    monkeypatch.setattr(connections, "FRAMES_AT_ONCE_A_CLIENT", 20)
    with site_on(store, LiveHub()) as url, raw_socket(url) as one, raw_socket(url) as same:
        one.sendall(frame(PING) * 15)
        pongs = b""
        while len(pongs) < 30:
            pongs += one.recv(100)
        same.sendall(frame(PING) * 6)
        assert close_code(same) == 1008
        with live_socket(url, "127.0.0.2") as other:
            other.send('{"list":true}')
            assert next_message(other, "boards")["boards"] == []


def test_a_message_in_too_many_frames_is_closed(store: Store) -> None:
    with site_on(store, LiveHub()) as url, raw_socket(url) as one:
        one.sendall(frame(TEXT, whole=False) + frame(CONTINUED, whole=False) * connections.FRAMES_A_MESSAGE)
        assert close_code(one) == 1009


@pytest.mark.parametrize(
    "sent",
    [
        frame(TEXT, b"\xff\xfe"),
        frame(TEXT, b"\xc3"),
        frame(TEXT, b"{", False) + frame(CONTINUED, b"\xff"),
        frame(TEXT, b"\xc3", False) + frame(CONTINUED, b"a"),
    ],
    ids=["invalid", "cut off", "invalid later", "cut off between frames"],
)
def test_text_that_is_not_utf8_is_closed_and_not_logged(
    store: Store, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    with site_on(store, LiveHub()) as url, raw_socket(url) as one:
        log = logging.getLogger("uvicorn.error")
        log.addHandler(caplog.handler)
        try:
            one.sendall(sent)
            assert close_code(one) == 1007
        finally:
            log.removeHandler(caplog.handler)
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


def test_a_character_may_be_split_between_two_frames(store: Store) -> None:
    before, after = json.dumps({"cards": ["ä"], "list": True}, ensure_ascii=False).encode().split(b"\xa4")
    with site_on(store, LiveHub()) as url, raw_socket(url) as one:
        one.sendall(frame(TEXT, before, False) + frame(PING) + frame(CONTINUED, b"\xa4" + after))
        received = b""
        while b'"event":"boards"' not in received:
            part = one.recv(10_000)
            assert part
            received += part

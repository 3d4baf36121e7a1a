"""Attacks on the site, each made as an attacker would: over the network or in a real browser (docs/serve.md)."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator

import pytest
from site_pages import app_on, ask, live_socket, next_message, site_on
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hexlume_host.store.repository import Store
from hexlume_host.web.http import connections
from hexlume_host.web.http.auth import LOOPBACK_NAMES, AccessPolicy
from hexlume_host.web.http.middleware import build_app
from hexlume_host.web.http.rate_limit import CLIENTS, Limits, TokenBucket, rate_limiter
from hexlume_host.web.http.server import SOCKET_BYTES, serving
from hexlume_host.web.http.static_files import address
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.routes import MESSAGES_AT_ONCE
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration

TOKEN = "act-token-0123456789"
WATCH = "watch-token-0123456789"
STATIC_FILES = address("lib/icon.svg").removesuffix("lib/icon.svg")


@pytest.fixture
def closed_url(store: Store) -> Iterator[str]:
    """A site that asks for tokens to watch and to act."""
    with site_on(store, LiveHub(store), AccessPolicy(LOOPBACK_NAMES, TOKEN, WATCH)) as url:
        yield url


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def acting_url(done: list[str]) -> Iterator[str]:
    """A server with one route that acts, behind a policy with a token to act and none to watch; small limits."""

    async def act(request: Request) -> Response:
        done.append((await request.body()).decode())
        return JSONResponse({"done": len(done)})

    limits = Limits(requests_a_second=1, requests_at_once=40, body_bytes=1000)
    with serving(
        build_app([Route("/api/act", act, methods=["GET", "POST"])], AccessPolicy(LOOPBACK_NAMES, TOKEN), limits)
    ) as url:
        yield url


# Names: DNS rebinding


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8421",
        "localhost.evil.example",
        "",
        "127.0.0.1.nip.io",
        "[::",
        "a@localhost",
        "localhost/a",
    ],
)
def test_a_foreign_name_for_this_computer_is_refused(site_url: str, host: str) -> None:
    for path in ("/", "/api/boards", address("lib/site.js"), "/sign-in"):
        status, _, text = ask(site_url, path, Host=host)
        assert status == 400
        assert "hexlume serve --name NAME." in text
        assert path.startswith("/api") == text.startswith("{")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "[::1]:8421", "127.0.0.1:"])
def test_this_computers_own_names_are_answered(site_url: str, host: str) -> None:
    assert ask(site_url, "/api/boards", Host=host)[0] == 200


# Origins: cross-site requests and sockets


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", "", "file://"])
def test_another_sites_page_opens_no_socket(site_url: str, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, live_socket(site_url, Origin=origin or " "):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_another_sites_page_cannot_act_even_with_the_token(acting_url: str, done: list[str], origin: str) -> None:
    status, _, text = ask(acting_url, "/api/act", "POST", b"x", Origin=origin, Authorization=f"Bearer {TOKEN}")
    assert (status, json.loads(text)) == (403, {"error": "This page was not loaded from this server."})
    assert done == []


def test_a_request_from_elsewhere_without_origin_cannot_act(acting_url: str, done: list[str]) -> None:
    sent = {"Sec_Fetch_Site": "cross-site", "Authorization": f"Bearer {TOKEN}"}
    assert ask(acting_url, "/api/act", "POST", b"x", **sent)[0] == 403
    assert done == []


# Tokens


@pytest.mark.parametrize(
    "shown", ["", "Bearer ", "Bearer wrong", f"Bearer {TOKEN}x", f"Basic {TOKEN}", f"Bearer {TOKEN[:-1]}"]
)
def test_nobody_acts_without_the_token(acting_url: str, done: list[str], shown: str) -> None:
    headers = {"Authorization": shown} if shown else {}
    assert ask(acting_url, "/api/act", "POST", b"x", **headers)[0] == 401
    assert done == []
    assert ask(acting_url, "/api/act")[0] == 200


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"token":5}', b'{"token":""}', b"\xff\xfe", b"[" * 100_000, b'{"token":null}']
)
def test_garbage_signs_nobody_in(closed_url: str, body: bytes) -> None:
    status, headers, text = ask(closed_url, "/api/sign-in", "POST", body)
    assert status == 400
    assert "set-cookie" not in headers
    assert json.loads(text)["error"].endswith(".")


def test_a_guard_under_which_acting_is_easier_than_watching_is_refused() -> None:
    with pytest.raises(ValueError, match="another one"):
        AccessPolicy(LOOPBACK_NAMES, "", WATCH)
    with pytest.raises(ValueError, match="another one"):
        AccessPolicy(LOOPBACK_NAMES, TOKEN, TOKEN)


# Sizes and rates


def test_a_body_that_is_too_large_is_not_read(acting_url: str, done: list[str]) -> None:
    key = {"Authorization": f"Bearer {TOKEN}"}
    assert ask(acting_url, "/api/act", "POST", b"x" * 1001, **key)[0] == 413
    assert ask(acting_url, "/api/act", "POST", b"", Content_Length="99999999999", **key)[0] == 413
    assert ask(acting_url, "/api/act", "POST", b"x" * 1000, **key)[0] == 200
    assert done == ["x" * 1000]


def test_a_body_that_hides_its_size_is_cut_off(acting_url: str, done: list[str]) -> None:
    chunks = (b"3e8\r\n" + b"x" * 1000 + b"\r\n") * 3 + b"0\r\n\r\n"
    key = {"Authorization": f"Bearer {TOKEN}", "Transfer_Encoding": "chunked"}
    assert ask(acting_url, "/api/act", "POST", chunks, **key)[0] == 413
    assert done == []


def test_one_client_has_only_so_many_requests_with_a_body_open(store: Store) -> None:
    ready = threading.Event()

    async def wait(request: Request) -> Response:
        while not ready.is_set():
            await asyncio.sleep(0.01)
        return JSONResponse({})

    limits = Limits(bodies_a_client=3)
    with serving(build_app([Route("/api/wait", wait, methods=["POST"])], AccessPolicy(), limits)) as url:
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda: answers.append(ask(url, "/api/wait", "POST", b"x")[0])) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        wait_until(lambda: answers == [429] * 5)
        ready.set()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200] * 3 + [429] * 5


def test_a_flood_of_requests_is_thinned(acting_url: str) -> None:
    began = time.monotonic()
    seen = [ask(acting_url, "/api/act")[0] for _ in range(60)]
    # One more a second is let through, and a busy machine may need some.
    more = time.monotonic() - began
    assert seen[:40] == [200] * 40
    assert seen.count(200) <= 41 + more
    assert set(seen) <= {200, 429}


def test_a_flood_of_socket_messages_ends_the_connection(site_url: str) -> None:
    with live_socket(site_url) as socket, pytest.raises(ConnectionClosed):
        for _ in range(20 * MESSAGES_AT_ONCE):
            socket.send('{"list":true}')
            time.sleep(0)
        while True:
            socket.recv(timeout=60)


def test_a_socket_outlives_the_time_in_which_a_request_must_come(
    site_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 1.0)
    with live_socket(site_url) as socket:
        time.sleep(1.5)
        socket.send('{"list":true}')
        assert next_message(socket, "boards")["boards"] == []


def test_a_monstrous_socket_message_ends_only_its_own_page(site_url: str) -> None:
    with live_socket(site_url) as monster, live_socket(site_url) as other:
        monster.send("x" * (SOCKET_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            monster.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        other.send('{"list":true}')
        assert next_message(other, "boards")["boards"] == []


def test_one_client_gets_only_so_many_sockets(store: Store) -> None:
    few = build_app(app_on(store, LiveHub(store)).routes, AccessPolicy(), Limits(sockets_a_client=2))
    with serving(few) as url, live_socket(url), live_socket(url), pytest.raises(InvalidStatus), live_socket(url):
        pass


def test_a_bucket_refills_and_the_list_of_clients_is_bounded() -> None:
    now = [0.0]
    bucket = TokenBucket(2, 3, lambda: now[0])
    assert [bucket.allows() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.allows(), bucket.allows()] == [True, False]
    now[0] = 100
    assert [bucket.allows() for _ in range(4)] == [True, True, True, False]
    rates = rate_limiter(0, 1, lambda: 0.0)
    assert rates("first").allows()
    assert not rates("first").allows()
    for client in range(CLIENTS):
        rates(str(client)).allows()
    assert rates("first").allows(), "the client that asked longest ago was forgotten"


# Paths, methods, headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../site.py",
        "/static/%2e%2e/site.py",
        "/static/..%2fsite.py",
        "/static/site/../../app.py",
        f"{STATIC_FILES}../site.py",
        f"{STATIC_FILES}..%2fsite.py",
        f"{STATIC_FILES}%2e%2e/site.py",
        f"{STATIC_FILES}/etc/passwd",
        f"{STATIC_FILES}%00",
        "/static//etc/passwd",
        "/static/%00",
        "/boards/../../etc/passwd",
        "/..%5c..%5csite.py",
    ],
)
def test_no_path_leads_out_of_the_pages_files(site_url: str, path: str) -> None:
    status, _, text = ask(site_url, path)
    assert status in (400, 404)
    assert "import" not in text
    assert "root:" not in text


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "OPTIONS", "PROPFIND", "QUERY"])
def test_other_methods_are_not_served(site_url: str, method: str) -> None:
    assert ask(site_url, "/", method)[0] in (400, 405)


def test_header_garbage_is_refused_without_harm(site_url: str) -> None:
    assert ask(site_url, "/api/boards", Cookie="=;;\x80" * 50, Authorization="Bearer \xff\xfe")[0] == 200
    # One segment on loopback: of what the server has not read when it closes, a client sees only the end.
    assert ask(site_url, "/", X="y" * 20_000)[0] in (400, 431)
    assert ask(site_url, "/api/boards", Content_Length="-5")[0] == 400
    assert ask(site_url, "/api/boards")[0] == 200


def test_every_answer_has_the_strict_headers(site_url: str) -> None:
    for path in ("/", "/api/boards", address("lib/site.js"), "/nothing", "/api/nothing"):
        _, headers, _ = ask(site_url, path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_a_failure_of_ours_shows_no_traceback(store: Store) -> None:
    def fail(request: Request) -> Response:
        raise ZeroDivisionError("secret")

    with serving(build_app([Route("/api/fail", fail)], AccessPolicy())) as url:
        status, headers, text = ask(url, "/api/fail")
    assert status == 500
    assert "secret" not in text
    assert "content-security-policy" in headers

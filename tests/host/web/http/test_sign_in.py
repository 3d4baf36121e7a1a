"""Every way in to a site: one limit on guesses, sessions that end on the server, cookies under TLS."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from site_pages import app_on, ask, live_socket, next_message
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hexlume_host.store.repository import Store
from hexlume_host.web.http.auth import LOOPBACK_NAMES, MAX_SESSIONS, AccessPolicy, Sessions
from hexlume_host.web.http.middleware import build_app
from hexlume_host.web.http.rate_limit import Limits, client_key
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.hub import LiveHub

pytestmark = pytest.mark.integration

TOKEN = "act-token-0123456789"
WATCH = "watch-token-0123456789"
POLICY = AccessPolicy(LOOPBACK_NAMES, TOKEN, WATCH)
GUESSES = 10
ELSEWHERE = "127.0.0.2"


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    with behind(store) as address:
        yield address


@contextmanager
def behind(store: Store, *proxies: str) -> Iterator[str]:
    """Serve a site on which guesses do not come back while a test runs, however long that takes."""
    site = app_on(store, LiveHub(store), POLICY)
    with serving(build_app(site.routes, POLICY, Limits(guesses_a_second=1e-4)), proxies=proxies) as address:
        yield address


def bearer(path: str) -> Callable[[str, str, str], bool]:
    def shown(url: str, token: str, source: str) -> bool:
        status, _, text = ask(url, path, source=source, Authorization=f"Bearer {token}")
        return status == 200 and '"none"' not in text

    return shown


def signed_in(url: str, token: str, source: str) -> bool:
    return ask(url, "/api/sign-in", "POST", json.dumps({"token": token}).encode(), source=source)[0] == 200


def socket_opened(url: str, token: str, source: str) -> bool:
    try:
        with live_socket(url, source=source, Authorization=f"Bearer {token}"):
            return True
    except InvalidStatus:
        return False


WAYS = {
    "bearer at rights": bearer("/api/rights"),
    "bearer at boards": bearer("/api/boards"),
    "signing in": signed_in,
    "socket": socket_opened,
}


@pytest.mark.parametrize("guessed", WAYS)
def test_guessing_in_one_way_closes_all_of_them(url: str, guessed: str) -> None:
    """What is answered after too many guesses says nothing about a token, also not about the right one."""
    for number in range(3 * GUESSES):
        assert not WAYS[guessed](url, f"guess-{number}", "127.0.0.1")
    for way in WAYS.values():
        assert not way(url, TOKEN, "127.0.0.1")
        assert way(url, TOKEN, ELSEWHERE)
    status, headers, text = ask(url, "/api/rights", Authorization=f"Bearer {TOKEN}")
    assert (status, json.loads(text)["error"]) == (429, "Too many tokens were tried: wait a moment and try again.")
    assert 1 <= int(headers["retry-after"]) <= 3600


def test_guesses_are_few_and_right_tokens_cost_none(url: str) -> None:
    assert Limits().guesses_a_second <= 0.2
    assert Limits().guesses_at_once == GUESSES
    for _ in range(5 * GUESSES):
        assert ask(url, "/api/boards", Authorization=f"Bearer {WATCH}")[0] == 200
    answered = sum(ask(url, "/api/rights", Authorization=f"Bearer wrong-{n}")[0] != 429 for n in range(3 * GUESSES))
    assert answered == GUESSES


def test_who_is_signed_in_stays_so_while_others_at_the_address_guess(url: str) -> None:
    cookie = sign_in(url, TOKEN)
    for number in range(3 * GUESSES):
        ask(url, "/api/rights", Authorization=f"Bearer guess-{number}")
    assert right(url, cookie) == "act"


def test_a_cookie_cannot_be_made_from_a_token(url: str) -> None:
    """A cookie that followed from the token would be a way in that no limit on guesses reaches."""
    first, second = sign_in(url, TOKEN), sign_in(url, TOKEN)
    assert first != second
    name = first.split("=")[0]
    for value in ("", "x" * 5000, TOKEN, "\xff", first.split("=")[1][:-1]):
        assert right(url, f"{name}={value}") == "none"


def test_signing_out_ends_the_session_on_the_server(url: str) -> None:
    cookie, other = sign_in(url, TOKEN), sign_in(url, TOKEN)
    assert ask(url, "/api/boards", Cookie=cookie)[0] == 200
    assert ask(url, "/api/sign-in", "DELETE", Cookie=cookie)[0] == 200
    # Whoever has copied the cookie is out too; other browsers stay signed in.
    assert ask(url, "/api/boards", Cookie=cookie)[0] == 401
    assert right(url, cookie) == "none"
    assert right(url, other) == "act"


def test_signing_out_closes_what_the_session_watches(url: str) -> None:
    cookie, other = sign_in(url, WATCH), sign_in(url, WATCH)
    with live_socket(url, Cookie=cookie) as ended, live_socket(url, Cookie=other) as stays:
        for one in (ended, stays):
            one.send('{"list":true}')
            assert next_message(one, "boards")["boards"] == []
        ask(url, "/api/sign-in", "DELETE", Cookie=cookie)
        with pytest.raises(ConnectionClosed) as closed:
            ended.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "Signed out.")
        stays.send('{"cards":["b1"],"list":true}')
        stays.ping().wait(60)


@pytest.mark.parametrize(
    ("proxies", "source", "secure"),
    [
        ((), "127.0.0.1", False),
        (("127.0.0.1", "::1"), "127.0.0.1", True),
        (("127.0.0.1", "::1"), "127.0.0.9", False),
        (("127.0.0.9",), "127.0.0.9", True),
        (("127.0.0.8/30",), "127.0.0.9", True),
    ],
)
def test_cookies_are_secure_when_a_trusted_proxy_encrypts(
    store: Store, proxies: tuple[str, ...], source: str, secure: bool
) -> None:
    with behind(store, *proxies) as url:
        body = json.dumps({"token": TOKEN}).encode()
        encrypted = {"X_Forwarded_Proto": "https", "X_Forwarded_For": "192.0.2.7"}
        begun = ask(url, "/api/sign-in", "POST", body, source=source, **encrypted)[1]["set-cookie"]
        ended = ask(url, "/api/sign-in", "DELETE", source=source, **encrypted)[1]["set-cookie"]
        plain = ask(url, "/api/sign-in", "POST", body, source=source, X_Forwarded_For="192.0.2.7")[1]["set-cookie"]
    assert "HttpOnly" in begun and "SameSite=strict" in begun
    assert ("Secure" in begun, "Secure" in ended, "Secure" in plain) == (secure, secure, False)


def test_clients_of_a_trusted_proxy_are_told_apart_and_nobody_else_chooses_an_address(store: Store) -> None:
    with behind(store, "127.0.0.1") as url:
        for number in range(3 * GUESSES):
            ask(url, "/api/rights", Authorization=f"Bearer guess-{number}", X_Forwarded_For="192.0.2.7")
        wrong = {"Authorization": "Bearer wrong"}
        assert ask(url, "/api/rights", X_Forwarded_For="192.0.2.7", **wrong)[0] == 429
        # What the client itself sent stands before what the proxy adds.
        assert ask(url, "/api/rights", X_Forwarded_For="10.1.1.1, 192.0.2.7", **wrong)[0] == 429
        assert ask(url, "/api/rights", X_Forwarded_For="192.0.2.8", **wrong)[0] == 200
        for number in range(3 * GUESSES):
            ask(url, "/api/rights", source="127.0.0.9", X_Forwarded_For=f"198.51.100.{number}", **wrong)
        assert ask(url, "/api/rights", source="127.0.0.9", X_Forwarded_For="203.0.113.5", **wrong)[0] == 429


def test_one_subscriber_is_one_client() -> None:
    assert client_key("192.0.2.7") == client_key("::ffff:192.0.2.7") != client_key("192.0.2.8")
    assert client_key("2001:db8:1:2::1") == client_key("2001:db8:1:2:ffff::2") != client_key("2001:db8:1:3::1")
    assert client_key("anything") == client_key("x" * 10_000) == ""


# Sessions


def test_a_session_ends_with_its_server(store: Store) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving(app_on(store, LiveHub(store), POLICY), port=port) as url:
        cookie = sign_in(url, TOKEN)
        assert right(url, cookie) == "act"
    with serving(app_on(store, LiveHub(store), POLICY), port=port) as url:
        assert right(url, cookie) == "none"


def test_sessions_are_bounded() -> None:
    sessions = Sessions()
    first, watching = sessions.begin("act"), sessions.begin("watch")
    assert sessions.right(first) == "act"
    for _ in range(MAX_SESSIONS):
        sessions.begin("act")
    # The oldest of those with the same right has ended.
    assert (sessions.right(first), sessions.right(watching)) == (None, "watch")


def sign_in(url: str, token: str) -> str:
    """Sign in; return the cookie as a browser sends it."""
    status, headers, _ = ask(url, "/api/sign-in", "POST", json.dumps({"token": token}).encode())
    assert status == 200
    return headers["set-cookie"].split(";")[0]


def right(url: str, cookie: str) -> str:
    return str(json.loads(ask(url, "/api/rights", Cookie=cookie)[2])["right"])

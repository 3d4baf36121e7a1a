"""The connection over a real socket: strangers are turned away, a guest that floods is cut off, a loss is mended."""

import asyncio
import contextlib
import queue
import socket
import threading
from collections.abc import Iterator
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.invitation import Invitation
from hexlume_plugins.netplay.link import MAX_BYTES, GuestLink, HostLink, Link, usual_listener
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration

UPGRADE = b"""GET / HTTP/1.1\r
Host: localhost\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
Authorization: Bearer AAAAAAAAAAAAAAAAAAAAAA.ben\r
\r
"""
PINGS = (bytes((137, 128 + 125)) + bytes(4) + bytes(125)) * 500


class Side:
    """What a link has told its session; ``notes`` and ``invitation`` are of a saved game."""

    def __init__(self, where: str, secret: str = "A" * 22, **notes: object) -> None:
        self.saved = SimpleNamespace(invitation=Invitation(where, secret), notes=notes)
        self.received: queue.Queue[str | bytes] = queue.Queue()
        self.connected: list[bool] = []
        self.failed: list[str] = []
        self.said: list[str] = []
        self.error: Exception | None = None

    def admit(self, guest: str) -> HTTPStatus:
        return HTTPStatus.OK if guest == "ben" else HTTPStatus.CONFLICT

    def set_connected(self, connected: bool) -> None:
        self.connected.append(connected)

    def receive(self, text: str | bytes) -> None:
        if self.error is not None:
            raise self.error
        self.received.put(text)

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def fail(self, sentence: str) -> None:
        self.failed.append(sentence)


@contextlib.contextmanager
def running(link: Link) -> Iterator[None]:
    """Run a link in a thread."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(link.run())

    def run() -> None:
        with contextlib.closing(loop), contextlib.suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(60)


@pytest.fixture
def host() -> Iterator[tuple[HostLink, Side]]:
    listener = usual_listener("127.0.0.1")
    port = listener.getsockname()[1]
    side: Any = Side(f"ws://127.0.0.1:{port}", port=port)
    side.saved.listener = listener
    link = HostLink(side)
    with running(link):
        yield link, side


@contextlib.contextmanager
def guest(where: str, secret: str = "A" * 22, name: str = "ben") -> Iterator[tuple[GuestLink, Side]]:
    side: Any = Side(where, secret, guest=name)
    link = GuestLink(side)
    with running(link):
        yield link, side


def test_messages_pass_both_ways_and_a_lost_connection_comes_again(host: tuple[HostLink, Side]) -> None:
    link, near = host
    with guest(near.saved.invitation.where) as (other, far):
        for side, sender in ((near, other), (far, link), (near, other)):
            wait_until(lambda: near.connected[-1:] == far.connected[-1:] == [True])
            link.send({"to": "guest"})
            other.send({"to": "höst"})
            assert far.received.get(timeout=60) == '{"to":"guest"}'
            assert near.received.get(timeout=60) == '{"to":"höst"}'
            # A message that cannot be taken ends the connection.
            side.error, lost = NetplayError("The store is away."), len(near.connected)
            sender.send({})
            wait_until(lambda lost=lost: near.connected[lost:] == [False, True])
            side.error = None
        wait_until(lambda: far.connected == [True, False] * 3 + [True])
    assert near.said == ["The store is away."] * 2 and far.said == near.said[:1]
    assert not far.failed and not near.failed


def test_strangers_are_turned_away_and_receive_nothing(host: tuple[HostLink, Side]) -> None:
    _, near = host
    where = near.saved.invitation.where
    for headers in (
        {},
        {"Authorization": "Bearer AAAAAAAAAAAAAAAAAAAAAA"},
        {"Authorization": "Bearer wrong.ben"},
        {"Authorization": "x"},
    ):
        with pytest.raises(InvalidStatus, match="401"):
            connect(where, proxy=None, additional_headers=headers)
    with pytest.raises(InvalidStatus, match="403"):
        # Of another site's page.
        connect(
            where,
            proxy=None,
            origin="http://elsewhere.example",
            additional_headers={"Authorization": "Bearer AAAAAAAAAAAAAAAAAAAAAA.ben"},
        )  # type: ignore[arg-type]
    for secret, name, sentence in (("B" * 22, "ben", "does not know this game"), ("A" * 22, "eve", "two players")):
        with guest(where, secret, name) as (_, side):
            wait_until(lambda side=side: bool(side.failed))
            assert sentence in side.failed[0]
    assert near.connected == [] and near.received.empty()


@pytest.mark.parametrize("where", ["ws://127.0.0.1:9", "ws://a..b:8422", "ws:a"])
def test_a_place_where_nobody_is_is_tried_again(where: str) -> None:
    with guest(where) as (_, side):
        wait_until(lambda: side.said == [f"The other side cannot be reached at {where}: trying again."])
        assert not side.failed


def test_a_guest_that_sends_too_much_is_cut_off(host: tuple[HostLink, Side]) -> None:
    _, near = host
    with connect(
        near.saved.invitation.where,
        proxy=None,
        additional_headers={"Authorization": "Bearer AAAAAAAAAAAAAAAAAAAAAA.ben"},
    ) as one:
        one.send("x" * (MAX_BYTES + 1))
        wait_until(lambda: near.connected == [True, False])
    with socket.create_connection(("127.0.0.1", near.saved.notes["port"]), 60) as pinger:
        pinger.sendall(UPGRADE)
        assert pinger.recv(1000).startswith(b"HTTP/1.1 101 ")
        # It reads none of the answers, which must not fill the memory.
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 50_000_000:
                pinger.sendall(PINGS)
                sent += len(PINGS)
        assert sent < 50_000_000
    wait_until(lambda: near.connected[2:] == [True, False])
    assert near.received.empty()

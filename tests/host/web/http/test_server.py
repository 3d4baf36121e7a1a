"""The server: addresses, headers, origins, bounds, and an orderly end."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from site_pages import app_on, next_message
from table_session import ID, TableSession
from websockets.sync.client import ClientConnection, connect

from hexlume_host.sockets import ListeningError, host_names
from hexlume_host.store.repository import Store
from hexlume_host.web.http.server import serving

pytestmark = pytest.mark.integration

PUT = '{"do":"put","cell":"d4","piece":"white"}'


@contextmanager
def channel(url: str, origin: str | None = None) -> Iterator[ClientConnection]:
    site = url.removesuffix(f"boards/{ID}")
    with connect(site.replace("http", "ws") + "ws/live", origin=origin or site.rstrip("/")) as socket_:  # type: ignore[arg-type]
        socket_.send(json.dumps({"full": [ID]}))
        yield socket_


def put_a_disc(socket_: ClientConnection) -> None:
    """Put a disc on d4 and wait until it stands there: all that was sent before has been dealt with then."""
    socket_.send(PUT)
    while next_message(socket_, "table")["discs"] != {"d4": "white"}:
        pass


@pytest.mark.parametrize(
    ("hostile", "sentence"),
    [
        ("hello", "must be JSON"),
        ("x" * 20_000, "at most 1000 characters"),
        (b"\x00\xff", "not text"),
        ('{"do":"stop"}', "Do must be put or lift"),
        ('{"do":"play","action":"pass"}', "on offer"),
    ],
)
def test_a_hostile_message_is_answered_and_dropped(
    session: TableSession, url: str, hostile: str | bytes, sentence: str
) -> None:
    with channel(url) as socket_:
        socket_.send(hostile)
        assert sentence in next_message(socket_, "error")["message"]
        put_a_disc(socket_)
    assert session.gestures == [json.loads(PUT)]


def test_a_page_that_leaves_lets_go_of_its_button(session: TableSession, url: str) -> None:
    with channel(url) as socket_:
        socket_.send('{"do":"press","button":"act"}')
        put_a_disc(socket_)
    with channel(url) as socket_:
        while {"do": "release", "button": "act"} not in session.gestures:
            socket_.ping().wait(60)
    assert session.gestures[0] == {"do": "press", "button": "act"}


def test_a_busy_port_is_one_sentence(store: Store) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = pytest.raises(ListeningError, match=rf"^Port {port} is in use by another program: .*\.$")
        with refused, serving(app_on(store), port=port):
            pass


@pytest.mark.parametrize(
    ("host", "port", "named"), [("127.0.0.1", 70000, "70000"), ("no.such.host.invalid", 0, "no.such")]
)
def test_an_address_that_cannot_be_had_is_one_sentence(store: Store, host: str, port: int, named: str) -> None:
    with pytest.raises(ListeningError, match=named), serving(app_on(store), host, port):
        pass


def test_only_this_computer_is_served_by_default(store: Store) -> None:
    assert host_names("127.0.0.1")[:3] == ["localhost", "127.0.0.1", "[::1]"]
    assert socket.gethostname().lower() in host_names("0.0.0.0")
    with serving(app_on(store)) as url:
        assert url.startswith("http://127.0.0.1:")


PROGRAM = """
import sys
import threading
sys.path.insert(0, sys.argv[1])
from site_pages import app_on, next_message
from table_session import TableSession
from hexlume_host.store.repository import Store
from hexlume_host.web.http.server import serving
try:
    with Store(sys.argv[2]) as store, serving(app_on(store, TableSession().hub)) as url:
        print(url, flush=True)
        threading.Event().wait()
except KeyboardInterrupt:
    pass
print("ended in order", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process there")
def test_ctrl_c_ends_the_server_in_order_with_a_page_open(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(Path(__file__).parents[1]), str(tmp_path / "games.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        with channel(url) as socket_:
            next_message(socket_, "board")
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=60)
    assert output == "ended in order\n"
    assert errors == ""
    assert process.returncode == 0

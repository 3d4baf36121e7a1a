"""``hexlume serve``: one process that logs this computer's boards and shows them, with tokens as it says."""

import json
import re
import signal
import socket as socket_
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from hexlume_host.cli.access import access_policy
from hexlume_host.cli.serve import read_proxies
from hexlume_host.device.discovery import announced
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

pytestmark = pytest.mark.integration


def address_of(process: Any) -> str:
    line = process.stdout.readline()
    found = re.fullmatch(r"Watch at (http://\S+/)  \(Ctrl-C ends\)\n", line)
    assert found, line + (process.stderr.read() if process.poll() is not None else "")
    return found[1]


@contextmanager
def watching(url: str, board: str, what: str = "full") -> Iterator[ClientConnection]:
    with connect(url.replace("http", "ws") + "ws/live", origin=url.rstrip("/")) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({what: [board]}))
        yield socket


def next_message(socket: ClientConnection, event: str) -> dict[str, Any]:
    while True:
        for message in json.loads(socket.recv(timeout=60)):
            if message["event"] == event:
                return dict(message)


def test_serve_logs_and_shows_every_board_and_ends_in_order(make_board: Any, running: Any, tmp_path: Path) -> None:
    board = make_board(board="one")
    store = tmp_path / "s.sqlite"
    with announced(board.port, "hex4"), running("serve", "--port", 0, "--store", store, "--white", "Ann") as process:
        with watching(address_of(process), "one") as socket:
            board.begin()
            board.act("Wd4", "white")
            while not (shown := next_message(socket, "board"))["actions"]:
                pass
            assert (shown["state"], shown["players"]["white"], shown["actions"]) == (
                "connected",
                "Ann",
                [["Wd4", "white"]],
            )
            board.tell_table({"d4": "turn over"})
            while not (shown := next_message(socket, "board"))["differs"]:
                pass
            assert shown["differs"] == {"d4": "turn over"}
            board.unplug()
            while (shown := next_message(socket, "board"))["state"] != "lost":
                pass
            board.plug_in(boot=2)
            while (shown := next_message(socket, "board"))["state"] != "connected":
                pass
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        assert process.stdout.read() == f"Stopped. The games are kept in {store}.\n"
        assert process.stderr.read() == ""
    with Store(store) as kept:
        assert [action.action for action in kept.record("one-1-1").actions] == ["Wd4"]


def test_a_page_of_a_network_game_is_told_that_the_server_ends(running: Any, tmp_path: Path) -> None:
    with running("serve", "--port", 0, "--no-log", "--store", tmp_path / "s.sqlite") as process:
        url = address_of(process)
        wish = json.dumps({"game": "orochi", "size": 2}).encode()
        with urllib.request.urlopen(urllib.request.Request(url + "api/netplay", wish)) as answer:
            begun = json.load(answer)
        with watching(url, begun["id"], "games") as page:
            next_message(page, "netplay")
            process.send_signal(signal.SIGINT)
            while not (told := next_message(page, "netplay"))["ended"]:
                pass
        assert "waits until it is taken up again" in told["problem"]
        assert process.wait(60) == 130
        assert process.stderr.read() == ""


def test_beyond_this_computer_a_token_is_made_up_and_asked_for(running: Any, tmp_path: Path) -> None:
    with running("serve", "--host", "0.0.0.0", "--port", 0, "--no-log", "--store", tmp_path / "s.sqlite") as process:
        url = address_of(process)
        said = ""
        while "token" not in (line := process.stdout.readline()):
            said += line
        assert "not encrypted" in said
        token = re.search(r"with the token (\S+) ", line)[1]  # type: ignore[index]
        assert json.load(urllib.request.urlopen(url + "api/boards")) == {"boards": []}
        rights = urllib.request.Request(url + "api/rights", headers={"Authorization": f"Bearer {token}"})
        told = json.load(urllib.request.urlopen(rights))
        assert (told["right"], told["token"]) == ("act", True)
        assert socket_.gethostname().lower() in told["others"] and "localhost" not in told["others"]
        assert json.load(urllib.request.urlopen(url + "api/rights"))["right"] == "watch"
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(url + "api/analysis", data=b"{}"))
        assert refused.value.code == 401


def test_a_port_in_use_is_one_sentence(hexlume: Any, tmp_path: Path) -> None:
    with socket_.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = hexlume("serve", "--port", port, "--no-log", "--store", tmp_path / "s.sqlite")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"Port {port} is in use by another program: choose another one, or 0 for any.\n"


@pytest.mark.parametrize("token", ["short", "with a space in it", "x" * 201, "line\nbreak-in-it"])
def test_a_token_that_protects_nothing_is_refused(token: str) -> None:
    with pytest.raises(HexlumeError, match="8 to 200 characters"):
        access_policy("127.0.0.1", [], token, "")
    with pytest.raises(HexlumeError, match="8 to 200 characters"):
        access_policy("127.0.0.1", [], "", token)


def test_what_the_options_mean_for_who_may_do_what() -> None:
    assert access_policy("127.0.0.1", [], "", "").token == ""
    assert access_policy("localhost", [], "", "").token == ""
    for host, names in (("0.0.0.0", []), ("::", []), ("192.0.2.7", []), ("127.0.0.1", ["club.example"])):
        policy = access_policy(host, names, "", "")
        assert len(policy.token) >= 16
        assert policy.token != access_policy(host, names, "", "").token
        assert all(name in policy.hosts for name in names)
    assert access_policy("127.0.0.1", [], "", "watch-token").token, "who may only watch must not be able to act"
    with pytest.raises(HexlumeError, match="the same"):
        access_policy("127.0.0.1", [], "one-token", "one-token")


def test_proxies_are_addresses_or_networks() -> None:
    assert read_proxies(["192.168.1.5", "10.1.2.3/8", "::1"]) == ["192.168.1.5/32", "10.0.0.0/8", "::1/128"]
    for one in ("proxy.example", "10.0.0.0/40", ""):
        with pytest.raises(HexlumeError, match=r"^--proxy takes an address such as .*\.$"):
            read_proxies([one])


def test_who_is_signed_in_stays_so_after_a_restart_with_the_same_token(running: Any, tmp_path: Path) -> None:
    with socket_.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ("--port", port, "--no-log", "--store", tmp_path / "s.sqlite", "--watch-token", "watch-token-0123")
    cookie = ""
    for _ in range(2):
        with running("serve", *options, "--token", "act-token-0123") as process:
            url = address_of(process)
            if not cookie:
                body = json.dumps({"token": "act-token-0123"}).encode()
                with urllib.request.urlopen(urllib.request.Request(url + "api/sign-in", body)) as answer:
                    cookie = answer.headers["set-cookie"].split(";")[0]
            asked = urllib.request.Request(url + "api/rights", headers={"Cookie": cookie})
            assert json.load(urllib.request.urlopen(asked))["right"] == "act"
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130

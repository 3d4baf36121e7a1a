"""``hexlume serve``: one process that logs this computer's boards and shows them, with tokens as it says."""

import json
import re
import signal
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.cli.pages.access import access_policy
from hexlume_host.cli.serve import read_proxies
from hexlume_host.device.discovery import announced
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

pytestmark = pytest.mark.integration


def test_serve_logs_and_shows_every_board_and_ends_in_order(make_board: Any, running: Any, tmp_path: Path) -> None:
    board = make_board(device="one")
    store = tmp_path / "s.sqlite"
    with (
        announced(board.port),
        running("serve", "--page-port", 0, "--store", store, "--white", "Ann") as process,
    ):
        found = re.fullmatch(r"Watch at (http://\S+/)  \(Ctrl-C ends\)\n", process.stdout.readline())
        assert found is not None
        board.begin()
        board.act("Wd4", "white")
        board.unplug()
        board.plug_in(boot=2)
        board.wait_acked()
        with urllib.request.urlopen(f"{found[1]}api/boards") as answer:
            (shown,) = json.load(answer)["boards"]
        assert (shown["players"]["white"], shown["actions"]) == ("Ann", [["Wd4", "white"]])
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, f"Stopped. The games are kept in {store}.\n", "")
    with Store(store) as kept:
        assert [action.action for action in kept.record("one-1-1").actions] == ["Wd4"]


@pytest.mark.parametrize(
    ("token", "watch_token", "words"),
    [
        *(
            (token, "", "8 to 200 characters")
            for token in ("short", "with a space in it", "x" * 201, "line\nbreak-in-it")
        ),
        ("", "short", "8 to 200 characters"),
        ("one-token", "one-token", "the same"),
    ],
)
def test_a_token_that_protects_nothing_is_refused(token: str, watch_token: str, words: str) -> None:
    with pytest.raises(HexlumeError, match=words):
        access_policy("127.0.0.1", [], token, watch_token)


def test_what_the_options_mean_for_who_may_do_what() -> None:
    """Who may only watch must not be able to act."""
    assert access_policy("127.0.0.1", [], "", "").token == access_policy("localhost", [], "", "").token == ""
    assert access_policy("127.0.0.1", [], "", "watch-token").token
    for host, names in (("0.0.0.0", []), ("::", []), ("192.0.2.7", []), ("127.0.0.1", ["club.example"])):
        policies = [access_policy(host, names, "", "") for _ in range(2)]
        assert len({policy.token for policy in policies if len(policy.token) >= 16}) == 2
        assert set(names) <= set(policies[0].hosts)


def test_proxies_are_addresses_or_networks() -> None:
    assert read_proxies(["192.168.1.5", "10.1.2.3/8", "::1"]) == ["192.168.1.5/32", "10.0.0.0/8", "::1/128"]
    for one in ("proxy.example", "10.0.0.0/40", ""):
        with pytest.raises(HexlumeError, match=r"^--proxy takes an address such as .*\.$"):
            read_proxies([one])

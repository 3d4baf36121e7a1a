"""``hexlume play`` and ``hexlume sim`` with the firmware on the twin."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from hexlume_host.device.discovery import found_ports
from hexlume_host.store.repository import Store
from tests.host.conftest import wait_until

pytestmark = pytest.mark.integration


def test_ctrl_c_says_where_the_game_is_kept(running: Any, store: Store) -> None:
    begun = {"rules": "hex", "size": 5, "actions": ["a1", "b2", "c3"], "white": "Ann", "black": "Ben"}
    with running("play", "--no-browser", "--page-port", 0, "--store", store.where) as process:
        address = re.findall(r"http://\S+?:\d+", process.stdout.readline())[0]
        urlopen(Request(f"{address}/api/new-game", json.dumps(begun).encode()), timeout=60).close()
        wait_until(lambda: any(game.action_count == 3 for game in store.games()), 60)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    (game,) = [game.id for game in store.games() if game.action_count]
    kept = f"Stopped. The game is kept in {store.where}: hexlume show {game}\n"
    assert (process.returncode, out, err) == (130, kept, "")
    record = store.record(game)
    assert [one.action for one in record.actions] == begun["actions"]
    assert (record.white, record.black) == ("Ann", "Ben")


def test_a_twin_that_dies_is_one_sentence(running: Any) -> None:
    """The first child of the command is its twin."""
    with running("play", "--no-browser", "--page-port", 0) as process:
        process.stdout.readline()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        os.kill(int(children.split()[0]), signal.SIGKILL)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert told.startswith("The simulated board has stopped") and told.count("\n") == 1


def test_a_simulator_is_found_and_its_token_is_printed_where_strangers_may_watch(running: Any) -> None:
    with running("sim", "--host", "0.0.0.0", "--no-browser", "--page-port", 0) as process:
        port = process.stdout.readline().split()[2]
        said = ""
        while "with the token" not in said:
            said += process.stdout.readline()
        assert port in [found.port for found in found_ports()]
        address, token = re.findall(r"(http://localhost:\d+)\S*", said)[0], re.findall(r"token (\S+) ", said)[0]
        for shown, right in (({}, "watch"), ({"Authorization": f"Bearer {token}"}, "act")):
            with urlopen(Request(f"{address}/api/rights", headers=shown)) as answer:
                assert json.load(answer)["right"] == right

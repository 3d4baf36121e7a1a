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
from hexlume_record.formats.link import link_text
from hexlume_record.variations.start import game_start
from tests.host.conftest import wait_until
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def test_a_game_that_has_ended_is_not_resumed(hexlume: Any, store: Store) -> None:
    for number, game in enumerate((PlayedGame(store, "orochi", 2).play(), PlayedGame(store, "sibling").resign()), 1):
        ran = hexlume("play", "--from", game.identity, "--no-browser", "--page-port", 0, "--store", store.where)
        sentence = f"Game {number} has ended: hexlume show {number} replays it, and hexlume play begins a new one.\n"
        assert ran == (1, "", sentence)
    assert len(store.games()) == 2


def test_a_game_goes_on_from_a_link_as_far_as_that_is_whole(running: Any, store: Store) -> None:
    """Ctrl-C then says what is kept."""
    actions = ["a1", "b2", "c3", "d4", "e5", "a5", "b5", "c5", "d5", "e1"]
    text = link_text(game_start("hex", "rhombus5", {"pie": True}), actions)
    arguments = ("--no-browser", "--page-port", 0, "--white", "Ann", "--black", "Ben", "--store", store.where)
    with running("play", "--from", text[:-3], *arguments) as process:
        process.stdout.readline()
        wait_until(lambda: any(game.action_count for game in store.games()), 60)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    (game,) = [game.id for game in store.games() if game.action_count]
    assert (process.returncode, out) == (130, f"Stopped. The game is kept in {store.where}: hexlume show {game}\n")
    assert "damaged" in err and err.count("\n") == 1
    record = store.record(game)
    played = [one.action for one in record.actions]
    assert played == actions[: len(played)] and (record.white, record.black) == ("Ann", "Ben")


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

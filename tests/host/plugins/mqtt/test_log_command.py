"""``hexlume log --mqtt`` in a process of its own: the firmware on the twin, real serial port, real broker."""

from pathlib import Path
from typing import Any

import pytest

from hexlume import games
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_plugins.mqtt.topics import BoardTopics, host_name, host_status
from tests.host.conftest import running, until_lit, wait_until
from tests.in_process import Hexlume

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("own_folders")]


def test_the_simulated_board_is_published(
    make_mosquitto: Any, subscribe: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = make_mosquitto(user="ann", password="a secret")
    url = broker.url.replace("//", "//ann:a%20secret@")
    monkeypatch.setenv("HEXLUME_MQTT", url)
    subscriber = subscribe(url)
    with running_twin(SimulatedBoard.of(games.start("orochi", 4, {}), "hex4"), REAL, 1) as twin:
        where = ("--store", tmp_path / "s", "--white", "Ann")
        with running("log", twin.port, *where) as process:
            host = host_name(twin.port)
            status = host_status(host)
            wait_until(lambda: subscriber.last(status) == "online", 60)
            wait_until(lambda: any(topic.endswith("/game") for topic, _ in subscriber.heard), 60)
            (name,) = {topic.split("/")[2] for topic, _ in subscriber.heard if topic.endswith("/game")}
            board = BoardTopics(host, name)
            until_lit(twin)
            twin.send({"do": "put", "cell": "d4", "piece": "white"})
            wait_until(lambda: (subscriber.last(board.event) or {}).get("action") == "Wd4", 60)
            wait_until(lambda: subscriber.last(board.game)["last_action"] == "Wd4", 60)
            assert subscriber.last(board.event)["white"] == "Ann"
            assert subscriber.last(board.game)["to_move"] == "black"
            # Killed, it can say nothing more: the broker says it.
            process.kill()
            process.wait()
            wait_until(lambda: subscriber.last(status) == "offline", 60)
            out, err = process.communicate()
    assert err == ""
    assert "secret" not in out
    assert f"Connected to the MQTT broker 127.0.0.1:{broker.port}." in out.splitlines()


def test_a_bad_url_is_one_sentence(hexlume: Hexlume, tmp_path: Path) -> None:
    ran = hexlume("log", "/nowhere/tty", "--store", tmp_path / "s", "--mqtt", "http://ann:hidden@home")
    assert (ran.code, ran.out, ran.err.count("\n"), "hidden" in ran.err) == (1, "", 1, False)

"""``hexlume log --mqtt`` in a process of its own: the firmware on the twin, real serial port, real broker."""

import shlex
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hexlume import games
from hexlume_host.cli.log_service import systemd_unit
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.store.repository import Store
from hexlume_plugins.mqtt.attachment import MqttAttachment, publishing
from hexlume_plugins.mqtt.broker import MqttError
from hexlume_plugins.mqtt.topics import BoardTopics, host_name, host_status
from tests.host.cli.conftest import running
from tests.host.conftest import until_lit
from tests.in_process import Hexlume

pytestmark = pytest.mark.integration


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's own store and log out of it."""
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    for variable in ("HEXLUME_STORE", "HEXLUME_MQTT", "HEXLUME_MQTT_PASSWORD_FILE"):
        monkeypatch.delenv(variable, raising=False)


def test_the_simulated_board_is_published(make_mosquitto: Any, subscribe: Any, wait_until: Any, tmp_path: Path) -> None:
    broker = make_mosquitto(user="ann", password="a secret")
    url = broker.url.replace("//", "//ann@")
    secret = tmp_path / "secret"
    secret.write_text("a secret\n")
    subscriber = subscribe(url.replace("ann@", "ann:a%20secret@"))
    with running_twin(SimulatedBoard.of(games.start("orochi", 4, {}), "hex4"), REAL, 1) as twin:
        where = ("--store", tmp_path / "s", "--white", "Ann")
        with running("log", twin.port, *where, "--mqtt", url, "--mqtt-password-file", secret) as process:
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
            assert subscriber.last(board.event)["player"] == "Ann"
            assert subscriber.last(board.game)["to_move"] == "black"
            # The firmware was asked for its sensors' health, and all of them are well.
            wait_until(lambda: subscriber.last(board.sensors) is not None, 60)
            assert (subscriber.last(board.sensors)["sensors"], subscriber.last(board.sensors)["cells"]) == (37, {})
            # While it is away, the log goes on; afterwards all is there again.
            broker.kill()
            twin.send({"do": "put", "cell": "d5", "piece": "black"})
            with Store(tmp_path / "s") as store:
                wait_until(lambda: store.games()[0].action_count == 2, 60)
            subscriber.heard.clear()
            broker.start()
            wait_until(lambda: (subscriber.last(board.game) or {}).get("last_action") == "Bd5", 60)
            wait_until(lambda: subscriber.last(board.status) == "online")
            # Killed, it can say nothing more: the broker says it.
            process.kill()
            process.wait()
            wait_until(lambda: subscriber.last(status) == "offline", 60)
            out, err = process.communicate()
    assert err == ""
    assert "a secret" not in out
    assert f"Connected to the MQTT broker 127.0.0.1:{broker.port}." in out.splitlines()
    assert f"The connection to the MQTT broker 127.0.0.1:{broker.port} was lost." in out.splitlines()


def test_without_a_broker_boards_are_logged_all_the_same(make_board: Any, tmp_path: Path) -> None:
    board = make_board()
    board.begin()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running("log", board.port, "--store", tmp_path / "s", "--mqtt", f"mqtt://127.0.0.1:{port}") as process:
        board.act("Wd4", "white")
        board.wait_acked()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        out, err = process.communicate()
    assert err == ""
    assert out.count(f"The MQTT broker 127.0.0.1:{port} cannot be reached: Connection refused.\n") == 1
    assert out.splitlines()[-1].startswith("Stopped. 2 new events are kept in ")


def test_a_bad_url_is_one_sentence(hexlume: Hexlume, tmp_path: Path) -> None:
    ran = hexlume("log", "/nowhere/tty", "--store", tmp_path / "s", "--mqtt", "http://ann:hidden@home")
    assert (ran.code, ran.out, ran.err.count("\n"), "hidden" in ran.err) == (1, "", 1, False)


def test_the_service_keeps_the_password_off_the_command_line(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s3cret")
    url = "mqtts://ann@home.example?ca=/etc/my ca.pem"
    environment = MqttAttachment(url, secret).service_environment()
    unit = systemd_unit(["--white", "Ann"], "games.sqlite", environment)
    lines = unit.splitlines()
    assert f'Environment="HEXLUME_MQTT={url}"' in lines
    assert f"Environment=HEXLUME_MQTT_PASSWORD_FILE={secret}" in lines
    assert "s3cret" not in unit
    (command,) = (line for line in lines if line.startswith("ExecStart="))
    assert shlex.split(command)[1:] == ["log", "--white", "Ann"]
    # A password in the URL goes where a store's does: into the environment, which other users do not see.
    unit = systemd_unit([], None, MqttAttachment("mqtt://ann:50%25@home", None).service_environment())
    assert "Environment=HEXLUME_MQTT=mqtt://ann:50%%25@home" in unit.splitlines()
    assert "50" not in unit.partition("ExecStart=")[2]
    with pytest.raises(MqttError):
        MqttAttachment("mqtt://ann@home", tmp_path / "missing").service_environment()
    assert publishing(None, secret) is None
    program = shutil.which("systemd-analyze")
    if program is not None:
        (tmp_path / "hexlume-log.service").write_text(unit)
        checked = subprocess.run(
            [program, "verify", str(tmp_path / "hexlume-log.service")], capture_output=True, text=True, check=False
        )
        assert (checked.returncode, checked.stderr) == (0, "")

"""The client against a real mosquitto: away, back, hanging and refusing."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from hexlume_plugins.mqtt.broker import read_broker
from hexlume_plugins.mqtt.client import MqttClient
from tests.host.conftest import wait_until
from tests.host.plugins.mqtt.mosquitto import Mosquitto

pytestmark = pytest.mark.integration


@contextmanager
def client(url: str) -> Iterator[tuple[MqttClient, list[str]]]:
    """Start a client; yield it and what it says."""
    said: list[str] = []
    with closing(MqttClient(read_broker(url), "status", said.append)) as made:
        made.start()
        yield made, said


def test_a_broker_that_is_away_from_the_start_gets_the_last_values(make_mosquitto: Any, retained: Any) -> None:
    broker = make_mosquitto()
    broker.kill()
    with client(broker.url) as (made, said):
        for number in range(20_000):
            made.keep("a", str(number))
            made.keep(f"of another/{number}", "")
            made.publish("x", str(number))
        # Bounded, however long it is away.
        assert len(made._kept) == 10_000
        for number in range(20_000):
            made.forget(f"of another/{number}")
        wait_until(lambda: bool(said))
        assert said == [f"The MQTT broker 127.0.0.1:{broker.port} cannot be reached: Connection refused."]
        broker.start()
        wait_until(lambda: retained(broker.url) == {"a": "19999", "status": "online"}, 60)
        made.keep("a", "1")
    assert retained(broker.url) == {"a": "1", "status": "offline"}


def test_a_password_that_is_wrong_is_named(make_mosquitto: Any) -> None:
    broker = make_mosquitto(user="ann", password="right")
    host = broker.url.partition("://")[2]
    with client(f"mqtt://ann:wrong-secret@{host}") as (_, said):
        wait_until(lambda: bool(said))
        assert said == [f"The MQTT broker {host} refuses us: Not authorized."]
    with client(f"mqtt://ann:right@{host}") as (made, _):
        wait_until(lambda: made.connected)


def test_a_broker_that_never_answers_delays_no_end(mosquitto: Mosquitto) -> None:
    with mosquitto.stopped():
        with client(mosquitto.url) as (made, _):
            assert not made.connected
            began = time.monotonic()
        # Not for ever, as the broker would have it; how long it takes depends on the machine.
        assert time.monotonic() - began < 60


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x20\x02\x00\x00\x30\x01\x00", b""])
def test_a_server_that_is_no_broker_is_named_again_and_again_connected(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with client(f"mqtt://127.0.0.1:{port}") as (_, said):
            for _ in range(2):
                connection, _ = server.accept()
                with connection:
                    connection.recv(1000)
                    connection.sendall(answer)
            wait_until(lambda: bool(said))
    if answer[:1] == b"\x20":
        assert said[-1] == f"The connection to the MQTT broker 127.0.0.1:{port} was lost."
    else:
        assert said == [f"What answers at 127.0.0.1:{port} does not speak MQTT."]


def test_tls(make_mosquitto: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            key,
            "-out",
            certificate,
        ],
        check=True,
        capture_output=True,
    )
    files = {file.name: file.read_bytes() for file in (key, certificate)}
    broker = make_mosquitto("certfile {folder}/certificate.pem", "keyfile {folder}/key.pem", files=files)
    url = broker.url.replace("mqtt://", "mqtts://")
    with monkeypatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(certificate))
        with client(url) as (made, _):
            wait_until(lambda: made.connected)
    with client(url) as (_, said):
        wait_until(lambda: bool(said))
        assert "its certificate is not trusted (self-signed certificate)" in said[0]
        assert "SSL_CERT_FILE" in said[0]
    with client(broker.url) as (_, said):
        wait_until(lambda: bool(said))
        assert "does not speak MQTT" in said[0]

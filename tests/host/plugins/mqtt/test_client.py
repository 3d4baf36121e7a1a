"""The client against a real mosquitto: away, back, refusing; and against what is no broker at all."""

import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hexlume_plugins.mqtt.broker import MqttError, read_broker
from hexlume_plugins.mqtt.client import Callback, MqttClient
from hexlume_plugins.mqtt.outbox import Message
from tests.host.plugins.mqtt.mosquitto import Mosquitto
from tests.host.plugins.netplay.conftest import Wire

pytestmark = pytest.mark.integration


@contextmanager
def client(url: str, will: Message | None = None, **callbacks: Callback) -> Iterator[tuple[MqttClient, list[str]]]:
    """Start a client with callbacks by topic, ``a_`` for ``a/+``; yield it and what it says."""
    said: list[str] = []
    made = MqttClient(read_broker(url), "test", say=said.append, first_wait=0.02, longest_wait=0.1, will=will)
    for topic, callback in callbacks.items():
        made.subscribe(topic.replace("_", "/+"), callback)
    made.start()
    try:
        yield made, said
    finally:
        made.close()


@contextmanager
def server(answer: bytes, stay: bool = False) -> Iterator[str]:
    """Answer each connection with these bytes, whatever is said; unless it shall ``stay``, end it then."""
    listening = socket.create_server(("127.0.0.1", 0))
    stopped = threading.Event()

    def serve() -> None:
        while not stopped.is_set():
            connection, _ = listening.accept()
            with connection:
                connection.settimeout(60)
                if connection.recv(4096):
                    connection.sendall(answer)
                while stay and connection.recv(4096):
                    pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"mqtt://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        stopped.set()
        with socket.create_connection(listening.getsockname()):
            pass
        thread.join(60)
        listening.close()


@pytest.mark.parametrize("version", ["5", "3"])
def test_a_broker_that_is_killed_and_comes_back(
    mosquitto: Mosquitto, subscribe: Any, wait_until: Callable[..., None], version: str
) -> None:
    """Everything that was kept is there again, and each message arrives, in its order."""
    with client(f"{mosquitto.url}?version={version}") as (told, said):
        told.wait_connected(60)
        told.keep("a", "1")
        told.keep("b", "old")
        assert told.wait_sent(60)
        mosquitto.kill()
        wait_until(lambda: not told.connected)
        told.keep("b", "older")
        told.keep("b", "new")
        told.forget("a")
        for number in range(50):
            told.publish("event", str(number))
        mosquitto.start()
        told.wait_connected(60)
        assert told.wait_sent(60)
        told.keep("c", "later")
        assert told.wait_sent(60)
        after = subscribe(mosquitto.url)
        assert dict(after.heard) == {"b": "new", "c": "later"}
    assert said[0].startswith("Connected to the MQTT broker 127.0.0.1:")
    assert said[1].startswith("The connection to the MQTT broker 127.0.0.1:")
    assert said[-1] == said[0]


def test_messages_that_waited_arrive_in_order(
    mosquitto: Mosquitto, subscribe: Any, wait_until: Callable[..., None]
) -> None:
    subscriber = subscribe(mosquitto.url, "event/#")
    with client(mosquitto.url) as (told, _):
        for number in range(300):
            told.publish("event/x", str(number))
        assert told.wait_sent(60)
        wait_until(lambda: len(subscriber.heard) >= 300)
        assert [int(payload) for _, payload in subscriber.heard] == list(range(300))


def test_a_broker_that_is_away_from_the_start(make_mosquitto: Any, retained: Any, wait_until: Any) -> None:
    broker = make_mosquitto()
    broker.kill()
    with client(broker.url) as (told, said):
        for number in range(10_000):
            told.keep("a", str(number))
            told.publish("x", str(number))
        with pytest.raises(MqttError, match="cannot be reached: Connection refused"):
            told.wait_connected(0.3)
        # Bounded, however long it is away.
        assert len(told._outbox) == 1_001
        assert said == [f"The MQTT broker {told.broker} cannot be reached: Connection refused."]
        broker.start()
        told.wait_connected(60)
        assert told.wait_sent(60)
        assert retained(broker.url) == {"a": "9999"}


def test_a_password_that_is_wrong(make_mosquitto: Any, wait_until: Callable[..., None]) -> None:
    broker = make_mosquitto(user="ann", password="right")
    host = broker.url.partition("://")[2]
    for version, words in (("5", "Not authorized"), ("3", "Not authorized")):
        with client(f"mqtt://ann:wrong-secret@{host}?version={version}") as (told, said):
            wait_until(lambda said=said: bool(said))
            with pytest.raises(MqttError) as refused:
                told.wait_connected(0.3)
            assert str(refused.value) == (
                f"The MQTT broker {host} refuses us: {words} (see to the user and the password)."
            )
            assert said == [str(refused.value)]
            assert "wrong-secret" not in repr(told.broker)
        with client(f"mqtt://ann:right@{host}?version={version}") as (told, _):
            told.wait_connected(60)


def test_what_a_user_may_not_publish_is_told(make_mosquitto: Any, tmp_path: Path, wait_until: Any) -> None:
    rights = tmp_path / "rights"
    rights.write_text("topic read #\n")
    rights.chmod(0o644)
    tmp_path.chmod(0o755)
    for folder in tmp_path.parents[:3]:
        folder.chmod(0o755)
    broker = make_mosquitto(f"acl_file {rights}")
    with client(broker.url) as (told, said):
        told.keep("hexlume/x", "1")
        wait_until(lambda: any("does not take what is published on hexlume/…: Not authorized" in one for one in said))
        assert told.wait_sent(60)


def test_the_will_is_published_when_the_connection_breaks_off(
    mosquitto: Mosquitto, subscribe: Any, wait_until: Callable[..., None]
) -> None:
    subscriber = subscribe(mosquitto.url)
    wire = Wire(int(mosquitto.url.rpartition(":")[2]))
    with client(f"mqtt://127.0.0.1:{wire.port}", will=Message("status", "offline", retain=True)) as (told, _):
        told.keep("status", "online")
        assert told.wait_sent(60)
        # As when the cable is pulled: the broker gets no goodbye.
        wire.cut()
        wait_until(lambda: subscriber.all("status") == ["online", "offline"])
    wire.close()
    # One that says goodbye leaves no will.
    with client(mosquitto.url, will=Message("status", "offline", retain=True)) as (told, _):
        told.keep("status", "gone in peace")
        assert told.wait_sent(60)
    subscriber.settle()
    assert subscriber.last("status") == "gone in peace"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"", "ends the connection without speaking MQTT"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "speak"),
        (b"\x20\x03\x00\x00\x00\x30\xff\xff\xff\xff\xff", "breaks off every connection"),
        (b"\x20\x7f\x00\x00\x30" + b"\xff" * 300, ""),
        (bytes(range(256)) * 20, ""),
    ],
)
def test_what_is_no_broker_does_no_harm(
    answer: bytes, sentence: str, wait_until: Callable[..., None], capfd: pytest.CaptureFixture[str]
) -> None:
    with server(answer) as url, client(url) as (told, said):
        told.keep("a", "1")
        wait_until(lambda: any(sentence in one for one in said))
        # Nothing is said over and over.
        time.sleep(0.3)
        assert len(said) <= 6
    assert capfd.readouterr().err == ""
    assert not [thread for thread in threading.enumerate() if "mqtt" in thread.name]


def test_a_broker_that_never_answers_delays_no_end() -> None:
    with server(b"", stay=True) as url, client(url) as (told, _):
        with pytest.raises(MqttError, match="does not answer"):
            told.wait_connected(0.2)
        began = time.monotonic()
        told.close()
        # Not for ever, as the broker would have it; how long it takes depends on the machine.
        assert time.monotonic() - began < 60


def test_tls(make_mosquitto: Any, tmp_path: Path, wait_until: Callable[..., None]) -> None:
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
    folder = make_mosquitto().folder
    for file in (key, certificate):
        (folder / file.name).write_bytes(file.read_bytes())
        (folder / file.name).chmod(0o644)
    broker = make_mosquitto(f"certfile {folder}/certificate.pem", f"keyfile {folder}/key.pem")
    url = broker.url.replace("mqtt://", "mqtts://")
    with client(f"{url}?ca={certificate}") as (told, _):
        told.wait_connected(60)
        told.keep("a", "1")
        assert told.wait_sent(60)
    with client(url) as (told, said):
        wait_until(lambda: bool(said))
        assert "its certificate is not trusted (self-signed certificate)" in said[0]
        assert "?ca=PATH" in said[0]
    with client(broker.url) as (_, said):
        wait_until(lambda: bool(said))
        assert "ends the connection without speaking MQTT" in said[0]


def test_subscribers_hear_again_after_a_loss_and_errors_end_nothing(
    mosquitto: Mosquitto, wait_until: Callable[..., None]
) -> None:
    heard: list[tuple[str, bytes]] = []

    def hear(topic: str, payload: bytes) -> None:
        heard.append((topic, payload))

    def fail(topic: str, payload: bytes) -> None:
        raise RuntimeError

    with client(mosquitto.url, a_=hear, bad=fail) as (told, said):
        told.wait_connected(60)
        for _ in range(2):
            told.publish("bad", "x")
            told.publish("a/b", b"\xff")
            told.publish("b", "not mine")
            wait_until(lambda: bool(heard))
            assert heard == [("a/b", b"\xff")]
            assert said[-1] == "A message on 'bad' was not understood (RuntimeError)."
            heard.clear()
            mosquitto.kill()
            wait_until(lambda: not told.connected)
            mosquitto.start()
            told.wait_connected(60)

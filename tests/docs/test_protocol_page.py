"""docs/protocol.md: its examples are lines of the protocol, and a client written from the page alone works.

``Client`` knows what the page says and imports nothing of Hexlume.
"""

import json
import re
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from hexlume.games import start
from hexlume.hardware.board_time import PASS_MS
from hexlume.link import link, wire
from hexlume.play import commands
from hexlume_host.device import protocol
from hexlume_host.device.framing import LineReader
from hexlume_host.device.protocol import HostProtocol
from hexlume_record.game.position import legal_texts
from hexlume_sim.chip.usb import BUFFER, PACKET
from hexlume_sim.client import TwinProcess
from tests.docs.protocol_page import EXAMPLES, marked, timeless, unfolded, written_anew
from tests.docs.protocol_page import PAGE as PATH
from tests.docs.protocol_runs import lost_acknowledgement

pytestmark = pytest.mark.integration

PAGE = PATH.read_text(encoding="utf-8")
BLOCKS = {name: unfolded(text) for name, text in marked(PAGE).items()}
SHOWN = [line for lines in BLOCKS.values() for line in lines]
PATIENCE_S = 60.0
ACTION = legal_texts(start("orochi", 4))[0]
Message = dict[str, Any]


class Client:
    """A host by the page's sections Framing, Connecting and Delivery; ``kept`` are the events of each game."""

    def __init__(self, port: str, kept: dict[str, list[Message]] | None = None) -> None:
        """Open a board's data port; ``kept`` are the events from earlier connections."""
        self._port = serial.Serial(port, timeout=0.1)
        self.hello: Message = {}
        self.kept = {} if kept is None else kept
        self.answers: dict[int, Message] = {}

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._port.close()

    def send(self, message: Message) -> None:
        body = json.dumps(message)[:-1].encode()
        self._port.write(body + b',"crc":"%08x"}\n' % zlib.crc32(body))

    def receive(self) -> Message | None:
        """Return the next message, an event acknowledged; ``None`` if none came or it was damaged."""
        line = self._port.readline().rstrip(b"\n")
        body, tail = line[:-18], line[-18:]
        if tail != b',"crc":"%08x"}' % zlib.crc32(body):
            return None
        message: Message = json.loads(body + b"}")
        if message["type"] == "hello":
            self.hello = message
        elif message["type"] == "event":
            kept = self.kept.setdefault(message["game"], [])
            if message["seq"] == len(kept):
                kept.append(message)
            self.send({"type": "ack", "game": message["game"], "seq": len(kept) - 1})
        elif message["type"] == "dropped":
            self.send({"type": "ack", "before": message["before"]})
        elif message["type"] == "answer":
            self.answers[message["id"]] = message
        return message

    def greet(self) -> None:
        """Say hello, every second until the board's hello comes."""
        have = {game: len(events) - 1 for game, events in self.kept.items()}
        self.until(lambda: bool(self.hello), {"type": "hello", "protocol": 4, "have": have}, 1.0)

    def command(self, identity: Any, do: str, **arguments: Any) -> Message:
        """Send a command, again every half second with the same id, and return its answer."""
        command = {"type": "command", "id": identity, "do": do, **arguments}
        self.until(lambda: identity in self.answers, command, 0.5)
        return self.answers[identity]

    def until(self, condition: Callable[[], bool], again: Message | None = None, seconds: float = 1.0) -> None:
        """Receive until something holds; send a message at once and again every so many seconds."""
        deadline = time.monotonic() + PATIENCE_S
        send_at = 0.0
        while not condition():
            assert time.monotonic() < deadline, f"what was waited for did not come; kept: {self.kept}"
            if again is not None and time.monotonic() >= send_at:
                self.send(again)
                send_at = time.monotonic() + seconds
            self.receive()


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[TwinProcess]:
    with TwinProcess("hex4", seed=5, flash=tmp_path / "flash") as process:
        yield process


def kinds(events: list[Message]) -> list[str]:
    return [event["kind"] for event in events]


def test_every_example_line_is_one_that_the_decoder_takes() -> None:
    reader = LineReader()
    for _, line in SHOWN:
        (message,) = reader.feed(line)
        assert wire.encode(message) == line
    assert reader.dropped == 0


def test_every_message_has_one_example_and_the_page_has_a_session() -> None:
    assert set(BLOCKS) == {*EXAMPLES, "session"}
    assert all(len(lines) == 1 for name, lines in BLOCKS.items() if name != "session")
    assert len(BLOCKS["session"]) > 20


def test_no_line_of_the_page_shows_a_checksum_unchecked() -> None:
    shown = re.findall(r'"crc":"[0-9a-f]{8}"', PAGE)
    assert len(shown) == len(SHOWN)


def test_the_pages_examples_are_what_the_firmware_and_the_host_say() -> None:
    """Each is a line of a run of the unchanged firmware, but for times and sensor readings; see ``protocol_page``."""
    written = {name: unfolded(text) for name, text in marked(written_anew(PAGE)).items()}
    for name, lines in BLOCKS.items():
        assert [side for side, _ in lines] == [side for side, _ in written[name]], name
        for (_, shown), (_, said) in zip(lines, written[name], strict=True):
            assert timeless(shown) == timeless(said), f"{name}: run python -m tests.docs.protocol_page"


def test_a_lost_acknowledgement_goes_as_the_pages_diagram_shows() -> None:
    """Every arrow of the diagram is a line of a run in which one acknowledgement is lost, in the same order."""
    arrows = re.findall(r"^    ([BH])(->>|--x)[BH]: (\w+) seq (\d+)", PAGE, re.MULTILINE)
    drawn = [
        ("board" if who == "B" else "lost" if how == "--x" else "host", what, int(seq))
        for who, how, what, seq in arrows
    ]
    said = []
    for who, line in lost_acknowledgement():
        message = json.loads(line)
        if message["type"] in ("event", "ack") and message["seq"] > 0:
            said.append((who, message["type"], message["seq"]))
    assert len(drawn) > 4 and said == drawn


def test_the_pages_python_writes_a_line() -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    message = {"type": "command", "id": 7, "do": "back"}
    names: Message = {"json": json, "zlib": zlib, "message": message}
    exec(snippet, names)
    assert wire.decode(names["line"]) == message


def test_the_pages_figures_are_the_firmwares_and_the_hosts() -> None:
    text = " ".join(PAGE.split())
    assert f"Version {wire.PROTOCOL}." in text
    assert f"at most {wire.MAX_LINE:,} bytes" in text and f"at most {wire._MOST_CONTAINERS}, the outermost" in text
    assert f"up to {link._WINDOW} ahead of the last acknowledgement" in text
    assert f"| events ahead of the last acknowledgement | {link._WINDOW} |" in text
    assert f"nothing is acknowledged for {link._RESEND_MS} ms" in text
    assert f"| an event | {link._RESEND_MS} ms |" in text and f"| `dropped` | {link._RESEND_MS} ms |" in text
    assert f"The board remembers the last {link._MOST_ANSWERS} ids" in text
    assert f"| commands whose answers the board remembers | {link._MOST_ANSWERS} |" in text
    assert f"the oldest first ({link._MOST_RECORDS - 1} at most)" in text
    assert f"| a host's `hello` | {protocol.HELLO_SECONDS:g} s |" in text
    seconds = (1000 * protocol.COMMAND_SECONDS, protocol.COMMAND_PATIENCE_SECONDS)
    assert "| a command | {:g} ms | it is answered; Hexlume's host gives up after {:g} s |".format(*seconds) in text
    assert f"at most {4 * link._CHUNK} bytes in each pass of its loop, every {PASS_MS} ms" in text
    assert f"{BUFFER} bytes each way; a host's bytes wait in packets of {PACKET}" in text
    assert f"With {commands._MOST_EVENTS:,} events of one game" in text
    tail = ',"crc":"xxxxxxxx"}'
    assert f"`{tail}`: {len(tail)} bytes" in text and wire.encode({"type": "x"})[-19:-11] == tail.encode()[:8]


def test_the_host_understands_what_the_board_says_in_the_pages_session() -> None:
    talk = HostProtocol(first_command=0)
    talk.connect({}, 0.0)
    heard = [message for side, line in BLOCKS["session"] if side == "board" for message in talk.receive(line, 1.0)]
    assert talk.dropped == 0
    # Of the board's two hellos the second is no news.
    assert len(heard) == sum(side == "board" for side, _ in BLOCKS["session"]) - 1


def test_a_client_by_the_page_gets_every_event_across_reconnection_and_power_cut(
    twin: TwinProcess, tmp_path: Path
) -> None:
    with Client(twin.port) as client:
        client.greet()
        first = client.hello["game"]
        assert client.command(10, "play", action=ACTION)["ok"]
        assert client.command(11, "new", rules="sibling", size=4, options={})["ok"]
        client.until(lambda: len(client.kept) == 2)
        (second,) = set(client.kept) - {first}
    with Client(twin.port, client.kept) as again:
        again.greet()
        refused = again.command(12, "play", action="zz")
        assert not refused["ok"] and refused["error"]
        assert again.command(13, "conclude", reason="draw-agreed")["ok"]
        again.until(lambda: len(again.kept[second]) == 2)
    assert kinds(again.kept[first]) == ["start", "action", "abandon"]
    assert kinds(again.kept[second]) == ["start", "conclude"]
    twin.stop()
    with TwinProcess("hex4", seed=5, flash=tmp_path / "flash") as restarted, Client(restarted.port) as late:
        late.greet()
        late.until(lambda: len(late.kept.get(second, [])) == 2)
        running = late.hello["game"]
        assert list(late.kept) == [running, first, second], "the running game, then the journal's, the oldest first"
        assert {game: late.kept[game] for game in (first, second)} == {
            game: again.kept[game] for game in (first, second)
        }

"""docs/protocol.md: its examples and tables keep to the schema, its figures are the code's, its code writes a line."""

import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from hexlume.hardware.board_time import PASS_MS
from hexlume.link import link, wire
from hexlume.play import commands
from hexlume_host.device import protocol
from hexlume_sim.chip.usb import BUFFER, PACKET
from tests.docs.test_protocol_schema import SCHEMA, SIDES

pytestmark = pytest.mark.integration

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"<!-- example: ([a-z-]+) -->\n```json\n(.*?)```\n", PAGE, re.DOTALL))
TABLES = {
    name: [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]
    for name, table in re.findall(r"<!-- members: ([a-z-]+) -->\n(.*?)\n\n", PAGE, re.DOTALL)
}
"""The rows of the table of each part of the schema: member, type, unit, range, when, meaning."""
Message = dict[str, Any]


def unfolded(text: str) -> bytes:
    """Return a line that the page folds: each fold stands for a space."""
    return " ".join(row.strip() for row in text.splitlines()).encode()


def test_the_pages_examples_and_its_session_are_intact_lines_that_keep_to_the_schema() -> None:
    (session,) = re.findall(r"<!-- session -->\n```text\n(.*?)```\n", PAGE, re.DOTALL)
    said = [unfolded(text).decode().split(maxsplit=1) for text in re.split(r"\n(?=host|board)", session)]
    assert len(said) > 20
    for name, text in EXAMPLES.items():
        side = "host" if name.startswith(("host-", "ack", "command-")) else "board"
        said.append([side, unfolded(text).decode()])
        message = json.loads(said[-1][1])
        assert (message.get("kind") or message.get("do") or message["type"]) in name
    for side, line in said:
        SIDES[side].validate({**wire.decode(line.encode()), "crc": "00000000"})


def test_the_page_has_an_example_and_a_table_of_every_part_of_the_schema() -> None:
    parts = {name for name, part in SCHEMA["$defs"].items() if "properties" in part} - {"board", "host", "asks"}
    assert set(TABLES) == parts
    assert parts - {"command", "event", "clock", "lesson"} <= set(EXAMPLES)
    for name, rows in TABLES.items():
        part = SCHEMA["$defs"][name]
        assert [row[0] for row in rows] == list(part["properties"])
        assert {row[0] for row in rows if row[4] == "always"} == set(part.get("required", ()))


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

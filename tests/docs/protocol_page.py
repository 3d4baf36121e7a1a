"""The examples of docs/protocol.md: lines of recorded runs, put into the page.

``python -m tests.docs.protocol_page`` writes them anew, after a change of the firmware or of the twin's times.
"""

import json
import re
import textwrap
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.docs.protocol_runs import Lines, commands, losing_games, session

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
WIDTH = 100
_MARKED = re.compile(r"(<!-- (?:example: )?([a-z-]+) -->\n```(?:json|text)\n)(.*?)(```\n)", re.DOTALL)
_OWN_TIME = {"ticks", "counts", "zeros", "noise"}
"""Members whose values depend on how long the firmware takes, or on a sensor's noise at that time."""


def _line(lines: Lines, side: str, **members: Any) -> bytes:
    """Return the first line of a side that has such members."""
    for who, line in lines:
        message = json.loads(line)
        if who == side and all(message.get(name) == value for name, value in members.items()):
            return line
    raise AssertionError(f"no line of the {side} has {members}")


def _table(lines: Lines) -> bytes:
    """Return the first table that has a clock and discs to be put on."""
    for who, line in lines:
        message = json.loads(line)
        if who == "board" and message["type"] == "table" and message["clock"] and message["differs"]:
            return line
    raise AssertionError("no table has a clock and discs to be put on")


EXAMPLES: dict[str, Callable[[], bytes]] = {
    "board-hello": lambda: _line(session(), "board", type="hello"),
    "event-start": lambda: _line(commands(), "board", kind="start", rules="sibling"),
    "event-action": lambda: _line(session(), "board", kind="action"),
    "event-undo": lambda: _line(commands(), "board", kind="undo"),
    "event-result": lambda: _line(session(), "board", kind="result"),
    "event-conclude": lambda: _line(commands(), "board", kind="conclude"),
    "event-abandon": lambda: _line(commands(), "board", kind="abandon"),
    "table": lambda: _table(commands()),
    "health": lambda: _line(commands(), "board", type="health", first=32),
    "incident": lambda: _line(commands(), "board", type="incident"),
    "raw": lambda: _line(commands(), "board", type="raw"),
    "dropped": lambda: _line(losing_games(), "board", type="dropped"),
    "answer": lambda: _line(commands(), "board", type="answer", ok=True),
    "answer-refused": lambda: _line(commands(), "board", type="answer", ok=False),
    "host-hello": lambda: _line(commands(), "host", type="hello"),
    "ack": lambda: _line(session(), "host", type="ack"),
    "ack-dropped": lambda: _line(losing_games(), "host", type="ack", seq=None),
    "command-new": lambda: _line(commands(), "host", do="new"),
    "command-actions": lambda: _line(commands(), "host", do="actions"),
    "command-act": lambda: _line(commands(), "host", do="act"),
    "command-play": lambda: _line(commands(), "host", do="play", seq=0),
    "command-back": lambda: _line(commands(), "host", do="back"),
    "command-conclude": lambda: _line(commands(), "host", do="conclude"),
    "command-suggest": lambda: _line(commands(), "host", do="suggest"),
    "command-lights": lambda: _line(commands(), "host", do="lights"),
    "command-settings": lambda: _line(commands(), "host", do="settings"),
    "command-lesson": lambda: _line(commands(), "host", do="lesson"),
    "command-learn": lambda: _line(commands(), "host", do="learn"),
    "command-health": lambda: _line(commands(), "host", do="health"),
    "command-raw": lambda: _line(commands(), "host", do="raw"),
}
"""What chooses each example of the page, by its name there."""


def marked(page: str) -> dict[str, str]:
    """Return the text of each block of examples, by its name."""
    return {name: text for _, name, text, _ in _MARKED.findall(page)}


def written_anew(page: str) -> str:
    """Return a page with every example as the runs have it now."""

    def block(found: re.Match[str]) -> str:
        name = found[2]
        if name == "session":
            text = "".join(_folded(line, f"{side:5} ") for side, line in session())
        else:
            text = _folded(EXAMPLES[name](), "")
        return found[1] + text + found[4]

    return _MARKED.sub(block, page)


def _folded(line: bytes, side: str) -> str:
    """Return a line as the page shows it: folded behind a comma, or else between two words."""
    shown, indent = side, " " * len(side)
    rows = []
    for part in re.split(r"(?<=,) ", line.decode().rstrip("\n")):
        for piece in textwrap.wrap(part, WIDTH - len(indent) - 2, break_long_words=False, break_on_hyphens=False):
            if len(shown) + len(piece) + 1 > WIDTH and shown.strip():
                rows.append(shown)
                shown = indent + "  " + piece
            else:
                shown += piece if shown == side else " " + piece
    return "\n".join([*rows, shown]) + "\n"


def unfolded(text: str) -> Lines:
    """Return the lines that a block shows, each with its side, empty where the block names none."""
    lines: Lines = []
    for row in text.splitlines():
        began = re.match(r"(?:(host|board) +)?(\{.*)", row)
        if began:
            lines.append((began[1] or "", began[2].encode()))
        else:
            side, line = lines.pop()
            lines.append((side, line + b" " + row.strip().encode()))
    return [(side, line + b"\n") for side, line in lines]


def timeless(line: bytes) -> Any:
    """Return a line's message without what differs with the firmware's speed; the checksum must be right."""
    body, tail = line[:-19], line[-19:-1]
    assert tail == b',"crc":"%08x"}' % zlib.crc32(body), line
    return _timeless(json.loads(body + b"}"))


def _timeless(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    known = {name: _timeless(one) for name, one in value.items() if name not in _OWN_TIME}
    if "control" in known:
        del known["white"], known["black"]
    return known


if __name__ == "__main__":
    PAGE.write_text(written_anew(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

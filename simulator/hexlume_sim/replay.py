"""Replay of a fault report: what a board's sensors read and its buttons did, in virtual time, with a host of its own.

``hexlume sim --replay`` writes the plan and compares what comes out with what the board did.
"""

import json
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from hexlume.hardware.buttons import BUTTONS
from hexlume.link import wire

from .chip.usb import Link
from .twin import Board

_MS = 1000.0
_GLANCE_MS = 10
_PATIENCE_MS = 60_000
"""Max wait for the board's hello or an answer, in ms."""
_FIRST_COMMAND = 1
_MOST_PRESSES = 20
_PRESS_MS = 200
"""How long the act button is pressed, and how long it is then left alone."""


class ReplayHost(Link):
    """A host that commits every event at once, in the twin's own process, so that virtual time is all that counts.

    ``said`` is called with the board's messages ``event``, ``table`` and ``raw``.
    """

    def __init__(self, said: Callable[[dict[str, Any]], None]) -> None:
        self.greeted = False
        self.answer: dict[str, Any] | None = None
        self._said = said
        self._next = _FIRST_COMMAND
        self._in = b""
        self._out = b""

    def is_open(self) -> bool:
        """Return that the port is open."""
        return True

    def receive(self, limit: int) -> bytes:
        """Return at most ``limit`` bytes of what is said to the board."""
        sent, self._out = self._out[:limit], self._out[limit:]
        return sent

    def send(self, data: bytes) -> int:
        """Take what the board says."""
        *lines, self._in = (self._in + data).split(b"\n")
        for line in lines:
            if line.strip():
                self._take(wire.decode(line))
        return len(data)

    def command(self, members: dict[str, Any]) -> None:
        """Send a command; ``answer`` is the board's answer once it has come."""
        self.answer = None
        self._say({"type": "command", "id": self._next, **members})
        self._next += 1

    def _say(self, message: dict[str, Any]) -> None:
        self._out += wire.encode(message)

    def _take(self, message: dict[str, Any]) -> None:
        what = message["type"]
        if what == "hello" and not self.greeted:
            self.greeted = True
            self._say({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
        elif what == "answer":
            self.answer = message
        elif what == "event":
            self._say({"type": "ack", "game": message["game"], "seq": message["seq"]})
        if what in ("event", "table", "raw"):
            self._said(message)


class Unanswered(RuntimeError):
    """Raised when the board refuses a command or does not answer."""


def replay(twin: Board, *, plan: str) -> Generator[float, None, None]:
    """Carry out a plan, and report each message as ``{"event": "said", "ms", "message"}``, ms since the first step.

    The plan is a JSON file: ``commands`` are given first; ``counts`` are what the sensors read then (cell number and
    counts). ``settle_ms`` later the act button is pressed until it offers what is ``chosen``, and the ``steps`` follow,
    each with its ``ms``, ``counts`` and ``button`` (its number and whether it is pressed). After the last one and
    ``settle_ms`` more comes ``{"event": "replayed"}``.
    """
    planned = json.loads(Path(plan).read_text(encoding="utf-8"))
    settle = planned["settle_ms"] * _MS
    began_us: int | None = None
    tables: list[dict[str, Any]] = []

    def said(message: dict[str, Any]) -> None:
        if began_us is not None:
            ms = (twin.clock.now - began_us) // 1000
            twin.tell({"event": "said", "ms": ms, "message": message})
        elif message["type"] == "table":
            tables[:] = [message]

    host = ReplayHost(said)
    twin.data.link = host
    yield from _wait_until(lambda: host.greeted, "The simulated board says no hello.")
    yield settle
    for command in planned["commands"]:
        host.command(command)
        yield from _wait_until(lambda: host.answer is not None, "The simulated board does not answer.")
        assert host.answer is not None
        if not host.answer["ok"]:
            raise Unanswered(f"The simulated board refuses to {command['do']}: {host.answer['error']}")
    _read(twin, planned["counts"])
    yield settle
    for _ in range(_MOST_PRESSES):
        if not planned["chosen"] or (tables and tables[0]["chosen"] == planned["chosen"]):
            break
        twin.press("act")
        yield _PRESS_MS * _MS
        twin.release("act")
        yield _PRESS_MS * _MS
    began_us = twin.clock.now
    for table in tables:
        said(table)
    host.command({"do": "raw", "on": True})
    passed = 0
    for step in planned["steps"]:
        yield (step["ms"] - passed) * _MS
        passed = step["ms"]
        _read(twin, step["counts"])
        if step["button"] is not None:
            button, pressed = step["button"]
            (twin.press if pressed else twin.release)(BUTTONS[button])
    yield settle
    twin.tell({"event": "replayed"})
    twin.stop()


def _read(twin: Board, counts: list[list[int]]) -> None:
    for cell, count in counts:
        site = twin.sensors.sites[cell]
        twin.front.set_level(site.adc, site.enable, site.address, count)


def _wait_until(condition: Callable[[], bool], why: str) -> Generator[float, None, None]:
    for _ in range(_PATIENCE_MS // _GLANCE_MS):
        if condition():
            return
        yield _GLANCE_MS * _MS
    raise Unanswered(why)

"""Hostile lines, made from real ones: JSON with a right checksum and a hostile content, and damage of every kind."""

import binascii
import json
import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hexlume.link import wire
from tests.docs import protocol_runs

NAMES = (
    "type",
    "game",
    "seq",
    "kind",
    "ticks",
    "boot",
    "rules",
    "board",
    "options",
    "clock",
    "action",
    "colour",
    "result",
    "reason",
    "protocol",
    "device",
    "firmware",
    "panel",
    "id",
    "ok",
    "error",
    "do",
    "actions",
    "size",
    "have",
    "differs",
    "chosen",
    "cells",
    "counts",
    "zeros",
    "spans",
    "noise",
    "first",
    "crc",
    "x",
)
"""Members of the protocol, and one that is none."""

WORDS: dict[str, Sequence[object]] = {
    "type": (
        "hello",
        "event",
        "table",
        "health",
        "incident",
        "raw",
        "answer",
        "ack",
        "command",
        "reboot",
        "Hello",
        "crc",
    ),
    "kind": ("start", "action", "undo", "result", "conclude", "abandon", "resign", "kind", "ACTION"),
    "do": ("new", "actions", "back", "act", "play", "learn", "health", "suggest", "lights", "reset", "__class__"),
    "rules": ("orochi", "sibling", "orcoon", "organica", "droched", "chess"),
    "board": ("hex4", "hex3", "hex9", "hex13", "hex14", "square7", "square26", "square0", "hex", "hex04"),
    "size": (0, 3, 4, 5, 13, 14, 26, -1),
    "action": (
        "Wd4",
        "Bd4",
        "Wa1",
        "*d4",
        "d4",
        "d4-d5",
        "d4xd5",
        "Pd4",
        "Ld4",
        "pass",
        "swap",
        "komi=3",
        "end",
        "Wz9",
    ),
    "colour": ("white", "black", "red", ""),
    "result": ("W+", "B+", "0", "W", "1"),
    "reason": ("resigned", "draw-agreed", "time", "larger-group", "white resigned", "draw agreed"),
    "clock": ("none", "fischer 300+5", "byoyomi 600+3x30", "delay 0+0", "fischer 99999+99999", "fischer \u0661+1"),
    "game": ("b0-3-1", "b0-3-2", "b0-3-3", "b1-1-1", "import:b0-3-1", "../../etc/passwd", "b0-3-1'; DROP TABLE games"),
    "device": ("b0", "b1", "b2", "b" * 64, "b" * 65, "b 0"),
    "options": ({}, {"pie": True}, {"komi": 3}, {"pie": "on", "komi": 1}, {"setup": "corners"}, {"handicap": 2}),
    "seq": (0, 1, 2, 3, 7, 100, 2**29 - 1, 2**29, 2**53, -1),
    "boot": (0, 1, 3, 4, 2**53 - 1, 2**53),
    "ticks": (0, 5, 2**29, 2**53 - 1, 2**53, -1),
    "protocol": (1, 1, 1, 1, 1, 1, 1, 2, True, 1.0, "1"),
    "cells": ({"d4": 1, "a1": 2}, {"d4": 1.0}, {"d4": True}, {"d4": "dead"}, {"z9": 1}, ["d4"], {}),
    "actions": (["Wd4"], ["Wd4", "Bd5"], ["pass", 1], [["Wd4"]], "Wd4", []),
}
"""For some members what is right, nearly right and wrong."""


_GAME = re.compile(rb'"(b0-[0-9]+-)([0-9]+)"')
"""The id of a recorded game, in JSON."""
_RECORDED = re.compile(rb'"[0-9a-f]{16}-[0-9]+-([0-9]+)"')
_BOARD = re.compile(rb'"[0-9a-f]{16}"')
"""The ids of a game and of the board in the recorded runs."""
_COMMAND = b'{"type": "command", "id": '
_ACK = b'{"type": "ack"'


def kind_of(line: bytes) -> str:
    """Return what a real line is: its type, command or kind of event."""
    message = wire.decode(line)
    return str(message.get("do") or message.get("kind") or message["type"])


def seal(body: bytes) -> bytes:
    """Return a line of a JSON object's text without its closing brace, with the checksum it ought to have."""
    return body + b',"crc":"%08x"}\n' % (binascii.crc32(body) & 0xFFFFFFFF)


def unsealed(line: bytes) -> bytes:
    """Return what ``seal`` was given for a line, or the line as it is."""
    end = line.rfind(b',"crc":"')
    return line[:end] if end >= 0 else line


@cache
def conversation() -> tuple[list[bytes], list[bytes]]:
    """Return the lines that a host said and those that a board said, each once, in order; the board is ``b0``."""
    said: dict[str, dict[bytes, None]] = {"host": {}, "board": {}}
    for boot, run in enumerate([protocol_runs.commands(), *protocol_runs.all_games().values()], 3):
        for who, line in run:
            body = _RECORDED.sub(rb'"b0-%d-\1"' % boot, unsealed(line))
            said[who][seal(_BOARD.sub(b'"b0"', body))] = None
    return list(said["host"]), list(said["board"])


class Hostile:
    """An endless source of hostile lines; the same random numbers give the same lines."""

    def __init__(self, source: random.Random, real: Sequence[bytes]) -> None:
        """Take random numbers and real lines, in order, of the direction that is to be attacked."""
        self._random = source
        self._bodies = [unsealed(line) for line in real]
        self._by_kind: dict[str, list[bytes]] = {}
        for line, body in zip(real, self._bodies, strict=True):
            self._by_kind.setdefault(kind_of(line), []).append(body)
        self._kinds = list(self._by_kind)
        self._games = sorted({found[0][1:-1].decode() for body in self._bodies for found in _GAME.finditer(body)})
        self._starts = [at for at, body in enumerate(self._bodies) if b'"kind": "start"' in body] or [0]
        self._at = self._round = 0
        self._next_id = 1000
        self._ways: list[tuple[Callable[[], bytes], int]] = [
            (self._in_order, 16),
            (self._real, 6),
            (self._changed, 44),
            (self._doubled_member, 6),
            (self._strange_text, 8),
            (self._damaged, 14),
            (self._noise, 6),
            (self._overlong, 4),
        ]

    def line(self) -> bytes:
        """Return one line, its end included; now and then it holds line ends within."""
        ways, weights = zip(*self._ways, strict=True)
        way: Callable[[], bytes] = self._random.choices(ways, weights)[0]
        return way()

    def again(self, other: bool = False) -> None:
        """Go back in the conversation, as a board does that has not heard of its last events; or on to other games."""
        self._at = max(0, self._at - 60)
        if other:
            self._round += 1
            self._at = self._random.choice(self._starts)

    def value(self, member: str = "") -> Any:
        """Return a hostile value, for a member perhaps one that is nearly right."""
        chance = self._random
        if member == "game" and chance.random() < 0.5:
            return chance.choice(self._games)
        if member in WORDS and chance.random() < 0.7:
            return chance.choice(WORDS[member])
        return chance.choice(
            (
                lambda: None,
                lambda: chance.choice((True, False)),
                lambda: chance.choice((0, -1, 1, 2**28, 2**29 - 1, 2**29, 2**31, 2**53, 2**63, 2**64, -(2**63))),
                lambda: chance.randrange(-9, 60),
                lambda: 10 ** chance.randrange(18, 900),
                lambda: chance.choice((0.5, -0.0, 1e308, float("inf"), float("-inf"), float("nan"))),
                lambda: chance.choice(
                    ("", "\0", "\n", " ", "d4", "-1", "NaN", "ä", "\u202e", "\ud800", "😀" * 20, "%s%n")
                ),
                lambda: "x" * chance.choice((20, 65, 200, 900)),
                lambda: "".join(
                    chr(chance.choice((chance.randrange(128), chance.randrange(0x10000)))) for _ in range(9)
                ),
                lambda: [self.value() for _ in range(chance.randrange(4))],
                lambda: {str(chance.choice(NAMES)): self.value() for _ in range(chance.randrange(4))},
                lambda: _nested(chance.choice((2, 20, 40, 200, 450)), chance.choice((True, False))),
                lambda: ["pass"] * chance.choice((1, 50, 100)),
            )
        )()

    def _in_order(self) -> bytes:
        """Return the next real line of the conversation; once it is over it begins again, with other games."""
        if self._at == len(self._bodies):
            self._at = 0
            self._round += 1
        self._at += 1
        return seal(self._anew(self._bodies[self._at - 1]))

    def _real(self) -> bytes:
        return seal(self._real_body())

    def _real_body(self) -> bytes:
        """Return a real line from about where the conversation is, or of any kind."""
        if self._random.random() < 0.4:
            near = min(max(self._at + self._random.randrange(-2, 3), 0), len(self._bodies) - 1)
            return self._anew(self._bodies[near])
        return self._anew(self._random.choice(self._by_kind[self._random.choice(self._kinds)]))

    def _anew(self, body: bytes) -> bytes:
        """Return a body for this round: with other ids of games that a board tells, and with a new command's number."""
        if body.startswith(_COMMAND) and self._random.random() < 0.8:
            self._next_id += 1
            return _COMMAND + b"%d%s" % (self._next_id, body[body.index(b",", len(_COMMAND)) :])
        if body.startswith(_ACK) or not self._round:
            return body
        return _GAME.sub(rb'"\g<1>%d.\2"' % self._round, body)

    def _message(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._real_body() + b"}")
        return message

    def _changed(self) -> bytes:
        message = self._message()
        self._change(message)
        return seal(self._body(message))

    def _change(self, message: dict[str, Any]) -> None:
        """Change one to three members."""
        chance = self._random
        for _ in range(chance.randrange(1, 4)):
            member = chance.choice(list(message) or NAMES) if chance.random() < 0.8 else chance.choice(NAMES)
            how = chance.randrange(8)
            if how == 0:
                message.pop(member, None)
            elif how == 1 and isinstance(message.get(member), int):
                message[member] += chance.choice((-1, 1, 1, 2, 8, 16, 2**29))
            elif how == 2 and isinstance(message.get(member), str):
                at = chance.randrange(len(message[member]) + 1)
                message[member] = message[member][:at] + chr(chance.randrange(0x250)) + message[member][at + 1 :]
            else:
                message[member] = self.value(member)

    def _body(self, message: dict[str, Any]) -> bytes:
        text = json.dumps(message, ensure_ascii=self._random.random() < 0.8)
        if self._random.random() < 0.05:
            text = text.replace("Infinity", "1e999")
        return text.encode("utf-8", "surrogatepass")[:-1]

    def _doubled_member(self) -> bytes:
        body = self._real_body()
        member = self._random.choice(NAMES)
        return seal(body + b', "%s": ' % member.encode() + self._body({"x": self.value(member)})[6:])

    def _strange_text(self) -> bytes:
        chance = self._random
        depth = chance.choice((5, 33, 100, 480))
        return seal(
            chance.choice(
                (
                    b"",
                    b"[1",
                    b"{",
                    b'{"type"',
                    b'{"type":"ack",',
                    b'{"type":"ack" "seq" 1',
                    b'{"type":"command","id":NaN',
                    b'{"type":"command","id":1e999,"do":"back"',
                    b'{"type":"command","id":-0,"do":"back"',
                    b'{"type":"command","id":1.0,"do":"back"',
                    b'{"type":"command","id":01,"do":"back"',
                    b'{"type":"command","id":%d,"do":"lights","cells":{1:2}' % chance.randrange(2**29),
                    b'{"type":"command","id":%d,"do":"new","rules":"orochi","options":{null:1}'
                    % chance.randrange(2**29),
                    b'{"type":"\\ud800\\udc00","x":"\\u0000"',
                    b'{"type":"hello","have":' + b"[" * depth + b"]" * depth,
                    b'{"a":' * depth + b"1" + b"}" * (depth - 1),
                    b'{"type":"command","id":4,"do":"actions","actions":[' + b"[" * depth + b"]" * depth + b"]",
                    b'{"type":"event","\xff\xfe":1',
                    b'{"type":"event"}{"type":"event"',
                    b" " * chance.randrange(1000) + b'{"type":"ack"',
                )
            )
        )

    def _damaged(self) -> bytes:
        chance = self._random
        line = bytearray(self._real())
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(line))
            how = chance.randrange(5)
            if how == 0:
                line[at] ^= 1 << chance.randrange(8)
            elif how == 1:
                del line[at : at + chance.randrange(1, 40)]
            elif how == 2:
                line[at:at] = chance.randbytes(chance.randrange(1, 9))
            elif how == 3:
                line[at:at] = self._real()
            else:
                line[at:at] = line[chance.randrange(len(line)) :][:60]
            if not line:
                break
        return bytes(line) + chance.choice((b"\n", b"\n", b"\r\n", b""))

    def _noise(self) -> bytes:
        return self._random.randbytes(self._random.randrange(120)) + b"\n"

    def _overlong(self) -> bytes:
        chance = self._random
        body = self._body({**self._message(), "x": "x" * chance.randrange(900, 3000)})
        return chance.choice((seal(body), b"x" * chance.randrange(1000, 1100) + b"\n", b"\n" * 60, b"\r" * 2000))


def _nested(depth: int, lists: bool) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value] if lists else {"a": value}
    return value

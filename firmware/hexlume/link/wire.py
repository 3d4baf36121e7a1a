"""The wire format: one JSON object a line with a checksum, the same on board and host.

A line is a JSON object whose last member is ``"crc"``: eight hexadecimal digits,
the CRC-32 of every byte before the comma that precedes it. So a line stays plain
JSON for any terminal or tool, and a damaged one is recognised. docs/protocol.md
has the messages.
"""

import binascii
import json

from ..const import const

if False:  # for type checkers only
    from typing import Any

PROTOCOL = 5
"""The version of the protocol, named in both sides' ``hello``."""

MAX_LINE = 1024
"""The longest line in bytes, line end included; longer ones are dropped and counted."""

_MOST_CONTAINERS = const(32)
"""Objects and lists in a line, at most; ours have 6. More would cost a microcontroller heap and, nested, its stack."""

_TAIL = const(18)
"""Bytes of ``,"crc":"xxxxxxxx"}`` at the end of a line."""


class WireError(ValueError):
    """A line that is no message: damaged, too long or not ours."""


def encode(message: "dict[str, Any]") -> bytes:
    """Return a message as one line, ending in a newline."""
    body = json.dumps(message).encode()[:-1]
    return body + b',"crc":"%08x"}\n' % binascii.crc32(body)


def decode(data: bytes) -> "dict[str, Any]":
    """Return the message of one line, without its checksum; raises ``WireError``."""
    data = bytes(data).rstrip(b"\r\n")
    if len(data) > MAX_LINE:
        raise WireError("line too long")
    body = data[:-_TAIL]
    if data[-_TAIL:] != b',"crc":"%08x"}' % binascii.crc32(body):
        raise WireError("line without its checksum")
    # Before it is parsed. In a text they count too: no text of ours has any.
    if body.count(b"{") + body.count(b"[") > _MOST_CONTAINERS:
        raise WireError("line of too many objects and lists")
    try:
        message = json.loads((body + b"}").decode())
    except (ValueError, RuntimeError):
        # CPython's RecursionError is a RuntimeError; MicroPython has no name for it.
        raise WireError("line is not JSON")
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise WireError("message without a type")
    # Refuse an object with a member whose name is no text: MicroPython's json reads ``{1: 2}``.
    rest: "list[Any]" = [message]
    while rest:
        one = rest.pop()
        if isinstance(one, dict):
            if not all([isinstance(name, str) for name in one]):
                raise WireError("line is not JSON")
            one = one.values()
        rest += [value for value in one if isinstance(value, (dict, list))]
    return message

"""The wire format: one JSON object a line with a checksum, the same on board and host.

A line is a JSON object whose last member is ``"crc"``: eight hexadecimal digits,
the CRC-32 of every byte before the comma that precedes it. So a line stays plain
JSON for any terminal or tool, and a damaged one is recognised. docs/protocol.md
has the messages.
"""

import binascii
import json

try:
    from typing import Any
except ImportError:
    pass

PROTOCOL = 1
"""The version of the protocol, named in both sides' ``hello``."""

MAX_LINE = 1024
"""The longest line in bytes, line end included; longer ones are dropped and counted."""

_TAIL = 18
"""Bytes of ``,"crc":"xxxxxxxx"}`` at the end of a line."""


class WireError(ValueError):
    """A line that is no message: damaged, too long or not ours."""


def encode(message: "dict[str, Any]") -> bytes:
    """Return a message as one line, ending in a newline."""
    body = json.dumps(message).encode()[:-1]
    return body + b',"crc":"%08x"}\n' % (binascii.crc32(body) & 0xFFFFFFFF)


def decode(line: bytes) -> "dict[str, Any]":
    """Return the message of one line, without its checksum; raises ``WireError``."""
    line = bytes(line).rstrip(b"\r\n")
    if len(line) > MAX_LINE:
        raise WireError("line too long")
    tail = line[-_TAIL:]
    if len(line) <= _TAIL or not tail.startswith(b',"crc":"') or not tail.endswith(b'"}'):
        raise WireError("line without a checksum")
    body = line[:-_TAIL]
    if tail[8:16] != b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
        raise WireError("checksum does not match")
    try:
        message = json.loads((body + b"}").decode())
    except (ValueError, UnicodeError, RecursionError, RuntimeError):
        raise WireError("line is not JSON")
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise WireError("message without a type")
    return message

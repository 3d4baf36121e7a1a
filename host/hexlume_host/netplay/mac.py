"""Seals what two hosts tell each other with the secret of their game. No input or output.

A sealed message is 64 hexadecimal digits, the HMAC-SHA256 of what follows, and that: a JSON object, not encrypted.
Each direction has a key of its own, each start of a side a session of its own, and each message says which of the other
side's sessions it answers and has a number: so neither one's own messages come back as the other's, nor old ones again.
"""

import hashlib
import hmac
import json
import secrets
from collections import OrderedDict
from typing import Any

from .entries import other

PROTOCOL = 1
MOST_BYTES = 32_768
"""A sealed message is at most so long."""
_MAC = 64
_SESSIONS = 8
"""Sessions of the other side that are remembered."""


class Sealer:
    """Seals one side's messages and opens the other's.

    ``stranger`` is set when a session of the other side was heard that does not know ours: it must be told something.
    ``foreign`` is the other side's protocol version when it is not ours, else 0.
    """

    def __init__(self, secret: bytes, side: str, session: str = "") -> None:
        """``session`` is drawn at random but in tests."""
        self.session = session or secrets.token_hex(8)
        self.stranger = False
        self.foreign = 0
        self._own, self._theirs = _key(secret, side), _key(secret, other(side))
        self._count = 0
        self._candidate = ""
        self._peers: OrderedDict[str, int] = OrderedDict()

    def seal(self, body: dict[str, Any]) -> bytes:
        """Return a message for the other side."""
        self._count += 1
        self.stranger = False
        to = [one for one in (next(reversed(self._peers), ""), self._candidate) if one]
        told = {"v": PROTOCOL, "session": self.session, "to": to, "count": self._count, "body": body}
        data = json.dumps(told, separators=(",", ":")).encode()
        return _mac(self._own, data) + data

    def authentic(self, data: bytes) -> bool:
        """Return whether who wrote this knows the secret; it may be old."""
        return len(data) <= MOST_BYTES and hmac.compare_digest(_mac(self._theirs, data[_MAC:]), data[:_MAC])

    def open(self, data: bytes) -> dict[str, Any] | None:
        """Return what the other side says, ``None`` for what is not from it, not for us, old, or damaged."""
        if not self.authentic(data):
            return None
        try:
            told = json.loads(data[_MAC:])
            version, session, to, count = told["v"], told["session"], told["to"], told["count"]
            body = told["body"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        if version != PROTOCOL:
            self.foreign = version if type(version) is int else -1
            return None
        if not isinstance(session, str) or not isinstance(to, list) or type(count) is not int:
            return None
        if not isinstance(body, dict) or not 8 <= len(session) <= 32:
            return None
        if self.session not in to:
            self._candidate = session
            self.stranger = True
            return None
        if count <= self._peers.get(session, 0):
            return None
        self._peers[session] = count
        self._peers.move_to_end(session)
        if len(self._peers) > _SESSIONS:
            self._peers.popitem(last=False)
        return body


def _key(secret: bytes, side: str) -> bytes:
    return hmac.new(secret, b"hexlume apart 1 " + side.encode(), hashlib.sha256).digest()


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).hexdigest().encode()

"""Message authentication: HMAC-SHA256 with the game's secret. No input or output.

A signed message is 64 hexadecimal digits, the HMAC of the rest, and a JSON object, not encrypted. Each direction has
its own key, each start of a side a new session. Each message names the other side's sessions that it answers, and is
numbered: so neither reflected nor replayed messages are accepted.
"""

import hmac
import json
import secrets
from collections import OrderedDict
from typing import Any

from .entries import other

PROTOCOL = 1
MAX_BYTES = 32_768
"""Max length of a signed message."""
_MAC_DIGITS = 64
_MAX_SESSIONS = 8
"""Sessions of the other side that are remembered."""


class Authenticator:
    """Signs one side's messages and verifies the other's.

    ``greeting_due`` is set when a session of the other side spoke that does not know ours: it must get a message.
    ``other_version`` is the other side's protocol version when it is not ours, else 0.
    """

    def __init__(self, secret: bytes, role: str) -> None:
        self.session = secrets.token_hex(8)
        self.greeting_due = False
        self.other_version = 0
        self._own, self._theirs = _key(secret, role), _key(secret, other(role))
        self._count = 0
        self._candidate = ""
        self._counts: OrderedDict[str, int] = OrderedDict()
        """The last number by session of the other side."""

    def sign(self, body: dict[str, Any]) -> bytes:
        """Return a message for the other side."""
        self._count += 1
        self.greeting_due = False
        to = [one for one in (next(reversed(self._counts), ""), self._candidate) if one]
        message = {"v": PROTOCOL, "session": self.session, "to": to, "count": self._count, "body": body}
        data = json.dumps(message, separators=(",", ":")).encode()
        return _mac(self._own, data) + data

    def is_authentic(self, data: bytes) -> bool:
        """Return whether the author of a message knows the secret; the message may be old."""
        mac, message = data[:_MAC_DIGITS], data[_MAC_DIGITS:]
        return len(data) <= MAX_BYTES and hmac.compare_digest(_mac(self._theirs, message), mac)

    def verify(self, data: bytes) -> dict[str, Any] | None:
        """Return a message's body; ``None`` for one that is not authentic, not for us, old or damaged."""
        if not self.is_authentic(data):
            return None
        try:
            message = json.loads(data[_MAC_DIGITS:])
            version, session, to, count, body = (message[name] for name in ("v", "session", "to", "count", "body"))
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        if version != PROTOCOL:
            self.other_version = version if type(version) is int else -1
            return None
        if not isinstance(session, str) or not isinstance(to, list) or type(count) is not int:
            return None
        if not isinstance(body, dict) or not 8 <= len(session) <= 32:
            return None
        if self.session not in to:
            self._candidate = session
            self.greeting_due = True
            return None
        if count <= self._counts.get(session, 0):
            return None
        self._counts[session] = count
        self._counts.move_to_end(session)
        if len(self._counts) > _MAX_SESSIONS:
            self._counts.popitem(last=False)
        return body


def _key(secret: bytes, role: str) -> bytes:
    return hmac.digest(secret, b"hexlume netplay 1 " + role.encode(), "sha256")


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256").hex().encode()

"""How much of the server one client may take: token buckets, one for each client and kind of request."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

CLIENTS = 4096
"""So many clients' buckets are kept; the one that asked longest ago goes first."""


@dataclass(frozen=True)
class Limits:
    """The server's bounds; one client is one address.

    A page with all its files is about 40 requests, a school or club behind one router is one address.
    """

    requests_a_second: float = 100
    requests_at_once: int = 1500
    sign_ins_a_second: float = 0.2
    sign_ins_at_once: int = 10
    header_bytes: int = 16_384
    body_bytes: int = 1_000_000
    sockets: int = 3000
    """WebSockets of all clients together."""
    sockets_a_client: int = 1500


class Bucket:
    """Lets a burst through, then a steady rate."""

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._at_once, self._now = a_second, float(at_once), now
        self._tokens = self._at_once
        self._filled = now()

    def allows(self) -> bool:
        """Return whether one more may pass now, and count it."""
        now = self._now()
        self._tokens = min(self._at_once, self._tokens + (now - self._filled) * self._a_second)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Rates:
    """A bucket for each client; the memory it takes is bounded."""

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._at_once, self._now = a_second, at_once, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Return whether one more of a client's may pass now, and count it."""
        bucket = self._buckets.pop(client, None) or Bucket(self._a_second, self._at_once, self._now)
        self._buckets[client] = bucket
        if len(self._buckets) > CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.allows()

"""How much of the server one client may take: token buckets, one for each client and kind of request."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

CLIENTS = 4096
"""So many clients' buckets are kept; the one that asked longest ago goes first."""


def client_key(host: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 network that one IPv6 subscriber has.

    Everything else, such as what a proxy made up, is one client.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


@dataclass(frozen=True)
class Limits:
    """The server's bounds; one client is one address (``client_key``).

    A page with all its files is about 40 requests, a school or club behind one router is one address.
    """

    requests_a_second: float = 100
    requests_at_once: int = 1500
    open_requests_a_client: int = 100
    """Requests that are not answered yet."""
    guesses_a_second: float = 0.2
    guesses_at_once: int = 10
    """Sign-ins, and requests with a wrong token."""
    header_bytes: int = 16_384
    body_bytes: int = 1_000_000
    bodies_bytes: int = 64_000_000
    """Bodies that are held at the same time, of all clients together."""
    bodies_bytes_a_client: int = 16_000_000
    sockets: int = 3000
    """WebSockets of all clients together."""
    sockets_a_client: int = 1200


class Bucket:
    """A token bucket: lets a burst through, then a steady rate."""

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._at_once, self._now = a_second, float(at_once), now
        self._tokens = self._at_once
        self._filled = now()

    def allows(self) -> bool:
        """Return whether one more may pass now, and count it."""
        if self.delay():
            return False
        self.charge()
        return True

    def delay(self, needed: float = 1) -> float:
        """Return the seconds until the bucket holds so many tokens, 0 if it does now."""
        now = self._now()
        self._tokens = min(self._at_once, self._tokens + (now - self._filled) * self._a_second)
        self._filled = now
        if self._tokens >= needed:
            return 0
        return (needed - self._tokens) / self._a_second if self._a_second else math.inf

    def charge(self, tokens: float = 1) -> None:
        """Take tokens out, also more than there are: what was used can be known only afterwards."""
        self._tokens -= tokens


class Rates:
    """A bucket for each client; the memory it takes is bounded."""

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._at_once, self._now = a_second, at_once, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Return whether one more of a client's may pass now, and count it."""
        return self.of(client).allows()

    def of(self, client: str) -> Bucket:
        """Return a client's bucket."""
        bucket = self._buckets.pop(client, None) or Bucket(self._a_second, self._at_once, self._now)
        self._buckets[client] = bucket
        if len(self._buckets) > CLIENTS:
            self._buckets.popitem(last=False)
        return bucket

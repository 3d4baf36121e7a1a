"""Rate limit: a token bucket for each client, and the limits of the server."""

import ipaddress
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

CLIENTS = 4096
"""Clients that have a bucket; the least recent one is dropped first."""


@lru_cache(CLIENTS)
def client_key(host: str) -> str:
    """Return what counts as one client: an IPv4 address, or an IPv6 network (/64).

    Everything else, such as a name from a proxy, is one client.
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
    """The server's limits; a client is an address (``client_key``).

    A page with all its files is about 40 requests, a school or club behind one router is one address.
    """

    requests_a_second: float = 100
    requests_at_once: int = 1500
    guesses_a_second: float = 0.2
    guesses_at_once: int = 10
    """Sign-ins, and requests with a wrong token."""
    header_bytes: int = 16_384
    body_bytes: int = 1_000_000
    bodies: int = 64
    """Requests with a body that are open at the same time, of all clients together."""
    bodies_a_client: int = 16
    sockets: int = 3000
    """WebSockets of all clients together."""
    sockets_a_client: int = 1200


class TokenBucket:
    """A token bucket: lets a burst through, then a steady rate."""

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._at_once, self._now = a_second, float(at_once), now
        self._tokens = self._at_once
        self._filled = now()

    def allows(self) -> bool:
        """Return whether one more request may pass now, and count it."""
        if self.delay():
            return False
        self.charge()
        return True

    def delay(self, needed: float = 1) -> float:
        """Return the seconds until the bucket holds the tokens, 0 if it does now."""
        now = self._now()
        self._tokens = min(self._at_once, self._tokens + (now - self._filled) * self._a_second)
        self._filled = now
        if self._tokens >= needed:
            return 0
        return (needed - self._tokens) / self._a_second if self._a_second else math.inf

    def charge(self, tokens: float = 1) -> None:
        """Take tokens out, even more than there are: what was used is known only afterwards."""
        self._tokens -= tokens


def rate_limiter(
    a_second: float, at_once: float, now: Callable[[], float] = time.monotonic
) -> Callable[[str], TokenBucket]:
    """Return a function that returns a client's token bucket; the least recent clients are forgotten."""
    return lru_cache(CLIENTS)(lambda client: TokenBucket(a_second, at_once, now))

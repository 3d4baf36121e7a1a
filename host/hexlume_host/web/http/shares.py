"""Fair shares: what clients hold of something bounded, such as connections or the bytes of bodies."""

from collections import Counter, defaultdict
from collections.abc import Callable

End = Callable[[], object]
"""Ends what holds an amount; it stands for the holder, too."""


class Shares:
    """Divides a ``limit`` among clients, of whom each may hold ``limit_a_client``. Belongs to one event loop.

    When everything is held, a client gets more only from the client that holds the most, and only while it has less
    than that one: what the other took last is ended. So a few clients that take all they can get keep nobody out.
    """

    def __init__(self, limit: int, limit_a_client: int) -> None:
        self._limit, self._limit_a_client = limit, limit_a_client
        self._holders: defaultdict[str, dict[End, int]] = defaultdict(dict)
        self._amounts: Counter[str] = Counter()
        self._total = 0

    def has_room(self, client: str, amount: int = 1) -> bool:
        """Return whether a client may take more now."""
        own = self._amounts[client] + amount
        if own > min(self._limit, self._limit_a_client):
            return False
        return self._total + amount <= self._limit or max(self._amounts.values()) > own

    def take(self, client: str, end: End, amount: int = 1) -> bool:
        """Give a client's holder more, and return whether there was room; ``end`` is called if others need it."""
        while has_room := self.has_room(client, amount):
            if self._total + amount <= self._limit:
                break
            most = max(self._amounts, key=self._amounts.__getitem__)
            latest = next(reversed(self._holders[most]))
            self.release(most, latest)
            latest()
        if not has_room:
            return False
        holders = self._holders[client]
        holders[end] = holders.get(end, 0) + amount
        self._amounts[client] += amount
        self._total += amount
        return True

    def release(self, client: str, end: End) -> None:
        """Count nothing more for a holder, if it holds anything."""
        amount = self._holders[client].pop(end, 0)
        self._amounts[client] -= amount
        self._total -= amount
        if not self._holders[client]:
            del self._holders[client], self._amounts[client]

"""A line to the other side, as whatever carries it offers it."""

from collections.abc import Callable
from typing import Protocol

Receive = Callable[[bytes], bool]
"""Told a message on the line's own thread; returns whether who sent it knows the game's secret. Must not block."""
Say = Callable[[str], None]
"""Told a sentence about the line, once for each change. Must not block."""


class Line(Protocol):
    """Carries messages of at most ``sealing.MOST_BYTES`` bytes there and back; it may lose or double any of them."""

    def start(self, receive: Receive, say: Say) -> None:
        """Begin in threads of its own; raises ``ApartError`` when it can never be."""

    def send(self, data: bytes) -> None:
        """Send a message if anybody is there; never blocks."""

    def close(self) -> None:
        """End it, and its threads."""

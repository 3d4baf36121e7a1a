"""Transport: carries messages to the other side and back, over a WebSocket or through an MQTT broker."""

from collections.abc import Callable
from typing import Protocol

Receive = Callable[[bytes], bool]
"""Takes a message on the transport's thread; returns whether its sender knows the game's secret. Must not block."""
Say = Callable[[str], None]
"""Takes a sentence about the connection, once for each change. Must not block."""


class Transport(Protocol):
    """Carries messages of max. ``mac.MAX_BYTES`` bytes; it may lose or repeat any of them."""

    def start(self, receive: Receive, say: Say) -> None:
        """Start in threads of its own; raises ``HexlumeError`` when it can never work."""

    def send(self, data: bytes) -> None:
        """Send a message if anybody is there; never blocks."""

    def close(self) -> None:
        """Stop, and end the threads."""

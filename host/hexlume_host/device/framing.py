"""Bytes from the serial line to messages. Whatever arrives, memory stays bounded and nothing raises."""

from typing import Any

from hexlume.link import wire


class LineReader:
    """Cuts the stream into lines and decodes them; invalid lines are dropped and counted in ``dropped``."""

    def __init__(self) -> None:
        self.dropped = 0
        self._rest = b""
        """The line that is not finished, up to one byte more than a line may have."""

    def restart(self) -> None:
        """Forget a line that is not finished: the next byte begins a new one."""
        self._rest = b""

    def feed(self, received: bytes) -> list[dict[str, Any]]:
        """Take the next bytes and return the messages that are complete with them."""
        messages = []
        *lines, rest = (self._rest + received).split(b"\n")
        self._rest = rest[: wire.MAX_LINE + 1]
        for line in lines:
            if not line.strip():
                continue
            try:
                messages.append(dict(wire.decode(line)))
            except wire.WireError:
                self.dropped += 1
        return messages

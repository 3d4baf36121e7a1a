"""Bytes from the serial line to messages. Whatever arrives, memory stays bounded and nothing raises."""

from typing import Any

from hexlume.link import wire


class LineReader:
    """Cuts the stream into lines and decodes them; what is no message is dropped and counted in ``dropped``."""

    def __init__(self) -> None:
        self.dropped = 0
        self._line = bytearray()
        self._overlong = False

    def restart(self) -> None:
        """Forget a line that is not finished: the next byte begins a new one."""
        self._line.clear()
        self._overlong = False

    def feed(self, received: bytes) -> list[dict[str, Any]]:
        """Take the next bytes and return the messages that are complete with them."""
        messages = []
        *ends, rest = received.split(b"\n")
        for end in ends:
            self._extend(end)
            message = self._finish()
            if message is not None:
                messages.append(message)
        self._extend(rest)
        return messages

    def _extend(self, part: bytes) -> None:
        room = wire.MAX_LINE - len(self._line)
        self._line += part[:room]
        self._overlong |= len(part) > room

    def _finish(self) -> dict[str, Any] | None:
        line, overlong = bytes(self._line), self._overlong
        self.restart()
        if not line.strip() and not overlong:
            return None
        try:
            if not overlong:
                return dict(wire.decode(line))
        except wire.WireError:
            pass
        self.dropped += 1
        return None

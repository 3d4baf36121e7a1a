"""A host at a twin's data port in virtual time, with the host's protocol; commits each event."""

import json
from typing import Any

from hexlume_host.device.messages import Dropped, Hello, Message
from hexlume_host.device.protocol import HostProtocol
from hexlume_record.game.events import BoardEvent
from hexlume_sim.chip.usb import Link
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard


class VirtualHost(Link):
    """Opens the port when it is made. ``lines`` are all lines said, each with who said it; ``heard`` what was heard.

    ``have`` are the last committed events by game.
    """

    def __init__(self, board: VirtualBoard, first_command: int = 1718, engine_ms: int = 0) -> None:
        self.lines: list[tuple[str, bytes]] = []
        self.heard: list[Message] = []
        self.have: dict[str, int] = {}
        self.open = True
        self._clock = board.twin.clock
        self._protocol = HostProtocol(first_command)
        self._protocol.engine_ms = engine_ms
        self._protocol.connect({}, self._now)
        self._out = b""
        self._in = b""
        board.twin.data.link = self
        self._clock.run_script(self._poll(board))

    @staticmethod
    def _poll(board: VirtualBoard) -> Hands:
        while True:
            board.twin.data.exchange()
            yield MS

    @property
    def _now(self) -> float:
        return self._clock.now / 1e6

    def messages(self, side: str) -> list[dict[str, Any]]:
        """Return what one side (``host`` or ``board``) has said, as JSON."""
        return [json.loads(line) for who, line in self.lines if who == side]

    def command(self, do: str, **arguments: Any) -> int:
        """Send a command; return its id."""
        identity = self._protocol.command(do, arguments, self._now)
        assert identity is not None
        return identity

    def is_open(self) -> bool:
        return self.open

    def receive(self, limit: int) -> bytes:
        for line in self._protocol.outgoing(self._now).splitlines(keepends=True):
            self.lines.append(("host", line))
            self._out += line
        sent, self._out = self._out[:limit], self._out[limit:]
        return sent

    def send(self, data: bytes) -> int:
        *lines, self._in = (self._in + data).split(b"\n")
        self.lines += [("board", line + b"\n") for line in lines]
        for message in self._protocol.receive(data, self._now):
            self.heard.append(message)
            self._take(message)
        return len(data)

    def _take(self, message: Message) -> None:
        if isinstance(message, Hello):
            self._protocol.greet(self.have, self._now)
        elif isinstance(message, Dropped):
            self._protocol.acknowledge_dropped(message.before)
        elif isinstance(message, BoardEvent):
            last = self.have.get(message.game, -1)
            if message.seq == last + 1:
                self.have[message.game] = last + 1
            self._protocol.acknowledge({message.game: self.have.get(message.game, -1)})

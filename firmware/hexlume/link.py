"""The link: the serial protocol's board side (docs/protocol.md). It never blocks the loop.

Events wait in their game's record until a host has committed them; everything else is droppable.
"""

from . import VERSION, wire
from .record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    import usb_cdc


WINDOW = 8
"""Events sent ahead of the last acknowledged one."""
RESEND_MS = 500
"""Without progress for so long, sending starts again behind the last acknowledged event."""
MOST_RECORDS = 4
"""Games held in memory for a host that is not there; the oldest gives way."""
MOST_ANSWERS = 16
"""Commands whose answers are remembered, so that a repeated one is not carried out twice."""
CHUNK = 64
"""Bytes read from the serial port at a time."""


class Link:
    """Talks to a host over a serial channel such as ``usb_cdc.data``.

    ``on_command`` is called with a host's command (a dictionary) and returns ``None``, or a sentence
    that says why it can't be done. ``dropped`` counts the damaged lines.
    """

    def __init__(
        self,
        serial: "usb_cdc.Serial",
        board: str,
        boot: int,
        panel: str,
        on_command: "Callable[[dict[str, Any]], str | None]",
    ) -> None:
        """Take the serial channel, the board's id, its boot count and its panel's name."""
        serial.timeout = 0
        serial.write_timeout = 0
        self._serial = serial
        self._board = board
        self._boot = boot
        self._panel = panel
        self._on_command = on_command
        self._line = bytearray(wire.MAX_LINE)
        self._filled = 0
        self._overlong = False
        self._out = b""
        self._soon: "list[dict[str, Any]]" = []
        self._table: "dict[str, Any] | None" = None
        self._health: "dict[str, Any] | None" = None
        self._answers: "list[dict[str, Any]]" = []
        self._connected = False
        self._accepted = False
        self._progress_ms = 0
        self.records: list[Record] = []
        self.dropped = 0

    @property
    def host(self) -> bool:
        """Return whether a host that speaks our protocol is connected."""
        return self._connected and self._accepted

    @property
    def kept(self) -> bool:
        """Return whether a host is connected and has committed every event of the games before the running one."""
        if not self.host:
            return False
        for record in self.records:
            if record.over and not record.complete:
                return False
        return True

    def begin(self, record: Record) -> None:
        """Take up a new game's record as the running one."""
        self.records = [old for old in self.records if not old.complete][-(MOST_RECORDS - 1) :]
        self.records.append(record)

    def table(self, told: "dict[str, Any]") -> None:
        """Tell how the table stands to the game (docs/protocol.md); only the latest is kept."""
        self._table = {"type": "table", "game": self.records[-1].identity}
        self._table.update(told)

    def health(self, told: "dict[str, Any]") -> None:
        """Tell how some sensors are (docs/protocol.md): after everything else, and only the latest is kept."""
        self._health = told

    def exchange(self, ms: int) -> None:
        """Read what has come and write what the channel takes, without waiting."""
        connected = self._serial.connected
        if connected != self._connected:
            self._connected = connected
            self._accepted = False
            self._filled = 0
            self._out = b""
            self._soon = [self._hello()] if connected else []
        if not connected:
            return
        self._receive(ms)
        self._send(ms)

    def _receive(self, ms: int) -> None:
        for _ in range(4):
            if not self._serial.in_waiting:
                return
            chunk = self._serial.read(CHUNK)
            if not chunk:
                return
            for byte in chunk:
                if byte == 10:
                    self._take_line(ms)
                elif self._filled < len(self._line):
                    self._line[self._filled] = byte
                    self._filled += 1
                else:
                    self._overlong = True

    def _take_line(self, ms: int) -> None:
        line, self._filled = bytes(self._line[: self._filled]), 0
        overlong, self._overlong = self._overlong, False
        if not line.strip():
            return
        try:
            if overlong:
                raise wire.WireError("line too long")
            message = wire.decode(line)
        except wire.WireError:
            self.dropped += 1
            return
        what = message["type"]
        if what == "hello":
            self._take_hello(message, ms)
        elif what == "ack" and self._accepted:
            self._take_ack(message, ms)
        elif what == "command" and self._accepted:
            self._take_command(message)

    def _take_hello(self, message: "dict[str, Any]", ms: int) -> None:
        self._accepted = message.get("protocol") == wire.PROTOCOL
        have = message.get("have")
        for record in self.records:
            seq = have.get(record.identity, -1) if isinstance(have, dict) else -1
            record.resume(seq if _is_count(seq) else -1)
        self._progress_ms = ms
        self._soon = [self._hello()]

    def _take_ack(self, message: "dict[str, Any]", ms: int) -> None:
        for record in self.records:
            if record.identity == message.get("game") and _is_count(message.get("seq")):
                record.acknowledge(message["seq"])
                self._progress_ms = ms

    def _take_command(self, message: "dict[str, Any]") -> None:
        """Carry out a command once, however often it comes, and answer it each time."""
        identity = message.get("id")
        if not isinstance(identity, int) or not _is_count(identity):
            self.dropped += 1
            return
        for answer in self._answers:
            if answer["id"] == identity:
                break
        else:
            refusal = self._on_command(message)
            answer = {"type": "answer", "id": identity, "ok": refusal is None}
            if refusal is not None:
                answer["error"] = refusal
            self._answers = self._answers[1 - MOST_ANSWERS :] + [answer]
        if len(self._soon) < WINDOW:
            self._soon.append(answer)

    def _hello(self) -> "dict[str, Any]":
        record = self.records[-1] if self.records else None
        return {
            "type": "hello",
            "protocol": wire.PROTOCOL,
            "board": self._board,
            "firmware": VERSION,
            "panel": self._panel,
            "boot": self._boot,
            "game": record.identity if record else None,
            "seq": len(record.events) - 1 if record else -1,
        }

    def _send(self, ms: int) -> None:
        for _ in range(WINDOW):
            if not self._out:
                message = self._next(ms)
                if message is None:
                    return
                self._out = wire.encode(message)
            written = self._serial.write(self._out) or 0
            self._out = self._out[written:]
            if self._out:
                return

    def _next(self, ms: int) -> "dict[str, Any] | None":
        """Return the next message to send, or ``None``."""
        if self._soon:
            return self._soon.pop(0)
        if not self._accepted:
            return None
        for record in self.records:
            if record.complete:
                continue
            if record.sent > record.acked and ms - self._progress_ms > RESEND_MS:
                record.sent = record.acked
            if record.sent < len(record.events) - 1:
                if record.sent - record.acked >= WINDOW:
                    break
                if record.sent == record.acked:
                    self._progress_ms = ms
                record.sent += 1
                return record.message(record.sent)
            # The next game's events follow only when this one's are committed.
            break
        if self._table is not None:
            table, self._table = self._table, None
            return table
        health, self._health = self._health, None
        return health


def _is_count(value: object) -> bool:
    """Return whether a value from the wire is a whole number that fits a counter."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 29

"""The host's side of the protocol without input or output: bytes in, messages and bytes out.

The caller brings the clock (seconds, any origin), commits the events it is given and says which are committed.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from hexlume.link import wire
from hexlume_record.game.events import BoardEvent, place_of
from hexlume_record.validation import LARGEST, FieldError

from .framing import LineReader
from .messages import KINDS, NO_ANSWER, Answer, Dropped, Hello, Message, read_any, read_message

HELLO_SECONDS = 1.0
"""Interval of the host's ``hello`` until the board has answered it."""
COMMAND_SECONDS = 0.5
"""Interval of a command until it is answered."""
COMMAND_PATIENCE_SECONDS = 5.0
"""How long an answer is waited for."""
MOST_COMMANDS = 16
"""Commands that may wait for their answers."""
COMMAND_ID_LIMIT = 1 << 28
"""First ids stay below this: the board takes ids below 2**29."""


class _Command:
    """A command that waits for its answer."""

    def __init__(self, line: bytes, now: float) -> None:
        self.line = line
        self.next_at = now
        self.given_up_at = now + COMMAND_PATIENCE_SECONDS


class HostProtocol:
    """The protocol between one host and one board, over one connection after the other.

    After ``connect`` the host says ``hello`` until the board's arrives. The first ``Hello`` of a board (or of its new
    boot) is reported; the caller then calls ``greet`` with what the store has of this very board, and that second
    ``hello`` is repeated until the board has said something after it. So a board's own ``hello`` that crossed
    with a lost one of ours leaves neither side waiting.
    """

    def __init__(self, first_command: int) -> None:
        """``first_command`` is the first command's id: other than any this board may have had from the last host."""
        self.board: Hello | None = None
        """The last hello of the board at the other end, once it has said one in a protocol we know."""
        self.refusal = ""
        """Why this board is not talked to, in one sentence; empty while it is."""
        self.engine_ms = 0
        """Max ms that this host's engine takes for an answer, 0 without one; sent with the next hello."""
        self.forged = ""
        """The game of another board that this one last sent an event of, empty for none: such lines are dropped."""
        self._lines = LineReader()
        self._malformed = 0
        self._have: dict[str, int] | None = None
        self._hello_at = 0.0
        self._acks: dict[str, dict[str, Any]] = {}
        """The acknowledgements to send, by game and, of dropped games, by the first that was kept."""
        self._commands: dict[int, _Command] = {}
        self._ids = count(first_command % COMMAND_ID_LIMIT)

    @property
    def dropped(self) -> int:
        """Lines that were damaged, too long or no message of the protocol."""
        return self._lines.dropped + self._malformed

    def connect(self, have: Mapping[str, int], now: float) -> None:
        """Begin on a new connection; ``have`` are the last events of unfinished games, of whichever board."""
        self.board = None
        self.refusal = self.forged = ""
        self._lines.restart()
        self._acks.clear()
        self.greet(have, now)

    def greet(self, have: Mapping[str, int], now: float) -> None:
        """Say ``hello`` with the last events of unfinished games, again and again until the board has answered."""
        self._have = dict(have)
        self._hello_at = now

    def receive(self, received: bytes, now: float) -> list[Message]:
        """Take bytes from the board and return what they say, in order, and an answer for commands that got none."""
        messages: list[Message] = []
        for message in self._lines.feed(received):
            try:
                one = self._read(message)
            except wire.WireError:
                self._malformed += 1
                continue
            if one is not None:
                messages.append(one)
        for identity, command in list(self._commands.items()):
            if now >= command.given_up_at:
                del self._commands[identity]
                messages.append(Answer(identity, NO_ANSWER))
        return messages

    def acknowledge(self, last: Mapping[str, int]) -> None:
        """Tell the board that every event up to these is committed (game id to last event)."""
        for game, seq in last.items():
            if seq >= 0:
                self._acks[game] = {"type": "ack", "game": game, "seq": seq}

    def acknowledge_dropped(self, before: str) -> None:
        """Tell the board that what it dropped before a game is noted."""
        self._acks[f"before {before}"] = {"type": "ack", "before": before}

    def command(self, do: str, arguments: Mapping[str, Any], now: float) -> int | None:
        """Send a command until it is answered; returns its id, or ``None`` when it is not sent. Any thread may call it.

        It is not sent when there is no board, too many wait, or it does not fit a line.
        """
        identity = next(self._ids)
        line = wire.encode({"type": "command", "id": identity, "do": do, **arguments})
        if self.board is None or len(self._commands) >= MOST_COMMANDS or len(line) > wire.MAX_LINE:
            return None
        self._commands[identity] = _Command(line, now)
        return identity

    def outgoing(self, now: float) -> bytes:
        """Return what is to be sent now; it counts as sent."""
        if self.refusal:
            return b""
        out = b""
        if self._have is not None and now >= self._hello_at:
            out += _hello_line(self._have, self.engine_ms)
            self._hello_at = now + HELLO_SECONDS
        for ack in self._acks.values():
            out += wire.encode(ack)
        self._acks.clear()
        for command in list(self._commands.values()):
            if now >= command.next_at and self.board is not None:
                out += command.line
                command.next_at = now + COMMAND_SECONDS
        return out

    def _read(self, message: dict[str, Any]) -> Message | None:
        what = message["type"]
        if what == "hello":
            return self._take_hello(message)
        if self.board is None or what not in KINDS:
            return None
        found = read_any(message)
        if isinstance(found, BoardEvent):
            if place_of(found.game, self.board.device) is None:
                self.forged = found.game
                raise FieldError("game", "must be a game of the board")
            if found.boot is None:
                found = replace(found, boot=self.board.boot)
        if isinstance(found, Dropped):
            found.check(self.board.device)
        self._have = None
        if isinstance(found, Answer) and self._commands.pop(found.id, None) is None:
            return None
        return found

    def _take_hello(self, message: dict[str, Any]) -> Hello | None:
        version = message.get("protocol")
        if type(version) is int and 0 <= version <= LARGEST and version != wire.PROTOCOL:
            self.refusal = (
                f"The board speaks version {version} of the protocol and this hexlume speaks "
                f"version {wire.PROTOCOL}: install the firmware and the hexlume of one release."
            )
            return None
        hello = read_message(Hello, message)
        if self.board is not None and (hello.device, hello.boot) == (self.board.device, self.board.boot):
            self.board = hello
            self._have = None
            return None
        self.board = hello
        return hello


def _hello_line(have: Mapping[str, int], engine_ms: int) -> bytes:
    """Return our ``hello`` with as many games as fit a line, the first ones first."""
    games = list(have.items())
    engine = {"engine": engine_ms} if engine_ms else {}
    while True:
        line = wire.encode({"type": "hello", "protocol": wire.PROTOCOL, "have": dict(games), **engine})
        if len(line) <= wire.MAX_LINE:
            return line
        games.pop()

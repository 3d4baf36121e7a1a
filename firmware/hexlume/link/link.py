"""The link: the serial protocol's board side (docs/protocol.md). It never blocks the loop.

Events wait in their game's record, and in the journal, until a host has committed them; everything else is droppable.
"""

from .. import VERSION
from ..const import const, elapsed
from ..journal.journal import ALL_EVENTS
from ..journal.record import MOST_TICKS, Record
from . import wire

if False:  # for type checkers only
    from typing import Any, Callable, Iterator

    import usb_cdc

    from ..journal.journal import Journal
    from .raw_report import RawReport

_WINDOW = const(8)
"""Events sent ahead of the last acknowledged one."""
_RESEND_MS = const(500)
"""Without progress for so long, sending starts again behind the last acknowledged event."""
_MOST_RECORDS = const(4)
"""Games held in memory for a host that is not there; the oldest gives way."""
_GRACE_MS = const(3000)
"""The board waits so much longer than a host says that its engine takes for an answer."""
_MOST_ANSWERS = const(16)
"""Commands whose answers are remembered, so that a repeated one is not carried out twice."""
_HEALTH_MS = const(100)
"""The time from one message of a health report to the next in ms."""
_CHUNK = const(64)
"""Bytes read from the serial port at a time."""


class Link:
    """Talks to a host over a serial channel such as ``usb_cdc.data``.

    ``on_command`` is called with a host's command (a dictionary) and returns ``None``, or a sentence
    that says why it can't be done. ``dropped`` counts the damaged lines. ``patience`` is the time in ms that the
    engine of the host that is there is waited for, 0 without one. ``host`` is whether one that speaks our protocol is
    connected. ``health`` and ``raw`` make the messages that it gets when there is nothing else, if it asked for them.
    """

    def __init__(
        self,
        serial: "usb_cdc.Serial",
        device: str,
        boot: int,
        panel: str,
        on_command: "Callable[[dict[str, Any]], str | None]",
        since_start: "Callable[[int], int]",
        journal: "Journal | None" = None,
    ) -> None:
        """Take the serial channel, the board's id, its boot count, its panel's name and ``Clock.since_start``; and the
        journal, whose games are sent to each host that comes, behind the running one."""
        serial.timeout = serial.write_timeout = 0
        self._serial = serial
        self._hello: "dict[str, Any]" = {
            "type": "hello",
            "protocol": wire.PROTOCOL,
            "device": device,
            "firmware": VERSION,
            "panel": panel,
            "boot": boot,
        }
        self._on_command = on_command
        self.since_start = since_start
        self._table: "dict[str, Any] | None" = None
        self._table_due = False
        self._answers: "list[dict[str, Any]]" = []
        self._progress_ms = self._health_ms = self.dropped = 0
        self._journal = journal
        # The journal's games that are still to be sent, when the host has those of ``records``, and the one that is.
        self._old: "Iterator[Record | None] | None" = None
        self._old_game: Record | None = None
        self.records: list[Record] = []
        self._connect(False, 0)

    @property
    def kept(self) -> bool:
        """Return whether a host is connected and has committed every event of the games before the running one."""
        if not self.host or self._old is not None:
            return False
        for record in self.records:
            if record.over and not record.complete:
                return False
        return True

    def begin(self, record: Record) -> None:
        """Take up a new game's record as the running one."""
        # Until a host has the journal's games, those after them show where they end.
        waiting = [old for old in self.records if self._old is not None or not old.complete]
        if self._journal is not None and (not self.host or len(waiting) >= _MOST_RECORDS):
            # Whoever is or comes there gets them from the journal, as far as it has them.
            self._old = self._journal.games_to_send(self.records)
            self._old_game = None
            if not self._journal.full:
                waiting = []
        self.records[:] = waiting[1 - _MOST_RECORDS :] + [record]

    def table(self, message: "dict[str, Any]") -> None:
        """Send how the table stands to the game (docs/protocol.md), if that has changed; only the latest is kept."""
        table = {"type": "table", "game": self.records[-1].identity}
        table.update(message)
        if table != self._table:
            self._table = table
            self._table_due = True

    def exchange(self, ms: int) -> None:
        """Read what has come and write what the channel takes, without waiting."""
        connected = self._serial.connected
        if connected != self._connected:
            self._connect(connected, ms)
        if connected:
            self._receive(ms)
            self._send(ms)

    def _connect(self, connected: bool, ms: int) -> None:
        """Begin anew: a program has opened the channel, or closed it."""
        self._connected = connected
        self.host = False
        self.health: "Iterator[dict[str, Any]] | None" = None
        self.raw: RawReport | None = None
        self.patience = 0
        self._line = self._sending = b""
        self._greet(ms)

    def _receive(self, ms: int) -> None:
        for _ in range(4):
            if not self._serial.in_waiting:
                return
            lines = (self._line + (self._serial.read(_CHUNK) or b"")).split(b"\n")
            # With one byte more than a line has, one that is too long is known.
            self._line = lines.pop()[: wire.MAX_LINE + 1]
            for line in [line for line in lines if line.strip()]:
                try:
                    message = wire.decode(line)
                except wire.WireError:
                    self.dropped += 1
                    continue
                what = message["type"]
                if what == "hello":
                    self._take_hello(message, ms)
                elif what == "ack" and self.host:
                    self._take_ack(message, ms)
                elif what == "command" and self.host:
                    self._take_command(message)

    def _take_hello(self, message: "dict[str, Any]", ms: int) -> None:
        self.host = message.get("protocol") == wire.PROTOCOL
        # A host that comes gets how the table stands.
        self._table_due = self._table is not None
        engine = _count(message.get("engine"))
        self.patience = engine + _GRACE_MS if self.host and engine >= 0 else 0
        have = message.get("have")
        for record in self.records:
            record.resume(_count(have.get(record.identity)) if isinstance(have, dict) else -1)
        self._progress_ms = ms
        self._greet(ms)
        self._old = None if self._journal is None else self._journal.games_to_send(self.records)
        self._old_game = None

    def _take_ack(self, message: "dict[str, Any]", ms: int) -> None:
        self._progress_ms = ms
        game, seq = message.get("game"), _count(message.get("seq"))
        for record in self.records:
            if record.identity == game:
                record.acknowledge(seq)
                if self._old is None:
                    self._note_acked(record)
        old = self._old_game
        if old is None or self._journal is None:
            return
        if old.dropped_from:
            if message.get("before") == old.identity:
                old.dropped_from = ()
                boot, number = old.game
                self._journal.acknowledge(boot, number - 1, ALL_EVENTS, 0, old.ordinal - 1)
        elif old.identity == game and old not in self.records:
            # Of a game that is kept in part the host may have more.
            old.acknowledge(min(seq, old.count - 1))
            if old.complete:
                self._note_acked(old)

    def _note_acked(self, record: Record) -> None:
        """Have the journal note what a host has committed of a game; it has all earlier ones, or knows them as lost."""
        # The journal does not keep a lesson's game.
        if self._journal is not None and not record.lesson and record.acked >= 0:
            self._journal.acknowledge(*record.game, record.acked, record.serial, record.ordinal)

    def _take_command(self, message: "dict[str, Any]") -> None:
        """Carry out a command once, however often it comes, and answer it each time."""
        identity = _count(message.get("id"))
        if identity < 0:
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
            self._answers = self._answers[1 - _MOST_ANSWERS :] + [answer]
        if len(self._soon) < _WINDOW:
            self._soon.append(answer)

    def _greet(self, ms: int) -> None:
        """Have nothing sent before a hello."""
        running = self.records[-1:]
        self._hello["ticks"] = min(self.since_start(ms), MOST_TICKS)
        self._hello["game"] = running[0].identity if running else None
        self._hello["seq"] = running[0].count - 1 if running else -1
        self._soon: "list[dict[str, Any]]" = [self._hello]

    def _send(self, ms: int) -> None:
        for _ in range(_WINDOW):
            if not self._sending:
                message = self._next(ms)
                if message is None:
                    return
                self._sending = wire.encode(message)
            self._sending = self._sending[self._serial.write(self._sending) or 0 :]
            if self._sending:
                return

    def _next(self, ms: int) -> "dict[str, Any] | None":
        """Return the next message to send, or ``None``."""
        if self._soon:
            return self._soon.pop(0)
        if not self.host:
            return None
        for record in self.records:
            if not record.complete:
                # The next game's events follow only when this one's are committed.
                message = self._next_event(record, _WINDOW, ms)
                break
        else:
            message = None if self._old is None else self._next_old(self._old, ms)
        if message is not None:
            return message
        if self._table_due:
            self._table_due = False
            return self._table
        if self.health is not None and elapsed(self._health_ms, ms) >= _HEALTH_MS:
            self._health_ms = ms
            return next(self.health)
        return None if self.raw is None else self.raw.message(ms, self.since_start)

    def _next_event(self, record: Record, window: int, ms: int) -> "dict[str, Any] | None":
        """Return a game's next event within the window of unacknowledged ones; or ``None``."""
        if record.sent > record.acked and elapsed(self._progress_ms, ms) > _RESEND_MS:
            record.resume(record.acked)
        if record.sent == record.acked:
            self._progress_ms = ms
        if record.sent >= min(record.count - 1, record.acked + window):
            return None
        record.sent += 1
        return record.message(record.sent)

    def _next_old(self, games: "Iterator[Record | None]", ms: int) -> "dict[str, Any] | None":
        """Return the next event of the journal's games, one game after another, or what was dropped before one.

        A game's first event is sent alone: the host's acknowledgement tells how much of the game it has.
        """
        game = self._old_game
        if game is None or (game.complete and not game.dropped_from):
            try:
                game = self._old_game = next(games)
            except StopIteration:
                game = self._old = self._old_game = None
                for record in self.records:
                    self._note_acked(record)
        if game is None:
            return None
        if not game.dropped_from:
            return self._next_event(game, 1 if game.acked < 0 else _WINDOW, ms)
        if elapsed(self._progress_ms, ms) <= _RESEND_MS:
            return None
        self._progress_ms = ms
        return game.dropped_message()


def _count(value: object) -> int:
    """Return a value from the wire if it is a whole number that fits a counter, else -1."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 29 else -1

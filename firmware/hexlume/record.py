"""The record of one game on the board: its numbered events (docs/protocol.md)."""

try:
    from typing import Any
except ImportError:
    pass

START = "start"
ACTION = "action"
UNDO = "undo"
RESULT = "result"
CONCLUDE = "conclude"
ABANDON = "abandon"


class Record:
    """The events of one game, numbered from 0, and how far a host has them.

    ``acked`` is the number of the last event a host has committed, -1 if none; ``sent`` the last one
    sent since. Events are kept as small tuples; the message is made when one is sent.
    """

    def __init__(
        self, identity: str, rules: str, on: str, options: dict[str, bool | int | str], ms: int, clock: str = "none"
    ) -> None:
        """Begin a game's record with its ``start`` event at board time ``ms``; ``clock`` is its time control's text."""
        self.identity = identity
        self.rules = rules
        self.on = on
        self.options = options
        self.clock = clock
        self.events: list[tuple[str, int, str | None, str | None]] = [(START, ms, None, None)]
        self.acked = -1
        self.sent = -1

    @property
    def over(self) -> bool:
        """Return whether the game's end is on record."""
        return self.events[-1][0] in (RESULT, CONCLUDE, ABANDON)

    @property
    def complete(self) -> bool:
        """Return whether a host has committed every event."""
        return self.acked == len(self.events) - 1

    def add(self, kind: str, ms: int, first: str | None = None, second: str | None = None) -> None:
        """Append an event: an action and its colour, a result and its reason, or a bare one."""
        self.events.append((kind, ms, first, second))

    def message(self, seq: int) -> "dict[str, Any]":
        """Return the wire message of an event."""
        kind, ms, one, two = self.events[seq]
        message: "dict[str, Any]" = {"type": "event", "game": self.identity, "seq": seq, "kind": kind, "ticks": ms}
        if kind == START:
            message["rules"] = self.rules
            message["on"] = self.on
            message["options"] = self.options
            message["clock"] = self.clock
        elif kind == ACTION:
            message["action"] = one
            message["colour"] = two
        elif kind in (RESULT, CONCLUDE):
            message["result"] = one
            message["reason"] = two
        return message

    def acknowledge(self, seq: int) -> None:
        """Note that a host has committed every event up to ``seq``."""
        if self.acked < seq < len(self.events):
            self.acked = seq
            self.sent = max(self.sent, seq)

    def resume(self, seq: int) -> None:
        """Begin again behind the last event a newly connected host has (-1: none)."""
        self.acked = seq if -1 <= seq < len(self.events) else -1
        self.sent = self.acked

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

ENDINGS = (RESULT, CONCLUDE, ABANDON)


class Told:
    """How far a host has the events of a game, which has ``count`` of them.

    ``acked`` is the number of the last event a host has committed, -1 if none; ``sent`` the last one sent since.
    Subclasses have ``identity``, the game's id, and ``message``.
    """

    identity = ""

    def __init__(self, count: int) -> None:
        """Begin with nothing told."""
        self.count = count
        self.acked = -1
        self.sent = -1

    @property
    def complete(self) -> bool:
        """Return whether a host has committed every event."""
        return self.acked >= self.count - 1

    def acknowledge(self, seq: int) -> None:
        """Note that a host has committed every event up to ``seq``."""
        if self.acked < seq < self.count:
            self.acked = seq
            self.sent = max(self.sent, seq)

    def resume(self, seq: int) -> None:
        """Begin again behind the last event a newly connected host has (-1: none)."""
        self.acked = seq if -1 <= seq < self.count else -1
        self.sent = self.acked

    def message(self, seq: int) -> "dict[str, Any] | None":
        """Return the wire message of an event, ``None`` if it cannot be told any more."""
        raise NotImplementedError


class Record(Told):
    """The events of one game, numbered from 0. They are small tuples; the message is made when one is sent."""

    def __init__(
        self,
        identity: str,
        rules: str,
        on: str,
        options: dict[str, bool | int | str],
        ms: int,
        clock: str = "none",
        boot: int = 0,
    ) -> None:
        """Begin a game's record with its ``start`` event at board time ``ms`` of start number ``boot``.

        ``clock`` is its time control's text.
        """
        super().__init__(1)
        self.identity = identity
        self.rules = rules
        self.on = on
        self.options = options
        self.clock = clock
        self.events: list[tuple[str, int, str | None, str | None]] = [(START, ms, None, None)]
        self._boots = [(0, boot)]

    @property
    def over(self) -> bool:
        """Return whether the game's end is on record."""
        return self.events[-1][0] in ENDINGS

    def go_on(self, boot: int) -> None:
        """Note that the events from now on happen in start number ``boot`` of the board."""
        if self._boots[-1][1] != boot:
            self._boots.append((self.count, boot))

    def add(self, kind: str, ms: int, first: str | None = None, second: str | None = None) -> None:
        """Append an event: an action and its colour, a result and its reason, or a bare one."""
        self.events.append((kind, ms, first, second))
        self.count += 1

    def message(self, seq: int) -> "dict[str, Any]":
        """Return the wire message of an event."""
        kind, ms, first, second = self.events[seq]
        boot = 0
        for since, number in self._boots:
            if seq >= since:
                boot = number
        told = event_message(self.identity, seq, kind, boot, ms, first, second)
        if kind == START:
            told["rules"] = self.rules
            told["on"] = self.on
            told["options"] = self.options
            told["clock"] = self.clock
        return told


def event_message(
    identity: str, seq: int, kind: str, boot: int, ms: int, first: str | None, second: str | None
) -> "dict[str, Any]":
    """Return the wire message of an event; a ``START`` still lacks what it begins."""
    told: "dict[str, Any]" = {"type": "event", "game": identity, "seq": seq, "kind": kind, "boot": boot, "ticks": ms}
    if kind == ACTION:
        told["action"] = first
        told["colour"] = second
    elif kind in (RESULT, CONCLUDE):
        told["result"] = first
        told["reason"] = second
    return told

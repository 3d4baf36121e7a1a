"""The record of one game on the board: its numbered events (docs/protocol.md)."""

from array import array

from ..const import const
from ..games import notation
from ..games.pieces import COLOURS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..games.grid import HexGrid, SquareGrid

START = "start"
ACTION = "action"
UNDO = "undo"
RESULT = "result"
CONCLUDE = "conclude"
ABANDON = "abandon"

MOST_TICKS = 0xFFFFFFFF
"""The latest time in ms of an event message (docs/protocol.md): what happens over 49.7 days after the start has it."""

_ENDINGS = (RESULT, CONCLUDE, ABANDON)
_KINDS = (START, ACTION, UNDO, RESULT, CONCLUDE, ABANDON)


class Outbox:
    """How far a host has the events of a game, which has ``count`` of them.

    ``acked`` is the number of the last event a host has committed, -1 if none; ``sent`` the last one sent since.
    Subclasses have ``identity``, the game's id, and ``message``.
    """

    identity = ""

    def __init__(self, count: int) -> None:
        """Begin with nothing sent."""
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

    def send(self, window: int) -> "dict[str, Any] | None":
        """Return the next event's message and count it as sent.

        ``None`` if ``window`` events are unacknowledged, or none is left.
        """
        message = None
        if self.sent < min(self.count - 1, self.acked + window):
            message = self.message(self.sent + 1)
        if message is not None:
            self.sent += 1
        return message

    def message(self, seq: int) -> "dict[str, Any] | None":
        """Return the wire message of an event, ``None`` if it is no longer there."""
        raise NotImplementedError


class Record(Outbox):
    """The events of one game, numbered from 0. Each is two numbers; the message is made when one is sent."""

    def __init__(
        self,
        identity: str,
        rules: str,
        grid: "HexGrid | SquareGrid",
        options: dict[str, bool | int | str],
        ms: int,
        clock: str = "none",
        boot: int = 0,
        lesson: int = 0,
    ) -> None:
        """Begin a game's record with its ``start`` event at board time ``ms`` of start number ``boot``.

        ``grid`` is the game's board, ``clock`` its time control's text, ``lesson`` the step of a course that begins
        with it; 0 for none.
        """
        super().__init__(0)
        self.identity = identity
        self._rules = rules
        self._grid = grid
        self._options = options
        self._clock = clock
        self.lesson = lesson
        self._ms = array("I")
        # The kind's number, and above it the action's colour (2 bits) and code, or the place of ``_words``.
        self._what = array("I")
        self._words: list[tuple[str, str]] = []
        self._boots = [(0, boot)]
        self.add(START, ms)

    @property
    def over(self) -> bool:
        """Return whether the game's end is on record."""
        return _KINDS[self._what[-1] & 7] in _ENDINGS

    def go_on(self, boot: int) -> None:
        """Note that the events from now on happen in start number ``boot`` of the board."""
        if self._boots[-1][1] != boot:
            self._boots.append((self.count, boot))

    def add(self, kind: str, ms: int, first: int | str = 0, second: int | str = 0) -> None:
        """Append an event: an action's code and its colour, a result and its reason, or a bare one."""
        what = _KINDS.index(kind)
        if kind == ACTION and isinstance(first, int) and isinstance(second, int):
            what |= second << 3 | first << 5
        elif kind in (RESULT, CONCLUDE):
            what |= len(self._words) << 3
            self._words.append((str(first), str(second)))
        self._ms.append(min(ms, MOST_TICKS))
        self._what.append(what)
        self.count += 1

    def message(self, seq: int) -> "dict[str, Any]":
        """Return the wire message of an event."""
        kind, packed = _KINDS[self._what[seq] & 7], self._what[seq] >> 3
        boot = 0
        for since, number in self._boots:
            if seq >= since:
                boot = number
        first: int | str = 0
        second: int | str = 0
        if kind == ACTION:
            first, second = packed >> 2, packed & 3
        elif kind in (RESULT, CONCLUDE):
            first, second = self._words[packed]
        message = event_message(self.identity, seq, kind, boot, self._ms[seq], first, second, self._grid)
        if kind == START:
            message["rules"] = self._rules
            message["on"] = self._grid.board
            message["options"] = self._options
            message["clock"] = self._clock
            if self.lesson:
                message["lesson"] = self.lesson
        return message


def event_message(
    identity: str,
    seq: int,
    kind: str,
    boot: int,
    ms: int,
    first: int | str,
    second: int | str,
    grid: "HexGrid | SquareGrid | None",
) -> "dict[str, Any]":
    """Return the wire message of an event on a grid; a ``START`` still lacks what it begins."""
    message: "dict[str, Any]" = {"type": "event", "game": identity, "seq": seq, "kind": kind, "boot": boot}
    message["ticks"] = min(ms, MOST_TICKS)
    if kind == ACTION and isinstance(first, int) and isinstance(second, int) and grid is not None:
        message["action"] = notation.name(first, grid)
        message["colour"] = COLOURS[second]
    elif kind in (RESULT, CONCLUDE):
        message["result"] = first
        message["reason"] = second
    return message

"""The record of one game on the board: its numbered events (docs/protocol.md), and how far a host has them."""

from array import array

from .. import games
from ..const import const
from ..games import notation
from ..games.game_clock import NONE, UNTIMED
from ..games.grid import grid_of
from ..games.pieces import COLOURS, WHITE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    """(rules, board, options in words, time control) of a game."""
    Start = tuple[str, str, str, str]
    """(kind, start, ms, first, second, left): the start of the board and its time, and what the kind needs."""
    Event = tuple[str, int, int, Any, Any, int]

START = "start"
ACTION = "action"
UNDO = "undo"
RESULT = "result"
CONCLUDE = "conclude"
ABANDON = "abandon"
KINDS = (START, ACTION, ACTION, UNDO, RESULT, CONCLUDE, ABANDON)
"""The kinds of events in the order of the log's (``log_format.BEGIN`` ...): white's actions come before black's."""
_FIRST_ENDING = const(4)

MOST_TICKS = const(0xFFFFFFFF)
"""The latest time in ms of an event message (docs/protocol.md): what happens over 49.7 days after the start has it."""


class Record:
    """The events of one game, numbered from 0: each is two numbers, and the message is made when it is sent.

    ``identity`` is the game's id, ``start`` what it begins with, ``lesson`` the step of a course that begins with it, 0
    for none. ``ordinal`` is which of the board's games it is (``Bookmark.games``; less than 0: not known). It has
    ``count`` events. ``acked`` is the number of the last one that a host has committed, -1 if none; ``sent`` the last
    one sent since.
    """

    def __init__(
        self, identity: str, start: "Start", ms: int, boot: int = 0, lesson: int = 0, ordinal: int = -1
    ) -> None:
        """Begin with the ``START`` event at board time ``ms`` of start number ``boot``.

        Raises ``ValueError`` for a board that is none.
        """
        self.identity = identity
        self.start = start
        self.lesson = lesson
        self.ordinal = ordinal
        self.count = 0
        self.acked = self.sent = -1
        self._grid = grid_of(start[1])
        self._ms = array("I")
        # The kind by its place in ``KINDS``, and above it the action's code, or the place in ``_words``.
        self._what = array("I")
        # What each event's colour has left; of a game without a clock nothing.
        self._left = array("I")
        self._words: list[tuple[str, str]] = []
        self._boots = [(0, boot)]
        self.add(START, ms)

    @property
    def over(self) -> bool:
        """Return whether the game's end is on record."""
        return self._what[-1] & 7 >= _FIRST_ENDING

    @property
    def complete(self) -> bool:
        """Return whether a host has committed every event."""
        return self.acked >= self.count - 1

    def go_on(self, boot: int) -> None:
        """Note that the events from now on happen in start number ``boot`` of the board."""
        if self._boots[-1][1] != boot:
            self._boots.append((self.count, boot))

    def add(self, kind: str, ms: int, first: "Any" = 0, second: "Any" = 0, left: int = UNTIMED) -> None:
        """Append an event: an action's code and its colour, a result and its reason, or a bare one.

        ``left`` is what the colour that acted has left then (``GameClock.play``).
        """
        what = KINDS.index(kind)
        if kind == ACTION:
            what += second - WHITE | first << 3
        elif kind == RESULT or kind == CONCLUDE:
            what |= len(self._words) << 3
            self._words.append((first, second))
        self._ms.append(min(ms, MOST_TICKS))
        self._what.append(what)
        if self.start[3] != NONE:
            # No less than 0: ``UNTIMED`` is.
            self._left.append(left - UNTIMED)
        self.count += 1

    def event(self, seq: int) -> "Event":
        """Return an event, as ``add`` takes it; a ``START`` has ``start`` as its first."""
        what, value = self._what[seq] & 7, self._what[seq] >> 3
        kind = KINDS[what]
        boot = [boot for since, boot in self._boots if since <= seq][-1]
        details: "tuple[Any, Any]" = (0, 0)
        if kind == START:
            details = (self.start, 0)
        elif kind == ACTION:
            details = (value, what - KINDS.index(ACTION) + WHITE)
        elif kind == RESULT or kind == CONCLUDE:
            details = self._words[value]
        return (kind, boot, self._ms[seq]) + details + (UNTIMED + (self._left[seq] if self._left else 0),)

    def message(self, seq: int) -> "dict[str, Any]":
        """Return the wire message of an event."""
        kind, boot, ms, first, second, left = self.event(seq)
        message = {"type": "event", "game": self.identity, "seq": seq, "kind": kind, "boot": boot, "ticks": ms}
        if kind == START:
            rules, on, words, clock = first
            try:
                options = games.all_options(rules, words)
            except games.OptionError:
                # A game that is no longer on the board; its host may know it.
                options = dict(games.words_to_options(words))
            message.update({"rules": rules, "on": on, "options": options, "clock": clock})
            if self.lesson:
                message["lesson"] = self.lesson
        elif kind == ACTION:
            message.update({"action": notation.name(first, self._grid), "colour": COLOURS[second]})
        elif first:
            message.update({"result": first, "reason": second})
        if left >= 0:
            message["clock"] = left
        return message

    def acknowledge(self, seq: int) -> None:
        """Note that a host has committed every event up to ``seq``."""
        if self.acked < seq < self.count:
            self.acked = seq
            self.sent = max(self.sent, seq)

    def resume(self, seq: int) -> None:
        """Begin again behind the last event a newly connected host has (-1: none)."""
        self.acked = self.sent = seq if -1 <= seq < self.count else -1

    def send(self, window: int) -> "dict[str, Any] | None":
        """Return the next event's message and count it as sent.

        ``None`` if ``window`` events are unacknowledged, or none is left.
        """
        if self.sent >= min(self.count - 1, self.acked + window):
            return None
        self.sent += 1
        return self.message(self.sent)


def game_of(identity: str) -> tuple[int, int]:
    """Return the start of the board and the number that make a game's id."""
    _, boot, number = identity.rsplit("-", 2)
    return int(boot), int(number)

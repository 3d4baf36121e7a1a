"""The record of one game on the board: its numbered events (docs/protocol.md), and how far a host has them."""

from array import array

from .. import games
from ..const import const
from ..games.grid import grid_of
from ..match.events import FIRST_ENDING, START, members, number_of, pack_event, unpack_event
from ..match.game_clock import UNTIMED
from .log_format import NOWHERE

if False:  # for type checkers only
    from typing import Any

    from ..match.events import Event, Start

MOST_TICKS = const(0xFFFFFFFF)
"""The latest time in ms of an event message (docs/protocol.md): what happens over 49.7 days after the start has it."""


class Record:
    """The events of one game, numbered from 0, packed as they lie in flash; the message is made when it is sent.

    ``identity`` is the game's id, ``start`` what it begins with, ``lesson`` the step of a course that begins with it, 0
    for none. ``game`` are the start of the board and the number that make the id, ``serial`` is the number of the log
    with its beginning, 0 if that is not known. ``ordinal`` is which of the board's games it is (``Bookmark.games``;
    less than 0: not known). It has ``count`` events. ``acked`` is the number of the last one that a host has committed,
    -1 if none; ``sent`` the last one sent since.

    ``dropped_from`` is empty, or events before this game were dropped that no host has: start and number of the first
    game of which some may be, ``NOWHERE`` for the very first, and the number of games before it as ``Bookmark.games``
    counts.
    """

    def __init__(
        self, identity: str, start: "Start", ms: int, boot: int = 0, lesson: int = 0, ordinal: int = -1
    ) -> None:
        """Begin with the ``START`` event at board time ``ms`` of start number ``boot``.

        Raises ``ValueError`` for a board that is none.
        """
        self.identity = identity
        _, begun, number = identity.rsplit("-", 2)
        self.game = int(begun), int(number)
        self.start = start
        self.lesson = lesson
        self.ordinal = ordinal
        self.serial = self.count = 0
        self.dropped_from: tuple[int, ...] = ()
        self.acked = self.sent = -1
        self._grid = grid_of(start[1])
        self._ms = array("I")
        # Of each event its place in ``KINDS`` and what ``pack_event`` returned, and where it ends.
        self._packed = bytearray()
        self._ends = array("I", [0])
        self._boots = [(0, boot)]
        self.add((START, start, 0, UNTIMED), ms)

    @property
    def over(self) -> bool:
        """Return whether the game's end is on record."""
        return self._packed[self._ends[-2]] >= FIRST_ENDING

    @property
    def complete(self) -> bool:
        """Return whether a host has committed every event."""
        return self.acked >= self.count - 1

    def go_on(self, boot: int) -> None:
        """Note that the events from now on happen in start number ``boot`` of the board."""
        if self._boots[-1][1] != boot:
            self._boots.append((self.count, boot))

    def add(self, event: "Event", ms: int) -> None:
        """Append an event that happened at board time ``ms``."""
        self._packed.extend(bytes((number_of(event),)) + pack_event(event))
        self._ends.append(len(self._packed))
        self._ms.append(min(ms, MOST_TICKS))
        self.count += 1

    def event(self, seq: int) -> "Event":
        """Return an event."""
        if seq == 0:
            return START, self.start, 0, UNTIMED
        packed = bytes(self._packed[self._ends[seq] : self._ends[seq + 1]])
        return unpack_event(packed[0], packed[1:])

    def time(self, seq: int) -> tuple[int, int]:
        """Return the start of the board in which an event happened, and when in that, in ms."""
        return [boot for since, boot in self._boots if since <= seq][-1], self._ms[seq]

    def message(self, seq: int) -> "dict[str, Any]":
        """Return the wire message of an event."""
        event = self.event(seq)
        boot, ms = self.time(seq)
        message = {"type": "event", "game": self.identity, "seq": seq, "kind": event[0], "boot": boot, "ticks": ms}
        message.update(members(event, self._grid))
        if seq == 0:
            rules, board, words, control = self.start
            try:
                options = games.all_options(rules, words)
            except games.OptionError:
                # A game that is no longer on the board; its host may know it.
                options = dict(games.words_to_options(words))
            message.update({"rules": rules, "board": board, "options": options, "clock": control})
            if self.lesson:
                message["lesson"] = self.lesson
        return message

    def dropped_message(self) -> "dict[str, Any]":
        """Return the wire message about the games that were dropped before this one."""
        boot, number, known = self.dropped_from
        return {
            "type": "dropped",
            "from": None if boot == NOWHERE else "%s-%d-%d" % (self.identity.rsplit("-", 2)[0], boot, number),
            "before": self.identity,
            "games": self.ordinal - 1 - known if 0 <= known < self.ordinal else None,
        }

    def acknowledge(self, seq: int) -> None:
        """Note that a host has committed every event up to ``seq``."""
        if self.acked < seq < self.count:
            self.acked = seq
            self.sent = max(self.sent, seq)

    def resume(self, seq: int) -> None:
        """Begin again behind the last event a newly connected host has (-1: none)."""
        self.acked = self.sent = seq if -1 <= seq < self.count else -1

"""The journal: every game on this board, event by event, safe the moment ``add`` returns.

Events are appended to the board's memory (``hexlume.journal.flash_log``), which moves them to the archive on the drive
in time. An event's payload is the time since the game's last event in ms (a ``varint``; after another start of the
board, since that) and what its kind needs:

- ``BEGIN``: the game's number since the start (2 bytes), the board's time, then rules, board, options and clock,
  lines of text
- ``WHITE_ACTS``, ``BLACK_ACTS``: the action's code, high byte first: ``kind << 10 | first`` in 2 bytes, or with a
  second cell ``1 << 31 | code`` in 4
- ``RESULT``, ``CONCLUDE``: who won (0: nobody), then the reason's text: a code, a sentence in an older firmware's
- ``UNDO``, ``ABANDON``: nothing

So an action costs 7 or 8 bytes. ``hexlume.journal.journal_reader`` reads the games again.
"""

from struct import pack

from ..const import const
from ..games.outcome import RESULTS
from ..games.pieces import WHITE
from .log_format import ACKED, BEGIN, GAP, MOST_PAYLOAD, SECTOR, varint
from .record import ACTION, CONCLUDE, KINDS, RESULT

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .flash_log import FlashLog

_MOST_REASON = const(100)
"""The most characters of a reason that are kept."""
EARLY = SECTOR * 3 // 4
"""Bytes in use from which the log is moved to the archive when the table is quiet."""
LATE = SECTOR * 15 // 16
"""Bytes in use from which it is moved at once, a step each pass."""
_HALF = SECTOR // 2
"""Bytes in use from which the memory is nearly full where there is no archive."""

FINE = const(0)
LOW = 1
LOSING = 2
"""How much room there is for games that no host has: enough; little, and a host should come; too little, and games are
being lost."""
_LOW_LOGS = const(2)
"""With room for no more logs than this, room is low: some 16 games of the smallest kind."""


class Journal:
    """The games on this board, oldest first.

    What is guaranteed: an event for which ``begin`` or ``add`` has returned true is read back exactly once and in its
    order, whatever power cuts follow, wherever they fall and however many, until so many later games are kept that the
    archive's ring comes round to it. One during which the power was cut is there whole or not at all. What a host did
    not get in time is sent to it (``hexlume.link.catch_up``).
    """

    def __init__(self, memory: "FlashLog") -> None:
        """Take the board's memory, this start counted (``flash_log.count_boot``)."""
        self.memory = memory
        self.full = False
        """Whether events are not being kept: no room, the drive not to be written, and no host that has them."""

    @property
    def room(self) -> int:
        """How much room there is: ``FINE``, ``LOW`` or ``LOSING``."""
        mark, archive = self.memory.mark, self.memory.archive
        if self.full:
            return LOSING
        if mark.all_acked:
            return FINE
        if not archive.may_write:
            return LOW if self.memory.end >= _HALF else FINE
        free = len(archive.bad) - sum(archive.bad) - (mark.serial - mark.unsent_serial)
        if free < 0:
            return LOSING
        return LOW if free <= _LOW_LOGS else FINE

    # Writing

    def begin(self, game: int, ms: int, rules: str, on: str, options: str, clock: str) -> bool:
        """Begin game number ``game`` of this start: its rules, board, options (in words) and time control.

        Returns whether it is kept. Earlier games are left as they are, over or not.
        """
        words = "\n".join((rules, on, options, clock)).encode()
        return self._append(BEGIN, pack("<H", game & 0xFFFF) + varint(ms) + words[: MOST_PAYLOAD - 8], game & 0xFFFF)

    def add(self, kind: str, ms: int, first: "Any" = 0, second: "Any" = 0) -> bool:
        """Add an event to the last game begun (in an earlier start too); return whether it is kept.

        ``kind`` is one of ``hexlume.journal.record``: an ``ACTION`` has a code (``hexlume.games.notation``) and a
        colour (``WHITE`` or ``BLACK``), a ``RESULT`` or ``CONCLUDE`` a result and a reason. Takes less than 1 ms, but
        about 0.3 s when the memory is full because ``step`` had no time to make room.
        """
        payload = varint(max(0, ms - self.memory.mark.ms))
        entry = BEGIN + KINDS.index(kind)
        if kind == ACTION:
            entry += second - WHITE
            payload += pack(">L", first | 1 << 31) if first & 0x3FF else pack(">H", first >> 10)
        elif kind == RESULT or kind == CONCLUDE:
            payload += bytes((RESULTS.index(first),)) + second[:_MOST_REASON].encode()
        return self._append(entry, payload)

    def acknowledge(self, boot: int, game: int, seq: int, serial: int = 0) -> None:
        """Note that a host has committed a game's events up to ``seq``, and every earlier game, or knows them as lost.

        ``serial`` is the number of the log with the game's ``BEGIN``, 0 if that is not known. It outlasts a power cut
        when the game is over, or an earlier one, of which only the first in each log is noted; a host says again what
        it has.
        """
        mark = self.memory.mark
        if (boot, game, seq) <= mark.acked:
            return
        if mark.acknowledge(boot, game, seq, serial, self.full):
            self.memory.append(ACKED, mark.acked_payload())

    def step(self, quiet: bool) -> None:
        """Do one bounded step of making room, if it is time: a few ms, now and then about 55 ms.

        Called once a pass; ``quiet`` says that nothing moves on the table just now.
        """
        memory = self.memory
        if memory.end < EARLY or (memory.end < LATE and not quiet):
            return
        if memory.archive.may_write:
            memory.rotate()
        elif memory.mark.all_acked:
            memory.make_room()
            self.full = False

    def _append(self, kind: int, payload: bytes, game: int = 0) -> bool:
        """Append an event; ``game`` is the game's number if it begins one."""
        memory = self.memory
        if self.full:
            # Only a log that records the gap may follow it.
            self.full = not memory.make_room()
        if not self.full and not memory.append(kind, payload):
            self.full = not (memory.make_room() and memory.append(kind, payload))
            if self.full and not memory.mark.gap:
                # Before the event is taken for accepted: after a power cut its loss is known.
                memory.append(GAP, b"")
        if self.full:
            # One that is not kept is counted too, so that those after it keep their numbers.
            if kind == BEGIN:
                memory.mark.begin(game, 0, memory.at)
            memory.mark.count(kind, 0)
        return not self.full

"""The events of a game, one table: each kind's name, what comes with it, and its forms in flash and on the wire.

An event is ``(kind, first, second, clock)``. ``clock`` is what the acting colour has left, in ms (``GameClock.left``);
it stands in flash and on the wire only in a game with a clock.

| kind | first | second | clock |
|---|---|---|---|
| ``START`` | (rules, board, options in words, time control) | | |
| ``ACTION`` | the action's code | the colour that acts | its colour's after it, or ``UNTIMED`` |
| ``UNDO`` | | | |
| ``RESULT`` | the result (``outcome.RESULTS``) | its reason, a code | |
| ``CONCLUDE`` | the same | the same | that of the colour to move |
| ``ABANDON`` | | | |
"""

from struct import pack

from ..const import const, read_varint, varint
from ..games import notation
from ..games.outcome import RESULTS
from ..games.pieces import COLOURS
from .game_clock import UNTIMED

if False:  # for type checkers only
    from typing import Any

    from ..games.grid import HexGrid, SquareGrid

    """(rules, board, options in words, time control) of a game."""
    Start = tuple[str, str, str, str]
    """(kind, first, second, clock)."""
    Event = tuple[str, Any, Any, int]

START = "start"
ACTION = "action"
UNDO = "undo"
RESULT = "result"
CONCLUDE = "conclude"
ABANDON = "abandon"
KINDS = (START, ACTION, ACTION, UNDO, RESULT, CONCLUDE, ABANDON)
"""The kinds in the order of the log's entries. Those of actions have their colour's number: white's, then black's."""
FIRST_ENDING = 4
"""The place in ``KINDS`` from which on they end a game."""

_MOST_REASON = const(100)
"""The most characters of a reason that are kept."""


def number_of(event: "Event") -> int:
    """Return an event's place in ``KINDS``."""
    kind, _, colour, _ = event
    return int(colour) if kind == ACTION else KINDS.index(kind)


def pack_event(event: "Event") -> bytes:
    """Return what is kept of an event besides its kind.

    Of an action its code, high byte first: ``kind << 10 | first`` in 2 bytes, or with a second cell ``1 << 31 | code``
    in 4. Of an ending who won (0: nobody), then the reason's text. The clock ends both, if there is one, after a
    reason behind a line break.
    """
    kind, first, second, clock = event
    time = b"" if clock < 0 else varint(clock)
    if kind == ACTION:
        code: bytes = pack(">L", first | 1 << 31) if first & 0x3FF else pack(">H", first >> 10)
        return code + time
    if kind in (RESULT, CONCLUDE):
        reason: bytes = second[:_MOST_REASON].encode()
        return bytes((RESULTS.index(first),)) + reason + (b"\n" + time if time else b"")
    return b""


def unpack_event(number: int, payload: bytes) -> "Event":
    """Return the event of a place in ``KINDS`` and of what ``pack_event`` returned.

    Raises ``ValueError`` or ``IndexError`` for bytes that are none.
    """
    kind = KINDS[number]
    if kind == ACTION:
        size = 4 if payload[0] & 128 else 2
        code = int.from_bytes(payload[:size], "big")
        action = code & 0x7FFFFFFF if size == 4 else code << 10
        return kind, action, number, _clock(payload[size:])
    if kind in (RESULT, CONCLUDE):
        reason, _, time = payload[1:].partition(b"\n")
        return kind, RESULTS[payload[0]], reason.decode(), _clock(time)
    return kind, 0, 0, UNTIMED


def _clock(time: bytes) -> int:
    return read_varint(time, 0)[0] if time else UNTIMED


def members(event: "Event", grid: "HexGrid | SquareGrid") -> "dict[str, Any]":
    """Return the members of an event's message (docs/protocol.md); those of a start are ``Record.message``'s."""
    kind, first, second, clock = event
    found: "dict[str, Any]" = {}
    if kind == ACTION:
        found = {"action": notation.name(first, grid), "colour": COLOURS[second]}
    elif kind in (RESULT, CONCLUDE):
        found = {"result": first, "reason": second}
    if clock >= 0:
        found["clock"] = clock
    return found

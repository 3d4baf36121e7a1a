"""Events as a board sends them (docs/protocol.md), checked before anything else sees them."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume.games.game_clock import NONE, TimeControl, TimeControlError
from hexlume.games.outcome import DRAW_AGREED, RESIGNED, TIME
from hexlume.link.wire import WireError

START = "start"
ACTION = "action"
UNDO = "undo"
RESULT = "result"
CONCLUDE = "conclude"
ABANDON = "abandon"

RESULTS = ("W+", "B+", "0")
"""The results a game can have (rule ACT-2)."""

CONCLUSIONS = {
    RESIGNED: ("W+", "B+"),
    TIME: ("W+", "B+"),
    DRAW_AGREED: ("0",),
    # What was stored and exported before protocol 3 has sentences.
    "white resigned": ("B+",),
    "black resigned": ("W+",),
    "draw agreed": ("0",),
    "white's time is over": ("B+",),
    "black's time is over": ("W+",),
}
"""The reasons for which a game is concluded otherwise than by its rules, each with the results it can have."""

COLOURS = ("white", "black")

IMPORTED = "import:"
"""What the store puts in front of the ids of imported games; no board's own id begins so."""
LONGEST_ID = 64
"""The most characters of a game's or a board's id."""

_NUMBERED = re.compile(r"-(\d{1,18})-(\d{1,18})$")
_IDENTIFIER = re.compile(rf"[A-Za-z0-9._:-]{{1,{LONGEST_ID}}}")
_KIND = re.compile(r"[a-z]{1,16}")
_LONGEST_CLOCK = 30
"""The most characters of a time control's text."""
_LONGEST_OPTION = 40
"""The most characters of an option's name."""
_LARGEST = 2**53 - 1
"""The largest integer every JSON reader keeps exactly."""


class FieldError(WireError):
    """A member of a message or a record is missing or wrong: ``member`` names it, ``reason`` says what it must be."""

    def __init__(self, member: str, reason: str) -> None:
        super().__init__(f"{member} {reason}")
        self.member = member
        self.reason = reason

    def within(self, path: str) -> "FieldError":
        """Return the same error with the path of the object that the member belongs to."""
        return FieldError(f"{path}.{self.member}", self.reason)


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One numbered event of a game.

    ``seq`` counts from 0 in each game, ``ticks`` are milliseconds of the board's own clock since its power-on number
    ``boot`` (``None``: not known), ``data`` holds what the kind needs (``{"action": "Wd4", "colour": "white"}``).
    """

    game: str
    seq: int
    kind: str
    ticks: int
    data: dict[str, Any]
    boot: int | None = None


def place_of(game: str, board: str) -> tuple[int, int] | None:
    """Return the numbers in the id of a board's game: the board's start, and the game in it (docs/protocol.md).

    They grow from one game of a board to the next. Returns ``None`` for an id that is not one of this board's.
    """
    numbers = _NUMBERED.fullmatch(game.removeprefix(board)) if game.startswith(board) else None
    return None if numbers is None else (int(numbers[1]), int(numbers[2]))


def is_later(game: str, than: str) -> bool:
    """Return whether a board began a game later than another, by the numbers in their ids (docs/protocol.md).

    A board tells the games of its journal after the running one. Ids without numbers are taken in the order they come.
    """
    here, there = _NUMBERED.search(than), _NUMBERED.search(game)
    if here is None or there is None:
        return True
    return tuple(map(int, there.groups())) > tuple(map(int, here.groups()))


def read_event(message: Mapping[str, Any], imported: bool = False) -> BoardEvent:
    """Return the event of an ``event`` message; raises ``FieldError`` for one that is malformed.

    Members the protocol does not name are left out. An event of a kind this host does not know is kept with its
    plain members: a newer board's game stays whole. ``imported`` allows the id of an imported game.
    """
    game = identifier(message, "game") if imported else board_identifier(message, "game")
    seq = whole_number(message, "seq")
    kind = _present(message, "kind")
    if not isinstance(kind, str) or not _KIND.fullmatch(kind):
        raise FieldError("kind", "must be 1 to 16 small letters")
    if (kind == START) != (seq == 0):
        raise FieldError("kind", "must be start in event 0 and in no other one")
    boot = whole_number(message, "boot") if message.get("boot") is not None else None
    return BoardEvent(game, seq, kind, whole_number(message, "ticks"), _data(kind, message), boot)


def identifier(message: Mapping[str, Any], member: str) -> str:
    """Return a game's or board's id: 1 to 64 letters, digits, ``.``, ``_``, ``:`` or ``-``; raises ``FieldError``."""
    value = _present(message, member)
    if not isinstance(value, str) or not _IDENTIFIER.fullmatch(value):
        raise FieldError(member, f"must be 1 to {LONGEST_ID} letters from A to Z, digits, or any of . _ : -")
    return value


def board_identifier(message: Mapping[str, Any], member: str) -> str:
    """Return an id that a board may give; raises ``FieldError`` also for one that is kept for imported games."""
    value = identifier(message, member)
    if value.startswith(IMPORTED):
        raise FieldError(member, f"must not begin with {IMPORTED}")
    return value


def whole_number(message: Mapping[str, Any], member: str) -> int:
    """Return a member that is an integer from 0 to 2**53 - 1; raises ``FieldError``."""
    value = _present(message, member)
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise FieldError(member, f"must be a whole number from 0 to {_LARGEST}")
    return value


def text(message: Mapping[str, Any], member: str, longest: int) -> str:
    """Return a member that is one line of printable text of at most ``longest`` characters; raises ``FieldError``."""
    value = _present(message, member)
    if not isinstance(value, str):
        raise FieldError(member, "must be text")
    if len(value) > longest:
        raise FieldError(member, f"must have at most {longest} characters, not {len(value)}")
    if not value.isprintable():
        raise FieldError(member, f"must not hold {unprintable(value)}")
    return value


def unprintable(value: str) -> str:
    """Return words for the first character of a text that cannot be printed."""
    character = next(one for one in value if not one.isprintable())
    name = unicodedata.name(character, "")
    kind = "control character" if unicodedata.category(character) == "Cc" else "character"
    return f"the {kind} U+{ord(character):04X}" + (f" ({name})" if name else "")


def _present(message: Mapping[str, Any], member: str) -> object:
    if message.get(member) is None:
        raise FieldError(member, "is missing")
    return message[member]


def time_control(message: Mapping[str, Any], member: str) -> str | None:
    """Return a member that is a time control; ``None`` for none. Raises ``FieldError``."""
    if message.get(member) is None:
        return None
    try:
        control = TimeControl(text(message, member, _LONGEST_CLOCK))
    except TimeControlError as error:
        raise FieldError(member, f"cannot be read: {error}") from error
    return None if control.kind == NONE else control.text


def _data(kind: str, message: Mapping[str, Any]) -> dict[str, Any]:
    if kind == START:
        start = {"rules": text(message, "rules", 40), "on": text(message, "on", 20), "options": _options(message)}
        # A newer board's time control may be one that this host does not know: the game is kept all the same.
        clock = NONE if message.get("clock") is None else text(message, "clock", _LONGEST_CLOCK)
        if not clock:
            raise FieldError("clock", "must not be empty")
        return start if clock == NONE else {**start, "clock": clock}
    if kind == ACTION:
        action, colour = text(message, "action", 20), _present(message, "colour")
        if not action:
            raise FieldError("action", "must not be empty")
        if colour not in COLOURS:
            raise FieldError("colour", f"must be {' or '.join(COLOURS)}")
        return {"action": action, "colour": colour}
    if kind in (RESULT, CONCLUDE):
        result = _present(message, "result")
        if result not in RESULTS:
            raise FieldError("result", "must be W+, B+ or 0")
        return {"result": result, "reason": text({"reason": "", **message}, "reason", 200)}
    if kind in (UNDO, ABANDON):
        return {}
    return {
        name: value
        for name, value in message.items()
        if name not in ("type", "game", "seq", "kind", "ticks", "boot") and name.isprintable() and _is_plain(value)
    }


def _options(message: Mapping[str, Any]) -> dict[str, bool | int | str]:
    options = message.get("options", {})
    if not isinstance(options, dict):
        raise FieldError("options", "must be an object")
    for name, value in options.items():
        if len(name) > _LONGEST_OPTION or not name.isprintable():
            raise FieldError("options", f"must have printable names of at most {_LONGEST_OPTION} characters")
        if not _is_plain(value):
            raise FieldError(f"options.{name}", "must be true, false, a whole number or one line of printable text")
    return options


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return value.isprintable()
    return isinstance(value, int) and abs(value) <= _LARGEST

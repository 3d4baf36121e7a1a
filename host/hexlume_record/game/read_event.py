"""Reader of the events of boards and records: checked before anything else sees them (docs/protocol.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from hexlume.match.game_clock import NONE, TimeControl, TimeControlError

from ..validation import LARGEST, Check, Count, Line, checked, one_of
from .events import ABANDON, ACTION, COLOURS, CONCLUDE, IMPORTED, LONGEST_ID, RESULT, RESULTS, START, UNDO, BoardEvent

Colour = Annotated[str, one_of(*COLOURS)]
_LONGEST_CLOCK = 30
"""The most characters of a time control's text."""
_LONGEST_OPTION = 40
"""The most characters of an option's name."""


def _board_identifier(identifier: str) -> str:
    if identifier.startswith(IMPORTED):
        raise ValueError(f"must not begin with {IMPORTED}")
    return identifier


def _like(pattern: str, words: str) -> Check:
    """Return what marks a text as one that a pattern fits."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"must be {words}")
        return text

    return check


def _time_control(text: str) -> str | None:
    try:
        control = TimeControl(text)
    except TimeControlError as error:
        raise ValueError(f"cannot be read: {error}") from error
    return None if control.kind == NONE else control.text


def _options(options: dict[str, Any]) -> dict[str, Any]:
    for name, value in options.items():
        if len(name) > _LONGEST_OPTION or not name.isprintable() or not _is_plain(value):
            raise ValueError(
                f"must have printable names of at most {_LONGEST_OPTION} characters, each for true, false, a whole "
                "number or one line of printable text"
            )
    return options


Identifier = Annotated[
    str,
    _like(rf"[A-Za-z0-9._:-]{{1,{LONGEST_ID}}}", f"1 to {LONGEST_ID} letters from A to Z, digits, or any of . _ : -"),
]
"""The id of a game or a board."""
BoardIdentifier = Annotated[Identifier, _board_identifier]
"""An id that a board may give: those of imported games are reserved for the store."""
KnownClock = Annotated[str, Line(_LONGEST_CLOCK), _time_control]
"""The text of a time control that this host knows; ``None`` for none."""


@dataclass(kw_only=True)
class EventMembers:
    """The members that events of all kinds have."""

    seq: Count
    kind: Annotated[str, _like("[a-z]{1,16}", "1 to 16 letters from a to z")]
    ticks: Count
    boot: Count | None = None

    def __post_init__(self) -> None:
        if (self.kind == START) != (self.seq == 0):
            raise ValueError("must be of the kind start where seq is 0, and nowhere else")


@dataclass(kw_only=True)
class _Message(EventMembers):
    game: BoardIdentifier


@dataclass
class _Start:
    rules: Annotated[str, Line(40)]
    board: Annotated[str, Line(20)]
    # A newer board's time control may be one that this host does not know: the game is stored all the same.
    clock: Annotated[str, Line(_LONGEST_CLOCK, 1)] | None = None
    lesson: Count | None = None
    options: Annotated[dict[str, Any], _options] = field(default_factory=dict)


@dataclass
class _Action:
    action: Annotated[str, Line(20, 1)]
    colour: Colour
    clock: Count | None = None


@dataclass
class _Ending:
    result: Annotated[str, one_of(*RESULTS)]
    reason: Annotated[str, Line(200)] = ""


@dataclass
class _Conclusion(_Ending):
    clock: Count | None = None


@dataclass
class _Nothing:
    pass


_DATA: dict[str, type] = {
    START: _Start,
    ACTION: _Action,
    RESULT: _Ending,
    CONCLUDE: _Conclusion,
    UNDO: _Nothing,
    ABANDON: _Nothing,
}
"""The members that are stored of each kind of event."""
_ENVELOPE = {"type", *_Message.__dataclass_fields__}


def read_event(message: Mapping[str, Any]) -> BoardEvent:
    """Return the event of an ``event`` message; raises ``FieldError`` for one that is malformed."""
    event = checked(_Message, message)
    return BoardEvent(event.game, event.seq, event.kind, event.ticks, read_data(event.kind, message), event.boot)


def read_data(kind: str, members: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Return what an event's kind needs of its members; raises ``FieldError``. ``path`` is theirs.

    Members the protocol does not name are left out. An event of a kind this host does not know is stored with its
    plain members: a newer board's game stays whole.
    """
    if kind not in _DATA:
        plain = (pair for pair in members.items() if pair[0] not in _ENVELOPE)
        return {name: value for name, value in plain if name.isprintable() and _is_plain(value)}
    data = {name: value for name, value in vars(checked(_DATA[kind], members, path)).items() if value is not None}
    if data.get("clock") == NONE:
        del data["clock"]
    return data


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return value.isprintable()
    return isinstance(value, int) and abs(value) <= LARGEST

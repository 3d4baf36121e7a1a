"""Messages of a board, in addition to its events, and their readers (docs/protocol.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from hexlume.hardware.buttons import BUTTONS
from hexlume.hardware.panel import STATUS_LEDS
from hexlume.journal.flash_log import MOST_BOOTS
from hexlume.journal.incidents import MOST_TEXT
from hexlume_record.game.events import BoardEvent, place_of
from hexlume_record.game.read_event import BoardIdentifier, read_event
from hexlume_record.table.clock import ClockReport
from hexlume_record.table.table_report import LessonReport
from hexlume_record.validation import Count, FieldError, Line, T, checked, items, whole

PLAY = "play"
SUGGEST = "suggest"
"""The commands that a board asks of an engine: its action, or advice."""
MOST_NUMBER = 0xFFFF
"""The highest number that a board gives a game within one start: it counts them in two bytes."""
MOST_CELLS = 255
"""No panel has more cells: the board counts them in a byte."""

NO_ANSWER = "the board did not answer"
NO_REASON = "it gives no reason"
"""What stands for the error of a board that says nothing, or only that it refuses."""

MOST_CHANGES = 32
"""The most readings, and lights, in one message ``raw``."""


def _lines(text: str) -> str:
    Line(MOST_TEXT)(text.replace("\n", " "))
    return text


Byte = Annotated[int, whole(255)]
Cell = Annotated[str, Line(3)]
Word = Annotated[str, Line(20)]
Places = Annotated[tuple[Annotated[int, whole(MOST_CELLS - 1 + STATUS_LEDS)], ...], items(MOST_CHANGES)]
Button = Annotated[int, whole(len(BUTTONS) - 1)] | None
Numbers = Annotated[tuple[Annotated[int, whole(65535)], ...], items(MOST_CELLS, 1)]


@dataclass(frozen=True, slots=True)
class Hello:
    """A board introduces itself; ``game`` is its running game, empty for none.

    ``ticks`` is its clock (ms since its power-on number ``boot``) when it wrote this; ``None`` when it did not say.
    """

    protocol: Count
    device: BoardIdentifier
    firmware: Annotated[str, Line(40)]
    panel: Annotated[str, Line(20)]
    boot: Count
    game: BoardIdentifier = ""
    ticks: Count | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """How the table differs from the game: what is to be done on which panel cell.

    ``chosen`` is what the act button would do, empty for nothing: an action without a place, or ``resign``, ``draw``,
    ``agree``. ``clock`` is ``None`` for a game without a time control. ``asks`` maps the command that the board wants
    from an engine (``play``, ``suggest``) to the last event of the position it is for, and is empty for none. ``menu``
    is the game whose choices the board's open menu offers, empty while it is closed. ``journal`` is ``low`` while the
    board has little room for games that no host has, ``losing`` while it has too little, else empty.
    ``level`` is how strongly the engine is to play, empty where none plays or it does not say; ``lesson`` is how the
    lesson that is running stands.
    """

    game: BoardIdentifier
    differs: dict[Cell, Annotated[str, Line(60)]]
    chosen: Annotated[str, Line(20)] = ""
    clock: ClockReport | None = None
    asks: Annotated[dict[Annotated[str, Line(20)], Count], items(1, 1)] = field(default_factory=dict)
    menu: Annotated[str, Line(20)] = ""
    journal: Annotated[str, Line(20)] = ""
    level: Annotated[str, Line(20)] = ""
    lesson: LessonReport | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """How some of the panel's sensors are: those of the cells from ``first`` on, in the order of the panel's cells.

    ``counts`` are mean readings (0 to 4095), ``zeros`` what the cells read when empty, ``spans`` how many counts an
    ordinary disc gives (0: not measured), ``noise`` tenths of a count RMS. ``faults`` are the cells
    that are not well, each with a word.
    """

    first: Byte
    counts: Numbers
    zeros: Numbers
    spans: Numbers
    noise: Numbers
    faults: dict[Cell, Annotated[str, Line(20)]] = field(metadata={"name": "cells"})

    def __post_init__(self) -> None:
        if not len(self.counts) == len(self.zeros) == len(self.spans) == len(self.noise):
            raise ValueError("counts, zeros, spans and noise must be of one length")
        if self.first + len(self.counts) > MOST_CELLS:
            raise ValueError("counts must not go past the panel's last cell")


@dataclass(frozen=True, slots=True)
class Incident:
    """One thing that went wrong on the board: number ``place`` (0: the newest) of the ``of`` that it keeps.

    ``in_a_row`` came without a minute of play since. ``what`` is ``crash``, ``hang`` or ``safe mode``, empty where it
    keeps none; ``boot`` the start it happened in, ``seconds`` how long after it (``None``: nobody knows), ``gave_up``
    whether the running game was given up for it. ``text`` has lines: a crash's traceback in short.
    """

    place: Byte
    of: Byte
    in_a_row: Byte
    what: Annotated[str, Line(20)] = ""
    boot: Count = 0
    seconds: Count | None = None
    firmware: Annotated[str, Line(40)] = ""
    gave_up: bool = False
    text: Annotated[str, _lines] = ""

    def __post_init__(self) -> None:
        if self.what and self.place >= self.of:
            raise ValueError("place must be less than of")


@dataclass(frozen=True, slots=True)
class Raw:
    """What has changed of what a board senses and shows: the readings of ``cells`` (by number) in ``counts``, the
    ``cues`` that ``leds`` show, and a button that was pressed or released (``None``: none).

    ``settings`` are only in the first one: the board's, as in the command ``settings``.
    """

    ticks: Count
    cells: Places
    counts: Annotated[tuple[Annotated[int, whole(4095)], ...], items(MOST_CHANGES)]
    leds: Places
    cues: Annotated[tuple[Byte, ...], items(MOST_CHANGES)]
    pressed: Button = None
    released: Button = None
    settings: Annotated[dict[Word, Word], items(16)] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.cells) != len(self.counts) or len(self.leds) != len(self.cues):
            raise ValueError("counts and cues must be as many as cells and leds")


@dataclass(frozen=True, slots=True)
class Dropped:
    """The board has dropped what the host does not have of its games from ``first`` on (empty: the very first), up to
    before ``before``. ``games`` is how many these are, ``None`` where the board does not know."""

    before: BoardIdentifier
    first: BoardIdentifier = field(default="", metadata={"name": "from"})
    games: Count | None = None

    def check(self, device: str) -> None:
        """Raise ``FieldError`` for games that are not of this board."""
        for game in filter(None, (self.first, self.before)):
            place = place_of(game, device)
            if place is None or place[0] > MOST_BOOTS or place[1] > MOST_NUMBER:
                raise FieldError("before", "must be a game of the board")


@dataclass(frozen=True, slots=True)
class Answer:
    """A command was carried out (``error`` empty), or why not."""

    id: Count
    error: Annotated[str, Line(200)]

    @property
    def ok(self) -> bool:
        """Whether the command was carried out."""
        return not self.error


Message = Hello | BoardEvent | Table | Health | Incident | Raw | Dropped | Answer
"""What a board says."""
KINDS: dict[str, type[Message]] = {
    "hello": Hello,
    "event": BoardEvent,
    "table": Table,
    "health": Health,
    "incident": Incident,
    "raw": Raw,
    "dropped": Dropped,
    "answer": Answer,
}
"""Each kind of message from a board, by the ``type`` of its lines; all but ``event`` are a method of listeners, too."""


def read_message(kind: type[T], message: Mapping[str, Any]) -> T:
    """Return a message of a board; raises ``FieldError``. A member that is null counts as missing."""
    members = {name: value for name, value in message.items() if value is not None}
    if kind is Answer:
        members["error"] = "" if members.get("ok") is True else members.get("error") or NO_REASON
    return checked(kind, members)


def read_any(message: dict[str, Any]) -> Message:
    """Return a message of whichever of ``KINDS`` it is; raises ``FieldError``."""
    kind = KINDS[message["type"]]
    return read_event(message) if kind is BoardEvent else read_message(kind, message)

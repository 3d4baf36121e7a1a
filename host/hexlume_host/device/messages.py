"""What a board tells, beside its events: checked messages of docs/protocol.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume.games.game_clock import MOST_MS, MOST_PERIODS
from hexlume.journal.incidents import MOST_TEXT
from hexlume.journal.rotation import MOST_BOOTS
from hexlume.link.wire import WireError

from ..game.clock import ClockReport
from ..game.events import COLOURS, board_identifier, place_of, text, time_control, whole_number

PLAY = "play"
SUGGEST = "suggest"
"""The commands that a board asks of an engine: its action, or advice."""
MOST_NUMBER = 0xFFFF
"""The highest number that a board gives a game within one start: it counts them in two bytes."""
MOST_CELLS = 255
"""No panel has more cells: the board counts them in a byte."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A board introduces itself; ``game`` is its running game, empty when none is.

    ``ticks`` is its clock (ms since its power-on number ``boot``) when it wrote this; ``None`` when it did not say.
    """

    protocol: int
    board: str
    firmware: str
    panel: str
    boot: int
    game: str
    ticks: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """How the table differs from the game: what is to be done on which panel cell.

    ``chosen`` is what the act button would do, empty for nothing: an action without a place, or ``resign``, ``draw``,
    ``agree``. ``clock`` is ``None`` for a game without a time control. ``asks`` is the command (``play``, ``suggest``)
    that the board wants from an engine, empty for none, and ``asks_after`` the last event of the position it is for.
    ``menu`` is the game whose choices the board's open menu offers, empty while it is closed. ``journal`` is ``low``
    while the board has little room for games that no host has, ``losing`` while it has too little, else empty.
    """

    game: str
    differs: Mapping[str, str]
    chosen: str = ""
    clock: ClockReport | None = None
    asks: str = ""
    asks_after: int = -1
    menu: str = ""
    journal: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """How some of the panel's sensors are: those of the cells from ``first`` on, in the order of the panel's cells.

    ``counts`` are mean readings (0 to 4095), ``zeros`` what the cells read when empty, ``spans`` how many counts an
    ordinary disc gives (0: not measured), ``noise`` tenths of a count RMS. ``faults`` are the cells
    that are not well, each with a word.
    """

    first: int
    counts: tuple[int, ...]
    zeros: tuple[int, ...]
    spans: tuple[int, ...]
    noise: tuple[int, ...]
    faults: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Incident:
    """One thing that went wrong on the board: number ``place``, 0 the newest, ``of`` so many that it keeps.

    ``in_a_row`` came without a minute of play since. ``what`` is ``crash``, ``hang`` or ``safe mode``, empty where it
    keeps none; ``boot`` the start it happened in, ``seconds`` how long after it (``None``: nobody knows), ``gave_up``
    whether the running game was given up for it. ``text`` has lines: a crash's traceback in short.
    """

    place: int
    of: int
    in_a_row: int
    what: str = ""
    boot: int = 0
    seconds: int | None = None
    firmware: str = ""
    gave_up: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The board has dropped what the host does not have of its games from ``first`` on (empty: the very first), up to
    before ``before``."""

    first: str
    before: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A command was carried out (``error`` empty), or why not."""

    id: int
    error: str

    @property
    def ok(self) -> bool:
        """Whether the command was carried out."""
        return not self.error


def read_hello(message: Mapping[str, Any]) -> Hello:
    """Return a board's ``hello``; raises ``WireError``."""
    return Hello(
        whole_number(message, "protocol"),
        board_identifier(message, "board"),
        text(message, "firmware", 40),
        text(message, "panel", 20),
        whole_number(message, "boot"),
        board_identifier(message, "game") if message.get("game") is not None else "",
        whole_number(message, "ticks") if message.get("ticks") is not None else None,
    )


def read_table(message: Mapping[str, Any]) -> Table:
    """Return a ``table`` message; raises ``WireError``."""
    differs = message.get("differs")
    if not isinstance(differs, dict) or not all(cell.isprintable() for cell in differs):
        raise WireError("table without what differs")
    chosen = text(message, "chosen", 20) if message.get("chosen") is not None else ""
    told = {cell: text(differs, cell, 60) for cell in differs}
    asks, after = _asks(message.get("asks"))
    menu = text(message, "menu", 20) if message.get("menu") is not None else ""
    journal = text(message, "journal", 20) if message.get("journal") is not None else ""
    clock = _clock(message.get("clock"))
    return Table(board_identifier(message, "game"), told, chosen, clock, asks, after, menu, journal)


def _asks(told: object) -> tuple[str, int]:
    """Return the command that a board asks for and after which event; raises ``WireError``."""
    if told is None:
        return "", -1
    if not isinstance(told, dict) or len(told) != 1:
        raise WireError("table that asks for no command")
    (command,) = told
    return text({"asks": command}, "asks", 20), whole_number(told, command)


def _clock(told: object) -> ClockReport | None:
    """Return what a table's clock says; raises ``WireError``."""
    if told is None:
        return None
    if not isinstance(told, dict):
        raise WireError("table whose clock is no object")
    control = time_control(told, "control")
    if control is None:
        return None
    return ClockReport(
        control,
        {colour: _at_most(told, colour, MOST_MS) for colour in COLOURS},
        {colour: _at_most(told, f"{colour}_periods", MOST_PERIODS) for colour in COLOURS},
        _colour(told, "running"),
        _colour(told, "flagged"),
    )


def _at_most(message: Mapping[str, Any], member: str, most: int) -> int:
    value = whole_number(message, member)
    if value > most:
        raise WireError(f"message without a proper {member}")
    return value


def _colour(message: Mapping[str, Any], member: str) -> str | None:
    value = message.get(member)
    if value is not None and value not in COLOURS:
        raise WireError(f"message without a proper {member}")
    return value


def read_health(message: Mapping[str, Any]) -> Health:
    """Return a ``health`` message; raises ``WireError``."""
    faults = message.get("cells")
    if not isinstance(faults, dict) or not all(cell.isprintable() and len(cell) <= 3 for cell in faults):
        raise WireError("health without its cells")
    lists = [_numbers(message, member) for member in ("counts", "zeros", "spans", "noise")]
    if not 0 < len(lists[0]) == len(lists[1]) == len(lists[2]) == len(lists[3]):
        raise WireError("health whose lists differ in length")
    first = whole_number(message, "first")
    if first + len(lists[0]) > MOST_CELLS:
        raise WireError("health of more cells than a panel has")
    return Health(first, lists[0], lists[1], lists[2], lists[3], {cell: text(faults, cell, 20) for cell in faults})


def _numbers(message: Mapping[str, Any], member: str) -> tuple[int, ...]:
    """Return a member that is a list of whole numbers from 0 to 65535; raises ``WireError``."""
    values = message.get(member)
    if not isinstance(values, list) or not all(type(value) is int and 0 <= value <= 65535 for value in values):
        raise WireError(f"health without proper {member}")
    return tuple(values)


def read_incident(message: Mapping[str, Any]) -> Incident:
    """Return an ``incident`` message; raises ``WireError``."""
    place, of, in_a_row = (_at_most(message, member, 255) for member in ("place", "of", "in_a_row"))
    if message.get("what") is None:
        return Incident(place, of, in_a_row)
    lines = message.get("text")
    if not isinstance(lines, str) or len(lines) > MOST_TEXT or not lines.replace("\n", "").isprintable():
        raise WireError("incident without a proper text")
    if place >= of or not isinstance(message.get("gave_up"), bool):
        raise WireError("incident that is none of the board's")
    return Incident(
        place,
        of,
        in_a_row,
        text(message, "what", 20) or "?",
        whole_number(message, "boot"),
        whole_number(message, "seconds") if message.get("seconds") is not None else None,
        text(message, "firmware", 40),
        message["gave_up"],
        lines,
    )


def read_dropped(message: Mapping[str, Any], board: str) -> Dropped:
    """Return a ``dropped`` message of a board; raises ``WireError``."""
    before = board_identifier(message, "before")
    first = board_identifier(message, "from") if message.get("from") is not None else ""
    for game in (first, before) if first else (before,):
        place = place_of(game, board)
        if place is None or place[0] > MOST_BOOTS or place[1] > MOST_NUMBER:
            raise WireError("dropped games that are none of the board's")
    return Dropped(first, before)


def read_answer(message: Mapping[str, Any]) -> Answer:
    """Return an ``answer``; raises ``WireError``."""
    if message.get("ok") is True:
        return Answer(whole_number(message, "id"), "")
    return Answer(whole_number(message, "id"), text(message, "error", 200) or "The board refused without a reason.")

"""Records of games: events as stored, and the fold that makes a history of them without any rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from . import events
from .events import BoardEvent

UNFINISHED = "unfinished"
FINISHED = "finished"
ABANDONED = "abandoned"
INCOMPLETE = "incomplete"
"""The board has dropped how the game went on (``dropped_games``)."""

FROM_BOARD = "board"
FROM_FILE = "import"
FROM_PUZZLE = "puzzle"
FROM_LESSON = "lesson"
NOBODYS = (FROM_PUZZLE, FROM_LESSON)
"""The sources of a puzzle or a lesson on a board: nobody's game, so the library leaves it out."""

_STEPS = (events.ACTION, events.UNDO, events.RESULT, events.CONCLUDE)
"""The kinds of events that take a game forward or back."""

SEAT_SWAPS = ("swap", "take=black")
"""The actions that exchange which player has which colour (rules ACT-3, DRO-11)."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with the time (UTC) it was committed (``at``), and when it was played as far as that is known.

    ``boot`` is the board's power-on in which ``ticks`` were counted.
    """

    seq: int
    kind: str
    ticks: int
    data: Mapping[str, Any]
    at: datetime
    boot: int | None = None
    played_at: datetime | None = None

    def ms_since(self, earlier: "StoredEvent") -> int | None:
        """Return the ms from an earlier event to this one, ``None`` when not known.

        They are counted by the board's own clock or, across a restart, by the calendar.
        """
        if self.boot is not None and self.boot == earlier.boot and self.ticks >= earlier.ticks:
            return self.ticks - earlier.ticks
        if self.played_at is not None and earlier.played_at is not None and self.played_at >= earlier.played_at:
            return round((self.played_at - earlier.played_at).total_seconds() * 1000)
        return None


@dataclass(frozen=True, slots=True)
class Action:
    """An action that stands: its string and the colour that acted."""

    action: str
    colour: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game stands: ``status`` is ``unfinished``, ``finished``, ``abandoned`` or ``incomplete``."""

    status: str = UNFINISHED
    result: str | None = None
    reason: str | None = None

    def after(self, event: BoardEvent | StoredEvent) -> "Ending":
        """Return how the game stands after its next event; acting or taking back reopens it."""
        if event.kind in (events.RESULT, events.CONCLUDE):
            return Ending(FINISHED, event.data["result"], event.data["reason"])
        if event.kind == events.ABANDON and self.status in (UNFINISHED, INCOMPLETE):
            return Ending(ABANDONED)
        return Ending() if event.kind in (events.ACTION, events.UNDO) else self


@dataclass(frozen=True, slots=True)
class Players:
    """The names of who has white and who has black; empty when unknown."""

    white: str = ""
    black: str = ""

    def after(self, seats_swapped: bool) -> "Players":
        """Return who has the colours once the players have exchanged them, or not (rule ACT-3)."""
        return Players(self.black, self.white) if seats_swapped else self


NOBODY = Players()
"""Players whose names are not known."""


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The facts about a stored game other than its events.

    ``id`` is the short number people use, ``game`` the board's own id of the game, ``on`` the game's board (``hex4``).
    ``source`` is ``board``, ``import`` for a game read from a file, ``puzzle`` or ``lesson`` for one on a board;
    ``panel`` and ``firmware`` are the board's at the game's start. ``clock`` is the time control's text
    (``fischer 300+5``), ``None`` without one. ``white`` and ``black`` name who started with which colour, empty when
    unknown, and ``seats_swapped`` says whether they have exchanged their colours since (rule ACT-3). ``started_at`` and
    ``ended_at`` are when it was played; unless ``start_known``, ``started_at`` is the latest it can have been.
    """

    id: int
    game: str
    source: str
    board: str
    panel: str
    firmware: str
    rules: str
    on: str
    options: Mapping[str, Any]
    clock: str | None
    white: str
    black: str
    started_at: datetime
    start_known: bool
    ended_at: datetime | None
    seats_swapped: bool
    ending: Ending

    @property
    def starters(self) -> Players:
        """Who started with which colour."""
        return Players(self.white, self.black)

    @property
    def players(self) -> Players:
        """Who has which colour now, or had it at the end."""
        return self.starters.after(self.seats_swapped)


@dataclass(frozen=True, slots=True)
class GameSummary(GameHeader):
    """A line in the list of games; ``action_count`` counts the actions that stand."""

    action_count: int


@dataclass(frozen=True, slots=True)
class GameRecord(GameHeader):
    """A stored game with all its events, in order."""

    events: tuple[StoredEvent, ...]

    @property
    def actions(self) -> list[Action]:
        """The actions that stand."""
        return history_of(self.events).actions


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game read from a file, checked against the rules; the members are those of ``GameHeader``.

    ``variations`` is the record's member of that name (docs/record.md), ``None`` where it has none.
    """

    game: str
    board: str
    panel: str
    firmware: str
    white: str
    black: str
    started_at: datetime
    events: tuple[StoredEvent, ...]
    variations: Mapping[str, Any] | None = None


class GameHistory:
    """A game's events folded one by one: the ``actions`` that stand, and how the game stands (``ending``).

    It knows no rules; ``GameState`` adds them. ``concluded`` says that the game's last step was to conclude it: an
    ``undo`` then takes back the conclusion, and otherwise the last action.
    """

    def __init__(self) -> None:
        """Begin before a game's first event."""
        self.actions: list[Action] = []
        self.ending = Ending()
        self.concluded = False
        self.last_seq = 0
        """The number of the last event; a game's ``start`` is number 0."""

    def take(self, event: BoardEvent | StoredEvent) -> None:
        """Take the game's next event."""
        self.last_seq = event.seq
        self.ending = self.ending.after(event)
        if event.kind == events.ACTION:
            self.actions.append(Action(event.data["action"], event.data["colour"]))
        elif event.kind == events.UNDO and self.actions and not self.concluded:
            self.actions.pop()
        if event.kind in _STEPS:
            self.concluded = event.kind == events.CONCLUDE

    @property
    def seats_swapped(self) -> bool:
        """Whether the players have exchanged their colours since the start (rule ACT-3)."""
        return seats_swapped(action.action for action in self.actions)

    def turns(self) -> list[tuple[str, list[str]]]:
        """Return the actions that stand, grouped into turns: pairs (colour, actions)."""
        return turns_of(self.actions)


def history_of(in_order: Iterable[BoardEvent | StoredEvent]) -> GameHistory:
    """Return what a game's events add up to."""
    history = GameHistory()
    for event in in_order:
        history.take(event)
    return history


def seats_swapped(actions: Iterable[str]) -> bool:
    """Return whether actions have exchanged the players' colours (rule ACT-3)."""
    return sum(action in SEAT_SWAPS for action in actions) % 2 == 1


def turns_of(actions: Iterable[Action]) -> list[tuple[str, list[str]]]:
    """Return actions grouped into turns: pairs (colour, actions).

    A turn is what one colour does in a row; after ``swap`` another player acts, so a new one begins.
    """
    turns: list[tuple[str, list[str]]] = []
    for action in actions:
        if not turns or turns[-1][0] != action.colour or turns[-1][1][-1] == "swap":
            turns.append((action.colour, []))
        turns[-1][1].append(action.action)
    return turns

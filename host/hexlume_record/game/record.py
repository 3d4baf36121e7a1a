"""Records of games: their facts, their events as stored, and the history that these add up to without any rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hexlume.games import notation
from hexlume.games.outcome import RESULTS
from hexlume.match.match import Match

from .events import ABANDON, RESULT, BoardEvent, StoredEvent
from .match_event import match_event
from .unruled import RecordedAction, UnruledGame

UNFINISHED = "unfinished"
FINISHED = "finished"
ABANDONED = "abandoned"
INCOMPLETE = "incomplete"
"""The board has dropped how the game went on (``dropped_games``)."""

FROM_BOARD = "board"
FROM_FILE = "import"
FROM_PUZZLE = "puzzle"
FROM_LESSON = "lesson"
FROM_CONTINUED = "continued"
NOBODYS = (FROM_PUZZLE, FROM_LESSON, FROM_CONTINUED)
"""The sources that the library leaves out: nobody's game, that of a puzzle or a lesson on a board, and one that another
game has continued after all its actions."""

SEAT_SWAPS = (notation.TEXTS[notation.SWAP], notation.TEXTS[notation.TAKE_BLACK])
"""The actions that exchange which player has which colour (rules ACT-3, DRO-11)."""


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
class GameFacts:
    """The facts about a game that a file of it has, too.

    ``game`` is the game's own id, ``device`` the id of the board that played it. ``panel`` and ``firmware`` are the
    board's at the game's start. ``white`` and ``black`` name who started with which colour, empty when unknown.
    ``started_at`` is when it was played.
    """

    game: str
    device: str
    panel: str
    firmware: str
    white: str
    black: str
    started_at: datetime


@dataclass(frozen=True, slots=True)
class GameHeader(GameFacts):
    """The facts about a stored game other than its events.

    ``id`` is the short number people use, ``board`` the shape on which it is played (``hex4``).
    ``source`` is ``board``, ``import`` for a game read from a file, ``puzzle`` or ``lesson`` for one on a board
    that nobody plays, ``continued`` for one that another game goes on with. ``clock`` is the time control's text
    (``fischer 300+5``), ``None`` without one. ``seats_swapped`` says whether the players have exchanged their colours
    since the start (rule ACT-3). Unless ``start_known``, ``started_at`` is the latest it can have been; ``ended_at`` is
    when it ended.
    """

    id: int
    source: str
    rules: str
    board: str
    options: Mapping[str, Any]
    clock: str | None
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

    @property
    def action_count(self) -> int:
        """How many actions stand."""
        return history_of(self.events).count


@dataclass(frozen=True, slots=True)
class ImportedGame(GameFacts):
    """A game read from a file, checked against the rules.

    ``variations`` is the record's member of that name (docs/record.md), ``None`` where it has none.
    """

    events: tuple[StoredEvent, ...]
    variations: Mapping[str, Any] | None = None


class GameHistory:
    """What a game's events add up to without its rules: a match that takes whatever they say."""

    def __init__(self) -> None:
        """Begin before a game's first event."""
        self.recorded = UnruledGame()
        self._history = Match(self.recorded)
        self._abandoned = False
        self.last_seq = 0
        """The number of the last event; a game's ``start`` is number 0."""

    def take(self, event: BoardEvent | StoredEvent) -> bool:
        """Take the game's next event, and return whether it is one that the match takes."""
        self.last_seq = event.seq
        taken = match_event(event, RecordedAction)
        if taken is None:
            return False
        if event.kind == RESULT:
            self.recorded.end(RESULTS.index(event.data["result"]), event.data["reason"])
        self._history.apply(taken)
        self._abandoned = event.kind == ABANDON
        return True

    @property
    def count(self) -> int:
        """How many actions stand."""
        return self._history.count

    @property
    def actions(self) -> list[Action]:
        """The actions that stand."""
        return [Action(event.data["action"], event.data["colour"]) for event in self.recorded.standing()]

    @property
    def ending(self) -> Ending:
        """How the game stands."""
        outcome = self.recorded.outcome
        if outcome is not None:
            return Ending(FINISHED, outcome.result, outcome.reason)
        return Ending(ABANDONED) if self._abandoned else Ending()

    @property
    def concluded(self) -> bool:
        """Whether the game was concluded after its last action: an ``undo`` then takes back that."""
        return self.recorded.concluded

    @property
    def seats_swapped(self) -> bool:
        """Whether the players have exchanged their colours since the start (rule ACT-3)."""
        return self.recorded.seats_swapped

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

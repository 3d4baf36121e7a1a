"""The record of a game: its events as stored, and what they add up to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from . import events
from .events import BoardEvent

UNFINISHED = "unfinished"
FINISHED = "finished"
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with the time (UTC) it was committed."""

    seq: int
    kind: str
    ticks: int
    data: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class Action:
    """An action that stands: its string and the colour that acted."""

    action: str
    colour: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game stands: ``status`` is ``unfinished``, ``finished`` or ``abandoned``."""

    status: str = UNFINISHED
    result: str | None = None
    reason: str | None = None

    def after(self, event: BoardEvent | StoredEvent) -> "Ending":
        """Return how the game stands after its next event; acting or taking back reopens it."""
        if event.kind == events.RESULT:
            return Ending(FINISHED, event.data["result"], event.data["reason"])
        if event.kind == events.ABANDON and self.status == UNFINISHED:
            return Ending(ABANDONED)
        return Ending() if event.kind in (events.ACTION, events.UNDO) else self


@dataclass(frozen=True, slots=True)
class GameHeader:
    """What is known of a stored game beside its events.

    ``id`` is the short number people use, ``game`` the board's own id of the game, ``on`` the game's board (``hex4``).
    ``white`` and ``black`` name who started with which colour, empty when unknown.
    """

    id: int
    game: str
    board: str
    panel: str
    firmware: str
    rules: str
    on: str
    options: Mapping[str, Any]
    white: str
    black: str
    started_at: datetime
    ended_at: datetime | None
    ending: Ending


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
        return standing_actions(self.events)


def standing_actions(in_order: Iterable[BoardEvent | StoredEvent]) -> list[Action]:
    """Return the actions that stand after a game's events: an ``undo`` takes back the last one."""
    actions: list[Action] = []
    for event in in_order:
        if event.kind == events.ACTION:
            actions.append(Action(event.data["action"], event.data["colour"]))
        elif event.kind == events.UNDO and actions:
            actions.pop()
    return actions

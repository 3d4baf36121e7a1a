"""Summary of a game's events, stored so that searches and statistics need not read the events.

An *opening* is the first actions that stand, each behind the first letter of the colour that acted: ``wWd4 bBd5``. The
*times* are how long each standing action took, in tenths of a second, ``-`` where that is not known: ``23 104 -``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from hexlume_record.game import events
from hexlume_record.game.events import StoredEvent
from hexlume_record.game.record import Action, GameHistory, turns_of

OPENING_ACTIONS = 16
"""The most actions of an opening."""
TIMED_ACTIONS = 200
"""The most actions whose times are stored."""

UNKNOWN = "-"


@dataclass(frozen=True, slots=True)
class EventSummary:
    """How many actions of a game stand, whether seats are swapped, its opening and its times."""

    action_count: int
    seats_swapped: bool
    opening: str
    times: str


def summarize(in_order: Iterable[StoredEvent]) -> EventSummary:
    """Return the summary of all events of a game."""
    history, times, before = GameHistory(), list[str](), None
    for event in in_order:
        history.take(event)
        if event.kind == events.ACTION:
            took_ms = event.ms_since(before) if before is not None else None
            times.append(UNKNOWN if took_ms is None else str(took_ms // 100))
        else:
            del times[history.count :]
        before = event
    return EventSummary(
        history.count,
        history.seats_swapped,
        " ".join(_token(action) for action in history.actions[:OPENING_ACTIONS]),
        " ".join(times[:TIMED_ACTIONS]),
    )


def _token(action: Action) -> str:
    # An action that no rules know may hold spaces.
    return action.colour[0] + action.action.replace(" ", "_")


def opening_turns(opening: str) -> list[list[str]]:
    """Return the actions of an opening grouped into turns (see ``record.turns_of``)."""
    return [actions for _, actions in turns_of(Action(token[1:], token[0]) for token in opening.split())]

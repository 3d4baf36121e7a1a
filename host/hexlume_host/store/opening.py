"""Opening of a game: its first actions that stand, stored so that statistics need not read the events.

Each action stands behind the first letter of the colour that acted: ``wWd4 bBd5``.
"""

from collections.abc import Sequence

from hexlume_record.game.record import Action, turns_of

LONGEST = 16
"""The most actions of an opening."""


def opening_text(actions: Sequence[Action]) -> str:
    """Return the opening of a game whose actions these are."""
    # An action that no rules know may hold spaces.
    return " ".join(f"{action.colour[0]}{action.action.replace(' ', '_')}" for action in actions[:LONGEST])


def opening_turns(opening: str) -> list[list[str]]:
    """Return the actions of an opening grouped into turns (see ``record.turns_of``)."""
    return [actions for _, actions in turns_of(Action(token[1:], token[0]) for token in opening.split())]

"""Organica's texts, for user interfaces; a board has none of them."""

from ..game import MOVING

if False:  # for type checkers only
    from .rules import Organica

TITLE = "Organica"
AIM = "Surround all of the enemy's leaders."
CLAUSES = {
    "ORG-1": "No piece of that kind is left in hand.",
    "ORG-3": "One piece is placed a turn; after a pawn, a group may move or the turn ends.",
    "ORG-4 taken": "A piece is placed on an empty cell.",
    "ORG-4": "A leader is never placed beside a leader of its own colour.",
    "ORG-5": "A group moves only after a pawn was placed, or when no piece can be placed.",
    "ORG-6 foreign": "Only an own piece can move.",
    "ORG-6": "Only a group of three pieces or more can move.",
    "ORG-7 far": "A step goes to a cell beside.",
    "ORG-7 taken": "A step goes to an empty cell.",
    "ORG-7": "Only the group that took the turn's first step can move.",
    "ORG-9 move": "No piece can be placed, so one step is made before the turn can be ended.",
    "ORG-9": "A piece is placed before the turn can be ended.",
    "ORG-10": "A leader may not step beside another leader of its own colour.",
    "ORG-11 leader": "Only a pawn of the enemy is captured.",
    "ORG-11": "Only a leader captures.",
}
"""Why an action is refused, by the clause that forbids it, or by a part of it (hexlume_record.words.clause_parts)."""

REASONS = {
    "leaders-lost": "{loser} lost the last leader",
    "repetition": "the same position started a turn for the third time",
}
"""Why a game ended, by its outcome's code; ``hexlume_record.words.text`` fills in the colours and the groups' sizes."""

PARTS = {"step": "one step left", "steps": "{count} steps left"}
"""Which part of a turn is due; ``part`` says which of these."""


def part(game: "Organica") -> tuple[str, int]:
    """Return the part of a turn that is due, empty before a group moves, and how many steps it has left (ORG-7)."""
    if game.phase != MOVING or not game._capacity:
        return "", 0
    return ("step" if game._capacity == 1 else "steps"), game._capacity

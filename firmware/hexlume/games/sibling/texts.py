"""Sibling's texts, for user interfaces; a board has none of them."""

from ..grid import NO_CELL

if False:  # for type checkers only
    from .rules import Sibling

TITLE = "Sibling"
AIM = "Place two discs a turn on one line, and own the larger second-largest group."
CLAUSES = {
    "SIB-2 taken": "A disc goes on an empty cell.",
    "SIB-2 beside": "The second disc of a turn does not go beside the first.",
    "SIB-2 apart": "The second disc of a turn goes on one line with the first.",
    "SIB-2": "The second disc of a turn goes on one line with the first, and not beside it.",
    "SIB-3": "The first disc of a turn goes only where a second one can follow.",
    "SIB-7 no pie": "There is no swap without the pie option.",
    "SIB-7": "Only the second player may swap, in answer to the first disc.",
}
"""Why an action is refused, by the clause that forbids it, or by a part of it (hexlume_record.words.clause_parts)."""

REASONS = {
    "larger-first-group": "second-largest groups equal, larger largest group{sizes}",
    "larger-second-group": "larger second-largest group{sizes}",
    "larger-next-group": "the largest groups equal, larger group next in size{sizes}",
}
"""Why a game ended, by its outcome's code; ``hexlume_record.words.text`` fills in the colours and the groups' sizes."""

PARTS = {"first": "first of two", "second": "second of two"}
"""Which part of a turn is due; ``part`` says which of these."""


def part(game: "Sibling") -> tuple[str, int]:
    """Return the part of a turn that is due, empty for a whole turn, and how many such parts are left (SIB-2)."""
    if game._first != NO_CELL:
        return "second", 1
    # White's very first disc is a turn of its own (SIB-1).
    return ("first", 2) if game.codes else ("", 1)

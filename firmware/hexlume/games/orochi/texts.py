"""Orochi's texts, for user interfaces; a board has none of them."""

from ..game import PLACING
from ..pieces import BLACK, EMPTY

if False:  # for type checkers only
    from .rules import Orochi

TITLE = "Orochi"
AIM = "Place discs of either colour and own the larger group beside the last empty cell."
CLAUSES = {
    "ORO-1": "A disc is placed on an empty cell.",
    "ORO-4 place": "A disc is turned over only while it has four neighbours or more of its colour: now none has.",
    "ORO-4 *": "Only a disc with four neighbours or more of its colour is turned over, and not this one.",
    "ORO-4": "A disc with four neighbours or more of its colour is turned over first.",
}
"""Why an action is refused, by the clause that forbids it, or by a part of it (hexlume_record.words.clause_parts)."""

REASONS = {
    "larger-group": "larger group at the last empty cell{sizes}",
    "placed-last": "equal groups at the last empty cell{sizes} and {loser} placed last",
}
"""Why a game ended, by its outcome's code; ``hexlume_record.words.text`` fills in the colours and the groups' sizes."""

PARTS = {"first": "first of two", "second": "second of two", "again": "one more turn"}
"""Which part of a turn is due; ``part`` says which of these."""


def part(game: "Orochi") -> tuple[str, int]:
    """Return the part of a turn that is due, empty for a whole turn, and how many are left (ORO-2, ORO-5)."""
    if game.phase != PLACING:
        return "", 1
    taken = game.grid.cells - game._count(EMPTY)
    if game.to_move == BLACK and taken in (1, 2) and len(game.codes) == taken:
        return ("first", 2) if taken == 1 else ("second", 1)
    mover = game._undo[-1][0] if game._undo else game.to_move
    return ("again" if game.codes and mover == game.to_move else ""), 1

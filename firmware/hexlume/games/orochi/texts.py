"""Orochi's texts, for user interfaces; a board has none of them."""

TITLE = "Orochi"
AIM = "Place discs of either colour and own the larger group beside the last empty cell."
CLAUSES = {
    "ORO-1": "A disc is placed on an empty cell.",
    "ORO-4 place": "A disc is turned over only while it has four neighbours or more of its colour: now none has.",
    "ORO-4 *": "Only a disc with four neighbours or more of its colour is turned over, and not this one.",
    "ORO-4": "A disc with four neighbours or more of its colour is turned over first.",
}
"""Why an action is refused, by the clause that forbids it, or by a part of it (hexlume_host.game.clause_parts)."""

REASONS = {
    "larger-group": "larger group at the last empty hex{sizes}",
    "placed-last": "equal groups at the last empty hex{sizes} and {loser} placed last",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""

"""Orochi's texts, for user interfaces; a board has none of them."""

TITLE = "Orochi"
AIM = "Place discs of either colour and own the larger group beside the last empty cell."
CLAUSES = {
    "ORO-1": "A disc is placed on an empty cell.",
    "ORO-4": "A disc with four neighbours or more of its colour is turned over first, and never another one.",
}
"""Why an action is refused, by the clause that forbids it; seeds/ has the rules in full."""

REASONS = {
    "larger-group": "larger group at the last empty hex{sizes}",
    "placed-last": "equal groups at the last empty hex{sizes} and {loser} placed last",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""

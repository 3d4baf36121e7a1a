"""Organica's texts, for user interfaces; a board has none of them."""

TITLE = "Organica"
AIM = "Surround all of the enemy's leaders."
CLAUSES = {
    "ORG-1": "No piece of that kind is left in hand.",
    "ORG-3": "A turn is one leader placed, or one pawn placed and then, if you like, one group moved.",
    "ORG-4": "A piece is placed on an empty cell, and a leader never beside a leader of its own colour.",
    "ORG-5": "A group moves only after a pawn was placed, or when no piece can be placed.",
    "ORG-6": "Only an own group of three pieces or more can move.",
    "ORG-7": "A step takes one piece of the moving group to an empty cell beside it.",
    "ORG-9": "The turn can be ended after a pawn was placed and after any step.",
    "ORG-10": "A leader may not step beside another leader of its own colour.",
    "ORG-11": "Only a leader captures, and only a pawn of the enemy on a cell beside it.",
}
"""Why an action is refused, by the clause that forbids it; seeds/ has the rules in full."""

REASONS = {
    "leaders-lost": "{loser} lost the last leader",
    "repetition": "the same position started a turn for the third time",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""

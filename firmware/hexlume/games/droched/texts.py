"""Droched's texts, for user interfaces; a board has none of them."""

TITLE = "Droched"
AIM = "Keep every group in reach of two sides, and take all of the enemy's discs."
CLAUSES = {
    "DRO-1": "A disc is placed on an empty cell.",
    "DRO-6": "A disc can only be freed while the prison holds one of the enemy's.",
    "DRO-7": "A disc may not be placed where it would be the only one to be removed.",
    "DRO-8": "The board may not be as it was at the end of an earlier turn of the same colour.",
    "DRO-11 no pie": "The komi and the sides are named only with the pie option.",
    "DRO-11 first": "The first action names the komi, 0 to 20.",
    "DRO-11 second": "The second action is take=black or take=white.",
    "DRO-11": "The komi and the sides are settled by the first two actions.",
    "DRO-12": "No disc is freed while the handicap is being placed.",
}
"""Why an action is refused, by the clause that forbids it, or by a part of it (hexlume_record.words.clause_parts)."""

REASONS = {
    "eliminated": "{loser} has no stone left on the board",
}
"""Why a game ended, by its outcome's code; ``hexlume_record.words.text`` fills in the colours and the groups' sizes."""

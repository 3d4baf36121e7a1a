"""Example's texts, for user interfaces; a board has none of them."""

TITLE = "Example"
AIM = "Place a disc a turn, never beside the last one, and complete a group of one colour."

CLAUSES = {
    "EXA-2": "A disc goes on an empty cell.",
    "EXA-3": "A disc must not be placed beside the last one.",
    "EXA-6": "Only black may swap, with the pie option, in answer to the first disc.",
}
"""Why an action is refused, by the clause that forbids it."""

REASONS = {
    "group-complete": "{winner} completed a group",
    "no-room": "no disc can be placed",
}
"""Why a game ended, by its outcome's code; ``{winner}`` and ``{loser}`` become the colours."""

MENU = {"pie=on": "Pie rule"}
"""What the menu's page calls the options of ``OPTIONS``."""

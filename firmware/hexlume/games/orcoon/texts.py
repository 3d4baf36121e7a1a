"""Orcoon's texts, for user interfaces; a board has none of them."""

TITLE = "Orcoon"
AIM = "Join your two edges of the board with one chain of your discs."
CLAUSES = {
    "ORC-2": "A disc is placed on an empty point.",
    "ORC-3": "Two diagonal neighbours of one colour need a disc of that colour beside both.",
    "ORC-4": "No block of two by three points may have corners of alternating colours and an empty middle.",
    "ORC-5 pass": "Nobody passes in the fill: it ends with done.",
    "ORC-5": "Done ends the fill, and only a pass starts one.",
    "ORC-7 no pie": "There is no swap without the pie option.",
    "ORC-7": "Only white may swap, in place of the first action and not after a pass.",
}
"""Why an action is refused, by the clause that forbids it, or by a part of it (hexlume_record.words.clause_parts)."""

REASONS = {
    "chain": "{winner} chain joins both its edges",
    "fill-ended": "{loser} stopped filling without joining both edges",
}
"""Why a game ended, by its outcome's code; ``hexlume_record.words.text`` fills in the colours and the groups' sizes."""

ACTIONS = {"done": "say that the fill is done"}
"""What the act button does, by the action's string, where the usual words do not fit."""
PLAYED = {"done": "ended the fill"}
"""What a player did, in the same way."""

"""Hex's texts, for user interfaces; a board has none of them."""

TITLE = "Hex"
AIM = "Join your two sides with a chain of your discs."
CLAUSES = {
    "HEX-2": "A disc is placed on an empty cell.",
    "HEX-6 no pie": "There is no swap without the pie option.",
    "HEX-6": "Only the second player may swap, in answer to the first disc.",
}
REASONS = {"joined-sides": "{winner} has joined both sides"}
MENU = {"pie=off": "no swap"}

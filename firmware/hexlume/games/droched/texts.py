"""Droched's texts, for user interfaces; a board has none of them."""

REASONS = {
    "eliminated": "{loser} has no stone left on the board",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""

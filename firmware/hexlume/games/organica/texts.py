"""Organica's texts, for user interfaces; a board has none of them."""

REASONS = {
    "leaders-lost": "{loser} lost the last leader",
    "repetition": "the same position started a turn for the third time",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""

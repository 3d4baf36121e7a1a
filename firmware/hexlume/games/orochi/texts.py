"""Orochi's texts, for user interfaces; a board has none of them."""

REASONS = {
    "larger-group": "larger group at the last empty hex{sizes}",
    "placed-last": "equal groups at the last empty hex{sizes} and {loser} placed last",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""

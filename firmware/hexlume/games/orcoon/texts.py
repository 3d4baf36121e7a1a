"""Orcoon's texts, for user interfaces; a board has none of them."""

REASONS = {
    "chain": "{winner} chain joins both its edges",
    "fill-ended": "{loser} stopped filling without joining both edges",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""

OWNED_EDGES = True
"""Pictures show who owns an edge of the board: black those above and below, white those at the sides (ORC-1)."""

"""Sibling's texts, for user interfaces; a board has none of them."""

REASONS = {
    "larger-first-group": "second-largest groups equal, larger largest group{sizes}",
    "larger-second-group": "larger second-largest group{sizes}",
    "larger-next-group": "the largest groups equal, larger group next in size{sizes}",
}
"""Why a game ended, by its outcome's code; ``hexlume_host.game.text`` fills in the colours and the groups' sizes."""
